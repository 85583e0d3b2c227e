"""How a detector that reads characters goes over a batch: one pass over all texts, joined.

Short texts by the thousand cost more in calls than in reading, so the shadows of a batch are joined by NUL and
searched as one. A finder therefore never crosses a NUL; then a document's mentions do not depend on its neighbours.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from allonym.core.collecting import undisturbed
from allonym.core.making import quickly
from allonym.core.parts import has_parts, moved
from allonym.core.shadow import Shadow, is_plain, shadow
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
    window = text[at - width if at > width else 0 : at]
    return window.rpartition(BOUNDARY)[2] if BOUNDARY in window else window


def after(text: str, at: int, width: int) -> str:
    """Return what stands after a place, up to `width` characters and never from another document."""
    stop = text.find(BOUNDARY, at, at + width)
    return text[at : at + width if stop < 0 else stop]


def lower(text: str) -> str:
    """Return a text in small letters, with every character in its place."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    # The small form of İ alone is longer; offsets matter more than it does.
    return "İ".join(part.lower() for part in text.split("İ"))


@lru_cache(maxsize=2)
def lower_once(text: str) -> str:
    """Return the same for the text of a batch: its detectors ask one after another."""
    return lower(text)


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


# A text full of numbers has a find every few characters, and the collector would go over all of them again and again.
@undisturbed()
def find_in_batch(documents: Sequence[Document], finders: Sequence[Finder], source: str) -> list[list[Mention]]:
    """Run finders over the shadows of all documents and bring what they find home to each document."""
    mentions: list[list[Mention]] = [[] for _ in documents]
    if not finders or not documents:
        return mentions
    joined, starts, shadows = _join(tuple([document.text for document in documents]))
    # In long texts hardly a span comes twice.
    make = span_of if len(joined) < _SHORT * len(documents) else Span
    sources: dict[str, str] = {}
    # Where the document of the last thing found begins and ends; mostly the next is in the same one, or not far.
    shift, stop, cast, mine = 0, 0, None, mentions[0]
    for finder in finders:
        for start, end, label, score, rule, features in finder(joined):
            if start >= stop or start < shift:
                which = bisect_right(starts, start) - 1
                shift, stop, cast, mine = starts[which], starts[which + 1], shadows[which], mentions[which]
            told = sources.get(rule) or sources.setdefault(rule, f"{source}:{rule}")
            if cast is None:
                mine.append(_mention(make(start - shift, end - shift), label, score, told, features))
            else:
                home = _brought_home(features, cast, start - shift) if has_parts(features) else features
                mine.append(_mention(cast.span(start - shift, end - shift), label, score, told, home))
    return mentions


_mention = quickly(Mention)
# Short texts have the same few thousand spans over and over, and a span is slower to make than to find again.
span_of = lru_cache(maxsize=1 << 14)(Span)
"""Makes spans, or finds them again."""


def _brought_home(features: Features, cast: Shadow, start: int) -> Features:
    """Return features whose parts, counted in a shadow from a start, are counted in its text from there."""
    home = cast.span(start, start + 1).start

    def move(part: Span) -> Span:
        span = cast.span(start + part.start, start + part.end)
        return Span(span.start - home, span.end - home)

    return moved(features, move)


# Detectors see the same texts one after another: shadows are cast, and a batch is joined, for the first of them only.
_cast = lru_cache(maxsize=1024)(shadow)
_SHORT = 500


@lru_cache(maxsize=1)
def _join(texts: tuple[str, ...]) -> tuple[str, list[int], list[Shadow | None]]:
    """Join the shadows of texts; return also where each begins, and those that differ from their text."""
    shadows = [None if is_plain(text) else _cast(text) if len(text) < _SHORT else shadow(text) for text in texts]
    plain = [text if cast is None else cast.text for text, cast in zip(texts, shadows, strict=True)]
    starts = list(accumulate([len(text) + 1 for text in plain], initial=0))
    return BOUNDARY.join(plain), starts, shadows
