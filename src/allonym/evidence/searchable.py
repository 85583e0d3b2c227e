"""Whether a text can be found by its own words: long runs of words that stand nowhere else and hold no stand-in.

A sentence of eight words that is on the web is found by any search engine, whatever names were replaced around it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median_low

from allonym.core.tokens import TOKEN
from allonym.core.types import Span
from allonym.evidence.folding import words_of
from allonym.evidence.spans import Spans

RUN = 8
"""So many words one after the other, and a search finds their text."""
_MARKED = re.compile(rf"{TOKEN.pattern}|\[[A-Z][A-Z_.]+[^\]\s]*\]|\bX{{3,}}\b")


@dataclass(frozen=True, slots=True)
class Searchability:
    """How many texts have a run of words that stands once in the data, and how long the longest runs are."""

    texts: int
    searchable: int
    longest: int
    median: int
    run: int = RUN

    @property
    def share(self) -> float:
        """Return the share of texts that can be found by their own words."""
        return self.searchable / self.texts if self.texts else 0.0


def searchability(texts: Sequence[str], stand_ins: Sequence[Sequence[Span]] = ()) -> Searchability:
    """Return how many texts can be found by their own words; stand-ins that are not marked must be told."""
    told = stand_ins or [()] * len(texts)
    runs = [list(_runs(text, spans)) for text, spans in zip(texts, told, strict=True)]
    seen = Counter(gram for mine in runs for gram in {gram for run in mine for gram in _grams(run)})
    alone = [
        max((len(run) for run in mine if any(seen[gram] == 1 for gram in _grams(run))), default=0) for mine in runs
    ]
    found = [length for length in alone if length]
    return Searchability(len(texts), len(found), max(found, default=0), median_low(found) if found else 0)


def _runs(text: str, stand_ins: Sequence[Span]) -> Iterator[tuple[str, ...]]:
    """Return the words between stand-ins."""
    taken = Spans([*stand_ins, *(Span(*match.span()) for match in _MARKED.finditer(text))])
    run: list[str] = []
    last = 0
    for word in words_of(text):
        if taken.overlap(word.span) or (run and taken.overlap(Span(last, word.span.start + 1))):
            yield tuple(run)
            run = []
        if not taken.overlap(word.span):
            run.append(word.folded)
        last = word.span.end
    yield tuple(run)


def _grams(run: tuple[str, ...]) -> Iterator[int]:
    # A hash of words, for there are as many runs as words.
    return (hash(run[start : start + RUN]) for start in range(len(run) - RUN + 1))
