"""Reading sealed rows, in batches that see the vault as it is at one moment.

One lock keeps threads apart; the store keeps processes apart. Another process may bring in a new key at any time: rows
under a key that is not known here are read again together with the keys.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock

from allonym.core.errors import NotAllowed, VaultDamaged, VaultError
from allonym.vault.checkpoint import Checkpoint, read_checkpoint
from allonym.vault.keyholding import KeyHolder
from allonym.vault.roles import article
from allonym.vault.store import CHECKPOINT, HEADER, KEYS, ONLY, Row, Store, Table

_PAGE = 500


class OpenRows:
    """Reads sealed rows. What is written within a batch is kept with it, or not at all."""

    def __init__(self, store: Store, holder: KeyHolder) -> None:
        self._store = store
        self._holder = holder
        self._seals = holder.keys.seals()
        self._lock = RLock()
        self._closed = self.is_inside = self._failed = False
        self.owed: list[Callable[[], object]] = []
        """What is to be done when the batch is over, however it ends."""
        self._now: Checkpoint | None = None

    @contextmanager
    def batch(self, write: bool = True) -> Iterator[None]:
        """Keep all that happens inside together; a batch inside a batch joins it."""
        with self._lock:
            if self.is_inside:
                yield
                return
            self._require_open()
            self.is_inside, seals = True, self._seals
            try:
                with self._store.transaction(write):
                    yield
                    self._keep_checkpoint()
            except BaseException:
                # A key that was learnt in here may be gone with the batch. Nothing must be sealed under it.
                self._seals = seals
                raise
            finally:
                self.is_inside = self._failed = False
                self._now = None
                owed, self.owed = self.owed, []
                for each in owed:
                    each()

    def get(self, table: Table, key: Row) -> Row | None:
        """Return the row with this key."""
        rows = self._read(table, lambda: [row for row in [self._store.get(table, key)] if row is not None])
        return rows[0] if rows else None

    def get_many(self, table: Table, keys: Sequence[Row]) -> dict[Row, Row]:
        """Return the rows with these keys, each by its own."""
        return {table.key_of(row): row for row in self._read(table, lambda: self._store.get_many(table, keys))}

    def find(self, table: Table, columns: tuple[str, ...], cells: Row) -> list[Row]:
        """Return the rows that hold these cells."""
        return self._read(table, lambda: self._store.find(table, columns, cells))

    def next_number(self, table: Table, prefix: Row = ()) -> int:
        """Return the first number, from 1, above all that are in use behind `prefix`."""
        rows = self._read(table, lambda: [row for row in [self._store.last(table, prefix)] if row is not None])
        for row in rows:
            if self.reads(row):
                self.open(table, row)
            return int(row[len(prefix)]) + 1
        return 1

    def scan(self, table: Table, prefix: Row = ()) -> Iterator[tuple[Row, bytes]]:
        """Return the rows whose key begins with `prefix`, and what is sealed in them, without holding them all."""
        for row in self._walk(table, prefix):
            yield row, self.open(table, row)

    def _walk(self, table: Table, prefix: Row = ()) -> Iterator[Row]:
        after: Row = ()
        while page := self.page(table, prefix, after):
            yield from page
            # In a file that was tampered with, an index may lead back to where we were, for ever.
            before, after = after, table.key_of(page[-1])[len(prefix) :]
            if after <= before:
                raise VaultDamaged(f"the vault was changed from outside: the order of table {table.name}")

    def page(self, table: Table, prefix: Row, after: Row) -> list[Row]:
        """Return the next rows whose key begins with `prefix` and goes on above `after`."""
        return self._read(table, lambda: self._store.page(table, prefix, after, _PAGE))

    def reads(self, row: Row) -> bool:
        """Tell whether the key of a row is here: a worker has none for what others wrote."""
        return self._seals.knows(row)

    def open(self, table: Table, row: Row) -> bytes:
        """Return what is sealed in a row; raise VaultDamaged, naming the table, if anything in it was changed."""
        if not self._holder.keys.reads and not self.reads(row):
            role = self._holder.keys.role
            raise NotAllowed(f"this key is that of {article(role)} {role}; it opens nothing that others wrote")
        return self._holder.open(row) if table is KEYS else self._seals.open(table, row)

    def learn(self) -> None:
        """Take over the record keys that the store has now."""
        self._seals = self._holder.learn(self._seals)

    def header(self) -> bytes:
        """Return the header of the vault as it stands there now."""
        with self._lock:
            self._require_open()
            row = self._store.get(HEADER, ONLY)
        if row is None or not isinstance(row[-1], bytes):
            raise VaultDamaged("the header of the vault is missing")
        return row[-1]

    def checkpoint(self) -> Checkpoint:
        """Return the state of the vault, as far as this batch has come."""
        with self._lock:
            if self._now is not None:
                return self._now
            row = self.get(CHECKPOINT, ONLY)
        if row is None:
            raise VaultDamaged("the vault was changed from outside: its checkpoint is missing")
        return read_checkpoint(self.open(CHECKPOINT, row))

    def close(self) -> None:
        """Close the store; whatever is asked afterwards raises VaultError."""
        with self._lock:
            self._closed = True
            self._store.close()

    def _require_open(self) -> None:
        if self._closed:
            raise VaultError("the vault is closed")

    def _read(self, table: Table, fetch: Callable[[], list[Row]]) -> list[Row]:
        with self._lock:
            self._require_open()
            rows = _fitting(table, fetch())
            if self._seals.fit(rows):
                return rows
            # Another process has brought in a key. It may be on the way out again: keys and rows in one look.
            with self.batch(write=False):
                self.learn()
                return _fitting(table, fetch())

    def _keep_checkpoint(self) -> None:
        if self._failed:
            raise VaultError("nothing of this batch is kept, because a write in it failed")
        if self._now is not None:
            self._store.put(CHECKPOINT, [self._seals.seal(CHECKPOINT, ONLY, self._now.as_bytes())])


def _fitting(table: Table, rows: list[Row]) -> list[Row]:
    if not all(map(table.fits, rows)):
        raise VaultDamaged(f"the vault was changed from outside: a row of table {table.name}")
    return rows
