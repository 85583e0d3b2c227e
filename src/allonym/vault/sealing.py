"""Sealing rows: each to its table and to its other cells, so that no cell can be changed and no row moved.

Four sorts of keys seal rows. Record keys are random, numbered from 1, and can be destroyed; whoever may read what
people wrote has all of them, a worker only the one it has brought itself. The ledger key seals what everybody needs who
pseudonymizes, the desk key the audit log, which all roles add to, the asking key requests, which workers do not see.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from struct import Struct

from allonym.core.errors import VaultDamaged
from allonym.vault import crypto
from allonym.vault.crypto import SealKey
from allonym.vault.store import ASKING, DESK, LEDGER, Row, Table

WRAP_NUMBER = 0  # seals the record keys themselves, which count from 1
LEDGER_NUMBER = 2**32 - 1
DESK_NUMBER = 2**32 - 2
ASKING_NUMBER = 2**32 - 3
MOST_KEYS = 2**31

_BYTES = Struct(">Ic")
_NUMBER = Struct(">Icq")
_NUMBER_SIZE = 9  # the mark, and eight bytes


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
        return self.seal_all(table, [(cells, plain)])[0]

    def seal_all(self, table: Table, pairs: Iterable[tuple[Row, bytes]]) -> list[Row]:
        """Return the rows of one table, each with its plaintext sealed at its end."""
        key, name, vault = self.keys[self._number(table)], _named(table), self.vault
        given = list(pairs)
        sealed = crypto.seal_all(key, [((name, vault, _bound(cells)), plain) for cells, plain in given])
        return [(*cells, each) for (cells, _), each in zip(given, sealed, strict=True)]

    def open(self, table: Table, row: Row) -> bytes:
        """Return what is sealed in a row; raise VaultDamaged, naming the table, if anything in it was changed."""
        *cells, sealed = row
        try:
            return crypto.opened(self.keys, (_named(table), self.vault, _bound(cells)), sealed)
        except VaultDamaged:
            raise VaultDamaged(f"the vault was changed from outside: a row of table {table.name}") from None

    def _number(self, table: Table) -> int:
        if table.name in LEDGER:
            return LEDGER_NUMBER
        if table.name in ASKING:
            return ASKING_NUMBER
        return DESK_NUMBER if table.name in DESK else self.record


@cache
def _named(table: Table) -> bytes:
    return b"allonym/row/" + table.name.encode()


def _bound(cells: Iterable[object]) -> bytes:
    """Return cells as one string of bytes, each marked and behind its length, as `joined` has it."""
    # The mark keeps a number apart from the same eight bytes: a look-up for the one would not find the other.
    parts: list[bytes] = []
    for cell in cells:
        if isinstance(cell, bytes):
            parts += _BYTES.pack(len(cell) + 1, b"b"), cell
        elif isinstance(cell, int):
            parts.append(_NUMBER.pack(_NUMBER_SIZE, b"n", cell))
        else:
            raise VaultDamaged("a cell is neither a number nor bytes")
    return b"".join(parts)
