"""Bringing a vault of the first versions up to date: once, by whoever is first, and never in circles."""

import sqlite3
from pathlib import Path
from shutil import copy

import pytest
from tests.unit.vault.helpers import QUICK, store_at

from allonym.core.errors import VaultDamaged
from allonym.vault import upgrading
from allonym.vault.founding import stored_header
from allonym.vault.keys import Keys, read_header, unlock
from allonym.vault.sqlite import SqliteStore, open_file
from allonym.vault.store import ENTITIES, Row, Table

OLD = Path(__file__).parents[2] / "vectors" / "format-1.vault"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(copy(OLD, tmp_path / "old.vault"))


def entered(path: Path) -> tuple[SqliteStore, Keys]:
    store = store_at(path)
    return store, unlock(read_header(stored_header(store)), "format one")


def test_what_another_process_has_brought_up_to_date_meanwhile_is_left_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, keys = entered(path)
    real, asked = upgrading.is_old, list[bool]()

    def slow(given: SqliteStore) -> bool:
        asked.append(real(given))
        if len(asked) == 1:
            open_file(path, "format one", options=QUICK).close()
        return asked[-1]

    monkeypatch.setattr(upgrading, "is_old", slow)
    upgrading.bring_up_to_date(store, keys, lambda: pytest.fail("the tables are there already"))
    store.close()

    # The other process asked twice as well; it found the vault old both times.
    assert asked == [True, True, True, False]
    with open_file(path, "format one", options=QUICK) as vault:
        assert vault.verify().entities == 2


def test_pages_that_lead_back_are_noticed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, keys = entered(path)
    page = store.page

    def circling(table: Table, prefix: Row, after: Row, limit: int) -> list[Row]:
        return page(table, prefix, () if table is ENTITIES else after, limit)

    monkeypatch.setattr(store, "page", circling)
    with pytest.raises(VaultDamaged, match="table entities is newer"):
        upgrading.bring_up_to_date(store, keys, store.add_tables)
    monkeypatch.undo()

    assert upgrading.is_old(store), "nothing of it is kept"
    store.close()


@pytest.mark.parametrize("table", ["entities", "counters"])
def test_a_vault_whose_checkpoint_was_set_back_is_not_brought_up_to_date_again(path: Path, table: str) -> None:
    open_file(path, "format one", options=QUICK).close()
    newer = sqlite3.connect(path)
    rows = newer.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - our own names
    newer.close()
    copy(OLD, path)
    older = sqlite3.connect(path)
    older.executemany(f"REPLACE INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)  # noqa: S608 - as above
    older.commit()
    older.close()
    before = path.read_bytes()

    with pytest.raises(VaultDamaged, match=f"table {table} is newer"):
        open_file(path, "format one", options=QUICK)
    assert path.read_bytes() == before
