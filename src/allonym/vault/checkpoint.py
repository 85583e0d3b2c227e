"""What the vault knows of itself as a whole, so that a row that goes missing, or comes back from the past, is noticed.

Each sealed row begins with a value that stands for its content and place. The checkpoint, itself sealed, keeps how
many rows each table has and the sum of those values, and which header it belongs to: a key slot that was taken away
does not come back with an old header. It also says which record key is the vault's own now, so that nobody goes on with
an older one. It cannot notice that a whole file was set back to an old copy.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from allonym.vault.crypto import fingerprint
from allonym.vault.records import packed, unpacked
from allonym.vault.store import COUNTED, Row, Table

_SUMS = 1 << 128


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a vault: how many manifests were ever written, the rows of each table, and the sum over them.

    `header` is the hash of the header, or nothing in a vault whose key slots were never changed. `key` is the number of
    the record key that whoever writes must have, or a newer one.
    """

    turn: int
    counts: Mapping[str, int]
    total: int
    header: str = ""
    key: int = 1

    def after(self, table: Table, put: Iterable[Row], replaced: Iterable[Row]) -> "Checkpoint":
        """Return the checkpoint after rows were put, some of them in the place of others."""
        (came, more), (went, less) = _tally(put), _tally(replaced)
        counts = {**self.counts, table.name: self.counts[table.name] + came - went}
        return replace(self, counts=counts, total=(self.total + more - less) % _SUMS)

    def as_bytes(self) -> bytes:
        """Return the checkpoint as bytes."""
        return packed([self.turn, dict(self.counts), self.total, self.header, self.key])


EMPTY = Checkpoint(0, {table.name: 0 for table in COUNTED}, 0)


def read_checkpoint(data: bytes) -> Checkpoint:
    """Return the checkpoint that bytes describe."""
    turn, counts, *rest = unpacked(data)
    # The first vaults had fewer tables.
    return Checkpoint(turn, {**EMPTY.counts, **counts}, *rest)


def _tally(rows: Iterable[Row]) -> tuple[int, int]:
    sums = [fingerprint(bytes(row[-1])) for row in rows]
    return len(sums), sum(sums)
