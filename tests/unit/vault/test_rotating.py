"""New record keys: every row, while others work, and whatever happens in between."""

import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copy

import pytest
from tests.unit.vault.helpers import PASSPHRASE, QUICK, enter_file, file_record, manifest, numbered, store_of

from allonym.core.errors import SafetyError, VaultDamaged, VaultError
from allonym.core.types import Place, digest
from allonym.vault import reading, rotating
from allonym.vault.crypto import key_number
from allonym.vault.keyholding import KeyHolder
from allonym.vault.sealed import SealedVault
from allonym.vault.sealing import ASKING_NUMBER, DESK_NUMBER, LEDGER_NUMBER
from allonym.vault.sqlite import SqliteStore
from allonym.vault.store import ACCESSES, COUNTED, ENTITIES, KEYS, ONLY, SHARED, Row, Table

NAMES = 30


def fill(vault: SealedVault, names: int = NAMES) -> None:
    for number in range(names):
        vault.assign("corpus", "PERSON", f"name {number}", numbered)
        vault.remember([manifest(f"[PERSON_{number}] came", f"Anna {number} came", f"post-{number}")])
    vault.remember([manifest("[X]", "Anna", "post", Place(1, 1, 0))])
    vault.finish_file(file_record(vault.begin_file(b"in", "s")))
    vault.note_access("a court asked", "posts.csv", 5)


def answers(vault: SealedVault, names: int = NAMES) -> list[object]:
    vault.verify()
    return [
        [vault.assign("corpus", "PERSON", f"name {number}", lambda _: None) for number in range(names)],
        [vault.recall(f"[PERSON_{number}] came") for number in range(names)],
        list(vault.recall_file(1)),
        vault.find_file(b"out"),
        [access.reason for access in vault.accesses()],
        vault.info(),
        vault.name_for("Anna"),
    ]


def key_numbers(vault: SealedVault) -> set[int]:
    store = vault._rows._store
    tables = [table for table in COUNTED if table is not KEYS and table.name not in SHARED]
    return {key_number(row[-1]) for table in tables for row in store.page(table, (), (), 10_000)}


def resealable(vault: SealedVault) -> int:
    """Return how many rows are under record keys."""
    names = {table.name for table in COUNTED} - SHARED - {KEYS.name}
    return sum(count for name, count in vault._rows.checkpoint().counts.items() if name in names)


def living(vault: SealedVault) -> set[int]:
    return {int(row[0]) for row, secret in vault._rows.scan(KEYS) if secret}


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_PAGE", 7)


@pytest.fixture(scope="module")
def filled(blank: tuple[Path, bytes], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    path = Path(copy(blank[0], tmp_path_factory.mktemp("filled") / "filled.vault"))
    with enter_file(path, blank[1]) as vault:
        fill(vault)
    return path, blank[1]


@pytest.fixture
def study(filled: tuple[Path, bytes], tmp_path: Path) -> tuple[Path, bytes]:
    return Path(copy(filled[0], tmp_path / "study.vault")), filled[1]


def test_every_row_has_the_new_key_and_says_the_same(vault: SealedVault) -> None:
    fill(vault)
    before, seen = answers(vault), list[tuple[int, int]]()

    assert key_numbers(vault) == {1}
    rows = resealable(vault)
    assert rows > 2 * NAMES
    assert vault.keys.rotate(lambda done, total: seen.append((done, total))) == rows
    assert key_numbers(vault) == living(vault) == {2}
    assert answers(vault) == before
    assert seen[0][1] == rows
    assert (rows, rows) in seen
    assert vault.keys.rotate() == rows
    assert key_numbers(vault) == living(vault) == {3}
    assert answers(vault) == before


def test_the_old_key_is_gone_from_the_file(study: tuple[Path, bytes]) -> None:
    path, master = study
    with enter_file(path, master) as vault:
        old = vault._rows._store.get(KEYS, ONLY)
        vault.keys.rotate()
        assert old is not None
        assert bytes(old[-1]) not in path.read_bytes()
        known = KeyHolder(vault._keys, vault._rows._store).learn(vault._keys.seals())

    assert known.record == max(known.keys.keys() - {LEDGER_NUMBER, DESK_NUMBER, ASKING_NUMBER}) == 2


def test_an_opening_from_before_goes_on_reading_and_writing_with_the_new_key(study: tuple[Path, bytes]) -> None:
    path, master = study
    with enter_file(path, master) as one, enter_file(path, master) as other:
        before = answers(other)
        half_read = other.accesses(), other.recall_file(1)
        one.keys.rotate()
        one.keys.rotate()

        assert answers(other) == before
        assert [len(list(each)) for each in half_read] == [1, 1]
        one.keys.rotate()
        assert other.assign("corpus", "PERSON", "new", numbered) == f"[PERSON_{NAMES + 1}]"
        other.remember([manifest("[Y]", "Bo")])
        assert key_numbers(one) == {4}
        assert one.verify() == other.verify()


def test_who_has_read_nothing_since_still_writes_with_the_new_key(study: tuple[Path, bytes]) -> None:
    path, master = study
    with enter_file(path, master) as one, enter_file(path, master) as other:
        one.keys.rotate()
        other._rows.put(ACCESSES, [((99,), b"plain", None)])

        assert key_numbers(one) == {2}
        one.verify()


def test_a_row_whose_key_is_gone_before_it_is_learnt_is_read_again(
    study: tuple[Path, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, master = study
    with enter_file(path, master) as one, enter_file(path, master) as other:
        one.keys.rotate()
        find, read = store_of(other).find, list[int]()

        def late(table: Table, columns: tuple[str, ...], cells: Row) -> list[Row]:
            rows = find(table, columns, cells)
            if not read:
                read.append(key_number(rows[0][-1]))
                one.keys.rotate()
            return rows

        monkeypatch.setattr(store_of(other), "find", late)

        assert other.recall("[PERSON_3] came").original == digest("Anna 3 came")
        assert read == [2]
        assert living(other) == {3}


def test_rows_that_were_read_before_open_after(study: tuple[Path, bytes]) -> None:
    path, master = study
    with enter_file(path, master) as one, enter_file(path, master) as other:
        texts = other._rows.scan(ENTITIES)
        first = next(texts)
        one.keys.rotate()
        other.remember([manifest("[Y]", "Bo")])

        assert len([first, *texts]) == NAMES


@pytest.fixture(params=["sqlite", "postgres"])
def pair(request: pytest.FixtureRequest) -> tuple[SealedVault, SealedVault]:
    """Two openings of one filled vault."""
    if request.param == "sqlite":
        path, master = request.getfixturevalue("study")
        return enter_file(path, master), enter_file(path, master)
    from allonym.vault.postgres import open_postgres

    address = request.getfixturevalue("address")
    one = open_postgres(address, PASSPHRASE, True, QUICK)
    fill(one)
    return one, open_postgres(address, PASSPHRASE, False, QUICK)


def test_what_another_process_is_rotating_verifies_at_every_step(pair: tuple[SealedVault, SealedVault]) -> None:
    with pair[0] as one, pair[1] as other:
        checks = [0]

        def look(_: float) -> None:
            checks[0] += 1
            other.assign("corpus", "PERSON", f"new {checks[0]}", numbered)
            other.verify()
            one.verify()

        rotating.rotate(one._rows, one._keys, lambda _done, _total: None, look)

        assert checks[0] > 2 * NAMES // 7
        assert key_numbers(one) == living(one) == {2}
        assert one.verify() == other.verify()


def test_two_that_rotate_at_once_do_each_others_work(pair: tuple[SealedVault, SealedVault]) -> None:
    with pair[0] as one, pair[1] as other:
        done = list[int]()

        def meet(_: float) -> None:
            if not done:
                done.append(other.keys.rotate())

        mine = rotating.rotate(one._rows, one._keys, lambda _done, _total: None, meet)

        assert 0 < mine < 2 * NAMES
        assert mine + done[0] == resealable(one)
        assert key_numbers(one) == living(one) == {2}
        one.verify()


def test_what_is_rolled_back_leaves_no_key_behind_that_only_this_process_knows(
    study: tuple[Path, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, master = study
    with enter_file(path, master) as vault:
        with monkeypatch.context() as patch:

            def fail() -> None:
                raise SafetyError("the disk is full")

            patch.setattr(vault._rows, "_keep_checkpoint", fail)
            with pytest.raises(SafetyError):
                vault.keys.rotate()
        vault.remember([manifest("[Y]", "Bo")])

        assert key_numbers(vault) == {1}
    with enter_file(path, master) as vault:
        assert vault.recall("[Y]").original == digest("Bo")


@contextmanager
def dying(monkeypatch: pytest.MonkeyPatch, last: int) -> Iterator[None]:
    """Have the process die at the n-th statement, before or after the n-th write."""
    counted = [0]
    ask, put = SqliteStore.ask, SqliteStore.put

    def counting(work: Callable[..., object]) -> Callable[..., object]:
        def counted_work(*given: object) -> object:
            for _ in range(2):
                counted[0] += 1
                if counted[0] == last:
                    os._exit(9)
                if counted[0] % 2:
                    result = work(*given)
            return result

        return counted_work

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "ask", counting(ask))
        patch.setattr(SqliteStore, "put", counting(put))
        yield


def enter_unsynced(path: Path, master: bytes) -> SealedVault:
    """Open a vault without waiting for the disk, which only a loss of power would need."""
    vault = enter_file(path, master)
    store_of(vault).ask("PRAGMA synchronous = OFF")
    return vault


def in_child(work: Callable[[], object]) -> int:
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(3)
    return child


def code_of(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_death_at_any_step_is_taken_up_again(
    blank: tuple[Path, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: None)
    path, master = Path(copy(blank[0], tmp_path / "small.vault")), blank[1]
    with enter_file(path, master) as vault:
        fill(vault, 8)
        before = answers(vault, 8)
    data, resumed = path.read_bytes(), 0
    for last in range(1, 1000):
        path.write_bytes(data)

        def rotate(last: int = last) -> None:
            with enter_unsynced(path, master) as vault, dying(monkeypatch, last):
                vault.keys.rotate()

        code = code_of(in_child(rotate))
        with enter_unsynced(path, master) as vault:
            assert answers(vault, 8) == before
            resumed += len(living(vault)) > 1
            if code:
                vault.keys.rotate()
            assert answers(vault, 8) == before
            assert key_numbers(vault) == living(vault)
            assert len(living(vault)) == 1
        if code == 0:
            break

    assert code == 0
    assert last > 60
    assert resumed > 30


def test_kill_at_random_moments_loses_nothing(study: tuple[Path, bytes]) -> None:
    path, master = study
    chance = random.Random(7)
    with enter_file(path, master) as vault:
        before, highest = answers(vault), max(living(vault))

    def rotate_for_ever() -> None:
        with enter_file(path, master) as vault:
            while True:
                vault.keys.rotate()

    kills, newest = 0, highest
    # A busy machine may not come to the end of one rotation in so short a time; then it gets more.
    while kills < 25 or (newest == highest and kills < 60):
        child = in_child(rotate_for_ever)
        time.sleep(chance.uniform(0, 0.12 if kills < 25 else 2))
        os.kill(child, signal.SIGKILL)
        assert code_of(child) == -signal.SIGKILL
        with enter_file(path, master) as vault:
            assert answers(vault) == before
            newest = max(living(vault))
        kills += 1
    with enter_file(path, master) as vault:
        vault.keys.rotate()

        assert answers(vault) == before
        assert key_numbers(vault) == living(vault)
        assert max(living(vault)) > highest + 1


def test_others_read_write_and_verify_while_it_rotates(study: tuple[Path, bytes]) -> None:
    path, master = study

    def rotate_three_times() -> None:
        with enter_file(path, master) as vault:
            for _ in range(3):
                vault.keys.rotate()

    child, turn = in_child(rotate_three_times), 0
    with enter_file(path, master) as vault:
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            turn += 1
            given = vault.assign("corpus", "PERSON", f"new {turn}", numbered)
            vault.remember([manifest(f"{given} went", f"Bo {turn}", f"new-{turn}")])

            assert given == f"[PERSON_{NAMES + turn}]"
            assert vault.recall(f"{given} went").original == digest(f"Bo {turn}")
            vault.verify()
            # SQLite gives the lock to whoever asks at the right moment, and this loop would ask at every one.
            time.sleep(0.02)
        assert turn > 3
        assert living(vault) == {4}
        assert key_numbers(vault) == {4}
        assert vault.verify().entities == NAMES + turn


def test_a_table_whose_order_is_broken_ends_the_work(
    study: tuple[Path, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, master = study
    with enter_file(path, master) as vault:
        page = vault._rows._store.page
        monkeypatch.setattr(vault._rows._store, "page", lambda table, prefix, _, limit: page(table, prefix, (), limit))
        with pytest.raises(VaultDamaged, match="order of"):
            vault.keys.rotate()
        with pytest.raises(VaultDamaged, match="order of"):
            rotating._reseal_all(vault._rows, 1, lambda _done, _total: None, lambda _: None)
        with pytest.raises(VaultDamaged, match="order of its keys"):
            vault._rows.learn()


def test_a_vault_whose_keys_were_all_destroyed_is_not_entered(study: tuple[Path, bytes]) -> None:
    path, master = study
    with enter_file(path, master) as vault:
        vault.keys.rotate()
        store_of(vault).ask("DELETE FROM keys WHERE number = 2")
    with pytest.raises(VaultDamaged, match="keys of the vault are missing"):
        enter_file(path, master)


def test_a_row_under_a_key_that_never_was_is_damaged(study: tuple[Path, bytes]) -> None:
    path, master = study
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("UPDATE accesses SET sealed = x'0100000009' || substr(sealed, 6)")
    connection.close()
    with enter_file(path, master) as vault, pytest.raises(VaultError):
        list(vault.accesses())


def test_a_row_that_is_changed_meanwhile_ends_the_work_before_a_key_is_destroyed(study: tuple[Path, bytes]) -> None:
    path, master = study
    with enter_file(path, master) as vault:
        last = int(vault._rows.page(ACCESSES, (), ())[-1][0])

        def change(done: int, total: int) -> None:
            if done == total:
                store_of(vault).ask("UPDATE accesses SET number = 99 WHERE number = ?", (last,))

        with pytest.raises(VaultDamaged, match="a row of table accesses"):
            vault.keys.rotate(change)
        assert living(vault) == {1, 2}
