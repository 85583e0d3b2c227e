"""Making a vault on an empty store, and entering one with the keys that somebody has."""

from allonym.core.errors import VaultDamaged
from allonym.vault import crypto
from allonym.vault.checkpoint import EMPTY
from allonym.vault.keyholding import KeyHolder
from allonym.vault.keys import Header, Keys, check_header, derive, read_header, write_header
from allonym.vault.options import VaultOptions
from allonym.vault.rows import SealedRows
from allonym.vault.sealed import SealedVault
from allonym.vault.store import CHECKPOINT, HEADER, KEYS, ONLY, Store

_FIRST_KEY = 1


def found(store: Store, master: bytes, header: Header) -> None:
    """Write what every vault begins with: the header, the first record key, the first checkpoint."""
    keys = derive(master, header.vault)
    key_row = keys.seals().seal(KEYS, (_FIRST_KEY,), crypto.fresh(crypto.SEAL_SIZE))
    checkpoint = EMPTY.after(KEYS, [key_row], ())
    with store.transaction():
        store.put(HEADER, [(*ONLY, write_header(header, keys))])
        store.put(KEYS, [key_row])
        store.put(CHECKPOINT, [keys.seals().seal(CHECKPOINT, ONLY, checkpoint.as_bytes())])


def stored_header(store: Store) -> bytes:
    """Return the header of the vault in a store, as it stands there."""
    row = store.get(HEADER, ONLY)
    if row is None or not isinstance(row[-1], bytes):
        raise VaultDamaged("the header of the vault is missing")
    return row[-1]


def enter(store: Store, keys: Keys, options: VaultOptions) -> SealedVault:
    """Return the vault in a store; raise VaultDamaged unless its header, keys and checkpoint are in order."""
    rows = SealedRows(store, KeyHolder(keys, store))
    with rows.batch(write=False):
        data = rows.header()
        header = read_header(data)
        check_header(data, keys)
        rows.learn()
        rows.require_header(data)
    return SealedVault(rows, keys, header, options)
