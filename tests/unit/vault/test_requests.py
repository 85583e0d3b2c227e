"""Recovery that takes two: asked for, approved by somebody else, used once."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.vault.helpers import NOON, PASSPHRASE, QUICK, file_record, manifest

from allonym.core.errors import AmbiguousText, InputError, NotAllowed, UnknownText, UsageError, VaultDamaged
from allonym.core.types import Place, digest
from allonym.vault import requests
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.options import VaultOptions
from allonym.vault.requests import DAY
from allonym.vault.roles import AUDITOR, CUSTODIAN, RECOVERER, WORKER
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import open_file
from allonym.vault.store import GRANTS, REQUESTS

PEOPLE = {"anna": RECOVERER, "bo": RECOVERER, "cy": CUSTODIAN, "di": CUSTODIAN, "ed": WORKER, "fu": AUDITOR}
TEXTS = 5
Opener = Callable[[str], SealedVault]


class Clock:
    now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def private_keys() -> dict[str, str]:
    return {person: new_private_key() for person in PEOPLE}


@pytest.fixture
def opened(tmp_path: Path, private_keys: dict[str, str], clock: Clock) -> Iterator[Opener]:
    path, options = tmp_path / "study.vault", VaultOptions(cost=QUICK.cost, clock=clock)
    vaults = [open_file(path, PASSPHRASE, create=True, options=options)]
    for person, role in PEOPLE.items():
        vaults[0].keys.add_public_key(public_key_of(private_keys[person]), person, role)
    for output in (b"one", b"two"):
        number = vaults[0].begin_file(b"in " + output, "s")
        rows = [manifest(f"[{output.decode()} {row}]", f"Anna {row}", f"row {row}") for row in range(TEXTS)]
        vaults[0].remember([replace(each, place=Place(number, row, 0)) for row, each in enumerate(rows)])
        vaults[0].finish_file(replace(file_record(number, b"in", output), name=f"{output.decode()}.csv"))
    vaults[0].keys.require_two(wanted=True)

    def open_as(person: str) -> SealedVault:
        vaults.append(
            open_file(path, private_keys.get(person, PASSPHRASE if person == "passphrase" else person), options=options)
        )
        return vaults[-1]

    yield open_as
    for vault in vaults:
        vault.close()


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "_AT_ONCE", 2)


def ask(vault: SealedVault, output: bytes = b"one", most: int = 0) -> int:
    return vault.requests.ask([(output, f"{output.decode()}.csv")], "the author asked us to", most).number


@pytest.mark.parametrize("person", ["anna", "di", "passphrase"])
def test_what_is_handed_over_gives_these_files_back_once_and_no_others(opened: Opener, person: str) -> None:
    asking = opened(person)
    number = ask(asking)
    opened("cy").requests.approve(number)
    handed = asking.requests.use(number)

    record = handed.find_file(b"one", "one.csv")
    assert record is not None
    assert [each.original for each in handed.recall_file(record.file)] == [digest(f"Anna {row}") for row in range(5)]
    assert handed.recall("[one 3]").original == handed.recall("[one 3]", "row 3").original == digest("Anna 3")
    assert handed.find_file(b"two", "two.csv") is None
    with pytest.raises(UnknownText):
        handed.recall("[two 3]")
    with pytest.raises(NotAllowed, match="is used"):
        asking.requests.use(number)
    assert opened("cy").verify().files == 2
    assert not opened("cy")._rows.page(GRANTS, (), ())


def test_without_approval_a_recoverer_has_no_keys_for_anything(opened: Opener) -> None:
    anna = opened("anna")

    assert not anna._keys.reads
    with pytest.raises(NotAllowed, match="recovery takes two"):
        anna.require("recover")
    with pytest.raises(NotAllowed, match="recovery takes two"):
        opened("cy").require("recover")
    with pytest.raises(NotAllowed, match="opens nothing that others wrote"):
        anna.recall("[one 3]")
    with pytest.raises(NotAllowed, match="is asked"):
        anna.requests.use(ask(anna))


def test_nobody_approves_their_own_request_and_only_custodians_approve(opened: Opener) -> None:
    custodian, recoverer = opened("cy"), opened("anna")
    own, number = ask(custodian), ask(recoverer)

    with pytest.raises(NotAllowed, match="your own"):
        custodian.requests.approve(own)
    for person in ("anna", "bo", "ed", "fu"):
        with pytest.raises(NotAllowed):
            opened(person).requests.approve(number)
    for person in ("ed", "fu"):
        with pytest.raises(NotAllowed):
            ask(opened(person))
    opened("di").requests.approve(own)
    assert custodian.requests.use(own).records


def test_what_was_granted_to_one_is_of_no_use_to_another(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    number = ask(opened("anna"))
    opened("cy").requests.approve(number)
    bo = opened("bo")
    with pytest.raises(NotAllowed, match="somebody else's"):
        bo.requests.use(number)
    anna = opened("anna")
    # Not even with changed software: the box is for Anna's key.
    monkeypatch.setattr(type(bo._keys), "holder", anna._keys.holder, raising=False)
    object.__setattr__(bo._keys, "holder", anna._keys.holder)
    with pytest.raises(NotAllowed, match="granted to another key"):
        bo.requests.use(number)


def test_requests_run_out(opened: Opener, clock: Clock) -> None:
    anna, cy = opened("anna"), opened("cy")
    late, later = ask(anna), ask(anna)
    cy.requests.approve(late)
    clock.now += DAY

    assert [request.state for request in cy.requests.all()] == ["expired", "expired"]
    with pytest.raises(NotAllowed, match="is expired"):
        anna.requests.use(late)
    with pytest.raises(UsageError, match="is expired already"):
        cy.requests.approve(later)
    with pytest.raises(UsageError, match="is expired already"):
        cy.requests.refuse(late)


def test_a_request_that_comes_to_more_than_it_asks_for_is_not_granted(opened: Opener) -> None:
    number = ask(opened("anna"), most=TEXTS - 1)
    with pytest.raises(NotAllowed, match="comes to 5 texts, and asks for 4"):
        opened("cy").requests.approve(number)
    assert [request.state for request in opened("cy").requests.all()] == ["asked"]
    assert not opened("cy")._rows.page(GRANTS, (), ())


def test_requests_are_refused_or_taken_back(opened: Opener) -> None:
    anna, cy = opened("anna"), opened("cy")
    first, second = ask(anna), ask(anna)
    cy.requests.approve(second)
    assert cy.requests.refuse(first).decided_by == cy._keys.holder
    assert anna.requests.refuse(second).state == "refused"
    with pytest.raises(NotAllowed):
        opened("bo").requests.refuse(ask(anna))
    with pytest.raises(UsageError, match="refused already"):
        cy.requests.approve(first)
    with pytest.raises(UsageError, match="no request 77"):
        cy.requests.approve(77)
    assert not cy._rows.page(GRANTS, (), ())


def test_a_request_says_why_and_for_what_the_vault_knows(opened: Opener) -> None:
    anna = opened("anna")
    with pytest.raises(UsageError, match="needs a reason"):
        anna.requests.ask([(b"one", "one.csv")], " ")
    with pytest.raises(InputError, match=r"other\.csv: this vault knows no file like this"):
        anna.requests.ask([(b"other", "other.csv")], "why not")
    number = ask(anna)
    [request] = opened("fu").requests.all()
    assert (request.number, request.reason, request.files) == (
        number,
        "the author asked us to",
        ((b"one".hex(), "one.csv"),),
    )
    assert "author" not in repr(request)


def test_a_file_that_was_forgotten_meanwhile_is_not_granted(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    number, cy = ask(opened("anna")), opened("cy")
    monkeypatch.setattr(cy.requests._files, "find", lambda _output, _name: None)
    with pytest.raises(InputError, match="no longer knows"):
        cy.requests.approve(number)


def test_a_grant_that_was_changed_opens_nothing(opened: Opener) -> None:
    anna, cy = opened("anna"), opened("cy")
    number = ask(anna)
    cy.requests.approve(number)
    for row in cy._rows.page(GRANTS, (number,), ()):
        for at in range(0, len(bytes(row[-1])), 29):
            changed = bytearray(bytes(row[-1]))
            changed[at] ^= 1
            cy._rows.put_sealed(GRANTS, [(*row[:-1], bytes(changed))], [row])
            with pytest.raises((NotAllowed, VaultDamaged)):
                anna.requests._opened(number)
            cy._rows.put_sealed(GRANTS, [row], [(*row[:-1], bytes(changed))])
    assert anna.requests.use(number).records


def test_equal_outputs_are_told_apart_by_name_or_not_at_all(opened: Opener) -> None:
    cy, anna = opened("cy"), opened("anna")
    number = cy.begin_file(b"in three", "s")
    cy.remember([manifest("[one 3]", "Zoe", "row 3", Place(number, 0, 0))])
    cy.finish_file(replace(file_record(number, b"in three", b"one"), name="three.csv"))
    request = anna.requests.ask([(b"one", "one.csv"), (b"one", "three.csv")], "both").number
    cy.requests.approve(request)
    handed = anna.requests.use(request)

    for name in ("one.csv", "three.csv"):
        record = handed.find_file(b"one", name)
        assert record is not None
        assert record.name == name
    with pytest.raises(AmbiguousText):
        handed.find_file(b"one", "other.csv")
    with pytest.raises(AmbiguousText):
        handed.recall("[one 3]")


def test_one_person_is_enough_again_once_the_custodians_say_so(opened: Opener) -> None:
    opened("cy").keys.require_two(wanted=False)
    anna = opened("anna")
    anna.require("recover")

    assert anna.recall("[one 3]").original == digest("Anna 3")


def test_a_worker_cannot_make_somebody_elses_request_its_own(opened: Opener) -> None:
    number = ask(opened("anna"))
    worker = opened("ed")

    with pytest.raises(NotAllowed):
        list(worker.requests.all())
    with pytest.raises(KeyError):
        worker._rows.put(REQUESTS, [((number,), b"\x01[]", worker._rows.get(REQUESTS, (number,)))])
    assert opened("cy").requests.approve(number).texts == TEXTS


def test_a_request_of_somebody_who_is_gone_or_approved_by_a_key_made_for_it_is_not_granted(
    opened: Opener, clock: Clock
) -> None:
    gone, custodian = ask(opened("anna")), opened("cy")
    [slot] = [slot for slot in custodian.keys.slots() if slot.name == "anna"]
    custodian.keys.remove(slot.id)
    with pytest.raises(NotAllowed, match="of nobody whose key may ask"):
        custodian.requests.approve(gone)

    own = ask(custodian)
    clock.now += 60
    recovery = custodian.keys.add_recovery_key()
    with pytest.raises(NotAllowed, match=f"younger than request {own}"):
        opened(recovery).requests.approve(own)


def test_while_recovery_takes_two_no_table_leaves(opened: Opener) -> None:
    with pytest.raises(NotAllowed, match="no table leaves or enters"):
        opened("cy").require("transfer")


@pytest.mark.parametrize("left", [[], [0], [0, 2], [1, 2], [0, 1, 3]])
def test_a_grant_that_was_taken_apart_is_told_as_damage(opened: Opener, left: list[int]) -> None:
    anna = opened("anna")
    number = ask(anna)
    custodian = opened("cy")
    custodian.requests.approve(number)
    pieces = custodian._rows.page(GRANTS, (number,), ())
    custodian._rows._store.drop(GRANTS, [GRANTS.key_of(row) for row in pieces if row[1] not in left])

    assert [row[1] for row in pieces] == [0, 1, 2, 3, 4]
    with pytest.raises(VaultDamaged, match=f"what was granted to request {number}"):
        anna.requests.use(number)


def test_a_request_of_a_key_that_was_taken_away_is_not_approved(opened: Opener) -> None:
    asking = opened("anna")
    number = ask(asking)
    opened("passphrase").keys.remove(asking.keys.holder)

    with pytest.raises(NotAllowed, match="is of nobody whose key may ask"):
        opened("cy").requests.approve(number)
    assert opened("cy").requests.refuse(number).state == "refused"
