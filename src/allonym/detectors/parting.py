"""How documents go to the detectors: a long one in parts, and so few at once that their size does not matter.

    |------ own ------|......            each part is read with a little of what stands around it, so that a name
                ......|------ own ------|......       at a cut is seen whole, by both of the parts it may belong to

Mentions that touch what is a part's own are brought home to the document; where two parts have the same, resolving
makes them one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from allonym.core.making import quickly
from allonym.core.types import Document, Features, Mention, Segment, Span
from allonym.detectors.cutting import pieces
from allonym.detectors.finding import span_of

LONGEST = 100_000
"""So many characters of a text are read at once. What is seen elsewhere in a text counts as far as this."""

AROUND = 500
"""So many characters are read before and after a part: more than any name has."""

Once = dict[str | Features, Any]
"""What many mentions of a long text have in common, kept once."""

_mention = quickly(Mention)
_SPACE = re.compile(r"\s")
_LAST_SPACE = re.compile(r"\s\S*\Z")


class Part(NamedTuple):
    """A stretch of a document as a document of its own."""

    which: int
    """The place of the whole document among all."""
    document: Document
    start: int
    """Where its text begins in the whole."""
    own: Span
    """What is its own, and not around it, as places in its text."""
    is_whole: bool
    """Whether this is the whole document, as it came."""


def batches(documents: Sequence[Document], longest: int = LONGEST, around: int = AROUND) -> Iterator[list[Part]]:
    """Return all documents, the long ones in parts, as many at once as are not too much to read."""
    batch: list[Part] = []
    size = 0
    for which, document in enumerate(documents):
        length = len(document.text)
        is_whole = length <= longest
        whole = Part(which, document, 0, span_of(0, length), is_whole)
        for part in (whole,) if is_whole else _parts(which, document, longest, around):
            length = len(part.document.text)
            if size and size + length > longest:
                yield batch
                batch, size = [], 0
            batch.append(part)
            size += length
    if batch:
        yield batch


def brought_home(part: Part, text: str, mentions: Sequence[Mention], once: Once) -> Iterator[Mention]:
    """Return those mentions in a part that touch what is its own, as places in the text of the whole document."""
    own, last = part.own, len(part.document.text)
    for each in mentions:
        start, stop = each.span.start, each.span.end
        if start < own.end and stop > own.start:
            end = stop + part.start
            # What fills all that was read past a cut goes on as far as it is one word: a link without an end.
            if stop == last > own.end:
                end = _word_end(text, end)
            source, features = once.setdefault(each.source, each.source), once.setdefault(each.features, each.features)
            yield _mention(Span(start + part.start, end), each.label, each.score, source, features)


def _parts(which: int, document: Document, longest: int, around: int) -> Iterator[Part]:
    text = document.text
    for own in pieces(text, longest):
        start, end = _before(text, own.start, around), _after(text, own.end, around)
        segments = tuple(_clipped(document.segments, start, end))
        part = replace(document, text=text[start:end], segments=segments)
        yield Part(which, part, start, Span(own.start - start, own.end - start), is_whole=False)


def _before(text: str, start: int, around: int) -> int:
    """Return where to begin to read: with a word, if there is one."""
    low = max(0, start - around)
    space = _SPACE.search(text, low, start) if low else None
    return space.end() if space else low


def _after(text: str, end: int, around: int) -> int:
    """Return where to stop to read: after a word, if there is one."""
    high = min(len(text), end + around)
    space = _LAST_SPACE.search(text, end, high) if high < len(text) else None
    return space.start() if space else high


def _word_end(text: str, at: int) -> int:
    space = _SPACE.search(text, at)
    return space.start() if space else len(text)


def _clipped(segments: Sequence[Segment], start: int, end: int) -> Iterator[Segment]:
    """Return what of the segments lies in a stretch, as places in it."""
    for each in segments:
        low, high = max(each.span.start, start), min(each.span.end, end)
        if low < high:
            yield Segment(Span(low - start, high - start), each.language)
