"""Sealed rows in batches: between the meaning of a vault and the store that keeps it.

A batch is kept as a whole or not at all, and ends with a new checkpoint. One lock keeps threads apart; the store
keeps processes apart. Another process may bring in a new key at any time: rows under a key that is not known here are
read again together with the keys, and every write reads the checkpoint first, which says which key it takes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from threading import RLock

from allonym.core.errors import NotAllowed, VaultDamaged, VaultError
from allonym.vault.checkpoint import EMPTY, Checkpoint, read_checkpoint
from allonym.vault.keyholding import KeyHolder
from allonym.vault.store import BOXED, CHECKPOINT, COUNTED, DESK, HEADER, KEYS, LEDGER, ONLY, Row, Store, Table

_PAGE = 500

Entry = tuple[Row, bytes, Row | None]
"""The open cells of a row, what is to be sealed beside them, and the row whose place it takes."""


class SealedRows:
    """Reads and writes sealed rows."""

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
        rows = self._read(lambda: [row for row in [self._store.get(table, key)] if row is not None])
        return rows[0] if rows else None

    def get_many(self, table: Table, keys: Sequence[Row]) -> dict[Row, Row]:
        """Return the rows with these keys, each by its own."""
        return {table.key_of(row): row for row in self._read(lambda: self._store.get_many(table, keys))}

    def find(self, table: Table, columns: tuple[str, ...], cells: Row) -> list[Row]:
        """Return the rows that hold these cells."""
        return self._read(lambda: self._store.find(table, columns, cells))

    def next_number(self, table: Table, prefix: Row = ()) -> int:
        """Return the first number, from 1, above all that are in use behind `prefix`."""
        rows = self._read(lambda: [row for row in [self._store.last(table, prefix)] if row is not None])
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
        return self._read(lambda: self._store.page(table, prefix, after, _PAGE))

    def reads(self, row: Row) -> bool:
        """Tell whether the key of a row is here: a worker has none for what others wrote."""
        return self._seals.knows(row)

    def open(self, table: Table, row: Row) -> bytes:
        """Return what is sealed in a row; raise VaultDamaged, naming the table, if anything in it was changed."""
        if not self._holder.keys.reads and not self.reads(row):
            raise NotAllowed(f"this key is that of a {self._holder.keys.role}; it opens nothing that others wrote")
        return self._holder.open(row) if table is KEYS else self._seals.open(table, row)

    def put(self, table: Table, entries: Iterable[Entry]) -> None:
        """Seal and keep rows. The caller says which rows they replace, because the checkpoint must know."""
        with self.batch():
            self._take_key(table)
            entries = list(entries)
            rows = [self._seals.seal(table, cells, plain) for cells, plain, _ in entries]
            self.put_sealed(table, rows, [before for *_, before in entries if before is not None])

    def put_sealed(self, table: Table, rows: list[Row], replaced: list[Row]) -> None:
        """Keep rows that were sealed elsewhere."""
        with self.batch():
            now = self.checkpoint()
            self._write(lambda: self._store.put(table, rows))
            self._now = now.after(table, rows, replaced)

    def drop(self, table: Table, rows: list[Row]) -> None:
        """Take rows away."""
        with self.batch():
            now = self.checkpoint()
            self._write(lambda: self._store.drop(table, [table.key_of(row) for row in rows]))
            self._now = now.after(table, (), rows)

    def learn(self) -> None:
        """Take over the record keys that the store has now."""
        self._seals = self._holder.learn(self._seals)

    def use_key(self, number: int) -> None:
        """Have everybody write under a record key of the vault's own, or under a newer one, from this batch on."""
        with self.batch():
            self._now = replace(self.checkpoint(), key=number)
            self.learn()

    def header(self) -> bytes:
        """Return the header of the vault as it stands there now."""
        with self._lock:
            self._require_open()
            row = self._store.get(HEADER, ONLY)
        if row is None or not isinstance(row[-1], bytes):
            raise VaultDamaged("the header of the vault is missing")
        return row[-1]

    def put_header(self, data: bytes) -> None:
        """Keep another header, and have the checkpoint know it."""
        with self.batch():
            now = self.checkpoint()
            self._write(lambda: self._store.put(HEADER, [(*ONLY, data)]))
            self._now = replace(now, header=sha256(data).hexdigest())

    def require_header(self, data: bytes) -> None:
        """Raise VaultDamaged if the checkpoint was written for another header."""
        if self.checkpoint().header not in ("", sha256(data).hexdigest()):
            raise VaultDamaged("the header of the vault was set back to an older one")

    def take_turns(self, count: int) -> int:
        """Take so many turns, inside a batch, and return the first of them."""
        now = self.checkpoint()
        self._now = replace(now, turn=now.turn + count)
        return now.turn + 1

    def checkpoint(self) -> Checkpoint:
        """Return the state of the vault, as far as this batch has come."""
        with self._lock:
            if self._now is not None:
                return self._now
            row = self.get(CHECKPOINT, ONLY)
        if row is None:
            raise VaultDamaged("the vault was changed from outside: its checkpoint is missing")
        return read_checkpoint(self.open(CHECKPOINT, row))

    def verify(self) -> Checkpoint:
        """Open every row and compare with the checkpoint; raise VaultDamaged at the first that is wrong."""
        with self.batch(write=False):
            self._store.check()
            self.require_header(self.header())
            seen, kept = EMPTY, self.checkpoint()
            for table in COUNTED:
                seen = seen.after(table, self._opened(table), ())
        for name, expected in kept.counts.items():
            if seen.counts[name] != expected:
                raise VaultDamaged(f"table {name} has {seen.counts[name]} rows and should have {expected}")
        if seen.total != kept.total:
            raise VaultDamaged("the vault holds a row that was replaced since")
        return kept

    def compact(self) -> None:
        """Have the store leave nothing of rows that were dropped or replaced."""
        with self._lock:
            self._require_open()
            self._store.compact()

    def close(self) -> None:
        """Close the store; whatever is asked afterwards raises VaultError."""
        with self._lock:
            self._closed = True
            self._store.close()

    def _require_open(self) -> None:
        if self._closed:
            raise VaultError("the vault is closed")

    def _read(self, fetch: Callable[[], list[Row]]) -> list[Row]:
        with self._lock:
            self._require_open()
            rows = fetch()
            if self._seals.fit(rows):
                return rows
            # Another process has brought in a key. It may be on the way out again: keys and rows in one look.
            with self.batch(write=False):
                self.learn()
                return fetch()

    def _take_key(self, table: Table) -> None:
        """Have a record key that is new enough for a row of this table."""
        now = self.checkpoint()
        if table.name in LEDGER or table.name in DESK or self._seals.record >= now.key:
            return
        if self._holder.keys.reads:
            self.learn()
            return
        number = self.next_number(KEYS)
        row, key = self._holder.bring(number)
        self.put_sealed(KEYS, [row], [])
        self._seals = replace(self._seals, keys={**self._seals.keys, number: key}, record=number)

    def _write(self, write: Callable[[], None]) -> None:
        try:
            write()
        except BaseException:
            # Some of the rows may be in. A caller who goes on after this must not keep them beside an old checkpoint.
            self._failed = True
            raise

    def _keep_checkpoint(self) -> None:
        if self._failed:
            raise VaultError("nothing of this batch is kept, because a write in it failed")
        if self._now is not None:
            self._store.put(CHECKPOINT, [self._seals.seal(CHECKPOINT, ONLY, self._now.as_bytes())])

    def _opened(self, table: Table) -> Iterator[Row]:
        number = 1
        try:
            for row in self._walk(table):
                if table.name not in BOXED:
                    self.open(table, row)
                yield row
                number += 1
        except VaultDamaged:
            raise VaultDamaged(f"table {table.name}, row {number}: changed from outside") from None
