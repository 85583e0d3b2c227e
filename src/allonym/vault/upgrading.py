"""Bringing a vault of the first versions up to date: what pseudonymizing needs goes under the ledger key.

The first versions kept each entity whole under a record key, and the checkpoint, too. Now the ledger says which
pseudonym an original has, and the words stand in a table of their own, which workers cannot read.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from allonym.core.errors import VaultDamaged, VaultError
from allonym.vault import crypto
from allonym.vault.checkpoint import read_checkpoint
from allonym.vault.founding import stored_header
from allonym.vault.keyholding import KeyHolder
from allonym.vault.keys import Keys, check_header
from allonym.vault.records import packed, unpack_entity, unpacked
from allonym.vault.sealing import LEDGER_NUMBER
from allonym.vault.store import CHECKPOINT, COUNTERS, ENTITIES, ONLY, WORDS, Row, Store, Table

_PAGE = 500


def bring_up_to_date(store: Store, keys: Keys, prepare: Callable[[], None] = lambda: None) -> None:
    """Write the rows of an old vault as they are written now, all or none; `prepare` makes the tables for them."""
    if not is_old(store):
        return
    if not keys.reads:
        raise VaultError("this vault is of an older version; a custodian has to open it once")
    with store.transaction():
        # Another process may have been quicker.
        if is_old(store):
            prepare()
            _renew(store, keys)


def is_old(store: Store) -> bool:
    """Tell whether a vault is of the first versions."""
    row = store.get(CHECKPOINT, ONLY)
    return row is not None and crypto.key_number(row[-1]) != LEDGER_NUMBER


def _renew(store: Store, keys: Keys) -> None:
    check_header(stored_header(store), keys)
    seals = KeyHolder(keys, store).learn(keys.seals())
    now = replace(read_checkpoint(seals.open(CHECKPOINT, store.get(CHECKPOINT, ONLY) or ())), key=seals.record)
    for row in _rows(store, ENTITIES):
        whole = seals.open(ENTITIES, row)
        entry = seals.seal(ENTITIES, row[:-1], packed([unpack_entity(whole).pseudonym]))
        words = seals.seal(WORDS, ENTITIES.key_of(row), whole)
        store.put(ENTITIES, [entry])
        store.put(WORDS, [words])
        now = now.after(ENTITIES, [entry], [row]).after(WORDS, [words], ())
    for row in _rows(store, COUNTERS):
        counter = seals.seal(COUNTERS, row[:-1], packed([unpacked(seals.open(COUNTERS, row))[-1]]))
        store.put(COUNTERS, [counter])
        now = now.after(COUNTERS, [counter], [row])
    store.put(CHECKPOINT, [seals.seal(CHECKPOINT, ONLY, now.as_bytes())])


def _rows(store: Store, table: Table) -> Iterator[Row]:
    after: Row = ()
    while page := store.page(table, (), after, _PAGE):
        before, after = after, table.key_of(page[-1])
        if after <= before or any(crypto.key_number(row[-1]) == LEDGER_NUMBER for row in page):
            raise VaultDamaged(f"the vault was changed from outside: table {table.name} is newer than its checkpoint")
        yield from page
