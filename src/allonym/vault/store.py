"""What keeps the rows of a vault: opaque bytes and whole numbers, no keys, no meaning.

Every table is its key columns, further columns to look up by, and `sealed`, always the last. A store can be
written in a hundred lines; all promises about content are kept above it, in `rows` and `sealed`.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from typing import Protocol

Cell = bytes | int
Row = tuple[Cell, ...]

NUMBERS = frozenset({"number", "file", "piece", "slot"})
"""The columns that hold whole numbers; all others hold bytes."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The shape of a table. `unique` and `lookups` name columns that are searched by together."""

    name: str
    key: tuple[str, ...]
    rest: tuple[str, ...] = ("sealed",)
    unique: tuple[tuple[str, ...], ...] = ()
    lookups: tuple[tuple[str, ...], ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """Return all columns, in the order of a row."""
        return self.key + self.rest

    @property
    def searches(self) -> frozenset[tuple[str, ...]]:
        """Return the columns that rows are found by: each lookup, and the first of its columns."""
        return frozenset(by[:count] for by in self.unique + self.lookups for count in range(1, len(by) + 1))

    def key_of(self, row: Row) -> Row:
        """Return the cells of a row that tell it from all others."""
        return row[: len(self.key)]

    def fits(self, row: Row) -> bool:
        """Tell whether every cell is of the type of its column: in a damaged file it may be of any."""
        return tuple(map(type, row)) == _types(self)


@cache
def _types(table: Table) -> tuple[type, ...]:
    return tuple(int if column in NUMBERS else bytes for column in table.columns)


ONLY: Row = (1,)
"""The key of the only row of a table that has one."""

HEADER = Table("header", ("number",))
KEYS = Table("keys", ("number",))
ENTITIES = Table("entities", ("scope", "original"), ("pseudonym", "sealed"), unique=(("scope", "pseudonym"),))
COUNTERS = Table("counters", ("scope", "series"))
MANIFESTS = Table("manifests", ("file", "piece", "slot"), ("id", "text", "sealed"), lookups=(("text", "id"), ("id",)))
FILES = Table("files", ("file",), ("input", "output", "sealed"), unique=(("input",),), lookups=(("output",),))
ACCESSES = Table("accesses", ("number",))
CHECKPOINT = Table("checkpoint", ("number",))
WORDS = Table("words", ("scope", "original"))
POSTINGS = Table("postings", ("term",))
WITHDRAWN = Table("withdrawn", ("term",))
REQUESTS = Table("requests", ("number",))
GRANTS = Table("grants", ("number", "piece"))
AUDIT = Table("audit", ("number",))
SIGNED = Table("signed", ("number",))

FIRST = (HEADER, CHECKPOINT, KEYS, ENTITIES, COUNTERS, MANIFESTS, FILES, ACCESSES)
"""The tables that the first vaults had."""
ADDED = (WORDS, POSTINGS, WITHDRAWN, REQUESTS, GRANTS, AUDIT, SIGNED)
"""The tables that came with layout 2."""

LAYOUT = 2
TABLES = FIRST + ADDED
COUNTED = tuple(table for table in TABLES if table not in (HEADER, CHECKPOINT))
"""The tables whose rows the checkpoint answers for."""

LEDGER = frozenset(table.name for table in (CHECKPOINT, ENTITIES, COUNTERS, WITHDRAWN))
"""The tables that whoever pseudonymizes must read: they are under the ledger key and hold no words of anybody."""

DESK = frozenset(table.name for table in (AUDIT, SIGNED))
"""The tables that all roles add to: they are under the desk key."""

ASKING = frozenset({REQUESTS.name})
"""The tables of those who may ask for recovery, and of those who watch them: they are under the asking key."""

SHARED = LEDGER | DESK | ASKING
"""The tables that are under no record key, and so are not sealed anew when that one changes."""

BOXED = frozenset({GRANTS.name})
"""The tables whose rows are in boxes for somebody: nobody else opens them, but they are counted like all others."""


class Store(Protocol):
    """Keeps rows. Its errors are VaultErrors that hold nothing of a row."""

    def transaction(self, write: bool = True) -> AbstractContextManager[None]:
        """Keep all writes inside together, durably, or none of them; see no write of others meanwhile."""
        ...

    def get(self, table: Table, key: Row) -> Row | None:
        """Return the row with this key."""
        ...

    def get_many(self, table: Table, keys: Sequence[Row]) -> list[Row]:
        """Return the rows with these keys, in any order; there may be none for some."""
        ...

    def find(self, table: Table, columns: tuple[str, ...], cells: Row) -> list[Row]:
        """Return the rows that hold these cells, by the columns of a lookup or the first of them."""
        ...

    def page(self, table: Table, prefix: Row, after: Row, limit: int) -> list[Row]:
        """Return rows whose key begins with `prefix` and goes on above `after`, in the order of their keys."""
        ...

    def last(self, table: Table, prefix: Row) -> Row | None:
        """Return the row with the highest key that begins with `prefix`."""
        ...

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Keep rows, in place of those with the same key; raise SafetyError where `unique` would be broken."""
        ...

    def drop(self, table: Table, keys: Sequence[Row]) -> None:
        """Take away the rows with these keys."""
        ...

    def compact(self) -> None:
        """Leave nothing of rows that were dropped or replaced, as far as it is in the store's hands."""
        ...

    def check(self) -> None:
        """Raise VaultDamaged unless every row can be reached in every way it is looked up."""
        ...

    def close(self) -> None:
        """Let go of whatever is held open."""
        ...
