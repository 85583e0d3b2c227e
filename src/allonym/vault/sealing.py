"""Sealing rows: each to its table and to its other cells, so that no cell can be changed and no row moved.

Four sorts of keys seal rows. Record keys are random, numbered from 1, and can be destroyed; whoever may read what
people wrote has all of them, a worker only the one it has brought itself. The ledger key seals what everybody needs who
pseudonymizes, the desk key the audit log, which all roles add to, the asking key requests, which workers do not see.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from struct import Struct

from allonym.core.errors import VaultDamaged
from allonym.vault import crypto
from allonym.vault.crypto import SealKey
from allonym.vault.store import ASKING, DESK, LEDGER, Cell, Row, Table
from allonym.vault.tags import joined

WRAP_NUMBER = 0  # seals the record keys themselves, which count from 1
LEDGER_NUMBER = 2**32 - 1
DESK_NUMBER = 2**32 - 2
ASKING_NUMBER = 2**32 - 3
MOST_KEYS = 2**31

_NUMBER = Struct(">q")


@dataclass(frozen=True, slots=True)
class Seals:
    """The keys that rows of a vault are sealed under, by number, and the record key that new rows take."""

    vault: bytes = field(repr=False)
    keys: Mapping[int, SealKey] = field(repr=False)
    record: int = WRAP_NUMBER

    def fit(self, rows: Iterable[Row]) -> bool:
        """Tell whether the keys of all these rows are known."""
        return all(self.knows(row) for row in rows)

    def knows(self, row: Row) -> bool:
        """Tell whether the key of a row is known."""
        return crypto.key_number(row[-1]) in self.keys

    def seal(self, table: Table, cells: Row, plain: bytes) -> Row:
        """Return the row of these cells with the plaintext sealed at its end."""
        return (*cells, crypto.seal(self.keys[self._number(table)], self._place(table, cells), plain))

    def open(self, table: Table, row: Row) -> bytes:
        """Return what is sealed in a row; raise VaultDamaged, naming the table, if anything in it was changed."""
        *cells, sealed = row
        try:
            return crypto.opened(self.keys, self._place(table, cells), sealed)
        except VaultDamaged:
            raise VaultDamaged(f"the vault was changed from outside: a row of table {table.name}") from None

    def _number(self, table: Table) -> int:
        if table.name in LEDGER:
            return LEDGER_NUMBER
        if table.name in ASKING:
            return ASKING_NUMBER
        return DESK_NUMBER if table.name in DESK else self.record

    def _place(self, table: Table, cells: Iterable[Cell]) -> list[bytes]:
        return [b"allonym/row/" + table.name.encode(), self.vault, joined(map(_marked, cells))]


def _marked(cell: object) -> bytes:
    # The mark keeps a number apart from the same eight bytes: a look-up for the one would not find the other.
    if isinstance(cell, bytes):
        return b"b" + cell
    if isinstance(cell, int):
        return b"n" + _NUMBER.pack(cell)
    raise VaultDamaged("a cell is neither a number nor bytes")
