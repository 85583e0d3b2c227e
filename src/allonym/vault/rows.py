"""Sealed rows in batches: between the meaning of a vault and the store that keeps it.

A batch is kept as a whole or not at all, and ends with a new checkpoint. Every write reads the checkpoint first, which
says which key it takes.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from hashlib import sha256

from allonym.core.errors import VaultDamaged
from allonym.vault.checkpoint import EMPTY, Checkpoint
from allonym.vault.reading import OpenRows
from allonym.vault.store import BOXED, COUNTED, HEADER, KEYS, ONLY, SHARED, Row, Table

Entry = tuple[Row, bytes, Row | None]
"""The open cells of a row, what is to be sealed beside them, and the row whose place it takes."""


class SealedRows(OpenRows):
    """Reads and writes sealed rows."""

    def put(self, table: Table, entries: Iterable[Entry]) -> None:
        """Seal and keep rows. The caller says which rows they replace, because the checkpoint must know."""
        with self.batch():
            self._take_key(table)
            entries = list(entries)
            rows = self._seals.seal_all(table, [(cells, plain) for cells, plain, _ in entries])
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

    def use_key(self, number: int) -> None:
        """Have everybody write under a record key of the vault's own, or under a newer one, from this batch on."""
        with self.batch():
            self._now = replace(self.checkpoint(), key=number)
            self.learn()

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

    def _take_key(self, table: Table) -> None:
        """Have a record key that is new enough for a row of this table."""
        now = self.checkpoint()
        if table.name in SHARED or self._seals.record >= now.key:
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
