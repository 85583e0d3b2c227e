"""Whatever is changed in the file of a vault is noticed, or makes no difference."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy

import pytest
from tests.unit.vault.helpers import (
    PASSPHRASE,
    QUICK,
    enter_file,
    file_record,
    manifest,
    master_of,
    numbered,
    store_at,
    store_of,
)

from allonym.core.errors import VaultDamaged, VaultError, WrongPassphrase
from allonym.core.types import Place
from allonym.vault.founding import stored_header
from allonym.vault.memory import open_memory
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import SqliteStore, open_file
from allonym.vault.store import ACCESSES, Row, Table

TEXTS = [f"[PERSON_{number}] came" for number in range(1, 6)]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    path = tmp_path_factory.mktemp("filled") / "filled.vault"
    with open_file(path, PASSPHRASE, True, QUICK) as vault:
        for number, text in enumerate(TEXTS, 1):
            vault.assign("corpus", "PERSON", f"name {number}", numbered)
            vault.remember([manifest(text, f"Anna {number} came", f"post-{number}", Place(1, number, 0))])
        vault.finish_file(file_record(vault.begin_file(b"in", "s")))
        vault.begin_file(b"other", "s")
        vault.note_access("a court asked", "posts.csv", 5)
        vault.note_access("a check", "posts.csv", 5)
    return path, master_of(path)


@pytest.fixture
def changeable(filled: tuple[Path, bytes], tmp_path: Path) -> Path:
    return Path(copy(filled[0], tmp_path / "changed.vault"))


def answers(vault: SealedVault) -> list[object]:
    """All that a vault can be asked."""
    vault.verify()
    return [
        [vault.recall(text) for text in TEXTS],
        [vault.recall(text, f"post-{number}") for number, text in enumerate(TEXTS, 1)],
        [vault.assign("corpus", "PERSON", f"name {number}", numbered) for number in range(1, 6)],
        list(vault.recall_file(1)),
        vault.find_file(b"out"),
        [access.reason for access in vault.accesses()],
        vault.info(),
        vault.name_for("Anna"),
    ]


def flips(data: bytes) -> Iterator[tuple[int, int]]:
    """Places and bits: the SQLite header wholly, what is written often, what is empty seldom."""
    for place, byte in enumerate(data):
        if place < 100 or (byte and place % 3 == 0) or place % 389 == 0:
            yield place, (0xFF, 0x01, 0x80)[place % 3]


def test_a_flipped_byte_is_noticed_or_harmless(filled: tuple[Path, bytes], tmp_path: Path) -> None:
    source, master = filled
    data, path = source.read_bytes(), tmp_path / "flipped.vault"
    with enter_file(source, master) as vault:
        expected = answers(vault)
    noticed = 0
    for place, bits in flips(data):
        path.write_bytes(data[:place] + bytes([data[place] ^ bits]) + data[place + 1 :])
        try:
            with enter_file(path, master) as vault:
                assert answers(vault) == expected, place
        except VaultError:
            noticed += 1

    assert noticed > 300


def test_a_cut_file_is_noticed(filled: tuple[Path, bytes], tmp_path: Path) -> None:
    source, master = filled
    data, path = source.read_bytes(), tmp_path / "cut.vault"
    for length in [*range(0, 120, 7), *range(120, len(data), 997), len(data) - 4096, len(data) - 1]:
        path.write_bytes(data[:length])

        with pytest.raises(VaultDamaged):
            enter_file(path, master)
        assert path.read_bytes() == data[:length]


def test_bytes_added_at_the_end_are_noticed(filled: tuple[Path, bytes], changeable: Path) -> None:
    changeable.write_bytes(changeable.read_bytes() + b"\0" * 4096)

    with pytest.raises(VaultDamaged, match="cut"):
        enter_file(changeable, filled[1])


def change(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def write_header(path: Path, header: bytes) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE header SET sealed = ?", (header,))
    connection.commit()
    connection.close()


def swap(path: Path, table: str, key: str) -> None:
    """Exchange what is sealed in the first and the last row of a table."""
    connection = sqlite3.connect(path)
    rows = connection.execute(f"SELECT {key}, sealed FROM {table} ORDER BY {key}").fetchall()  # noqa: S608 - our own names
    for (place, _), (_, sealed) in ((rows[0], rows[-1]), (rows[-1], rows[0])):
        connection.execute(f"UPDATE {table} SET sealed = ? WHERE {key} = ?", (sealed, place))  # noqa: S608 - as above
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("table", "key"), [("entities", "original"), ("manifests", "piece"), ("files", "file"), ("accesses", "number")]
)
def test_swapped_rows_are_noticed(filled: tuple[Path, bytes], changeable: Path, table: str, key: str) -> None:
    swap(changeable, table, key)

    with enter_file(changeable, filled[1]) as vault, pytest.raises(VaultDamaged, match=f"table {table}, row 1"):
        vault.verify()


def test_a_swapped_manifest_is_never_given_as_an_answer(filled: tuple[Path, bytes], changeable: Path) -> None:
    swap(changeable, "manifests", "piece")
    with enter_file(changeable, filled[1]) as vault:
        with pytest.raises(VaultDamaged, match="a row of table manifests"):
            vault.recall(TEXTS[0])
        with pytest.raises(VaultDamaged):
            list(vault.recall_file(1))
        assert vault.recall(TEXTS[2]) == manifest(TEXTS[2], "Anna 3 came", "post-3", Place(1, 3, 0))


@pytest.mark.parametrize("table", ["entities", "counters", "manifests", "files", "accesses"])
def test_a_deleted_row_is_noticed(filled: tuple[Path, bytes], changeable: Path, table: str) -> None:
    change(changeable, f"DELETE FROM {table} WHERE sealed = (SELECT max(sealed) FROM {table})")  # noqa: S608 - our own

    with enter_file(changeable, filled[1]) as vault, pytest.raises(VaultDamaged, match=f"table {table} has"):
        vault.verify()


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("DELETE FROM header", "header of the vault is missing"),
        ("UPDATE header SET sealed = 5", "header of the vault is missing"),
        ("UPDATE header SET sealed = x'00'", "header of the vault is damaged"),
        ("DELETE FROM keys", "keys of the vault are missing"),
        ("UPDATE keys SET number = 2", "a row of table keys"),
        ("DELETE FROM checkpoint", "its checkpoint is missing"),
        ("UPDATE checkpoint SET sealed = 'text'", "a row of table checkpoint"),
        ("CREATE TRIGGER t AFTER INSERT ON files BEGIN DELETE FROM entities; END", "tables of the vault were changed"),
        ("DROP INDEX manifests_by_id", "tables of the vault were changed"),
        ("CREATE VIEW v AS SELECT 1", "tables of the vault were changed"),
    ],
)
def test_a_vault_without_its_foundations_is_not_entered(
    filled: tuple[Path, bytes], changeable: Path, statement: str, complaint: str
) -> None:
    change(changeable, statement)

    with pytest.raises(VaultDamaged, match=complaint):
        enter_file(changeable, filled[1])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE manifests SET piece = 99 WHERE piece = 3",
        "UPDATE manifests SET text = id",
        "UPDATE manifests SET text = x''",
        "UPDATE manifests SET piece = CAST('nine' AS TEXT) WHERE piece = 3",
        "UPDATE entities SET pseudonym = CAST(pseudonym AS TEXT)",
        "UPDATE files SET output = x''",
        "UPDATE accesses SET sealed = substr(sealed, 1, 40)",
        "UPDATE accesses SET sealed = x'02' || substr(sealed, 2)",
        "UPDATE accesses SET number = number + 5",
        "UPDATE counters SET series = scope",
    ],
)
def test_a_changed_cell_is_noticed(filled: tuple[Path, bytes], changeable: Path, statement: str) -> None:
    change(changeable, statement)

    with enter_file(changeable, filled[1]) as vault, pytest.raises(VaultDamaged):
        vault.verify()


def test_a_row_from_the_past_is_noticed(filled: tuple[Path, bytes], changeable: Path) -> None:
    place = Place(1, 1, 0)
    connection = sqlite3.connect(changeable, isolation_level=None)
    old = connection.execute("SELECT * FROM manifests WHERE piece = 1").fetchone()
    with enter_file(changeable, filled[1]) as vault:
        vault.remember([manifest("[NEW]", "Anna", "post-1", place)])
        connection.execute("REPLACE INTO manifests VALUES (?, ?, ?, ?, ?, ?)", old)

        with pytest.raises(VaultDamaged, match="replaced since"):
            vault.verify()
    connection.close()


def test_an_index_that_does_not_fit_its_table_is_noticed(filled: tuple[Path, bytes], changeable: Path) -> None:
    change(
        changeable,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'files_by_output')"
        " WHERE name = 'manifests_by_text_id'",
    )

    with enter_file(changeable, filled[1]) as vault, pytest.raises(VaultDamaged, match="file of the vault is damaged"):
        vault.verify()


def test_a_header_changed_in_any_byte_opens_for_nobody(filled: tuple[Path, bytes], changeable: Path) -> None:
    store = store_at(changeable)
    header = stored_header(store)
    store.close()
    for place in range(0, len(header), 3):
        changed = header[:place] + bytes([header[place] ^ 0x10]) + header[place + 1 :]
        write_header(changeable, changed)

        with pytest.raises(VaultError):
            enter_file(changeable, filled[1])
        if place % 5 == 0:
            with pytest.raises((VaultError, WrongPassphrase)):
                open_file(changeable, PASSPHRASE, options=QUICK)


def replaced_bytes(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda header: header.replace(old, new)


@pytest.mark.parametrize(
    "weaken",
    [
        pytest.param(replaced_bytes((19 * 1024).to_bytes(4), (8).to_bytes(4)), id="too weak"),
        pytest.param(replaced_bytes((19 * 1024).to_bytes(4), (2**31).to_bytes(4)), id="too heavy"),
        pytest.param(replaced_bytes(b"\x00\x00\x00\x1c", b"\x00\x00\x00\x1d"), id="slot of another shape"),
    ],
)
def test_what_a_slot_asks_for_is_bounded_before_it_is_done(changeable: Path, weaken: Callable[[bytes], bytes]) -> None:
    store = store_at(changeable)
    header = stored_header(store)
    store.close()
    changed = weaken(header)
    write_header(changeable, changed)

    assert changed != header
    with pytest.raises(VaultDamaged, match="key slot"):
        open_file(changeable, PASSPHRASE, options=QUICK)


def test_a_wrong_passphrase_gives_no_detail_and_changes_nothing(changeable: Path) -> None:
    before = changeable.read_bytes()
    for passphrase in (PASSPHRASE + " ", PASSPHRASE.upper(), "x"):
        with pytest.raises(WrongPassphrase, match=r"^the passphrase does not open this vault$"):
            open_file(changeable, passphrase, options=QUICK)

    assert changeable.read_bytes() == before


@pytest.mark.parametrize(
    ("table", "statement"),
    [
        ("audit", "UPDATE audit SET sealed = CAST(number AS TEXT)"),
        ("audit", "UPDATE audit SET sealed = number"),
        ("keys", "UPDATE keys SET sealed = CAST(number AS TEXT)"),
        ("keys", "UPDATE keys SET sealed = number"),
    ],
)
def test_a_cell_of_another_type_is_told_as_damage_wherever_it_is_read(
    filled: tuple[Path, bytes], changeable: Path, table: str, statement: str
) -> None:
    change(changeable, statement)

    with pytest.raises(VaultDamaged, match=f"a row of table {table}"), enter_file(changeable, filled[1]) as vault:
        vault.note_access("a check", "posts.csv", 1)


def test_a_number_that_is_none_is_told_as_damage(filled: tuple[Path, bytes], changeable: Path) -> None:
    class Lying(SqliteStore):
        """As a damaged page may have it: bytes where a number belongs."""

        def last(self, table: Table, prefix: Row) -> Row | None:
            row = super().last(table, prefix)
            return row and (b"nine", *row[1:])

    with enter_file(changeable, filled[1]) as vault:
        store = store_of(vault)
        vault._rows._store = Lying(store._connection, store._path)
        with pytest.raises(VaultDamaged, match="a row of table accesses"):
            vault.note_access("a check", "posts.csv", 1)


def test_a_row_that_was_put_behind_the_last_one_is_noticed_when_the_next_is_numbered() -> None:
    with open_memory(QUICK) as vault:
        vault.note_access("asked", "letter.txt", 1)
        store = vault._rows._store
        last = store.last(ACCESSES, ())
        assert last is not None
        store.put(ACCESSES, [(int(last[0]) + 5, last[-1])])

        with pytest.raises(VaultDamaged, match="a row of table accesses"):
            vault.note_access("asked", "letter.txt", 1)
