"""Keyed chance: from a seed come always the same numbers, in every process and release."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """Draws numbers from a seed, one after the other; only SHA-256 decides, not the version of Python."""

    __slots__ = ("_count", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed, self._count = seed, 0

    def below(self, limit: int) -> int:
        """Return a number from 0 up to, but not including, the limit."""
        self._count += 1
        block = sha256(self._seed + self._count.to_bytes(4, "big")).digest()
        # 256 bits against a limit of at most a few dozen: what is left over favours nobody.
        return int.from_bytes(block, "big") % limit

    def between(self, low: int, high: int) -> int:
        """Return a number from low to high, both included."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self.below(len(items))]

    def digits(self, count: int) -> str:
        """Return so many digits."""
        return str(self.below(10**count)).zfill(count) if count else ""
