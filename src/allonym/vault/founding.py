"""Making a vault on an empty store, and entering one with its master key."""

from allonym.core.errors import VaultDamaged
from allonym.vault import crypto
from allonym.vault.checkpoint import EMPTY
from allonym.vault.keys import WRAP_NUMBER, Header, Keys, check_header, derive, read_header, wrapping, write_header
from allonym.vault.options import VaultOptions
from allonym.vault.rows import SealedRows
from allonym.vault.sealed import SealedVault
from allonym.vault.sealing import Seals
from allonym.vault.store import CHECKPOINT, HEADER, KEYS, ONLY, Row, Store

_FIRST_KEY = 1
_PAGE = 100


def found(store: Store, master: bytes, header: Header) -> None:
    """Write what every vault begins with: the header, the first record key, the first checkpoint."""
    keys = derive(master, header.vault)
    secret = crypto.fresh(crypto.SEAL_SIZE)
    key_row = wrapping(keys).seal(KEYS, (_FIRST_KEY,), secret)
    checkpoint = EMPTY.after(KEYS, [key_row], ())
    with store.transaction():
        store.put(HEADER, [(*ONLY, write_header(header, keys))])
        store.put(KEYS, [key_row])
        store.put(CHECKPOINT, [_seals(keys, {_FIRST_KEY: secret}).seal(CHECKPOINT, ONLY, checkpoint.as_bytes())])


def stored_header(store: Store) -> bytes:
    """Return the header of the vault in a store, as it stands there."""
    row = store.get(HEADER, ONLY)
    if row is None or not isinstance(row[-1], bytes):
        raise VaultDamaged("the header of the vault is missing")
    return row[-1]


def enter(store: Store, master: bytes, options: VaultOptions) -> SealedVault:
    """Return the vault in a store; raise VaultDamaged unless its header, keys and checkpoint are in order."""
    keys = derive(master, read_header(stored_header(store)).vault)
    rows = SealedRows(store, wrapping(keys), lambda: _seals(keys, _secrets(store, keys)))
    with rows.batch(write=False):
        data = rows.header()
        check_header(data, keys)
        rows.learn()
        rows.require_header(data)
    return SealedVault(rows, keys, read_header(data), options)


def _secrets(store: Store, keys: Keys) -> dict[int, bytes]:
    """Return the record keys by number. Of those that were destroyed there are only the numbers left."""
    wrapped, secrets = wrapping(keys), dict[int, bytes]()
    after: Row = ()
    while page := store.page(KEYS, (), after, _PAGE):
        for row in page:
            secret = wrapped.open(KEYS, row)
            secrets[int(row[0])] = secret
        before, after = after, KEYS.key_of(page[-1])
        if after <= before:
            raise VaultDamaged("the vault was changed from outside: the order of its keys")
    living = {number: secret for number, secret in secrets.items() if secret}
    if not living:
        raise VaultDamaged("the keys of the vault are missing")
    return living


def _seals(keys: Keys, secrets: dict[int, bytes]) -> Seals:
    records = {number: crypto.SealKey.of(number, secret) for number, secret in secrets.items()}
    return Seals(keys.vault, {WRAP_NUMBER: keys.wrap} | records)
