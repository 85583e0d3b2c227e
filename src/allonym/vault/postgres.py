"""A vault on a PostgreSQL server, for many writers at once: the server keeps rows that it cannot read.

Every batch begins by locking the row of the checkpoint, which it would have to write at its end anyway. So batches
come one after the other, each sees all that was kept before it, and no two can wait for each other. The only wait is
for that lock. Reading waits for nobody: it sees the vault as it was at one moment.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from math import ceil
from typing import Any

import psycopg
from psycopg import errors

from allonym.core.errors import UsageError, VaultDamaged, VaultError
from allonym.vault import crypto
from allonym.vault.addresses import Address, read_address
from allonym.vault.founding import enter, found, stored_header
from allonym.vault.keys import VAULT_ID_SIZE, Header, passphrase_slot, read_header, unlock
from allonym.vault.memory import MemoryStore
from allonym.vault.options import DEFAULTS, VaultOptions
from allonym.vault.postgres_errors import told, told_of_connecting
from allonym.vault.postgres_layout import is_laid_out, lay_out, require_shape, take_missing_steps
from allonym.vault.sealed import SealedVault
from allonym.vault.statements import delete, select_by, select_last, select_many, select_page, upsert
from allonym.vault.store import CHECKPOINT, COUNTED, TABLES, Cell, Row, Table
from allonym.vault.upgrading import bring_up_to_date

_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
# Under READ COMMITTED the row is read anew once its lock is there, and so is everything after it.
_WRITE = f"{_BEGIN}; SELECT number FROM {CHECKPOINT.name} WHERE number = 1 FOR UPDATE"  # noqa: S608 - our own
_MAKERS = int.from_bytes(b"allonym")
_MAKE = f"{_BEGIN}; SELECT pg_advisory_xact_lock({_MAKERS})"
_ATTEMPTS = 3
_PASSING = (errors.SerializationFailure, errors.DeadlockDetected)
_FEW = 100
_INDEXED, _UNINDEXED = ("indexscan", "indexonlyscan", "bitmapscan"), ("seqscan", "bitmapscan", "sort")
# Durable when a batch ends; and a writer whose machine is gone lets go of its lock in minutes, not hours.
_SESSION = {
    "synchronous_commit": "on",
    "tcp_keepalives_idle": "60",
    "tcp_keepalives_interval": "20",
    "tcp_keepalives_count": "3",
}


class PostgresStore:
    """Keeps rows in a schema of a PostgreSQL database."""

    def __init__(self, address: Address, patience: float, connection: "psycopg.Connection[Row]") -> None:
        self._address = address
        self._patience = patience
        self._connection = connection
        self._inside = False

    def transaction(self, write: bool = True) -> AbstractContextManager[None]:
        """Keep all writes inside together, durably, or none of them; see no write of others meanwhile."""
        return self._kept(_WRITE if write else _READ)

    def making(self) -> AbstractContextManager[None]:
        """Keep all writes inside together, like a transaction, where there is no checkpoint to lock yet."""
        return self._kept(_MAKE)

    def get(self, table: Table, key: Row) -> Row | None:
        """Return the row with this key."""
        rows = self.ask(select_by(table, table.key), key)
        return rows[0] if rows else None

    def get_many(self, table: Table, keys: Sequence[Row]) -> list[Row]:
        """Return the rows with these keys, in one question."""
        arrays: tuple[Any, ...] = tuple(list(column) for column in zip(*keys, strict=True))
        return self.ask(select_many(table), arrays) if keys else []

    def find(self, table: Table, columns: tuple[str, ...], cells: Row) -> list[Row]:
        """Return the rows that hold these cells."""
        return self.ask(select_by(table, columns), cells)

    def page(self, table: Table, prefix: Row, after: Row, limit: int) -> list[Row]:
        """Return rows whose key begins with `prefix` and goes on above `after`, in the order of their keys."""
        return self.ask(select_page(table, len(prefix), bool(after)), (*prefix, *after, limit))

    def last(self, table: Table, prefix: Row) -> Row | None:
        """Return the row with the highest key that begins with `prefix`."""
        rows = self.ask(select_last(table, len(prefix)), prefix)
        return rows[0] if rows else None

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Keep rows, in place of those with the same key; raise SafetyError where `unique` would be broken."""
        try:
            ordered: list[Row] = sorted(rows, key=table.key_of)
            self._connection.cursor().executemany(_marked(upsert(table)), ordered)
        except psycopg.Error as error:
            raise told(error, self._address) from None

    def drop(self, table: Table, keys: Sequence[Row]) -> None:
        """Take away the rows with these keys."""
        try:
            self._connection.cursor().executemany(_marked(delete(table)), sorted(keys))
        except psycopg.Error as error:
            raise told(error, self._address) from None

    def compact(self) -> None:
        """Have the server clear what is left of old rows; its log and its replicas go on to hold them for a while."""
        for table in COUNTED:
            self.ask(f"VACUUM {table.name}")

    def check(self) -> None:
        """Raise VaultDamaged unless every row can be reached in every way it is looked up."""
        require_shape(self)
        for table in TABLES:
            rows = self._counted(_INDEXED, f"SELECT 1 FROM {table.name}")  # noqa: S608 - our own names
            for columns in (table.key, *table.unique, *table.lookups):
                listed = ", ".join(columns)
                walk = f"SELECT {listed} FROM {table.name} ORDER BY {listed}"  # noqa: S608 - our own names
                if self._counted(_UNINDEXED, walk) != rows:
                    raise VaultDamaged(f"{self.shown}: an index of table {table.name} is damaged; REINDEX mends it")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    @property
    def shown(self) -> str:
        """Return the address of the vault, as it may stand in a message."""
        return self._address.shown

    @property
    def schema(self) -> str:
        """Return the schema that the tables are in."""
        return self._address.schema

    def ask(self, statement: str, cells: tuple[Cell | str, ...] = ()) -> list[Row]:
        """Run one statement and return all its rows.

        Outside a transaction nothing is lost when it fails, so there it is tried again, over a new connection if need
        be: a server may be started anew between two batches.
        """
        for left in reversed(range(_ATTEMPTS)):
            try:
                return self._run(statement, cells)
            except psycopg.Error as error:
                again = left and not self._inside and (self._connection.broken or isinstance(error, _PASSING))
                if not again:
                    raise told(error, self._address) from None
            if self._connection.broken:
                self._connection = _connect(self._address, self._patience)
        raise AssertionError  # pragma: no cover - the last attempt returns or raises

    @contextmanager
    def _kept(self, beginning: str) -> Iterator[None]:
        self.ask(beginning)
        self._inside = True
        try:
            yield
            self.ask("COMMIT")
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._inside = False

    def _run(self, statement: str, cells: tuple[Cell | str, ...]) -> list[Row]:
        try:
            cursor = self._connection.execute(_marked(statement), cells or None, binary=bool(cells))
            return cursor.fetchall() if cursor.description else []
        except psycopg.Error:
            if not self._inside:
                self._roll_back()
            raise

    def _roll_back(self) -> None:
        # Without a connection there is nothing to roll back: the server has done so.
        with suppress(psycopg.Error):
            self._connection.execute("ROLLBACK")

    def _counted(self, without: tuple[str, ...], query: str) -> Row:
        """Return how many rows a query has if the server goes certain ways only where there are no others."""
        for way in without:
            self.ask(f"SET LOCAL enable_{way} = off")
        [counted] = self.ask(f"SELECT count(*) FROM ({query}) AS walked")  # noqa: S608 - our own names
        for way in without:
            self.ask(f"SET LOCAL enable_{way} = on")
        return counted


def open_postgres(
    where: str, passphrase: str | None, create: bool = False, options: VaultOptions = DEFAULTS
) -> SealedVault:
    """Open the vault at an address; with `create`, make it if there is none. Making one is all or nothing."""
    if not passphrase:
        raise UsageError("a vault on a server needs a passphrase")
    store = _open_store(where, options)
    try:
        if create:
            _create(store, passphrase, options)
        _require_made(store)
        take_missing_steps(store)
        require_shape(store)
        keys = unlock(read_header(stored_header(store)), passphrase)
        bring_up_to_date(store, keys)
        return enter(store, keys, options)
    except BaseException:
        store.close()
        raise


def is_made(where: str, options: VaultOptions = DEFAULTS) -> bool:
    """Tell whether there is a vault at an address."""
    store = _open_store(where, options)
    try:
        return is_laid_out(store)
    finally:
        store.close()


def _open_store(where: str, options: VaultOptions) -> PostgresStore:
    address = read_address(where)
    return PostgresStore(address, options.patience, _connect(address, options.patience))


def _create(store: PostgresStore, passphrase: str, options: VaultOptions) -> None:
    """Make a vault, unless there is one, in one transaction: whoever looks sees none or all of it."""
    if is_laid_out(store):
        return
    master, vault = crypto.fresh(crypto.MASTER_SIZE), crypto.fresh(VAULT_ID_SIZE)
    slot = passphrase_slot(master, vault, passphrase, options.cost)
    draft = MemoryStore()
    found(draft, master, Header(vault, int(options.clock()), (slot,)))
    with store.making():
        # Another process may have been quicker. Its vault is then opened.
        if not is_laid_out(store):
            lay_out(store)
            for table in TABLES:
                store.put(table, draft.page(table, (), (), _FEW))


def _require_made(store: PostgresStore) -> None:
    if not is_laid_out(store):
        raise VaultError(f"{store.shown}: there is no vault; make one with create=True or `allonym vault init`")


def _connect(address: Address, patience: float) -> "psycopg.Connection[Row]":
    settings = {**_SESSION, "lock_timeout": f"{ceil(patience * 1000)}ms", "search_path": f"{address.schema}, pg_temp"}
    try:
        given = {"connect_timeout": str(max(ceil(patience), 2)), "application_name": "allonym", **address.reached}
        connection: psycopg.Connection[Row] = psycopg.connect(**given, autocommit=True)  # type: ignore[arg-type]
    except psycopg.Error as error:
        raise told_of_connecting(error, address) from None
    try:
        for name, value in settings.items():
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))
    except psycopg.Error as error:
        connection.close()
        raise told(error, address) from None
    return connection


@cache
def _marked(statement: str) -> bytes:
    """Return a statement with the marks of psycopg, in bytes: psycopg takes text only from its own source."""
    return statement.replace("?", "%s").encode()
