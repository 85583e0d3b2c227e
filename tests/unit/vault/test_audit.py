"""The audit log: a closed schema, a chain, signatures; and what somebody can do to it, with and without keys."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from tests.unit.vault.helpers import NOON, PASSPHRASE, QUICK, enter_file, file_record, manifest, store_of

from allonym.core.errors import InputError, NotAllowed, UsageError, VaultDamaged, VaultError
from allonym.core.types import Place
from allonym.vault import audit as audit_module
from allonym.vault.backups import copy_vault
from allonym.vault.canonical import canonical
from allonym.vault.chain import Mark, sign_mark
from allonym.vault.credentials import VERIFY, credential, new_private_key, public_key_of, read
from allonym.vault.entries import ACTIONS, COUNTS, Entry, beginning, counted, entry_of, read_entry
from allonym.vault.memory import open_memory
from allonym.vault.roles import AUDITOR, CUSTODIAN, RECOVERER, ROLES, WORKER
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import open_file
from allonym.vault.store import AUDIT, SIGNED, Row, Table

Opener = Callable[[str], SealedVault]
VERSION = b"\x01"


def entry(**changed: object) -> Entry:
    fields: dict[str, object] = {
        "number": 1,
        "time": 0,
        "actor": "ab12",
        "role": "worker",
        "action": "recover",
        "result": "done",
        "before": "0" * 64,
    }
    return Entry(**{**fields, **changed})  # type: ignore[arg-type]


@pytest.fixture
def busy(vault: SealedVault) -> SealedVault:
    """A vault with a log of six entries, the fifth of them signed."""
    vault.audit.note("pseudonymize", counts={"texts": 3})
    vault.audit.note("pseudonymize", "failed")
    vault.audit.note("recover", "begun", "access-1", {"files": 1})
    vault.audit.note("pseudonymize", reference="file-2")
    vault.audit.note("recover", "done", counts={"files": 1})
    vault.audit.note("pseudonymize", reference="file-3")
    return vault


@pytest.fixture(scope="module")
def private_keys() -> dict[str, str]:
    return {role: new_private_key() for role in ROLES}


@pytest.fixture
def opened(tmp_path: Path, private_keys: dict[str, str]) -> Iterator[Opener]:
    path, vaults = tmp_path / "study.vault", list[SealedVault]()
    with open_file(path, PASSPHRASE, create=True, options=QUICK) as vault:
        for role in ROLES:
            vault.keys.add_public_key(public_key_of(private_keys[role]), role, role)

    def open_as(role: str) -> SealedVault:
        vaults.append(open_file(path, private_keys[role], options=QUICK))
        return vaults[-1]

    yield open_as
    for vault in vaults:
        vault.close()


def told(vault: SealedVault) -> list[tuple[str, str]]:
    return [(each.action, each.result) for each in vault.audit.entries()]


def rows_of(vault: SealedVault, table: Table) -> list[Row]:
    return [row for row, _ in vault._rows.scan(table)]


def forge(vault: SealedVault, row: Row, plain: bytes, table: Table = AUDIT) -> None:
    """Write a row as somebody can who holds the desk key: sealed, and with the checkpoint brought along."""
    vault._rows.put(table, [(row[:-1], plain, row)])


def test_entries_say_who_did_what_and_hold_the_hash_of_the_one_before(busy: SealedVault) -> None:
    entries = list(busy.audit.entries())

    assert [each.number for each in entries] == [1, 2, 3, 4, 5, 6]
    assert entries[0].before == beginning(busy.keys.vault)
    assert [each.before for each in entries[1:]] == [each.hash() for each in entries[:-1]]
    assert (entries[2].action, entries[2].result, entries[2].reference) == ("recover", "begun", "access-1")
    assert (entries[0].role, entries[0].time, dict(entries[0].counts)) == (CUSTODIAN, int(NOON), {"texts": 3})
    summary = busy.audit.verify()
    assert (summary.entries, summary.checkpoints, summary.signed_to) == (6, 2, 5)
    assert busy.audit.head() == (6, summary.head)
    assert busy.verify()


def test_an_empty_log_is_in_order_and_can_be_signed(vault: SealedVault) -> None:
    assert vault.audit.verify().entries == 0

    signed = vault.audit.sign()

    assert signed["payload"]["number"] == 0
    assert vault.audit.verify(signed).checkpoints == 1


@pytest.mark.parametrize(
    "changed",
    [
        {"number": 0},
        {"number": True},
        {"number": 2**63},
        {"time": -1},
        {"time": 1.5},
        {"actor": "Anna"},
        {"actor": None},
        {"role": "boss"},
        {"action": "looked at Anna Berg"},
        {"result": "maybe"},
        {"before": "0" * 63},
        {"reference": "Anna Berg"},
        {"reference": "anna-berg"},
        {"reference": 7},
        {"counts": {"Anna": 1}},
        {"counts": {"texts": -1}},
        {"counts": {"texts": "Anna"}},
        {"counts": [1]},
    ],
)
def test_the_schema_has_no_room_for_words(changed: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="no room for words") as caught:
        entry(**changed)

    assert "Anna" not in str(caught.value)
    with pytest.raises((ValueError, TypeError)):
        entry_of({**entry().as_data(), **changed})


def test_a_reference_is_a_number_or_a_tag_and_what_it_numbers() -> None:
    for reference in ("", "7", "access-12", "key-1a2b3c4d", "subject-" + "0f" * 16):
        assert read_entry(entry(reference=reference).as_bytes()).reference == reference
    for name in ACTIONS:
        assert entry(action=name).action == name
    assert entry(counts=dict.fromkeys(COUNTS, 1))


@pytest.mark.parametrize("data", [b"{}", b"[]", b'{"number":1}', b"\xff", entry().as_bytes() + b" "])
def test_bytes_that_are_no_entry_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"not an entry|codec"):
        read_entry(data)


def test_noting_says_how_it_ended_and_keeps_it_with_the_effect(vault: SealedVault) -> None:
    with vault.audit.noting("merge", texts=2) as noted:
        vault.remember([manifest("[X]", "Anna")])
        noted.reference, noted.counts["rows"] = "file-1", 5
    with pytest.raises(InputError), vault.audit.noting("merge"):  # noqa: PT012 - the write is undone by the error
        vault.remember([manifest("[Y]", "Bo")])
        raise InputError("no")
    with pytest.raises(UsageError), vault.audit.noting("merge"):
        raise UsageError("a slip, which is not noted")
    with pytest.raises(NotAllowed), vault.audit.watching("forget"):
        raise NotAllowed("no")
    with vault.audit.watching("find", "subject-ab", subjects=1):
        pass

    entries = list(vault.audit.entries())
    assert told(vault) == [("merge", "done"), ("merge", "failed"), ("forget", "refused"), ("find", "done")]
    assert (entries[0].reference, dict(entries[0].counts)) == ("file-1", {"texts": 2, "rows": 5})
    assert vault.info().texts == 1


def test_an_error_is_noted_once_wherever_it_passes(vault: SealedVault) -> None:
    with pytest.raises(InputError), vault.audit.watching("merge"), vault.audit.noting("keys"):
        raise InputError("no")
    with pytest.raises(InputError), vault.audit.watching("merge"), vault.batch(), vault.audit.noting("keys"):
        raise InputError("no")

    with vault.batch(), suppress(NotAllowed), vault.audit.watching("recover"):
        raise NotAllowed("no")

    # What a batch undoes cannot be noted inside it, so it is noted when the batch is over.
    assert told(vault) == [("keys", "failed"), ("keys", "failed"), ("recover", "refused")]
    assert vault.audit.verify().entries == 3


def test_two_openings_make_one_chain(blank: tuple[Path, bytes], tmp_path: Path) -> None:
    path = Path(copy(blank[0], tmp_path / "shared.vault"))
    with enter_file(path, blank[1]) as one, enter_file(path, blank[1]) as two:
        for number in range(1, 7):
            assert (one, two)[number % 2].audit.note("pseudonymize") == number

        assert one.audit.verify() == two.audit.verify()


def test_an_entry_of_a_batch_that_fails_goes_with_it(vault: SealedVault) -> None:
    with suppress(UsageError), vault.batch():
        vault.audit.note("merge")
        raise UsageError("no")

    assert told(vault) == []
    assert vault.audit.verify().entries == 0


def test_where_nothing_can_be_written_the_first_error_is_told() -> None:
    vault = open_memory(QUICK)
    with pytest.raises(InputError, match="the first"), vault.audit.watching("merge"):  # noqa: PT012 - closed on the way
        vault.close()
        raise InputError("the first")


def test_files_and_accesses_and_keys_are_noted(sqlite_vault: SealedVault) -> None:
    vault = sqlite_vault
    number = vault.begin_file(b"in", "s")
    record = replace(file_record(number), facts={"texts": 4, "tool": "0.1", "replaced": {"PERSON": 2}})
    vault.finish_file(record)
    vault.note_access("a reason that stays sealed", "posts.csv", 1)
    slot = vault.keys.add_passphrase("four random words", "Anna")
    vault.keys.remove(slot.id)
    with pytest.raises(UsageError):
        vault.keys.remove("00000000")
    vault.keys.rotate()

    entries = list(vault.audit.entries())
    assert [(each.action, each.result, each.reference) for each in entries] == [
        ("pseudonymize", "done", "file-1"),
        ("recover", "begun", "access-1"),
        ("keys", "done", ""),
        ("keys", "done", ""),
        ("rotate", "begun", ""),
        ("rotate", "done", ""),
    ]
    assert dict(entries[0].counts) == {"texts": 4}
    assert vault.file_record(1) == replace(record, facts={**record.facts, "time": int(NOON)})
    assert vault.audit.verify().signed_to == 6
    log = "".join(vault.audit.exported())
    assert not [word for word in ("a reason", "posts", "Anna") if word in log]


def test_the_same_file_again_is_not_another_run(vault: SealedVault) -> None:
    record = file_record(vault.begin_file(b"in", "s"))
    vault.finish_file(record)
    vault.finish_file(record)

    assert told(vault) == [("pseudonymize", "done")]


def test_custodians_sign_what_matters_and_every_thousand_entries(
    vault: SealedVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_module, "SIGN_EVERY", 3)
    for _ in range(7):
        vault.audit.note("pseudonymize")
    numbers = [each["payload"]["number"] for each in vault.audit.checkpoints()]
    vault.audit.note("recover")

    assert numbers == [3, 6]
    assert vault.audit.verify().signed_to == 8


def test_a_checkpoint_tells_the_rows_and_the_head(busy: SealedVault) -> None:
    payload = busy.audit.sign()["payload"]

    assert payload["vault"] == busy.keys.vault.hex()
    assert (payload["number"], payload["head"]) == busy.audit.head()
    assert payload["time"] == int(NOON)
    assert payload["rows"]["audit"] == 6


# What somebody can do who has no keys, to the file.

EDITS = [
    "UPDATE audit SET sealed = (SELECT sealed FROM audit WHERE number = 2) WHERE number = 3",
    "DELETE FROM audit WHERE number = 3",
    "DELETE FROM audit WHERE number = 6",
    "DELETE FROM audit",
    "DELETE FROM audit WHERE number > 4",
    "UPDATE audit SET number = CASE number WHEN 2 THEN -3 ELSE -2 END WHERE number IN (2, 3)",
    "UPDATE audit SET sealed = substr(sealed, 1, length(sealed) - 1) WHERE number = 1",
    "DELETE FROM signed WHERE number = 1",
    "DELETE FROM signed WHERE number = 2",
    "DELETE FROM signed",
    "UPDATE signed SET sealed = (SELECT sealed FROM signed WHERE number = 1) WHERE number = 2",
    "UPDATE signed SET sealed = (SELECT sealed FROM audit WHERE number = 1) WHERE number = 2",
]


@pytest.mark.parametrize("statement", EDITS)
def test_a_row_that_was_edited_moved_or_taken_out_is_noticed(sqlite_vault: SealedVault, statement: str) -> None:
    for action in ("recover", "pseudonymize", "keys", "pseudonymize", "pseudonymize", "pseudonymize"):
        sqlite_vault.audit.note(action)
    assert sqlite_vault.audit.verify().entries == 6
    store = store_of(sqlite_vault)
    store._connection.execute(statement)
    store._connection.execute("UPDATE audit SET number = -number WHERE number < 0")

    with pytest.raises(VaultDamaged):
        sqlite_vault.audit.verify()
    with pytest.raises(VaultDamaged):
        sqlite_vault.verify()


def test_every_flipped_byte_of_a_row_is_noticed(sqlite_vault: SealedVault) -> None:
    sqlite_vault.audit.note("recover")
    store = store_of(sqlite_vault)
    for table in (AUDIT, SIGNED):
        [row] = rows_of(sqlite_vault, table)
        sealed = bytes(row[-1])
        for at in range(len(sealed)):
            flipped = bytearray(sealed)
            flipped[at] ^= 1 << (at % 8)
            store._connection.execute(f"UPDATE {table.name} SET sealed = ?", [bytes(flipped)])  # noqa: S608 - our own name
            with pytest.raises(VaultDamaged):
                sqlite_vault.audit.verify()
        store._connection.execute(f"UPDATE {table.name} SET sealed = ?", [sealed])  # noqa: S608 - our own name
    assert sqlite_vault.audit.verify().entries == 1


# What somebody can do who holds the desk key and the ledger key, as every worker does.


def test_an_edit_under_the_right_key_breaks_the_chain(busy: SealedVault) -> None:
    row, known = rows_of(busy, AUDIT)[1], list(busy.audit.entries())[1]
    forge(busy, row, VERSION + replace(known, result="done").as_bytes())

    with pytest.raises(VaultDamaged, match="entry 3 does not follow"):
        busy.audit.verify()


def test_a_chain_that_was_made_anew_is_not_the_one_that_was_signed(busy: SealedVault) -> None:
    head = beginning(busy.keys.vault)
    for row, known in zip(rows_of(busy, AUDIT), list(busy.audit.entries()), strict=True):
        made = replace(known, before=head, counts={"texts": 9} if known.number == 2 else known.counts)
        forge(busy, row, VERSION + made.as_bytes())
        head = made.hash()

    with pytest.raises(VaultDamaged, match="up to entry 3 it is not the log that was signed"):
        busy.audit.verify()


def test_a_log_that_was_cut_is_noticed_by_its_signatures(busy: SealedVault) -> None:
    rows = rows_of(busy, AUDIT)
    busy._rows.drop(AUDIT, rows[4:])

    with pytest.raises(VaultDamaged, match="ends with entry 4, but 5 were signed for"):
        busy.audit.verify()


def test_a_log_that_was_cut_with_its_signatures_is_noticed_by_an_anchor(busy: SealedVault) -> None:
    anchor = busy.audit.sign()
    other = next(busy.audit.checkpoints())
    busy._rows.drop(AUDIT, rows_of(busy, AUDIT)[3:])
    busy._rows.drop(SIGNED, rows_of(busy, SIGNED)[1:])

    assert busy.audit.verify(other).entries == 3
    with pytest.raises(VaultDamaged, match="6 were signed for; it was cut"):
        busy.audit.verify(anchor)


def test_a_gap_and_a_change_of_order_are_noticed(busy: SealedVault) -> None:
    rows, entries = rows_of(busy, AUDIT), list(busy.audit.entries())
    forge(busy, rows[0], VERSION + entries[1].as_bytes())
    with pytest.raises(VaultDamaged, match="entry 1 is missing, or not in its place"):
        busy.audit.verify()

    forge(busy, rows_of(busy, AUDIT)[0], VERSION + entries[0].as_bytes())
    busy._rows.drop(AUDIT, [rows_of(busy, AUDIT)[1]])
    with pytest.raises(VaultDamaged, match="entry 2 is missing"):
        busy.audit.verify()


@pytest.mark.parametrize("plain", [b"\x02{}", VERSION + b"{}", VERSION + b"nonsense", b""])
def test_a_row_that_is_no_entry_is_noticed(busy: SealedVault, plain: bytes) -> None:
    forge(busy, rows_of(busy, AUDIT)[3], plain)
    with pytest.raises(VaultDamaged, match="entry 4 is not one that this version can read"):
        busy.audit.verify()


@pytest.mark.parametrize("plain", [b"\x02{}", VERSION + b"{}", VERSION + b"nonsense", VERSION + b'{"payload":{}}'])
def test_a_row_that_is_no_checkpoint_is_noticed(busy: SealedVault, plain: bytes) -> None:
    forge(busy, rows_of(busy, SIGNED)[0], plain, SIGNED)
    with pytest.raises(VaultDamaged, match="a checkpoint is not"):
        busy.audit.verify()


def signed_by(signer: SealedVault, changed: dict[str, Any]) -> dict[str, object]:
    number, head = signer.audit.head()
    mark = Mark(signer.keys.vault.hex(), number, head, 0, {})
    return sign_mark(signer._keys.secret("signing"), replace(mark, **changed))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"vault": "00" * 16}, "of another vault"),
        ({"vault": "Anna"}, "this version can read"),
        ({"head": "Anna"}, "this version can read"),
        ({"head": "00" * 32}, "two checkpoints differ over entry 6"),
        ({"number": 9}, "9 were signed for"),
        ({"number": 0}, "it is not the log that was signed|not in their order"),
    ],
)
def test_a_signature_over_something_else_is_refused(busy: SealedVault, changed: dict[str, Any], message: str) -> None:
    busy.audit.sign()
    forged = VERSION + canonical(signed_by(busy, changed))
    busy._rows.put(SIGNED, [((busy._rows.next_number(SIGNED),), forged, None)])

    with pytest.raises(VaultDamaged, match=message):
        busy.audit.verify()


def test_a_signature_of_another_vault_is_refused(busy: SealedVault) -> None:
    with open_memory(QUICK) as other, pytest.raises(VaultDamaged, match="not signed by this vault"):
        busy.audit.verify(other.audit.sign())
    with pytest.raises(VaultDamaged, match="not signed by this vault"):
        busy.audit.verify("nonsense")


# Who may do what.


@pytest.mark.parametrize("role", ROLES)
def test_who_may_read_check_and_sign(opened: Opener, role: str) -> None:
    vault = opened(role)
    before = opened(CUSTODIAN).audit.head()[0]
    for reads in (lambda: list(vault.audit.entries()), lambda: list(vault.audit.exported()), vault.audit.verify):
        if role in (CUSTODIAN, AUDITOR):
            assert reads()
        else:
            with pytest.raises(NotAllowed):
                reads()
    if role == CUSTODIAN:
        assert vault.audit.sign()
    else:
        with pytest.raises(NotAllowed):
            vault.audit.sign()

    refused = [each for each in opened(CUSTODIAN).audit.entries() if each.number > before]
    assert {each.result for each in refused} <= {"refused"}
    # An auditor and a custodian read without leaving a trace; what they are refused is noted.
    assert bool(refused) == (role != CUSTODIAN)
    assert all((each.role, each.actor) == (role, vault.keys.holder) for each in refused)


@pytest.mark.parametrize("role", ROLES)
def test_everybody_who_writes_adds_entries_that_an_auditor_can_check(opened: Opener, role: str) -> None:
    number = opened(role).audit.note("pseudonymize", "failed")
    summary = opened(AUDITOR).audit.verify()

    assert number == summary.entries
    assert opened(CUSTODIAN).verify()


@pytest.mark.parametrize("role", [WORKER, RECOVERER, AUDITOR])
def test_an_auditor_notices_a_cut_up_to_the_last_signature(opened: Opener, role: str) -> None:
    custodian = opened(CUSTODIAN)
    custodian.audit.note("recover")
    opened(role).audit.note("pseudonymize")
    custodian._rows.drop(AUDIT, rows_of(custodian, AUDIT)[-2:])

    with pytest.raises(VaultDamaged, match="it was cut"):
        opened(AUDITOR).audit.verify()


def test_a_refusal_is_noted_before_it_is_told(opened: Opener) -> None:
    with pytest.raises(NotAllowed):
        opened(WORKER).require("recover")
    with pytest.raises(NotAllowed):
        opened(AUDITOR).require("recover")
    last = list(opened(AUDITOR).audit.entries())[-2:]
    assert [(each.action, each.result, each.role) for each in last] == [
        ("recover", "refused", WORKER),
        ("recover", "refused", AUDITOR),
    ]


def test_an_auditor_notices_that_everything_was_taken_away_by_somebody_without_a_key(opened: Opener) -> None:
    custodian = opened(CUSTODIAN)
    custodian.audit.note("recover")
    for table in (AUDIT, SIGNED):
        custodian._rows._store.drop(table, [table.key_of(row) for row in rows_of(custodian, table)])

    with pytest.raises(VaultDamaged, match="should have"):
        opened(AUDITOR).audit.verify()


def test_nobody_signs_a_log_that_was_written_anew(opened: Opener) -> None:
    custodian, worker = opened(CUSTODIAN), opened(WORKER)
    for _ in range(3):
        custodian.audit.note("recover")
    worker._rows.drop(AUDIT, rows_of(custodian, AUDIT))
    for _ in range(20):
        worker.audit.note("pseudonymize")

    with pytest.raises(VaultDamaged, match="written anew"):
        custodian.audit.note("recover")


def test_the_public_key_is_written_for_others_and_opens_nothing(opened: Opener) -> None:
    key = opened(AUDITOR).audit.public_key

    assert key == opened(CUSTODIAN).audit.public_key == opened(WORKER).audit.public_key
    assert len(read(VERIFY, key)) == 32
    with pytest.raises(UsageError, match="it opens nothing"):
        credential(key)


def test_a_backup_leaves_a_vault_of_the_first_versions_as_it_was(tmp_path: Path) -> None:
    old = Path(copy(Path(__file__).parents[2] / "vectors" / "format-1.vault", tmp_path))
    before = old.read_bytes()
    assert copy_vault(old, tmp_path / "backup", "format one", QUICK) is not None
    assert copy_vault(old, tmp_path / "restored", "format one", QUICK, restoring=True) is not None

    assert old.read_bytes() == before
    with open_file(tmp_path / "backup", "format one", options=QUICK) as vault:
        assert told(vault) == []
    with open_file(tmp_path / "restored", "format one", options=QUICK) as vault:
        assert told(vault) == [("restore", "done")]


def test_a_file_run_is_one_batch_with_its_entry(vault: SealedVault, monkeypatch: pytest.MonkeyPatch) -> None:
    number = vault.begin_file(b"in", "s")
    vault.remember([manifest("[X]", "Anna", place=Place(number, 1, 0))])

    def broken(*_: object, **__: object) -> int:
        raise VaultError("the disk is full")

    monkeypatch.setattr(vault.audit, "note", broken)
    with pytest.raises(VaultError):
        vault.finish_file(file_record(number))

    assert vault.file_record(number) is None


def test_of_many_facts_only_known_counts_go_into_the_log() -> None:
    facts = {"texts": 3, "characters": 0, "files": "two", "documents": None, "Anna": 5}

    assert counted(facts) == {"texts": 3, "characters": 0}
