"""What only a vault on a server can get wrong: who else is there, what is between us, and what the server sees."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.postgres_server import PASSWORD, USER, Server
from tests.unit.vault.helpers import PASSPHRASE, QUICK, manifest, numbered
from tests.unit.vault.test_secrecy import PSEUDONYM, SCOPE, SECRETS, SERIES, fill, spellings

from allonym.core.errors import SafetyError, UsageError, VaultDamaged, VaultError, WrongPassphrase
from allonym.core.types import digest
from allonym.vault.opening import holds_password, open_vault, vault_exists
from allonym.vault.options import VaultOptions
from allonym.vault.sealed import SealedVault
from allonym.vault.store import ENTITIES

psycopg = pytest.importorskip("psycopg", reason="needs psycopg: pip install 'allonym[postgres]'")
postgres: Any = pytest.importorskip("allonym.vault.postgres")

HASTY = VaultOptions(cost=QUICK.cost, patience=0.2, clock=QUICK.clock)
OPEN_QUICKLY: Callable[..., SealedVault] = postgres.open_postgres


@pytest.fixture
def other(postgres_vault: SealedVault, address: str) -> Iterator[SealedVault]:
    """The same vault, opened by somebody who does not wait long."""
    with OPEN_QUICKLY(address, PASSPHRASE, options=HASTY) as vault:
        yield vault


@pytest.fixture
def admin(server: Server, address: str) -> Iterator[Any]:
    """Whoever runs the server."""
    plain = server.address()
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute(f"SET search_path = {schema_of(address)}")
        yield connection


def schema_of(address: str) -> str:
    return address.partition("schema=")[2]


def store_in(vault: SealedVault) -> Any:
    return vault._rows._store


def cut_off(vault: SealedVault, admin: Any) -> None:
    """End the connection of a vault from the other side."""
    process = store_in(vault)._connection.info.backend_pid
    admin.execute("SELECT pg_terminate_backend(%s, 5000)", (process,))


def test_a_vault_is_made_once_and_opened_again(address: str) -> None:
    assert not vault_exists(address)
    with pytest.raises(VaultError, match="there is no vault"):
        open_vault(address, PASSPHRASE)
    with OPEN_QUICKLY(address, PASSPHRASE, True, QUICK) as vault:
        vault.remember([manifest("[X]", "Anna")])

    assert vault_exists(address)
    with open_vault(address, PASSPHRASE, create=True) as vault:
        assert vault.recall("[X]").original == digest("Anna")
        assert vault.info().slots == 1


def test_the_passphrase_counts(postgres_vault: SealedVault, address: str) -> None:
    with pytest.raises(WrongPassphrase):
        open_vault(address, "a wrong guess", create=True)
    with pytest.raises(UsageError, match="needs a passphrase"):
        open_vault(address)


def test_of_many_who_make_a_vault_at_once_one_does(address: str) -> None:
    def work() -> None:
        with OPEN_QUICKLY(address, PASSPHRASE, True, QUICK) as vault:
            given.append(vault.assign("corpus", "PERSON", "anna", numbered))

    given: list[str] = []
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert given == ["[PERSON_1]"] * 4


def test_two_vaults_in_one_database_are_strangers(postgres_vault: SealedVault, server: Server) -> None:
    postgres_vault.assign("corpus", "PERSON", "anna", numbered)
    with OPEN_QUICKLY(server.address("another_one"), PASSPHRASE, True, QUICK) as vault:
        assert vault.info().entities == 0
        assert vault._header.vault != postgres_vault._header.vault


def test_the_server_sees_no_words(postgres_vault: SealedVault, server: Server, admin: Any) -> None:
    admin.execute("SELECT pg_switch_wal()")
    fill(postgres_vault)
    with pytest.raises(SafetyError):
        postgres_vault._rows.put(ENTITIES, [(repeated_name(postgres_vault), b"", None)])
    admin.execute("CHECKPOINT")
    seen = written_by(server, admin)

    assert bytes(admin.execute("SELECT original FROM entities").fetchone()[0]) in seen
    assert b"duplicate key" in seen
    searched = {each for secret in (*SECRETS, PASSWORD) for each in spellings(secret) if len(each) >= 6}
    assert [each for each in searched if each in seen] == []


def written_by(server: Server, admin: Any) -> bytes:
    """What a server has written of a vault: tables, indexes, the newest piece of its log of writes, its complaints."""
    names = "SELECT pg_relation_filepath(oid) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
    newest = "SELECT 'pg_wal/' || pg_walfile_name(pg_current_wal_lsn())"
    files = [path for (path,) in (*admin.execute(names), *admin.execute(newest)) if path]
    return b"".join(
        (server.folder / place).read_bytes().rstrip(b"\0") for place in ("log", *(f"data/{f}" for f in files))
    )


def repeated_name(vault: SealedVault) -> tuple[bytes, bytes, bytes]:
    row = vault._rows._store.page(ENTITIES, (), (), 1)[0]
    return bytes(row[0]), b"another original", bytes(row[2])


def test_a_writer_waits_for_another_and_then_says_so(postgres_vault: SealedVault, other: SealedVault) -> None:
    with postgres_vault.batch():
        postgres_vault.assign("corpus", "PERSON", "anna", numbered)
        with pytest.raises(VaultError, match="another process holds the vault"):
            other.assign("corpus", "PERSON", "bo", numbered)

    assert other.assign("corpus", "PERSON", "bo", numbered) == "[PERSON_2]"
    assert other.verify().entities == 2


def test_reading_waits_for_nobody_and_sees_one_moment(postgres_vault: SealedVault, other: SealedVault) -> None:
    with postgres_vault.batch():
        postgres_vault.assign("corpus", "PERSON", "anna", numbered)

        assert not other.knows("corpus", "PERSON", "anna")
        assert other.verify().entities == 0
    with other._rows.batch(write=False):
        assert other.info().entities == 1
        postgres_vault.assign("corpus", "PERSON", "bo", numbered)

        assert other.verify().entities == 1
    assert other.verify().entities == 2


def test_a_connection_lost_between_batches_is_made_anew(postgres_vault: SealedVault, admin: Any) -> None:
    postgres_vault.assign("corpus", "PERSON", "anna", numbered)
    cut_off(postgres_vault, admin)

    assert postgres_vault.knows("corpus", "PERSON", "anna")
    cut_off(postgres_vault, admin)
    with postgres_vault.batch():
        assert postgres_vault.assign("corpus", "PERSON", "bo", numbered) == "[PERSON_2]"
    assert postgres_vault.verify().entities == 2


@pytest.mark.parametrize("then", [lambda vault: vault.assign("corpus", "PERSON", "bo", numbered), lambda _: None])
def test_a_connection_lost_within_a_batch_loses_the_batch(
    postgres_vault: SealedVault, admin: Any, then: Callable[[SealedVault], object]
) -> None:
    def work() -> None:
        with postgres_vault.batch():
            postgres_vault.assign("corpus", "PERSON", "anna", numbered)
            cut_off(postgres_vault, admin)
            then(postgres_vault)

    with pytest.raises(VaultError, match="the connection is lost"):
        work()
    assert postgres_vault.verify().entities == 0


def test_a_server_that_stays_away_is_told(server: Server, postgres_vault: SealedVault) -> None:
    postgres_vault.assign("corpus", "PERSON", "anna", numbered)
    server.control("stop", "-m", "immediate")
    try:
        with pytest.raises(VaultError, match="cannot be reached"):
            postgres_vault.info()
    finally:
        server.control("start")

    assert postgres_vault.verify().entities == 1


def test_after_a_failure_a_batch_answers_nothing(postgres_vault: SealedVault) -> None:
    def work() -> None:
        with postgres_vault.batch():
            with pytest.raises(VaultError, match="cannot be read or written"):
                store_in(postgres_vault).ask("SELECT 1 / 0")
            postgres_vault.info()

    with pytest.raises(VaultError, match="nothing of this batch is kept"):
        work()


def test_a_passing_failure_is_tried_again_but_not_for_ever(
    postgres_vault: SealedVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_in(postgres_vault)
    run, failures = store._run, [1, 2]

    def fail_twice(*given: Any) -> Any:
        if failures:
            failures.pop()
            raise psycopg.errors.SerializationFailure
        return run(*given)

    monkeypatch.setattr(store, "_run", fail_twice)

    assert postgres_vault.assign("corpus", "PERSON", "anna", numbered) == "[PERSON_1]"
    failures.extend(range(9))
    with pytest.raises(VaultError, match="another process was in the way"):
        postgres_vault.info()
    assert len(failures) == 6


def test_rows_of_one_write_are_put_in_the_order_of_their_keys(
    postgres_vault: SealedVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: list[tuple[bytes, ...]] = [(b"s", bytes([number]), bytes([number]), b"x") for number in (3, 1, 2)]
    seen: list[object] = []
    monkeypatch.setattr(psycopg.Cursor, "executemany", lambda _, __, given: seen.extend(cells[1] for cells in given))
    store_in(postgres_vault).put(ENTITIES, rows)

    assert seen == [b"\x01", b"\x02", b"\x03"]


def test_the_password_may_stand_where_postgresql_looks_for_it(
    server: Server, postgres_vault: SealedVault, address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    without = server.address(schema_of(address), user=USER)
    monkeypatch.delenv("PGPASSWORD", raising=False)
    monkeypatch.setenv("PGPASSFILE", "/dev/null")
    with pytest.raises(VaultError, match="no password supplied"):
        open_vault(without, PASSPHRASE)
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    open_vault(without, PASSPHRASE).close()
    monkeypatch.delenv("PGPASSWORD")
    kept = tmp_path / "pgpass"
    kept.touch(0o600)
    kept.write_text(f"*:*:*:{USER}:{PASSWORD}\n".replace("w:r", r"w\:r"))
    monkeypatch.setenv("PGPASSFILE", str(kept))
    open_vault(without, PASSPHRASE).close()

    assert not holds_password(without)
    assert holds_password(address)


def test_a_wrong_password_is_told_and_not_repeated(server: Server) -> None:
    with pytest.raises(VaultError, match=r"cannot be reached.*password authentication failed") as caught:
        open_vault(server.address(user=f"{USER}:guessed-wrong"), PASSPHRASE)

    assert "guessed-wrong" not in str(caught.value)


def test_closing_twice_is_harmless_and_nothing_shows_the_password(postgres_vault: SealedVault) -> None:
    store = store_in(postgres_vault)
    shown_everywhere = " ".join(map(repr, (postgres_vault, store, store._address, store._connection, store.shown)))
    postgres_vault.close()
    store.close()

    assert "p@ss" not in shown_everywhere
    assert "p%40ss" not in shown_everywhere


def test_what_the_server_changed_is_noticed(postgres_vault: SealedVault, admin: Any) -> None:
    for name in ("anna", "bo"):
        postgres_vault.assign(SCOPE, SERIES, name, lambda draw: f"{PSEUDONYM} {draw.number}")
    admin.execute("DELETE FROM entities WHERE ctid = (SELECT min(ctid) FROM entities)")

    with pytest.raises(VaultDamaged, match="table entities has 1 rows and should have 2"):
        postgres_vault.verify()
    admin.execute("UPDATE entities SET sealed = sealed || '\\x00'")
    with pytest.raises(VaultDamaged, match="table entities, row 1: changed from outside"):
        postgres_vault.verify()
    admin.execute("DELETE FROM checkpoint")
    with pytest.raises(VaultDamaged, match="its checkpoint is missing"):
        postgres_vault.assign("corpus", "PERSON", "cai", numbered)


def test_a_server_that_refuses_our_settings_is_told(
    postgres_vault: SealedVault, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres._SESSION, "work_mem", "nonsense")

    with pytest.raises(VaultError, match=r"cannot be read or written \(22023\)"):
        open_vault(address, PASSPHRASE)
