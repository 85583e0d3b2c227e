"""Checking an audit log: that every entry follows the one before it, and that signatures speak of this very log.

It needs no vault and no secret: entries, signed checkpoints, and the public key of the vault.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from allonym.core.errors import VaultDamaged
from allonym.vault.canonical import Data, signed, vouched
from allonym.vault.entries import Entry, beginning, entry_of

_KIND = "audit checkpoint"
_NAMES = frozenset({"vault", "number", "head", "time", "rows"})
_HASH = re.compile(r"[0-9a-f]{64}")
_VAULT = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Mark:
    """What a signed checkpoint says: at `time` the log of a vault had `number` entries, the last with hash `head`."""

    vault: str
    number: int
    head: str
    time: int
    rows: Mapping[str, int]

    def as_data(self) -> Data:
        """Return the mark as plain data."""
        return {name: dict(self.rows) if name == "rows" else getattr(self, name) for name in _NAMES}


@dataclass(frozen=True, slots=True)
class LogSummary:
    """What a log that is in order holds. The entries above `signed_to` have nobody's signature yet."""

    entries: int
    head: str
    checkpoints: int
    signed_to: int


def sign_mark(secret: bytes, mark: Mark) -> Data:
    """Return a mark under a signature."""
    return signed(secret, _KIND, mark.as_data())


def read_mark(public: bytes, document: object) -> Mark:
    """Return the mark that was signed; raise VaultDamaged unless the vault's key has signed just that."""
    try:
        payload = vouched(public, _KIND, document)
    except ValueError:
        raise VaultDamaged("audit log: a checkpoint is not signed by this vault") from None
    if set(payload) != _NAMES or not (
        _VAULT.fullmatch(str(payload["vault"])) and _HASH.fullmatch(str(payload["head"]))
    ):
        raise VaultDamaged("audit log: a checkpoint is not one that this version can read")
    return Mark(**payload)


def check(vault: bytes, public: bytes, entries: Iterable[Entry], signed_marks: Iterable[object]) -> LogSummary:
    """Return what a log holds; raise VaultDamaged at the first entry or signature that is not in order."""
    marks = [read_mark(public, each) for each in signed_marks]
    _require_order(vault, marks)
    waiting = {mark.number: mark.head for mark in marks}
    for mark in marks:
        if waiting[mark.number] != mark.head:
            raise VaultDamaged(f"audit log: two checkpoints differ over entry {mark.number}")
    number, head = 0, beginning(vault)
    _require_head(waiting, number, head)
    for number, entry in enumerate(_chained(entries, head), 1):
        head = entry.hash()
        _require_head(waiting, number, head)
    if waiting:
        raise VaultDamaged(f"audit log: it ends with entry {number}, but {max(waiting)} were signed for; it was cut")
    return LogSummary(number, head, len(marks), marks[-1].number if marks else 0)


def _chained(entries: Iterable[Entry], head: str) -> Iterator[Entry]:
    for number, entry in enumerate(entries, 1):
        if entry.number != number:
            raise VaultDamaged(f"audit log: entry {number} is missing, or not in its place")
        if entry.before != head:
            raise VaultDamaged(f"audit log: entry {number} does not follow the one before it")
        yield entry
        head = entry.hash()


def _require_order(vault: bytes, marks: list[Mark]) -> None:
    if any(mark.vault != vault.hex() for mark in marks):
        raise VaultDamaged("audit log: a checkpoint is of another vault")
    numbers = [mark.number for mark in marks]
    if numbers != sorted(numbers):
        raise VaultDamaged("audit log: the checkpoints are not in their order")


def _require_head(waiting: dict[int, str], number: int, head: str) -> None:
    if waiting.pop(number, head) != head:
        raise VaultDamaged(f"audit log: up to entry {number} it is not the log that was signed")


def entries_of(data: Iterable[Any]) -> Iterator[Entry]:
    """Return the entries that plain data describe; raise VaultDamaged for anything else."""
    for number, each in enumerate(data, 1):
        try:
            yield entry_of(each)
        except (ValueError, TypeError):
            raise VaultDamaged(f"audit log: entry {number} is not one that this version can read") from None
