"""Who has which record keys.

Those who read have all of them: the vault's own, sealed under the wrap key, and those that workers have brought, in
boxes that only the vault's inbox key opens. A worker has the one that it has brought, for as long as it works.

keys: number | sealed: a record key, or nothing where it was destroyed;  or: 2 | box
"""

from dataclasses import dataclass, field
from struct import Struct

from allonym.core.errors import VaultDamaged
from allonym.vault import crypto
from allonym.vault.crypto import SealKey
from allonym.vault.keys import Keys
from allonym.vault.sealing import MOST_KEYS, Seals
from allonym.vault.store import KEYS, Row, Store
from allonym.vault.tags import joined

_FRONT = Struct(">BI")  # like the front of what is sealed: a version, and the number of a key; 0 is wrap
_BROUGHT = 2
_PAGE = 100
_NUMBER = Struct(">I")


@dataclass(frozen=True, slots=True)
class KeyHolder:
    """The keys of whoever has opened a vault, and the store that the record keys are in."""

    keys: Keys = field(repr=False)
    store: Store = field(repr=False)

    def learn(self, known: Seals) -> Seals:
        """Return what is known together with the keys that the store has now, for those who may open them.

        Keys it has no longer are kept: old rows may be in memory.
        """
        if not self.keys.reads:
            return known
        living = {number: secret for number, secret in self._secrets() if secret}
        own = [number for number, row in self._rows() if number in living and not is_brought(row)]
        if not own:
            raise VaultDamaged("the keys of the vault are missing")
        records = {number: SealKey.of(number, secret) for number, secret in living.items()}
        return Seals(known.vault, {**known.keys, **records}, max(own))

    def bring(self, number: int) -> tuple[Row, SealKey]:
        """Return a new record key of one's own, and the row that tells it to those who read."""
        secret = crypto.fresh(crypto.SEAL_SIZE)
        box = crypto.boxed(self.keys.inbox_public, _purpose(self.keys.vault, number), secret)
        return (number, _FRONT.pack(_BROUGHT, 0) + box), SealKey.of(number, secret)

    def open(self, row: Row) -> bytes:
        """Return the record key in a row; nothing if it was destroyed."""
        number, sealed = int(row[0]), bytes(row[-1])
        if not 0 < number < MOST_KEYS:
            raise VaultDamaged("the vault was changed from outside: a row of table keys")
        if not is_brought(row):
            return self.keys.seals().open(KEYS, row)
        box = sealed[_FRONT.size :]
        secret = crypto.unboxed(self.keys.secret("inbox"), _purpose(self.keys.vault, number), box)
        if secret is None or len(secret) != crypto.SEAL_SIZE or sealed[: _FRONT.size] != _FRONT.pack(_BROUGHT, 0):
            raise VaultDamaged("the vault was changed from outside: a row of table keys")
        return secret

    def _secrets(self) -> list[tuple[int, bytes]]:
        return [(number, self.open(row)) for number, row in self._rows()]

    def _rows(self) -> list[tuple[int, Row]]:
        rows: list[tuple[int, Row]] = []
        after: Row = ()
        while page := self.store.page(KEYS, (), after, _PAGE):
            if not all(map(KEYS.fits, page)):
                raise VaultDamaged("the vault was changed from outside: a row of table keys")
            rows += [(int(row[0]), row) for row in page]
            before, after = after, KEYS.key_of(page[-1])
            if after <= before:
                raise VaultDamaged("the vault was changed from outside: the order of its keys")
        return rows


def is_brought(row: Row) -> bool:
    """Tell whether a record key is one that a worker has brought."""
    sealed = row[-1]
    return isinstance(sealed, bytes) and sealed[:1] == bytes([_BROUGHT])


def _purpose(vault: bytes, number: int) -> bytes:
    return joined([b"allonym/inbox", vault, _NUMBER.pack(number)])
