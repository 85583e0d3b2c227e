"""Sealing rows: each to its table and to its other cells, so that no cell can be changed and no row moved."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from struct import Struct

from allonym.core.errors import VaultDamaged
from allonym.vault import crypto
from allonym.vault.crypto import SealKey
from allonym.vault.store import Cell, Row, Table
from allonym.vault.tags import joined

_NUMBER = Struct(">q")


@dataclass(frozen=True, slots=True)
class Seals:
    """The keys that rows of a vault are sealed under, by number. New rows take the highest."""

    vault: bytes = field(repr=False)
    keys: Mapping[int, SealKey] = field(repr=False)

    @property
    def newest(self) -> int:
        """Return the number of the key that new rows take."""
        return max(self.keys)

    def fit(self, rows: Iterable[Row]) -> bool:
        """Tell whether the keys of all these rows are known."""
        return all(crypto.key_number(row[-1]) in self.keys for row in rows)

    def seal(self, table: Table, cells: Row, plain: bytes) -> Row:
        """Return the row of these cells with the plaintext sealed at its end."""
        return (*cells, crypto.seal(self.keys[self.newest], self._place(table, cells), plain))

    def open(self, table: Table, row: Row) -> bytes:
        """Return what is sealed in a row; raise VaultDamaged, naming the table, if anything in it was changed."""
        *cells, sealed = row
        try:
            return crypto.opened(self.keys, self._place(table, cells), sealed)
        except VaultDamaged:
            raise VaultDamaged(f"the vault was changed from outside: a row of table {table.name}") from None

    def _place(self, table: Table, cells: Iterable[Cell]) -> list[bytes]:
        return [b"allonym/row/" + table.name.encode(), self.vault, joined(map(_marked, cells))]


def _marked(cell: object) -> bytes:
    # The mark keeps a number apart from the same eight bytes: a look-up for the one would not find the other.
    if isinstance(cell, bytes):
        return b"b" + cell
    if isinstance(cell, int):
        return b"n" + _NUMBER.pack(cell)
    raise VaultDamaged("a cell is neither a number nor bytes")
