"""Texts as the linear classifier reads them: which words, pairs of words and runs of four letters stand in each.

Features are hashed into a fixed number of places, so that nothing of one text has to be known to read another.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

SIZE = 1 << 18
_RUN = 4
_WORD = re.compile(r"\w+|[^\w\s]")
Floats = NDArray[np.float32]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sparse:
    """Rows of few ones among many noughts, each of length one."""

    places: Places = field(repr=False)
    values: Floats = field(repr=False)
    owners: Places = field(repr=False)
    starts: Places = field(repr=False)
    width: int = SIZE

    @classmethod
    def of(cls, rows: Sequence[Places], width: int = SIZE) -> "Sparse":
        """Put rows together; none is empty."""
        sizes = np.array([len(row) for row in rows])
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        values = np.repeat(1 / np.sqrt(sizes), sizes).astype(np.float32)
        return cls(np.concatenate(rows), values, np.repeat(np.arange(len(rows)), sizes), starts, width)

    def __len__(self) -> int:
        return len(self.starts)

    def narrowed(self) -> tuple["Sparse", Places]:
        """Return the rows with only the places that stand in several of them, and which places these are."""
        counts = np.bincount(self.places, minlength=self.width)
        kept = np.flatnonzero(counts > 1)
        new = np.full(self.width, -1)
        new[kept] = np.arange(len(kept))
        chosen = counts[self.places] > 1
        owners = self.owners[chosen]
        # The first place stands in all rows, so none is empty; of a single row nothing can be left out.
        starts = np.searchsorted(owners, np.arange(len(self)))
        return Sparse(new[self.places[chosen]], self.values[chosen], owners, starts, len(kept)), kept

    def times(self, weights: Floats) -> Floats:
        """Return the product with a matrix of weights."""
        made: Floats = np.add.reduceat(self.values[:, None] * weights[self.places], self.starts)
        return made

    def turned_times(self, errors: Floats) -> Floats:
        """Return the product of the turned matrix with one that has as many rows."""
        columns = [
            np.bincount(self.places, weights=self.values * errors[self.owners, at], minlength=self.width)
            for at in range(errors.shape[1])
        ]
        return np.stack(columns, axis=1).astype(np.float32)


class NgramReader:
    """Reads texts, each once."""

    name = "linear"

    def __init__(self) -> None:
        self._read: dict[str, Places] = {}

    def rows(self, texts: Sequence[str]) -> Sparse:
        """Return the features of texts."""
        return Sparse.of([self._places(text) for text in texts])

    def _places(self, text: str) -> Places:
        if text not in self._read:
            self._read[text] = hashed(_grams(text))
        return self._read[text]


def hashed(features: Sequence[str]) -> Places:
    """Return the places of features, each once; the first place stands in every row."""
    found = {crc32(each.encode("utf-8", "surrogatepass")) % (SIZE - 1) + 1 for each in features}
    return np.array([0, *sorted(found)], np.int64)


def _grams(text: str) -> list[str]:
    words = _WORD.findall(text.casefold())
    pairs = [f"{one} {other}" for one, other in pairwise(words)]
    joined = f" {' '.join(words)} "
    return [*words, *pairs, *(f"_{joined[at : at + _RUN]}" for at in range(len(joined) - _RUN + 1))]
