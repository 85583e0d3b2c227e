"""The tables on a server: brought up to date, known again, and refused when they are not ours."""

import subprocess
from typing import Any

import pytest
from tests.postgres_server import Server
from tests.unit.vault.helpers import PASSPHRASE, QUICK, manifest, numbered
from tests.unit.vault.test_postgres import OPEN_QUICKLY, admin, postgres, psycopg, schema_of, store_in
from tests.unit.vault.test_secrecy import ORIGINAL, PSEUDONYM, SCOPE, SERIES, fill

from allonym.core.errors import AllonymError, UsageError, VaultDamaged, VaultError
from allonym.vault.sealed import SealedVault

__all__ = ["admin"]

layout: Any = pytest.importorskip("allonym.vault.postgres_layout")
addresses: Any = pytest.importorskip("allonym.vault.addresses")

STEP = ("CREATE TABLE later (number BIGINT NOT NULL)",)


def test_missing_steps_are_taken_when_a_vault_is_opened(
    postgres_vault: SealedVault, address: str, admin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres_vault.assign("corpus", "PERSON", "anna", numbered)
    monkeypatch.setattr(layout, "STEPS", (*layout.STEPS, STEP))
    for _ in range(2):
        with OPEN_QUICKLY(address, PASSPHRASE, options=QUICK) as vault:
            assert vault.verify().entities == 1

    assert admin.execute("SELECT version FROM layout").fetchall() == [(3,)]
    assert admin.execute("SELECT count(*) FROM later").fetchall() == [(0,)]


def test_a_step_that_fails_changes_nothing(
    postgres_vault: SealedVault, address: str, admin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "STEPS", (*layout.STEPS, STEP, ("SELECT 1 / 0",)))
    with pytest.raises(VaultError, match="cannot be read or written"):
        OPEN_QUICKLY(address, PASSPHRASE, options=QUICK)

    assert admin.execute("SELECT version FROM layout").fetchall() == [(2,)]
    assert admin.execute("SELECT to_regclass('later')").fetchall() == [(None,)]


def test_a_step_that_somebody_else_has_taken_is_not_taken_again(
    postgres_vault: SealedVault, admin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "STEPS", (*layout.STEPS, STEP))
    store = store_in(postgres_vault)
    version, seen = layout._version, [2]
    monkeypatch.setattr(layout, "_version", lambda database: seen.pop() if seen else version(database))
    admin.execute("UPDATE layout SET version = 3")
    layout.take_missing_steps(store)

    assert admin.execute("SELECT version FROM layout").fetchall() == [(3,)]


def test_a_vault_of_a_newer_version_is_refused(postgres_vault: SealedVault, address: str, admin: Any) -> None:
    admin.execute("UPDATE layout SET version = 99")

    with pytest.raises(VaultError, match="a newer version of allonym"):
        OPEN_QUICKLY(address, PASSPHRASE, options=QUICK)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("DELETE FROM layout", "the version of the vault's tables is missing"),
        ("DELETE FROM header", "the header of the vault is missing"),
        ("ALTER TABLE counters ADD more BIGINT", "the tables of the vault were changed"),
        ("ALTER TABLE counters ALTER sealed TYPE text USING ''", "the tables of the vault were changed"),
        ("DROP TABLE accesses", "the tables of the vault were changed"),
        ("DROP INDEX manifests_by_id", "an index of the vault is missing"),
        ("ALTER TABLE entities DROP CONSTRAINT entities_scope_pseudonym_key", "an index of the vault is missing"),
    ],
)
def test_tables_that_are_not_ours_are_refused(
    postgres_vault: SealedVault, address: str, admin: Any, change: str, told: str
) -> None:
    admin.execute(change)

    with pytest.raises(VaultDamaged, match=told):
        OPEN_QUICKLY(address, PASSPHRASE, options=QUICK)


def test_an_index_that_misses_rows_is_found(postgres_vault: SealedVault, admin: Any) -> None:
    ready = "UPDATE pg_index SET indisready = %s WHERE indexrelid = 'manifests_by_id'::regclass"
    postgres_vault.remember([manifest("[X]", "Anna", "a")])
    postgres_vault.verify()
    admin.execute(ready, (False,))
    postgres_vault.remember([manifest("[Y]", "Bo", "b")])
    admin.execute(ready, (True,))

    with pytest.raises(VaultDamaged, match="an index of table manifests is damaged"):
        postgres_vault.verify()


def test_a_schema_that_somebody_prepared_is_used(address: str, admin: Any) -> None:
    admin.execute(f"CREATE SCHEMA {schema_of(address)}")
    with OPEN_QUICKLY(address, PASSPHRASE, True, QUICK) as vault:
        assert vault.verify().entities == 0


def test_a_making_that_fails_leaves_nothing(address: str, admin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(postgres.PostgresStore, "put", fail)
        with pytest.raises(KeyboardInterrupt):
            OPEN_QUICKLY(address, PASSPHRASE, True, QUICK)

    assert admin.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", (schema_of(address),)).fetchall() == []


def test_rights_to_read_write_and_change_are_enough_and_fewer_are_told(
    postgres_vault: SealedVault, server: Server, address: str, admin: Any
) -> None:
    schema = schema_of(address)
    member = f"m{schema}"
    admin.execute(f"CREATE ROLE {member} LOGIN PASSWORD 'own'")
    admin.execute(f"GRANT USAGE ON SCHEMA {schema} TO {member}")
    admin.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {member}")
    theirs = server.address(schema, user=f"{member}:own")
    with OPEN_QUICKLY(theirs, PASSPHRASE, options=QUICK) as vault:
        assert vault.verify().entities == 0
        with pytest.raises(VaultError, match="this user of the database may not do that"):
            vault.assign("corpus", "PERSON", "anna", numbered)
    admin.execute(f"GRANT INSERT, UPDATE ON ALL TABLES IN SCHEMA {schema} TO {member}")
    with OPEN_QUICKLY(theirs, PASSPHRASE, options=QUICK) as vault:
        assert vault.assign("corpus", "PERSON", "anna", numbered) == "[PERSON_1]"
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            store_in(vault)._connection.execute("DELETE FROM entities")
        vault.verify()


@pytest.mark.parametrize(
    "where",
    [
        "postgresql://u:hush@hush@host/db",
        "postgresql://u:hush/hush@host/db",
        "postgresql://u:hush%zz@host/db",
        "postgresql://u:hush@host:hush/db",
        "postgresql:hush",
        "postgres://u:hush@host/db?hush=1",
        "postgresql://u:hush@host/db?schema=Hush",
        "postgresql://u:hush@host/db?schema=pg_hush",
        "postgresql://u:hush@host/db?schema=hush;--",
        "postgresql://u:hush@host/db?schema=",
    ],
)
def test_an_address_that_cannot_be_read_is_not_repeated(where: str) -> None:
    with pytest.raises(UsageError) as caught:
        addresses.read_address(where)

    assert "hush" not in str(caught.value).lower()


@pytest.mark.parametrize(
    ("where", "schema", "shown"),
    [
        ("postgresql://u:hush@host:5433/db", "allonym", "postgresql://host:5433/db"),
        ("postgres://host/db?schema=study", "study", "postgresql://host/db?schema=study"),
        ("postgresql:///db?sslmode=require&schema=a&connect_timeout=3", "a", "postgresql:///db?schema=a"),
        ("postgresql://u:h%40sh?@a:1,b:2/db", "allonym", "postgresql://a,b:1,2/db"),
    ],
)
def test_an_address_is_shown_without_its_secrets(where: str, schema: str, shown: str) -> None:
    address = addresses.read_address(where)

    assert (address.schema, address.shown) == (schema, shown)
    assert "schema" not in address.reached
    assert "h%40sh" not in repr(address)
    assert "hush" not in repr(address)


def test_what_is_said_of_a_connection_holds_one_line_and_no_password() -> None:
    address = addresses.read_address("postgresql://u:hush@host/db")

    assert address.without_secrets("no way to hush\nDETAIL: hush") == "no way to …"


@pytest.mark.parametrize("kind", ["OperationalError", "errors.AdminShutdown", "errors.DataCorrupted"])
def test_whatever_goes_wrong_is_one_of_our_errors_without_details(kind: str) -> None:
    from operator import attrgetter

    errors: Any = pytest.importorskip("allonym.vault.postgres_errors")
    told = errors.told(
        attrgetter(kind)(psycopg)("Key (original)=(anna) exists"), addresses.read_address("postgres://h")
    )

    assert isinstance(told, AllonymError)
    assert "anna" not in str(told)


def test_a_dump_is_a_backup(postgres_vault: SealedVault, server: Server, address: str) -> None:
    if not all((server.binaries / name).exists() for name in ("pg_dump", "psql")):
        pytest.skip("needs pg_dump and psql: apt-get install postgresql-client")
    fill(postgres_vault)
    schema = schema_of(address)
    environment = server.prepared(f"copy_of_{schema}")
    dump = [f"{server.binaries}/pg_dump", f"--schema={schema}", "postgres"]
    dumped = subprocess.run(dump, env=environment, check=True, capture_output=True).stdout
    postgres_vault.assign("corpus", "PERSON", "later", numbered)
    restore = [f"{server.binaries}/psql", "-q", "-v", "ON_ERROR_STOP=1", f"copy_of_{schema}"]
    subprocess.run(restore, env=environment, check=True, input=dumped, stdout=subprocess.DEVNULL)
    with OPEN_QUICKLY(address.replace("/postgres?", f"/copy_of_{schema}?"), PASSPHRASE, options=QUICK) as copy:
        assert copy.verify().entities == 1
        assert copy.assign(SCOPE, SERIES, ORIGINAL, numbered) == PSEUDONYM
