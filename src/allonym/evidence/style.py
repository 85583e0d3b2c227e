"""An attacker who knows how somebody writes: an author's texts may be recognised by their letters alone.

The texts of each author are dealt out to two halves. The attacker knows one half with its authors, and assigns each
half of the others to the author whose character trigrams are nearest: counts, weighted by how rare they are, compared
by the angle between them. Chance would be right once in as many tries as there are authors.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from allonym.evidence.rows import Author

_SIZES = 1 << 14
_GRAM = 3
_LEAST_LETTERS = 100
_MOST_LETTERS = 50_000
_MOST_AUTHORS = 2000

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class StyleAttack:
    """How many authors were recognised; chance, and the interval in which the true share lies with 95 %."""

    authors: int
    linked: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """Return the share of authors who were recognised."""
        return self.linked / self.authors if self.authors else 0.0

    @property
    def chance(self) -> float:
        """Return the share that guessing would reach."""
        return 1 / self.authors if self.authors else 0.0


def style_attack(known: Sequence[Author], unknown: Sequence[Author]) -> StyleAttack:
    """Return how many authors of some texts are recognised by others: the first halves of those, the second of these.

    Only authors who are in both, with enough text in each half, take part.
    """
    first = {author.name: _half(author, 0) for author in known}
    second = {author.name: _half(author, 1) for author in unknown}
    names = [name for name in first if _is_enough(first[name]) and _is_enough(second.get(name, ""))][:_MOST_AUTHORS]
    if len(names) < 2:
        return StyleAttack(len(names), 0, 0.0, 1.0)
    have = np.stack([_counts(first[name]) for name in names])
    asked = np.stack([_counts(second[name]) for name in names])
    weights = np.log((1 + len(names)) / (1 + (have > 0).sum(0))) + 1
    nearest = (_unit(asked * weights) @ _unit(have * weights).T).argmax(1)
    linked = int((nearest == np.arange(len(names))).sum())
    return StyleAttack(len(names), linked, *interval(linked, len(names)))


def interval(found: int, of: int) -> tuple[float, float]:
    """Return Wilson's interval for a share, at 95 %."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, found / of
    middle, spread = share + z * z / (2 * of), z * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5
    whole = 1 + z * z / of
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def _half(author: Author, which: int) -> str:
    return "\n".join(author.texts[which::2])[:_MOST_LETTERS]


def _is_enough(text: str) -> bool:
    return len(text) >= _LEAST_LETTERS


def _counts(text: str) -> Vector:
    grams = [crc32(text[place : place + _GRAM].encode()) % _SIZES for place in range(len(text) - _GRAM + 1)]
    counts: Vector = np.log1p(np.bincount(grams, minlength=_SIZES).astype(np.float64))
    return counts


def _unit(rows: Vector) -> Vector:
    made: Vector = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return made
