"""A vault that lives as long as the process: for tests, trials and texts that need no later recovery."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from allonym.core.errors import SafetyError
from allonym.vault import crypto
from allonym.vault.founding import enter, found
from allonym.vault.keys import VAULT_ID_SIZE, Header, derive
from allonym.vault.options import DEFAULTS, VaultOptions
from allonym.vault.sealed import SealedVault
from allonym.vault.store import TABLES, Row, Table


class MemoryStore:
    """Keeps rows in dictionaries, and how to undo what a transaction did."""

    def __init__(self) -> None:
        self._shelves = {table: _Shelf(table) for table in TABLES}
        self._undo: list[tuple[Table, Row, Row | None]] = []

    @contextmanager
    def transaction(self, write: bool = True) -> Iterator[None]:  # noqa: ARG002 - all reading is alike in memory
        """Keep all writes inside together, or none of them."""
        self._undo = []
        try:
            yield
        except BaseException:
            for table, key, before in reversed(self._undo):
                self._shelves[table].set(key, before)
            raise

    def get(self, table: Table, key: Row) -> Row | None:
        """Return the row with this key."""
        return self._shelves[table].rows.get(key)

    def get_many(self, table: Table, keys: Sequence[Row]) -> list[Row]:
        """Return the rows with these keys."""
        rows = self._shelves[table].rows
        return [rows[key] for key in keys if key in rows]

    def find(self, table: Table, columns: tuple[str, ...], cells: Row) -> list[Row]:
        """Return the rows that hold these cells."""
        return self._shelves[table].find(columns, cells)

    def page(self, table: Table, prefix: Row, after: Row, limit: int) -> list[Row]:
        """Return rows whose key begins with `prefix` and goes on above `after`, in the order of their keys."""
        shelf = self._shelves[table]
        start = bisect_right(shelf.order, prefix + after)
        keys = shelf.order[start : start + limit]
        return [shelf.rows[key] for key in keys if key[: len(prefix)] == prefix]

    def last(self, table: Table, prefix: Row) -> Row | None:
        """Return the row with the highest key that begins with `prefix`."""
        shelf = self._shelves[table]
        end = bisect_right(shelf.order, prefix, key=lambda key: key[: len(prefix)])
        keys = [key for key in shelf.order[max(end - 1, 0) : end] if key[: len(prefix)] == prefix]
        return shelf.rows[keys[0]] if keys else None

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Keep rows, in place of those with the same key."""
        shelf = self._shelves[table]
        for row in rows:
            key = table.key_of(row)
            shelf.require_unique(key, row)
            self._undo.append((table, key, shelf.rows.get(key)))
            shelf.set(key, row)

    def drop(self, table: Table, keys: Sequence[Row]) -> None:
        """Take away the rows with these keys."""
        shelf = self._shelves[table]
        for key in keys:
            self._undo.append((table, key, shelf.rows.get(key)))
            shelf.set(key, None)

    def compact(self) -> None:
        """Let go of the last transaction: what it replaced is kept to be undone."""
        self._undo = []

    def check(self) -> None:
        """Find nothing wrong: nobody else can reach this memory."""

    def close(self) -> None:
        """Forget everything."""
        self._shelves = {table: _Shelf(table) for table in TABLES}


class _Shelf:
    """One table: its rows, their keys in order, and which keys hold which cells."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rows: dict[Row, Row] = {}
        self.order: list[Row] = []
        self.found: dict[tuple[str, ...], dict[Row, dict[Row, None]]] = {by: {} for by in table.searches}

    def find(self, columns: tuple[str, ...], cells: Row) -> list[Row]:
        return [self.rows[key] for key in self.found[columns].get(cells, {})]

    def require_unique(self, key: Row, row: Row) -> None:
        for columns in self.table.unique:
            holders = self.found[columns].get(self._cells(row, columns), {})
            if holders and key not in holders:
                raise SafetyError(f"table {self.table.name}: two rows would share what must be one to one")

    def set(self, key: Row, row: Row | None) -> None:
        before = self.rows.pop(key, None)
        if before is not None:
            self.order.pop(bisect_left(self.order, key))
            for columns, holders in self.found.items():
                del holders[self._cells(before, columns)][key]
        if row is not None:
            self.rows[key] = row
            insort(self.order, key)
            for columns, holders in self.found.items():
                holders.setdefault(self._cells(row, columns), {})[key] = None

    def _cells(self, row: Row, columns: tuple[str, ...]) -> Row:
        return tuple(row[self.table.columns.index(column)] for column in columns)


def open_memory(options: VaultOptions = DEFAULTS) -> SealedVault:
    """Return an empty vault in memory. It is sealed like any other, under a key that nobody is told."""
    store, master, vault = MemoryStore(), crypto.fresh(crypto.MASTER_SIZE), crypto.fresh(VAULT_ID_SIZE)
    found(store, master, Header(vault, int(options.clock()), ()))
    return enter(store, derive(master, vault), options)
