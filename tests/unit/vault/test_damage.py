"""A whole vault, damaged in every place: noticed, or harmless. The slow forms leave nothing out.

Harmless means: every recovery gives the exact words or a clear refusal, never other words, never a foreign error; and
where `verify` finds nothing, every answer is the one that was given before.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
from tests.unit.vault import every_table
from tests.unit.vault.every_table import GOLDEN, MADE, PEOPLE, handed_over, others, recoveries
from tests.unit.vault.helpers import enter_file, store_at

from allonym.core.errors import AllonymError, VaultDamaged, VaultError
from allonym.vault.founding import stored_header
from allonym.vault.keys import read_header, unlock
from allonym.vault.store import BOXED, TABLES, Table

PAGE = 4096
NOTICED, HARMLESS, LATE = "noticed at the opening", "harmless", "noticed by verify"


class Study:
    """The golden vault in a folder of its own, what it answers, and what it answers when it was damaged."""

    def __init__(self, folder: Path) -> None:
        self.data = GOLDEN.read_bytes()
        self.path, self.made = folder / "study.vault", folder / "made.csv"
        self.path.write_bytes(self.data)
        self.made.write_bytes(MADE)
        store = store_at(self.path)
        self.master = unlock(read_header(stored_header(store)), PEOPLE.passphrase).master
        store.close()
        with enter_file(self.path, self.master) as vault:
            self.others = {name: ask() for name, ask in others(vault).items()}
            self.recovered = {name: ask() for name, ask in recoveries(vault, self.made).items()}
        self.handed = handed_over(self.path, PEOPLE, self.made)

    def judge(self, data: bytes, wholly: bool = True) -> str:
        """Tell what becomes of a vault with these bytes; fail if a wrong answer is given.

        Not wholly: only `verify` and the texts are asked for, which takes a third of the time.
        """
        self.path.write_bytes(data)
        if wholly:
            assert told(lambda: handed_over(self.path, PEOPLE, self.made)) in (self.handed, None)
            self.path.write_bytes(data)
        try:
            vault = enter_file(self.path, self.master)
        except VaultError:
            return NOTICED
        with vault:
            is_fine = told(vault.verify) is not None
            if is_fine and wholly:
                assert {name: ask() for name, ask in others(vault).items()} == self.others
            asked = recoveries(vault, self.made)
            answers = {name: told(ask) for name, ask in asked.items() if wholly or name != "file"}
            wrong = [name for name, answer in answers.items() if answer not in (self.recovered[name], None)]

            assert wrong == []
            assert not is_fine or answers == {name: self.recovered[name] for name in answers}
        return HARMLESS if is_fine else LATE


def told(ask: Callable[[], object]) -> object:
    """Return an answer, or None for a refusal. Any other error is a failure of the test."""
    try:
        return ask()
    except AllonymError:
        return None


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return Study(tmp_path)


def test_the_vault_has_rows_in_every_table_and_answers(study: Study) -> None:
    study.path.write_bytes(study.data)
    connection = sqlite3.connect(study.path)
    counts = {table.name: len(rows_of(connection, table)) for table in TABLES}
    connection.close()

    assert min(counts.values()) > 0, counts
    assert study.recovered["file"] == study.handed == every_table.GIVEN
    assert study.judge(study.data) == HARMLESS


def test_a_wrong_answer_would_be_found(study: Study) -> None:
    study.recovered["text post-1"] = "other words"
    with pytest.raises(AssertionError):
        study.judge(study.data)


def flip(study: Study, places: Iterable[int]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for place in places:
        byte = study.data[place]
        changed = bytes([byte ^ (0xFF, 0x01, 0x80, 0x10)[place % 4]])
        # Most zeros are room that is free: there `verify` and the texts will do.
        seen[study.judge(study.data[:place] + changed + study.data[place + 1 :], wholly=byte != 0)] += 1
    return seen


def test_a_flipped_byte_is_noticed_or_harmless(study: Study) -> None:
    seen = flip(study, range(0, len(study.data), 257))

    assert seen[LATE] > 50
    assert seen[HARMLESS] > 50


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_flipped_byte_is_noticed_or_harmless(study: Study, part: int) -> None:
    quarter = len(study.data) // 4
    seen = flip(study, range(part * quarter, (part + 1) * quarter))
    print(f"flips, part {part}: {dict(seen)}")  # noqa: T201 - shown by pytest -rP, for the table of figures

    assert seen.total() == quarter


@pytest.mark.parametrize("step", [1021, pytest.param(1, marks=pytest.mark.slow)])
def test_a_vault_cut_at_every_length_is_noticed_and_left_alone(study: Study, step: int) -> None:
    for length in range(0, len(study.data), step):
        study.path.write_bytes(study.data[:length])

        with pytest.raises(VaultError):
            enter_file(study.path, study.master)
        assert study.path.stat().st_size == length


def rows_of(connection: sqlite3.Connection, table: Table) -> list[tuple[object, ...]]:
    columns, order = ", ".join(table.columns), ", ".join(table.key)
    return connection.execute(f"SELECT {columns} FROM {table.name} ORDER BY {order}").fetchall()  # noqa: S608 - our own


def write(path: Path, table: Table, rows: Iterable[tuple[object, ...]]) -> bytes:
    """Have a table hold just these rows; return the bytes of the file."""
    connection = sqlite3.connect(path)
    connection.execute(f"DELETE FROM {table.name}")  # noqa: S608 - our own names
    marks = ", ".join("?" for _ in table.columns)
    connection.executemany(f"INSERT INTO {table.name} VALUES ({marks})", rows)  # noqa: S608 - as above
    connection.commit()
    connection.close()
    return path.read_bytes()


def tables(path: Path) -> dict[Table, list[tuple[object, ...]]]:
    connection = sqlite3.connect(path)
    try:
        return {table: rows_of(connection, table) for table in TABLES}
    finally:
        connection.close()


def changed_tables(study: Study) -> Iterator[tuple[Table, list[tuple[object, ...]]]]:
    """Return every table with two rows that have exchanged what is sealed or all but the key, or with one missing."""
    study.path.write_bytes(study.data)
    for table, rows in tables(study.path).items():
        for keep in {len(table.key), len(table.columns) - 1}:
            for one, other in combinations(range(len(rows)), 2):
                swapped = list(rows)
                swapped[one] = rows[one][:keep] + rows[other][keep:]
                swapped[other] = rows[other][:keep] + rows[one][keep:]
                yield table, swapped
        for missing in range(len(rows)):
            yield table, rows[:missing] + rows[missing + 1 :]


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_every_two_rows_swapped_and_every_row_deleted_are_noticed(study: Study, step: int) -> None:
    for table, rows in list(changed_tables(study))[::step]:
        study.path.write_bytes(study.data)
        changed = write(study.path, table, rows)
        is_noticed = study.judge(changed) != HARMLESS
        if table.name in BOXED and not is_noticed:
            # Nobody but the one who asked can open these rows: that one notices.
            study.path.write_bytes(changed)
            is_noticed = told(lambda: handed_over(study.path, PEOPLE, study.made)) is None

        assert is_noticed, (table.name, len(rows))


@pytest.mark.parametrize("step", [19, pytest.param(1, marks=pytest.mark.slow)])
def test_every_two_pages_swapped_are_noticed_or_harmless(study: Study, step: int) -> None:
    pages = [study.data[start : start + PAGE] for start in range(0, len(study.data), PAGE)]
    seen: Counter[str] = Counter()
    for one, other in list(combinations(range(len(pages)), 2))[::step]:
        swapped = list(pages)
        swapped[one], swapped[other] = pages[other], pages[one]
        seen[study.judge(b"".join(swapped))] += 1

    assert seen[NOTICED] + seen[LATE] > seen[HARMLESS]


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The file of a vault after each step of its life, the last one last."""
    path, copies = tmp_path_factory.mktemp("history") / "study.vault", list[bytes]()
    every_table.make(path, PEOPLE, lambda: copies.append(path.read_bytes()))
    return [*copies, path.read_bytes()]


@pytest.fixture
def lived(study: Study, history: list[bytes]) -> Study:
    """The study, with the newest file of that history."""
    study.data = history[-1]
    study.path.write_bytes(study.data)
    store = store_at(study.path)
    study.master = unlock(read_header(stored_header(store)), PEOPLE.passphrase).master
    store.close()
    with enter_file(study.path, study.master) as vault:
        study.others = {name: ask() for name, ask in others(vault).items()}
    return study


def test_every_table_and_every_row_set_back_is_noticed_or_harmless(lived: Study, history: list[bytes]) -> None:
    noticed = 0
    lived.path.write_bytes(history[-1])
    newest = tables(lived.path)
    for older in history[:-1]:
        lived.path.write_bytes(older)
        for table, rows in tables(lived.path).items():
            if rows == newest[table]:
                continue
            old = {table.key_of(row): row for row in rows}  # type: ignore[arg-type]
            mixed = [old.get(table.key_of(row), row) for row in newest[table]]  # type: ignore[arg-type]
            for wanted in (rows, mixed) if mixed != newest[table] else (rows,):
                lived.path.write_bytes(lived.data)
                noticed += lived.judge(write(lived.path, table, wanted)) != HARMLESS

    assert noticed > 40


def test_every_page_set_back_is_noticed_or_harmless(lived: Study, history: list[bytes]) -> None:
    seen: Counter[str] = Counter()
    for older in history[:-1]:
        for start in range(0, min(len(older), len(lived.data)), PAGE):
            page = older[start : start + PAGE]
            if page != lived.data[start : start + PAGE]:
                seen[lived.judge(lived.data[:start] + page + lived.data[start + PAGE :])] += 1

    assert seen[NOTICED] + seen[LATE] > 40


def test_a_whole_file_set_back_gives_no_wrong_words_and_a_kept_checkpoint_tells(
    lived: Study, history: list[bytes]
) -> None:
    lived.path.write_bytes(history[-1])
    with enter_file(lived.path, lived.master) as vault:
        anchor = vault.audit.sign()
    for older in history[:-1]:
        lived.path.write_bytes(older)
        with enter_file(lived.path, lived.master) as vault:
            answers = {name: told(ask) for name, ask in recoveries(vault, lived.made).items()}

            assert {name for name, answer in answers.items() if answer not in (lived.recovered[name], None)} == set()
            with pytest.raises(VaultDamaged):
                vault.audit.verify(anchor)
