"""Inboxes and transfers: what moves from vault to vault, and what stays locked on the way."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.vault.helpers import PASSPHRASE, QUICK, file_record, manifest, numbered

from allonym.core.errors import NotAllowed, UsageError, VaultDamaged, VaultError, WrongPassphrase
from allonym.core.types import Place, digest
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.inboxes import make_inbox, merge
from allonym.vault.memory import open_memory
from allonym.vault.roles import WORKER
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import open_file
from allonym.vault.transfers import MAGIC, export_csv, export_table, import_csv, import_table

OTHER = "the other's passphrase"
PRIVATE = new_private_key()


def fill(vault: SealedVault, text: str = "Anna") -> int:
    number = vault.begin_file(b"in " + text.encode(), "s")
    rows = [manifest(f"[{text} {row}]", f"{text} {row}", f"row {row}") for row in range(3)]
    vault.remember([replace(each, place=Place(number, row, 0)) for row, each in enumerate(rows)])
    vault.remember([manifest(f"[{text}] alone", f"{text} alone", "post")])
    vault.finish_file(replace(file_record(number, b"in", b"out " + text.encode()), name=f"{text}.csv"))
    return number


def require_known(vault: SealedVault, text: str) -> None:
    record = vault.find_file(b"out " + text.encode())
    assert record is not None
    assert [each.original for each in vault.recall_file(record.file)] == [digest(f"{text} {row}") for row in range(3)]
    assert vault.recall(f"[{text}] alone").original == digest(f"{text} alone")


@pytest.fixture
def study(tmp_path: Path) -> Iterator[SealedVault]:
    with open_file(tmp_path / "study.vault", PASSPHRASE, create=True, options=QUICK) as vault:
        vault.keys.add_public_key(public_key_of(PRIVATE), "the cluster", WORKER)
        yield vault


@pytest.fixture
def inbox(study: SealedVault, tmp_path: Path) -> Path:
    make_inbox(study, tmp_path / "inbox.vault", QUICK)
    return tmp_path / "inbox.vault"


def test_an_inbox_is_filled_by_a_worker_who_cannot_read_it_and_taken_in_by_a_custodian(
    study: SealedVault, inbox: Path
) -> None:
    fill(study, "Bo")
    with open_file(inbox, PRIVATE, options=QUICK) as worker:
        fill(worker)
        fill(worker, "Cy")
        assert worker.keys.is_inbox
        assert worker.name_for("Anna") == study.name_for("Anna")
    with open_file(inbox, PRIVATE, options=QUICK) as again, pytest.raises(NotAllowed):
        again.recall("[Anna] alone")
    with open_file(inbox, PASSPHRASE, options=QUICK) as opened:
        taken = merge(study, opened)

    assert (taken.files, taken.texts, taken.entities, taken.differing) == (2, 8, 0, 0)
    for text in ("Anna", "Bo", "Cy"):
        require_known(study, text)
    study.verify()


def test_the_same_inbox_again_changes_nothing(study: SealedVault, inbox: Path) -> None:
    with open_file(inbox, PRIVATE, options=QUICK) as worker:
        fill(worker)
        worker.begin_file(b"never finished", "s")
    with open_file(inbox, PASSPHRASE, options=QUICK) as opened:
        merge(study, opened)
        before = study.info()
        merge(study, opened)

    assert study.info() == before
    require_known(study, "Anna")


def test_a_file_that_gave_another_output_elsewhere_is_another_file(study: SealedVault, inbox: Path) -> None:
    with open_file(inbox, PASSPHRASE, options=QUICK) as opened:
        fill(opened)
        number = study.begin_file(b"in Anna", "s")
        study.remember([manifest("[other]", "Dora", "row", Place(number, 0, 0))])
        study.finish_file(file_record(number, b"in", b"another output"))
        merge(study, opened)

    require_known(study, "Anna")
    record = study.find_file(b"another output")
    assert record is not None
    assert [each.original for each in study.recall_file(record.file)] == [digest("Dora")]


def test_what_is_no_inbox_of_the_vault_is_not_taken_in(study: SealedVault, inbox: Path, tmp_path: Path) -> None:
    with open_memory(QUICK) as other, pytest.raises(VaultError, match="not an inbox"):
        merge(study, other)
    with (
        open_file(inbox, PASSPHRASE, options=QUICK) as opened,
        open_memory(QUICK) as other,
        pytest.raises(VaultError, match="not an inbox"),
    ):
        merge(other, opened)
    with pytest.raises(UsageError, match="already there"):
        make_inbox(study, inbox, QUICK)
    with open_file(inbox, PRIVATE, options=QUICK) as worker:
        with pytest.raises(NotAllowed):
            make_inbox(worker, tmp_path / "more.vault", QUICK)
        with pytest.raises(NotAllowed):
            merge(worker, study)


@pytest.mark.parametrize("receiver", [OTHER, public_key_of(PRIVATE)], ids=["passphrase", "public key"])
def test_a_table_opens_for_whom_it_was_made_and_says_the_same_in_another_vault(
    vault: SealedVault, receiver: str
) -> None:
    fill(vault)
    for name in ("anna", "bo"):
        vault.assign("corpus", "PERSON", name, numbered)
    table = io.BytesIO()
    told = export_table(vault, table, receiver, QUICK.cost)
    assert (told.entities, told.files, told.texts) == (2, 1, 4)
    with open_memory(QUICK) as other:
        table.seek(0)
        taken = import_table(other, table, OTHER if receiver == OTHER else PRIVATE)
        assert (taken.entities, taken.differing, taken.files, taken.texts) == (2, 0, 1, 4)
        require_known(other, "Anna")
        assert other.assign("corpus", "PERSON", "bo", lambda _: None) == "[PERSON_2]"
        assert other.assign("corpus", "PERSON", "cy", numbered) == "[PERSON_3]"
        other.verify()
        for wrong in ("nobody's passphrase", new_private_key()):
            table.seek(0)
            with pytest.raises(WrongPassphrase, match="does not open this table"):
                import_table(other, table, wrong)


def test_a_pseudonym_that_is_somebody_elses_stays_there(vault: SealedVault) -> None:
    vault.assign("corpus", "PERSON", "anna", numbered)
    table = io.BytesIO()
    export_table(vault, table, OTHER, QUICK.cost)
    with open_memory(QUICK) as other:
        other.assign("corpus", "PERSON", "bo", numbered)
        table.seek(0)
        assert import_table(other, table, OTHER).differing == 1
        assert not other.knows("corpus", "PERSON", "anna")
        assert other.assign("corpus", "PERSON", "anna", numbered) == "[PERSON_2]"
        table.seek(0)
        assert import_table(other, table, OTHER).differing == 1
        other.verify()


def test_a_table_that_was_changed_or_cut_is_taken_in_not_at_all(vault: SealedVault) -> None:
    fill(vault)
    vault.assign("corpus", "PERSON", "anna", numbered)
    table = io.BytesIO()
    export_table(vault, table, public_key_of(PRIVATE), QUICK.cost)
    whole = table.getvalue()
    with open_memory(QUICK) as other:
        before = other.info()
        for at in range(len(whole)):
            flipped = bytearray(whole)
            flipped[at] ^= 1
            with pytest.raises((UsageError, VaultDamaged, WrongPassphrase)):
                import_table(other, io.BytesIO(bytes(flipped)), PRIVATE)
        for size in range(len(whole)):
            with pytest.raises((UsageError, VaultDamaged, WrongPassphrase)):
                import_table(other, io.BytesIO(whole[:size]), PRIVATE)
        assert other.info() == before
    assert b"Anna" not in whole


def test_a_table_that_is_cut_says_so() -> None:
    table = io.BytesIO()
    with open_memory(QUICK) as vault:
        vault.assign("corpus", "PERSON", "anna", numbered)
        export_table(vault, table, public_key_of(PRIVATE), QUICK.cost)
    whole = table.getvalue()
    endless = [MAGIC + size + whole[len(MAGIC) + 4 :] for size in (b"\x40\0\0\0", b"\xff\xff\xff\xff")]
    with open_memory(QUICK) as other:
        for given in (whole[:-1], whole[: len(whole) // 2], whole[: len(MAGIC) + 2], MAGIC, *endless):
            with pytest.raises(VaultDamaged, match="the table is cut short"):
                import_table(other, io.BytesIO(given), PRIVATE)
        with pytest.raises(UsageError, match="not a table that"):
            import_table(other, io.BytesIO(whole[1:]), PRIVATE)
        assert import_table(other, io.BytesIO(whole), PRIVATE).entities == 1


def test_plain_tables_are_written_and_read(vault: SealedVault) -> None:
    for name in ("anna", "bo"):
        vault.assign("corpus", "PERSON", name, numbered)
    table = io.StringIO()
    assert export_csv(vault, table) == 2
    table.seek(0)
    with open_memory(QUICK) as other:
        assert import_csv(other, table).entities == 2
        assert other.assign("corpus", "PERSON", "bo", lambda _: None) == "[PERSON_2]"
        with pytest.raises(UsageError, match="needs the columns"):
            import_csv(other, io.StringIO("a,b\n1,2\n"))
        with pytest.raises(UsageError, match="needs the columns"):
            import_csv(other, io.StringIO(""))
        with pytest.raises(UsageError, match="line 3: a cell is empty"):
            import_csv(other, io.StringIO("scope,series,original,pseudonym\nc,P,x,y\nc,P,z\n"))
        assert not other.knows("c", "P", "x")


def test_an_inbox_gives_out_no_pseudonyms_of_a_corpus(inbox: Path) -> None:
    with (
        open_file(inbox, PRIVATE, options=QUICK) as worker,
        pytest.raises(UsageError, match="knows no other documents"),
    ):
        worker.assign("corpus", "PERSON", "anna", numbered)
