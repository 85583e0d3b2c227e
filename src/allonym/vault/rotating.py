"""A new record key for every row, while other processes go on working.

begin   one transaction: a new key, and the checkpoint names it. From here on nobody writes under an older key,
        because every write begins with reading the checkpoint. A worker brings a key of its own once more.
reseal  page by page, a transaction for each: rows under older keys are sealed anew, until a whole round finds none
end     one transaction: the older keys are overwritten; only their numbers stay

Whoever is stopped in between leaves a vault that is whole. More than one living key of the vault's own tells the next
that there is something to go on with. Two that rotate at once do each other's work.
"""

import time
from collections.abc import Callable, Iterator

from allonym.core.errors import VaultDamaged
from allonym.vault import crypto
from allonym.vault.keyholding import is_brought
from allonym.vault.keys import Keys
from allonym.vault.rows import SealedRows
from allonym.vault.store import BOXED, COUNTED, KEYS, SHARED, Row, Table

Watch = Callable[[int, int], None]
"""Is told how many rows were looked at, and how many there are."""

_TABLES = tuple(table for table in COUNTED if table is not KEYS and table.name not in SHARED | BOXED)
_LONGEST_REST = 0.2


def rotate(rows: SealedRows, keys: Keys, watch: Watch, rest: Callable[[float], None] = time.sleep) -> int:
    """Seal every row anew under one new key, and destroy the others; return how many rows were sealed."""
    target, resealed = _begin(rows, keys), 0
    while count := _reseal_all(rows, target, watch, rest):
        resealed += count
    _end(rows, keys, target)
    return resealed


def _begin(rows: SealedRows, keys: Keys) -> int:
    with rows.batch():
        own = [number for number, row in _living(rows) if not is_brought(row)]
        if len(own) > 1:
            return max(own)
        number = rows.next_number(KEYS)
        rows.put_sealed(KEYS, [keys.seals().seal(KEYS, (number,), crypto.fresh(crypto.SEAL_SIZE))], [])
        rows.use_key(number)
        return number


def _reseal_all(rows: SealedRows, target: int, watch: Watch, rest: Callable[[float], None]) -> int:
    counts = rows.checkpoint().counts
    done, resealed, total = 0, 0, sum(counts[table.name] for table in _TABLES)
    for table in _TABLES:
        after: Row = ()
        while page := rows.page(table, (), after):
            if any(_is_old(row, target) for row in page):
                start = time.monotonic()
                resealed += _reseal_page(rows, table, after, target)
                # Writers that wait ask again from time to time: leave them as much time as was taken.
                rest(min(time.monotonic() - start, _LONGEST_REST))
            # Only a row that opens has a key that can be trusted to be one.
            rows.open(table, page[-1])
            before, after = after, table.key_of(page[-1])
            if after <= before:
                raise VaultDamaged(f"the vault was changed from outside: the order of table {table.name}")
            done += len(page)
            watch(done, max(done, total))
    return resealed


def _reseal_page(rows: SealedRows, table: Table, after: Row, target: int) -> int:
    with rows.batch():
        # Read again inside the transaction: others may have written since.
        old = [row for row in rows.page(table, (), after) if _is_old(row, target)]
        rows.put(table, [(row[:-1], rows.open(table, row), row) for row in old])
        return len(old)


def _end(rows: SealedRows, keys: Keys, target: int) -> None:
    with rows.batch():
        old = [row for number, row in _living(rows) if number < target]
        if old:
            rows.put_sealed(KEYS, [keys.seals().seal(KEYS, row[:-1], b"") for row in old], old)


def _living(rows: SealedRows) -> Iterator[tuple[int, Row]]:
    return ((int(row[0]), row) for row, secret in rows.scan(KEYS) if secret)


def _is_old(row: Row, target: int) -> bool:
    return crypto.key_number(row[-1]) < target
