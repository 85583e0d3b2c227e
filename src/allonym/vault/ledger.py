"""Giving out pseudonyms: how a free one is found, and a ledger for one document that is not kept.

The running number and the seed go on with each attempt, so that a maker that had a taken stand-in has another.
"""

from collections.abc import Callable

from allonym.core.errors import SafetyError
from allonym.core.protocols import Propose
from allonym.core.types import Draw
from allonym.vault.tags import free_seed, seed

MOST_ATTEMPTS = 10_000


class _Drawn(Draw):
    """A draw whose seed is worked out when it is asked for: whoever only counts never does."""

    __slots__ = ("_made", "_seed_of")
    _made: bytes
    _seed_of: Callable[[int], bytes]

    def __init__(self, number: int, attempt: int, seed_of: Callable[[int], bytes]) -> None:
        keep = object.__setattr__
        keep(self, "number", number)
        keep(self, "attempt", attempt)
        keep(self, "_seed_of", seed_of)
        keep(self, "_made", b"")

    @property
    def seed(self) -> bytes:
        """Return the seed of this attempt."""
        made = self._made or self._seed_of(self.attempt)
        object.__setattr__(self, "_made", made)
        return made


def first_free(
    series: str, number: int, seed_of: Callable[[int], bytes], propose: Propose, is_taken: Callable[[str], bool]
) -> tuple[str, int]:
    """Return the first proposal that is free, and the number it was drawn with; `number` is the first to be tried."""
    for attempt in range(MOST_ATTEMPTS):
        pseudonym = propose(_Drawn(number + attempt, attempt, seed_of))
        if pseudonym is not None and not is_taken(pseudonym):
            return pseudonym, number + attempt
    raise SafetyError(f"no free pseudonym left for series {series} in this scope")


class LocalLedger:
    """A ledger in memory, for the one document that its scope names. The same key and calls, the same pseudonyms."""

    def __init__(self, seed_key: bytes, scope: str = "") -> None:
        self.scope = scope
        self._seed_key = seed_key
        self._given: dict[tuple[str, str, str], str] = {}
        self._taken: set[tuple[str, str]] = set()
        self._numbers: dict[tuple[str, str], int] = {}

    def assign(self, scope: str, series: str, original: str, propose: Propose) -> str:
        """Return the pseudonym of an original; the first time, ask `propose` until a free one comes."""
        known = self._given.get((scope, series, original))
        if known is not None:
            return known
        pseudonym, number = first_free(
            series,
            self._numbers.get((scope, series), 0) + 1,
            lambda attempt: seed(self._seed_key, scope, series, original, attempt),
            propose,
            lambda proposed: (scope, proposed) in self._taken,
        )
        # A proposal may be put together from parts that it has assigned itself, even from this very original.
        known = self._given.setdefault((scope, series, original), pseudonym)
        if known == pseudonym:
            self._taken.add((scope, pseudonym))
            self._numbers[scope, series] = max(number, self._numbers.get((scope, series), 0))
        return known

    def knows(self, scope: str, series: str, original: str) -> bool:
        """Tell whether an original was given a pseudonym before."""
        return (scope, series, original) in self._given

    def seed(self, scope: str, *words: str) -> bytes:
        """Return 32 keyed bytes, the same for the same words in a scope."""
        return free_seed(self._seed_key, scope, words)
