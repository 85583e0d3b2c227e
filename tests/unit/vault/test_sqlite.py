"""The vault in a file: how it is made, opened, shared and refused."""

import os
import sqlite3
import stat
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from shutil import copy

import pytest
from tests.unit.vault.helpers import NOON, PASSPHRASE, QUICK, enter_file, file_record, manifest, numbered, store_of

from allonym.core.errors import AllonymError, UsageError, VaultDamaged, VaultError, WrongPassphrase
from allonym.core.types import Place
from allonym.vault import crypto
from allonym.vault.crypto import FLOOR, Cost
from allonym.vault.options import VaultOptions
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import _AT_ONCE, _connect, open_file
from allonym.vault.store import GRANTS, POSTINGS

NAME_IN_FORMAT_1 = "d-9b6e1e7abeff75853a01dad6"


def test_a_vault_is_made_and_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "a study, 100%?.vault"
    with open_file(path, PASSPHRASE, True, QUICK) as vault:
        vault.remember([manifest("[X]", "Anna")])
        name = vault.name_for("Anna")
    with open_file(str(path), PASSPHRASE, options=QUICK) as vault:
        assert vault.recall("[X]") == manifest("[X]", "Anna")
        assert vault.name_for("Anna") == name
        assert vault.info().slots == 1


def test_only_the_owner_may_read_a_new_vault(tmp_path: Path) -> None:
    path = tmp_path / "study.vault"
    before = os.umask(0)
    try:
        with open_file(path, PASSPHRASE, True, QUICK) as vault:
            vault.remember([manifest("[X]", "Anna")])
    finally:
        os.umask(before)

    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}


def test_making_leaves_nothing_beside_the_vault(tmp_path: Path) -> None:
    open_file(tmp_path / "study.vault", PASSPHRASE, True, QUICK).close()

    assert [file.name for file in tmp_path.iterdir()] == ["study.vault"]


def test_create_opens_a_vault_that_exists(tmp_path: Path) -> None:
    path = tmp_path / "study.vault"
    with open_file(path, PASSPHRASE, True, QUICK) as vault:
        vault.remember([manifest("[X]", "Anna")])
    with open_file(path, PASSPHRASE, True, QUICK) as vault:
        assert vault.info().texts == 1
    with pytest.raises(WrongPassphrase):
        open_file(path, "another", True, QUICK)


def test_a_vault_made_meanwhile_by_another_process_is_opened_not_replaced(
    tmp_path: Path, blank: tuple[Path, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "study.vault"

    def quicker(self: Path, target: Path) -> None:
        copy(blank[0], path)
        raise FileExistsError

    monkeypatch.setattr(Path, "hardlink_to", quicker)
    open_file(path, PASSPHRASE, True, QUICK).close()

    assert path.read_bytes() == blank[0].read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["study.vault"]


def test_a_file_system_without_links_can_hold_a_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    with open_file(tmp_path / "study.vault", PASSPHRASE, True, QUICK) as vault:
        vault.verify()

    assert [file.name for file in tmp_path.iterdir()] == ["study.vault"]


@pytest.mark.parametrize("passphrase", ["", None])
def test_an_empty_passphrase_is_refused(tmp_path: Path, passphrase: str | None) -> None:
    with pytest.raises(UsageError, match="needs a passphrase"):
        open_file(tmp_path / "study.vault", passphrase, True, QUICK)

    assert not list(tmp_path.iterdir())


def test_a_missing_vault_names_the_cure(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="create=True or `allonym vault init`"):
        open_file(tmp_path / "study.vault", PASSPHRASE, options=QUICK)


@pytest.mark.parametrize("place", ["missing/study.vault", "file/study.vault"])
def test_a_folder_must_exist(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(VaultError, match="cannot be made"):
        open_file(tmp_path / place, PASSPHRASE, True, QUICK)


def test_a_folder_is_not_a_vault(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="cannot be read"):
        open_file(tmp_path, PASSPHRASE, True, QUICK)


def test_other_files_are_not_vaults_and_stay_as_they_are(tmp_path: Path) -> None:
    text, database = tmp_path / "notes.txt", tmp_path / "other.db"
    text.write_text("Anna")
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE t (a)")
    connection.close()
    for path in (text, database):
        before = path.read_bytes()

        with pytest.raises(VaultError, match="is not a vault"):
            open_file(path, PASSPHRASE, True, QUICK)
        assert path.read_bytes() == before


def test_an_empty_file_is_not_taken_for_a_new_vault(tmp_path: Path) -> None:
    path = tmp_path / "study.vault"
    path.touch()

    with pytest.raises(VaultDamaged, match="empty"):
        open_file(path, PASSPHRASE, True, QUICK)


def test_a_vault_of_another_version_is_refused(tmp_path: Path, blank: tuple[Path, bytes]) -> None:
    path = Path(copy(blank[0], tmp_path / "study.vault"))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 3")
    connection.close()

    with pytest.raises(VaultError, match="another version"):
        open_file(path, PASSPHRASE, options=QUICK)


def test_the_cost_of_a_guess_has_a_floor(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cost of a passphrase"):
        open_file(tmp_path / "study.vault", PASSPHRASE, True, VaultOptions(Cost(memory=FLOOR.memory - 1)))

    assert not list(tmp_path.iterdir())


def test_reading_leaves_every_byte_as_it_was(sqlite_vault: SealedVault) -> None:
    vault, path = sqlite_vault, store_of(sqlite_vault)._path
    vault.remember([manifest("[X]", "Anna"), manifest("[Y]", "Bo", place=Place(1, 1, 0))])
    vault.assign("corpus", "PERSON", "anna", numbered)
    vault.finish_file(file_record(vault.begin_file(b"in", "s")))
    before = sha256(path.read_bytes()).digest()

    vault.recall("[X]")
    list(vault.recall_file(1))
    vault.assign("corpus", "PERSON", "anna", numbered)
    vault.remember([manifest("[X]", "Anna")])
    vault.begin_file(b"in", "s")
    vault.finish_file(file_record(1))
    vault.find_file(b"out")
    vault.verify()
    vault.close()
    with pytest.raises(WrongPassphrase):
        open_file(path, "another", options=QUICK)
    open_file(path, PASSPHRASE, options=QUICK).close()

    assert sha256(path.read_bytes()).digest() == before


def test_errors_leave_every_byte_as_it_was(sqlite_vault: SealedVault) -> None:
    vault, path = sqlite_vault, store_of(sqlite_vault)._path
    vault.remember([manifest("[X]", "Anna")])
    before = path.read_bytes()
    for ask in (
        lambda: vault.recall("[Y]"),
        lambda: vault.assign("corpus", "PERSON", "bo", lambda _: None),
        lambda: vault.remember([manifest("[Y]", "Bo"), manifest("[Z]", "Bo", place=Place(0, 1, 1))]),
        lambda: vault.finish_file(file_record(3)),
    ):
        with pytest.raises(AllonymError):
            ask()

        assert path.read_bytes() == before


def test_a_vault_held_by_another_process_says_so(sqlite_vault: SealedVault) -> None:
    store = store_of(sqlite_vault)
    store.ask("PRAGMA busy_timeout = 50")
    other = sqlite3.connect(store._path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    with pytest.raises(VaultError, match="another process holds the vault"):
        sqlite_vault.remember([manifest("[X]", "Anna")])
    with pytest.raises(VaultError, match="another process holds the vault"):
        open_file(store._path, PASSPHRASE, options=VaultOptions(FLOOR, 0.05))
    other.close()
    sqlite_vault.remember([manifest("[X]", "Anna")])
    assert sqlite_vault.verify().texts == 1


def test_a_full_disk_is_told_and_nothing_is_kept(sqlite_vault: SealedVault) -> None:
    store = store_of(sqlite_vault)
    [(pages,)] = store.ask("PRAGMA page_count")
    store.ask(f"PRAGMA max_page_count = {int(pages)}")
    before = store._path.read_bytes()

    with pytest.raises(VaultError, match="the disk of the vault is full; make room"):
        sqlite_vault.remember([manifest("[X]" * 3000, "Anna" * 9000)])
    assert store._path.read_bytes() == before
    store.ask("PRAGMA max_page_count = 1000000")
    assert sqlite_vault.verify().texts == 0


def test_a_commit_that_fails_is_rolled_back(sqlite_vault: SealedVault) -> None:
    store = store_of(sqlite_vault)
    store.ask("PRAGMA busy_timeout = 50")
    reader = sqlite3.connect(store._path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM manifests").fetchall()

    with pytest.raises(VaultError, match="another process holds the vault"):
        sqlite_vault.remember([manifest("[X]", "Anna")])
    reader.close()
    assert sqlite_vault.verify().texts == 0


def test_the_settings_that_keep_data_safe_are_on(sqlite_vault: SealedVault) -> None:
    store = store_of(sqlite_vault)
    expected = {
        "journal_mode": "delete",
        "synchronous": 3,
        "secure_delete": 1,
        "temp_store": 2,
        "trusted_schema": 0,
        "cell_size_check": 1,
        "foreign_keys": 1,
        "cache_size": -16384,
        "busy_timeout": 10_000,
    }

    assert {name: store.ask(f"PRAGMA {name}")[0][0] for name in expected} == expected


def test_the_header_is_the_one_that_was_made(blank: tuple[Path, bytes]) -> None:
    with enter_file(*blank) as vault:
        assert vault.info().created.timestamp() == NOON


def test_a_folder_that_cannot_be_synced_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(handle: int) -> None:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(os, "fsync", refuse)
    open_file(tmp_path / "study.vault", PASSPHRASE, True, QUICK).close()

    assert (tmp_path / "study.vault").exists()


def test_each_vault_has_keys_of_its_own(tmp_path: Path) -> None:
    names = set()
    for number in range(2):
        with open_file(tmp_path / f"{number}.vault", PASSPHRASE, True, QUICK) as vault:
            names.add(vault.name_for("Anna"))

    assert len(names) == 2
    assert Cost(65536, 3, 4) == crypto.STANDARD


def test_a_file_that_vanishes_before_it_is_opened_is_told(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="SQLITE_CANTOPEN"):
        _connect(tmp_path / "gone.vault", "DELETE", 1.0)


def test_a_vault_of_the_first_format_still_opens(tmp_path: Path) -> None:
    path = Path(copy(Path(__file__).parents[2] / "vectors" / "format-1.vault", tmp_path))
    with open_file(path, "format one") as vault:
        summary = vault.verify()

        assert (summary.entities, summary.texts, summary.files, summary.accesses) == (2, 2, 1, 1)
        assert vault.recall("[PERSON_1] came", "post-1") == manifest("[PERSON_1] came", "Anna came")
        assert list(vault.recall_file(1)) == [manifest("[PERSON_2]", "مريم", "post-2", Place(1, 1, 0))]
        assert vault.find_file(b"out") == replace(file_record(1), name="posts.csv")
        assert vault.assign("corpus", "PERSON", "anna", lambda _: None) == "[PERSON_1]"
        assert vault.assign("corpus", "PERSON", "new", numbered) == "[PERSON_3]"
        assert vault.name_for("Anna") == NAME_IN_FORMAT_1
        assert [access.reason for access in vault.accesses()] == ["a court asked"]


@pytest.mark.parametrize("count", [0, 1, _AT_ONCE - 1, _AT_ONCE, 2 * _AT_ONCE + 7])
def test_many_rows_are_found_as_they_are_one_by_one(tmp_path: Path, count: int) -> None:
    with open_file(tmp_path / "study.vault", PASSPHRASE, True, QUICK) as vault:
        store = store_of(vault)
        with store.transaction():
            store.put(POSTINGS, [(number.to_bytes(2), b"row") for number in range(0, 1000, 2)])
            store.put(GRANTS, [(number, number % 3, b"row") for number in range(0, 1000, 2)])
        terms = [(number.to_bytes(2),) for number in range(count)]
        places = [(number, number % 3) for number in range(count)]

        for table, keys in ((POSTINGS, terms), (GRANTS, places)):
            alone = [row for key in keys if (row := store.get(table, key)) is not None]
            assert sorted(store.get_many(table, keys)) == alone
            assert len(alone) == (count + 1) // 2
