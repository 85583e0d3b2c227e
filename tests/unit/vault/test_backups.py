"""Copies of a vault: whole, of one moment, and never over another file."""

import os
import sqlite3
import time
from pathlib import Path
from shutil import copy

import pytest
from tests.unit.vault.helpers import PASSPHRASE, QUICK, enter_file, manifest, numbered, store_of
from tests.unit.vault.test_rotating import code_of, in_child

from allonym.core.errors import UsageError, VaultDamaged, VaultError, WrongPassphrase
from allonym.core.types import digest
from allonym.vault import backups
from allonym.vault.backups import copy_vault
from allonym.vault.sqlite import SqliteStore, open_store


@pytest.fixture
def study(blank: tuple[Path, bytes], tmp_path: Path) -> Path:
    path = Path(copy(blank[0], tmp_path / "study.vault"))
    with enter_file(path, blank[1]) as vault:
        vault.assign("corpus", "PERSON", "anna", numbered)
        vault.remember([manifest("[X]", "Anna")])
    return path


def test_a_copy_is_the_vault_and_goes_back(study: Path, blank: tuple[Path, bytes], tmp_path: Path) -> None:
    backup, again = tmp_path / "backup.vault", tmp_path / "again.vault"
    summary = copy_vault(study, backup, PASSPHRASE, QUICK)
    with enter_file(study, blank[1]) as vault:
        assert summary == vault.info()
        vault.remember([manifest("[Y]", "Bo")])
    study.unlink()

    assert copy_vault(backup, again, PASSPHRASE, QUICK) == summary
    assert oct(backup.stat().st_mode & 0o777) == oct(again.stat().st_mode & 0o777) == "0o600"
    with enter_file(again, blank[1]) as vault:
        assert vault.verify() == summary
        assert vault.recall("[X]").original == digest("Anna")
        assert vault.assign("corpus", "PERSON", "bo", numbered) == "[PERSON_2]"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.vault", "backup.vault"]


def test_without_a_key_the_file_is_checked(study: Path, blank: tuple[Path, bytes], tmp_path: Path) -> None:
    backup = tmp_path / "backup.vault"

    assert copy_vault(study, backup, None, QUICK) is None
    with enter_file(backup, blank[1]) as vault:
        assert vault.verify().texts == 1


@pytest.mark.parametrize("secret", [None, PASSPHRASE])
@pytest.mark.parametrize("kind", ["file", "link to nowhere", "folder"])
def test_nothing_is_overwritten(study: Path, tmp_path: Path, kind: str, secret: str | None) -> None:
    target = tmp_path / "target"
    if kind == "file":
        target.write_text("mine")
    elif kind == "folder":
        target.mkdir()
    else:
        target.symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="already there"):
        copy_vault(study, target, secret, QUICK)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["study.vault", "target"]


def test_nothing_is_overwritten_that_came_meanwhile(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, checked = tmp_path / "target", backups._checked

    def late(*given: object) -> object:
        target.write_text("mine")
        return checked(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(backups, "_checked", late)
    with pytest.raises(UsageError, match="already there"):
        copy_vault(study, target, None, QUICK)

    assert target.read_text() == "mine"


def test_a_journal_of_a_former_vault_is_not_rolled_into_the_new_one(study: Path, tmp_path: Path) -> None:
    (tmp_path / "new.vault-journal").write_bytes(b"old")

    with pytest.raises(UsageError, match="belongs to a vault that was here before"):
        copy_vault(study, tmp_path / "new.vault", None, QUICK)


def test_a_system_without_links_gets_a_copy_too(study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(target: Path, source: Path) -> None:
        raise OSError(95, "not supported")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    copy_vault(study, tmp_path / "backup.vault", None, QUICK)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.vault", "study.vault"]


def test_a_damaged_vault_gives_no_backup(study: Path, tmp_path: Path) -> None:
    connection = sqlite3.connect(study, isolation_level=None)
    connection.execute("DELETE FROM manifests")
    connection.close()
    with pytest.raises(VaultDamaged, match="table manifests"):
        copy_vault(study, tmp_path / "backup.vault", PASSPHRASE, QUICK)

    assert [path.name for path in tmp_path.iterdir()] == ["study.vault"]


@pytest.mark.parametrize(
    "statement", ["DELETE FROM header", "UPDATE header SET sealed = x'00'", "CREATE TABLE other (a)"]
)
def test_without_a_key_gross_damage_is_still_told(study: Path, tmp_path: Path, statement: str) -> None:
    connection = sqlite3.connect(study, isolation_level=None)
    connection.execute(statement)
    connection.close()
    with pytest.raises(VaultDamaged):
        copy_vault(study, tmp_path / "backup.vault", None, QUICK)


def test_a_wrong_key_gives_no_backup(study: Path, tmp_path: Path) -> None:
    with pytest.raises(WrongPassphrase):
        copy_vault(study, tmp_path / "backup.vault", "wrong", QUICK)

    assert [path.name for path in tmp_path.iterdir()] == ["study.vault"]


def test_what_cannot_be_read_or_written_is_told(study: Path, tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="there is no vault"):
        copy_vault(tmp_path / "none.vault", tmp_path / "backup.vault", None, QUICK)
    with pytest.raises(VaultError, match="cannot be written"):
        copy_vault(study, tmp_path / "no folder" / "backup.vault", None, QUICK)
    (tmp_path / "text").write_text("no vault")
    with pytest.raises(VaultError, match="is not a vault"):
        copy_vault(tmp_path / "text", tmp_path / "backup.vault", None, QUICK)


def test_a_disk_that_fails_while_copying_is_told(study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = open_store

    class Failing:
        def __init__(self, connection: sqlite3.Connection) -> None:
            self.connection = connection

        def backup(self, _: sqlite3.Connection) -> None:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            error.sqlite_errorname = "SQLITE_FULL"
            raise error

        def close(self) -> None:
            self.connection.close()

    def failing(*given: object) -> object:
        store = connect(*given)  # type: ignore[arg-type]
        store._connection = Failing(store._connection)  # type: ignore[assignment]
        return store

    monkeypatch.setattr(backups, "open_store", failing)
    with pytest.raises(VaultError, match="the disk of the vault is full; make room"):
        copy_vault(study, tmp_path / "backup.vault", None, QUICK)

    assert [path.name for path in tmp_path.iterdir()] == ["study.vault"]


def test_copies_that_are_taken_while_others_write_and_rotate_are_in_order(
    study: Path, blank: tuple[Path, bytes], tmp_path: Path
) -> None:
    def work() -> None:
        with enter_file(study, blank[1]) as vault:
            for turn in range(40):
                vault.assign("corpus", "PERSON", f"name {turn}", numbered)
                vault.remember([manifest(f"[Y] {turn}", "Bo")])
                if turn % 10 == 0:
                    vault.keys.rotate()
                time.sleep(0.002)

    child, counts = in_child(work), list[int]()
    for number in range(8):
        target = tmp_path / f"{number}.backup"
        copy_vault(study, target, None, QUICK)
        with enter_file(target, blank[1]) as vault:
            summary = vault.verify()
        # Each turn is two batches: a copy may lie between them, but not within one.
        assert summary.entities - summary.texts in (0, 1)
        counts.append(summary.texts)
        time.sleep(0.02)

    assert code_of(child) == 0
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


def test_a_copy_holds_what_a_dead_writer_has_kept_and_no_more(
    study: Path, blank: tuple[Path, bytes], tmp_path: Path
) -> None:
    def die() -> None:
        with enter_file(study, blank[1]) as vault, vault.batch():
            for turn in range(300):
                vault.remember([manifest(f"[Y] {turn}" + "y" * 2000, "Bo" * 20_000)])
            store_of(vault).ask("PRAGMA cache_spill = 1")
            os._exit(9)

    assert code_of(in_child(die)) == 9
    backup = tmp_path / "backup.vault"
    copy_vault(study, backup, None, QUICK)
    with enter_file(backup, blank[1]) as vault:
        assert vault.verify().texts == 1


def test_without_a_key_a_damaged_page_is_told(study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def find(_: SqliteStore) -> None:
        raise VaultDamaged("a page")

    monkeypatch.setattr(SqliteStore, "check", find)

    with pytest.raises(VaultDamaged, match="a page"):
        copy_vault(study, tmp_path / "backup.vault", None, QUICK)
    assert not (tmp_path / "backup.vault").exists()


@pytest.mark.parametrize("secret", [None, PASSPHRASE])
def test_a_copy_and_its_name_are_on_the_disk_before_it_is_told_of(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secret: str | None
) -> None:
    fsync, synced = os.fsync, set[int]()

    def watched(handle: int) -> None:
        synced.add(os.fstat(handle).st_ino)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", watched)
    copy_vault(study, tmp_path / "backup.vault", secret, QUICK)

    assert {(tmp_path / "backup.vault").stat().st_ino, tmp_path.stat().st_ino} <= synced


def opened(path: Path) -> int:
    """How many descriptors of this process are on a file."""
    links = list(Path("/proc/self/fd").iterdir())
    return sum(link.exists() and link.readlink() == path for link in links)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="this system does not list what is open")
@pytest.mark.parametrize("secret", [None, PASSPHRASE])
def test_nothing_is_left_open(study: Path, tmp_path: Path, secret: str | None) -> None:
    copy_vault(study, tmp_path / "backup.vault", secret, QUICK)

    assert [opened(path) for path in (study, tmp_path / "backup.vault", tmp_path)] == [0, 0, 0]
