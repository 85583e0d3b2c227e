"""A vault in one file: SQLite keeps the rows, durable when a batch ends, for one writer at a time.

A rollback journal rather than a write-ahead log: SQLite before 3.51.3 may corrupt the latter when two connections
write at the same instant, and that is what most systems ship.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path

from allonym.core.drafts import draft_for, sweep_drafts
from allonym.core.errors import AllonymError, SafetyError, UsageError, VaultDamaged, VaultError
from allonym.vault import crypto
from allonym.vault.founding import enter, found, stored_header
from allonym.vault.keys import VAULT_ID_SIZE, Header, passphrase_slot, read_header, unlock
from allonym.vault.options import DEFAULTS, VaultOptions
from allonym.vault.sealed import SealedVault
from allonym.vault.statements import create_all, delete, select_by, select_each, select_last, select_page, upsert
from allonym.vault.store import ADDED, FIRST, LAYOUT, TABLES, Row, Table
from allonym.vault.upgrading import bring_up_to_date

APPLICATION = int.from_bytes(b"allo")
DRAFT = ".new"
"""How a vault ends that is not whole yet."""

_MAGIC = b"SQLite format 3\0"
_HEAD_SIZE = 100
_AT_ONCE = 100
"""So many keys are looked up by one query, in half the time."""
_PRAGMAS = (
    "synchronous = EXTRA",
    "secure_delete = ON",
    "temp_store = MEMORY",
    "trusted_schema = OFF",
    "cell_size_check = ON",
    "foreign_keys = ON",
    "cache_size = -16384",
    "mmap_size = 0",
)
_FAILURES = (sqlite3.Error, UnicodeDecodeError)  # the latter: a damaged name within the message of the former
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_OUTSIDE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
}
_NOT_OURS = {sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
_REFUSED = "see that you may write to its file and its folder: whoever recovers is noted there, too"


class SqliteStore:
    """Keeps rows in a SQLite file."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    @contextmanager
    def transaction(self, write: bool = True) -> Iterator[None]:
        """Keep all writes inside together, durably, or none of them; see no write of others meanwhile."""
        self.ask("BEGIN IMMEDIATE" if write else "BEGIN")
        try:
            yield
            self.ask("COMMIT")
        except BaseException:
            # SQLite may have rolled back by itself, as it does when the disk is full.
            if self._connection.in_transaction:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
            raise

    def get(self, table: Table, key: Row) -> Row | None:
        """Return the row with this key."""
        rows = self.ask(select_by(table, table.key), key)
        return rows[0] if rows else None

    def get_many(self, table: Table, keys: Sequence[Row]) -> list[Row]:
        """Return the rows with these keys."""
        many = len(keys) // _AT_ONCE * _AT_ONCE
        query, each = select_by(table, table.key), select_each(table, _AT_ONCE)
        lots = (tuple(chain.from_iterable(keys[start : start + _AT_ONCE])) for start in range(0, many, _AT_ONCE))
        found = [row for lot in lots for row in self.ask(each, lot)]
        return found + [row for key in keys[many:] for row in self.ask(query, key)]

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
            self._connection.executemany(upsert(table), rows)
        except _FAILURES as error:
            raise _told(error, self._path) from None

    def drop(self, table: Table, keys: Sequence[Row]) -> None:
        """Take away the rows with these keys."""
        try:
            self._connection.executemany(delete(table), keys)
        except _FAILURES as error:
            raise _told(error, self._path) from None

    def compact(self) -> None:
        """Write the file anew: pages that are not used any more are gone."""
        self.ask("VACUUM")

    def check(self) -> None:
        """Raise VaultDamaged unless every row can be reached in every way it is looked up."""
        [(finding,)] = self.ask("PRAGMA integrity_check(1)")
        if str(finding) != "ok":
            raise VaultDamaged(f"{self._path}: the file of the vault is damaged")

    def copy_to(self, path: Path, patience: float) -> None:
        """Write all that the file holds at one moment into an empty one; writers wait, or are waited for."""
        copy = _connect(path, "MEMORY", patience)
        try:
            self._connection.backup(copy)
        except _FAILURES as error:
            raise _told(error, path) from None
        finally:
            copy.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def ask(self, statement: str, cells: Row = ()) -> list[Row]:
        """Run one statement and return all its rows."""
        try:
            return self._connection.execute(statement, cells).fetchall()
        except _FAILURES as error:
            raise _told(error, self._path) from None

    def require_whole(self) -> None:
        """Raise VaultDamaged if the file was cut, or holds tables, triggers or views that are not ours."""
        with self.transaction(write=False):
            # The first query takes the lock under which nobody can change the size of the file.
            shape = self.ask("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rootpage")
            [(pages,)], [(size,)] = self.ask("PRAGMA page_count"), self.ask("PRAGMA page_size")
            actual = self._path.stat().st_size
        if actual != int(pages) * int(size):
            raise VaultDamaged(f"{self._path}: the file of the vault was cut")
        [(layout,)] = self.ask("PRAGMA user_version")
        if {str(sql) for (sql,) in shape} != set(create_all(tables=TABLES if layout == LAYOUT else FIRST)):
            raise VaultDamaged(f"{self._path}: the tables of the vault were changed")

    def add_tables(self) -> None:
        """Make the tables that the first vaults did not have."""
        for statement in (*create_all(tables=ADDED), f"PRAGMA user_version = {LAYOUT}"):
            self.ask(statement)


def open_file(
    path: str | Path, passphrase: str | None, create: bool = False, options: VaultOptions = DEFAULTS
) -> SealedVault:
    """Open the vault in a file; with `create`, make it if there is none. Making one is all or nothing."""
    if not passphrase:
        raise UsageError("a vault in a file needs a passphrase")
    path = Path(path)
    sweep_drafts(path.parent, DRAFT)
    if not os.path.lexists(path):
        if not create:
            raise VaultError(f"{path}: there is no vault; make one with create=True or `allonym vault init`")
        master, vault = crypto.fresh(crypto.MASTER_SIZE), crypto.fresh(VAULT_ID_SIZE)
        slot = passphrase_slot(master, vault, passphrase, options.cost)
        make_file(path, master, Header(vault, int(options.clock()), (slot,)), options)
    store = open_store(path, options)
    try:
        keys = unlock(read_header(stored_header(store)), passphrase)
        bring_up_to_date(store, keys, store.add_tables)
        return enter(store, keys, options)
    except BaseException:
        store.close()
        raise


def make_file(path: Path, master: bytes, header: Header, options: VaultOptions) -> None:
    """Build a vault beside its place and move it there whole: whoever looks sees none or all of it."""
    draft = draft_for(path, DRAFT)
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        # The journal of a draft that is thrown away on any error need not outlive the process.
        store = SqliteStore(_connect(draft, "MEMORY", options.patience), draft)
        try:
            _lay_out(store)
            found(store, master, header)
        finally:
            store.close()
        _publish(draft, path)
    except OSError as error:
        raise VaultError(f"{path}: cannot be made: {error.strerror}") from error
    finally:
        with suppress(OSError):
            draft.unlink()


def _lay_out(store: SqliteStore) -> None:
    for statement in (*create_all(), f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {LAYOUT}"):
        store.ask(statement)


def _publish(draft: Path, path: Path) -> None:
    # A link, unlike a rename, never replaces a vault that another process has made in the meantime. That one is
    # then opened. Where the file system knows no links, an empty file holds the name until the draft takes it.
    with suppress(FileExistsError):
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            raise
        except OSError:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            draft.replace(path)
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have a new name in a folder outlive a loss of power."""
    # Not every system lets a folder be opened; those that do not keep its entries by other means.
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def open_store(path: Path, options: VaultOptions) -> SqliteStore:
    """Return the rows of the vault in a file, which is whole but locked."""
    _require_vault(path)
    store = SqliteStore(_connect(path, "DELETE", options.patience), path)
    try:
        store.require_whole()
    except BaseException:
        store.close()
        raise
    return store


def _require_vault(path: Path) -> None:
    """Look at the first bytes before SQLite does: what they ask for could change the file, or create others."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_SIZE)
    except OSError as error:
        raise VaultError(f"{path}: cannot be read: {error.strerror}") from error
    if not head.startswith(_MAGIC[: len(head)]):
        raise VaultError(f"{path}: is not a vault")
    if len(head) < _HEAD_SIZE or head[18:20] != b"\x01\x01":
        raise VaultDamaged(f"{path}: the file of the vault is damaged or empty")
    if head[68:72] != APPLICATION.to_bytes(4):
        raise VaultError(f"{path}: is not a vault")
    if not 1 <= int.from_bytes(head[60:64]) <= LAYOUT:
        raise VaultError(f"{path}: was made by another version of allonym")


def _connect(path: Path, journal: str, patience: float) -> sqlite3.Connection:
    connection = None
    try:
        address = f"{path.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(address, timeout=patience, isolation_level=None, check_same_thread=False, uri=True)
        for pragma in (*_PRAGMAS, f"journal_mode = {journal}"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
    except _FAILURES as error:
        if connection is not None:
            connection.close()
        raise _told(error, path) from None
    return connection


def _told(error: Exception, path: Path) -> AllonymError:
    """Return what to say instead of an SQLite error; only its code is trusted to hold nothing of a row."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in _BUSY:
        return VaultError(f"{path}: another process holds the vault; try again when it is done")
    if code == sqlite3.SQLITE_FULL:
        return VaultError(f"{path}: the disk of the vault is full; make room on it and run the command again")
    if code in _OUTSIDE:
        told = f"{path}: the vault cannot be read or written ({getattr(error, 'sqlite_errorname', '')})"
        return VaultError(
            f"{told}; {_REFUSED if code in _NOT_OURS else 'see that its disk is in order, and try again'}"
        )
    if code == sqlite3.SQLITE_CONSTRAINT:
        return SafetyError(f"{path}: two rows would share what must be one to one")
    return VaultDamaged(f"{path}: the file of the vault is damaged")
