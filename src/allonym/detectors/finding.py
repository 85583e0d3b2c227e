"""How a detector that reads characters goes over a batch: one pass over all texts, joined.

Short texts by the thousand cost more in calls than in reading, so the shadows of a batch are joined by NUL and
searched as one. A finder therefore never crosses a NUL; then a document's mentions do not depend on its neighbours.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from allonym.core.shadow import shadow
from allonym.core.types import Document, Features, Mention, Span

BOUNDARY = "\0"


class Found(NamedTuple):
    """Something found in a shadow."""

    start: int
    end: int
    label: str
    score: float
    rule: str
    features: Features = ()


Finder = Callable[[str], Iterator[Found]]
"""Finds things in a text. It takes NUL for the end of the world, and time linear in the text."""


def before(text: str, at: int, width: int) -> str:
    """Return what stands before a place, up to `width` characters and never from another document."""
    start = max(0, at - width)
    return text[max(start, text.rfind(BOUNDARY, start, at) + 1) : at]


def after(text: str, at: int, width: int) -> str:
    """Return what stands after a place, up to `width` characters and never from another document."""
    stop = text.find(BOUNDARY, at, at + width)
    return text[at : at + width if stop < 0 else stop]


def words_before(text: str, at: int, gaps: str, most: int) -> Iterator[tuple[int, str]]:
    """Return words before a place with where they start, the last first, while only `gaps` stand between them."""
    for _ in range(most):
        end = at
        while end and at - end < 3 and text[end - 1] in gaps:
            end -= 1
        start = end
        while start and end - start < 32 and text[start - 1].isalpha():
            start -= 1
        if end in {at, start}:
            return
        yield start, text[start:end]
        at = start


def find_in_batch(documents: Sequence[Document], finders: Sequence[Finder], source: str) -> list[list[Mention]]:
    """Run finders over the shadows of all documents and bring what they find home to each document."""
    shadows = [shadow(document.text) for document in documents]
    starts = list(accumulate((len(each.text) + 1 for each in shadows), initial=0))
    joined = BOUNDARY.join(each.text for each in shadows)
    mentions: list[list[Mention]] = [[] for _ in documents]
    for finder in finders:
        for found in finder(joined):
            which = bisect_right(starts, found.start) - 1
            shift, cast = starts[which], shadows[which]
            if cast.starts is None:
                span = Span(found.start - shift, found.end - shift)
            else:
                span = cast.span(found.start - shift, found.end - shift)
            mentions[which].append(Mention(span, found.label, found.score, f"{source}:{found.rule}", found.features))
    return mentions
