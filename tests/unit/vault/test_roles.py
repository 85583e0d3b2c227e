"""Who may do what: by the keys they hold, and by what the vault allows."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.vault.helpers import PASSPHRASE, QUICK, file_record, manifest, numbered

from allonym.core.errors import NotAllowed, UsageError, VaultDamaged, VaultError
from allonym.core.types import Place, digest
from allonym.vault import crypto, keyholding
from allonym.vault.credentials import PUBLIC, new_private_key, public_key_of, read
from allonym.vault.keys import unlock
from allonym.vault.roles import ANNOTATOR, AUDITOR, CUSTODIAN, HELD, OPERATIONS, RECOVERER, ROLES, WORKER
from allonym.vault.sealed import SealedVault
from allonym.vault.sealing import Seals
from allonym.vault.slots import role_slot
from allonym.vault.sqlite import open_file
from allonym.vault.store import KEYS, MANIFESTS, WORDS, Row

Opener = Callable[[str], SealedVault]


@pytest.fixture(scope="module")
def private_keys() -> dict[str, str]:
    return {role: new_private_key() for role in (*ROLES, "second")}


@pytest.fixture
def study(tmp_path: Path, private_keys: dict[str, str]) -> Path:
    path = tmp_path / "study.vault"
    with open_file(path, PASSPHRASE, create=True, options=QUICK) as vault:
        for role in ROLES:
            vault.keys.add_public_key(public_key_of(private_keys[role]), f"the {role}", role)
        vault.keys.add_public_key(public_key_of(private_keys["second"]), "another custodian", CUSTODIAN)
        vault.assign("corpus", "PERSON", "anna", numbered)
        vault.remember([manifest("[PERSON_1] came", "Anna came", "post-1")])
    return path


@pytest.fixture
def opened(study: Path, private_keys: dict[str, str]) -> Iterator[Opener]:
    vaults: list[SealedVault] = []

    def open_as(role: str) -> SealedVault:
        vaults.append(open_file(study, private_keys[role], options=QUICK))
        return vaults[-1]

    yield open_as
    for vault in vaults:
        vault.close()


def test_the_roles_are_listed_with_the_keys(opened: Opener) -> None:
    told = {slot.name: slot.role for slot in opened(CUSTODIAN).keys.slots() if slot.name}

    assert told == {**{f"the {role}": role for role in ROLES}, "another custodian": CUSTODIAN}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_role_may_do_what_the_table_says_and_nothing_else(opened: Opener, role: str, operation: str) -> None:
    vault = opened(role)

    assert vault.keys.role == role
    if role in OPERATIONS[operation]:
        vault.require(operation)
    else:
        with pytest.raises(NotAllowed, match=f"that of an? {role}"):
            vault.require(operation)


@pytest.mark.parametrize("role", [WORKER, ANNOTATOR, AUDITOR])
def test_what_others_wrote_cannot_be_opened_whatever_is_called(opened: Opener, role: str) -> None:
    vault = opened(role)

    assert not vault._keys.reads
    assert set(vault._keys.secrets) == set(HELD[role])
    for question in (
        lambda: vault.recall("[PERSON_1] came"),
        lambda: list(vault.accesses()) or vault._rows.open(WORDS, vault._rows.page(WORDS, (), ())[0]),
        lambda: vault._rows.open(MANIFESTS, vault._rows.page(MANIFESTS, (), ())[0]),
        lambda: vault._rows.open(KEYS, vault._rows.page(KEYS, (), ())[0]),
        vault.keys.slots,
        lambda: vault.keys.add_passphrase("another one"),
        vault.keys.rotate,
        vault.verify,
        lambda: vault._keys.master,
    ):
        with pytest.raises(NotAllowed):
            question()


@pytest.mark.parametrize("role", [WORKER, ANNOTATOR])
def test_a_worker_gives_out_the_same_pseudonyms_and_the_custodian_reads_what_it_wrote(
    opened: Opener, role: str
) -> None:
    with opened(role) as worker:
        assert worker.assign("corpus", "PERSON", "anna", lambda _: None) == "[PERSON_1]"
        assert worker.knows("corpus", "PERSON", "anna")
        assert worker.assign("corpus", "PERSON", "bo", numbered) == "[PERSON_2]"
        worker.remember([manifest("[PERSON_2] left", "Bo left", "post-2")])
        number = worker.begin_file(b"in", "s")
        worker.remember([manifest("[X]", "Cy", "row 1", Place(number, 1, 0))])
        worker.finish_file(file_record(number))
        assert [each.original for each in worker.recall_file(number)] == [digest("Cy")], "its own, to prove them"

    custodian = opened(CUSTODIAN)
    assert custodian.assign("corpus", "PERSON", "bo", lambda _: None) == "[PERSON_2]"
    assert custodian.recall("[PERSON_2] left").original == digest("Bo left")
    record = custodian.find_file(b"out")
    assert record is not None
    assert [each.original for each in custodian.recall_file(record.file)] == [digest("Cy")]
    custodian.verify()
    with pytest.raises(NotAllowed):
        opened(role).recall("[PERSON_2] left")


def test_what_a_worker_wrote_survives_a_new_key_and_its_own_key_does_not(opened: Opener) -> None:
    worker, custodian = opened(WORKER), opened(CUSTODIAN)
    worker.remember([manifest("[A]", "Anna", "post-2")])
    brought = worker._rows._seals.record
    custodian.keys.rotate()
    worker.remember([manifest("[B]", "Bo", "post-3")])

    assert worker._rows._seals.record > custodian._rows.checkpoint().key > brought
    assert custodian.recall("[A]").original == digest("Anna")
    assert custodian.recall("[B]").original == digest("Bo")
    assert custodian._rows.open(KEYS, custodian._rows.get(KEYS, (brought,)) or ()) == b""
    custodian.keys.rotate()
    custodian.keys.rotate()
    assert custodian.recall("[B]").original == digest("Bo")
    custodian.verify()


def test_a_file_that_a_worker_begins_is_never_one_that_others_finished(opened: Opener) -> None:
    custodian, worker = opened(CUSTODIAN), opened(WORKER)
    done = custodian.begin_file(b"in", "s")
    custodian.finish_file(file_record(done))

    mine = worker.begin_file(b"in", "s")
    assert mine != done
    assert worker.begin_file(b"in", "s") == mine
    assert opened(WORKER).begin_file(b"in", "s") not in (mine, done)


def test_a_worker_on_a_vault_of_the_first_version_asks_for_a_custodian(
    study: Path, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("allonym.vault.upgrading.is_old", lambda _: True)
    with pytest.raises(VaultError, match="a custodian has to open it once"):
        opened(WORKER)


def test_a_recoverer_who_works_alone_reads_and_changes_no_keys(opened: Opener) -> None:
    vault = opened(RECOVERER)
    vault.require("recover")

    assert vault.recall("[PERSON_1] came").original == digest("Anna came")
    for refused in (vault.keys.slots, vault.keys.rotate, vault.verify, lambda: vault.keys.require_two(False)):
        with pytest.raises(NotAllowed):
            refused()


def test_unknown_roles_and_keys_that_are_there_already_are_refused(
    opened: Opener, private_keys: dict[str, str]
) -> None:
    ring = opened(CUSTODIAN).keys
    with pytest.raises(UsageError, match="no role 'boss'"):
        ring.add_public_key(public_key_of(new_private_key()), role="boss")
    with pytest.raises(UsageError, match="key of the vault already"):
        ring.add_public_key(public_key_of(private_keys[WORKER]), role=CUSTODIAN)


def test_a_custodian_has_to_stay(opened: Opener) -> None:
    ring = opened(CUSTODIAN).keys
    *others, last = [slot for slot in ring.slots() if slot.role == CUSTODIAN]
    for slot in others:
        ring.remove(slot.id)
    with pytest.raises(UsageError, match="last key of a custodian"):
        ring.remove(last.id)


def test_two_slots_for_one_key_are_one_too_many_and_a_custodians_comes_first(
    opened: Opener, private_keys: dict[str, str]
) -> None:
    custodian = opened(CUSTODIAN)
    keys, header = custodian._keys, custodian.keys.header()
    forged = [
        role_slot(keys.bundle(WORKER), keys.vault, read(PUBLIC, public_key_of(private_keys[role])))
        for role in (ANNOTATOR, CUSTODIAN)
    ]
    changed = replace(header, slots=(*forged, *header.slots))

    with pytest.raises(VaultDamaged, match="two slots of this vault are for the same key"):
        unlock(changed, private_keys[ANNOTATOR])
    assert unlock(changed, private_keys[CUSTODIAN]).role == CUSTODIAN


def test_a_record_key_that_was_changed_opens_nothing(opened: Opener) -> None:
    worker, custodian = opened(WORKER), opened(CUSTODIAN)
    worker.remember([manifest("[A]", "Anna", "post-2")])
    row = custodian._rows.page(KEYS, (), ())[-1]
    holder = custodian._rows._holder
    for changed in (
        (0, row[-1]),
        (2**31, row[-1]),
        (row[0], bytes(row[-1])[:-1]),
        (row[0], b"\x02\x01" + bytes(row[-1])[2:]),
    ):
        with pytest.raises(VaultDamaged, match="a row of table keys"):
            holder.open(changed)


GUARDED: dict[str, tuple[str, Callable[[SealedVault], object]]] = {
    "ask": ("request", lambda vault: vault.requests.ask([], "asked")),
    "approve": ("approve", lambda vault: vault.requests.approve(1)),
    "refuse": ("request", lambda vault: vault.requests.refuse(1)),
    "use": ("request", lambda vault: vault.requests.use(1)),
}


@pytest.mark.parametrize("what", GUARDED)
def test_who_may_not_is_refused_and_the_log_says_so_once(opened: Opener, what: str) -> None:
    operation, work = GUARDED[what]
    for role in [role for role in ROLES if role not in OPERATIONS[operation]]:
        with pytest.raises(NotAllowed, match=f"{operation} takes the key of a "):
            work(opened(role))

    noted = [(each.action, each.role) for each in opened(CUSTODIAN).audit.entries() if each.result == "refused"]
    assert noted == [(operation, role) for role in ROLES if role not in OPERATIONS[operation]]


def test_requests_are_listed_for_those_who_ask_and_for_auditors(opened: Opener) -> None:
    for role in (CUSTODIAN, RECOVERER, AUDITOR):
        assert list(opened(role).requests.all()) == []
    for role in (ANNOTATOR, WORKER):
        with pytest.raises(NotAllowed):
            opened(role).requests.all()


def test_a_key_number_has_its_bounds(opened: Opener) -> None:
    holder = opened(CUSTODIAN)._rows._holder
    for number in (2**31 - 1, 1):
        row, key = holder.bring(number)
        assert holder.open(row) == holder.open((number, row[-1]))
        assert key.number == number
    row, _ = holder.bring(2**31)
    with pytest.raises(VaultDamaged, match="a row of table keys"):
        holder.open(row)


def test_what_is_in_a_box_is_a_record_key(opened: Opener) -> None:
    holder = opened(CUSTODIAN)._rows._holder
    for size in (63, 65):
        box = crypto.boxed(holder.keys.inbox_public, keyholding._purpose(holder.keys.vault, 7), bytes(size))
        with pytest.raises(VaultDamaged, match="a row of table keys"):
            holder.open((7, b"\x02\x00\x00\x00\x00" + box))


@pytest.mark.parametrize("later", [False, True])
def test_who_may_read_may_not_forget(opened: Opener, later: bool) -> None:
    custodian = opened(CUSTODIAN)
    custodian.remember([manifest("[A]", "Anna Berg", "row 1")])
    findings = custodian.subjects.find("Anna Berg").sure

    with pytest.raises(NotAllowed):
        opened(RECOVERER).subjects.forget(findings, later=later)
    with pytest.raises(NotAllowed):
        opened(RECOVERER).subjects.finish()
    assert custodian.recall("[A]").original == digest("Anna Berg")


def test_a_worker_writes_over_what_it_cannot_read(opened: Opener) -> None:
    custodian, worker = opened(CUSTODIAN), opened(WORKER)
    place = Place(custodian.begin_file(b"in", "s"), 1, 0)
    custodian.remember([manifest("[A]", "Anna Berg", "row 1", place)])
    worker.remember([manifest("[B]", "Bo Ek", "row 1", place)])

    assert [each.original for each in custodian.recall_file(place.file)] == [digest("Bo Ek")]
    assert [each.document for each in custodian.subjects.find("Bo Ek").found] == ["row 1"]


def test_a_worker_brings_one_key_however_often_it_writes(opened: Opener) -> None:
    worker = opened(WORKER)
    before = worker._rows.checkpoint().counts[KEYS.name]
    for number in range(3):
        worker.assign("corpus", "PERSON", f"name {number}", numbered)
        worker.remember([manifest(f"[{number}]", f"Name {number}", f"post-{number}")])

    assert worker._rows.checkpoint().counts[KEYS.name] == before + 1


def test_new_rows_take_a_key_of_the_vault_and_never_one_that_a_worker_brought(opened: Opener) -> None:
    opened(WORKER).remember([manifest("[A]", "Anna", "post-2")])
    holder = opened(CUSTODIAN)._rows._holder
    known = holder.learn(Seals(holder.keys.vault, {}))

    assert known.record == 1
    assert max(known.keys) > 1


def test_only_bytes_with_the_right_front_are_a_key_that_was_brought() -> None:
    rows: list[Row] = [(1, b"\x02\x00"), (1, b"\x01\x02"), (1, b""), (1, 2)]

    assert [keyholding.is_brought(row) for row in rows] == [True, False, False, False]
