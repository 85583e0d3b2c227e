"""Edits that stay off what is fixed: a replacement over two paragraphs stands in the first, and leaves both."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from allonym.core.splice import splice
from allonym.core.types import Document, Edit, OutputText, Result, Span


def parted(document: Document, result: Result, fixed: Sequence[Span]) -> Result:
    """Return the result with no edit over a fixed place; fixed places are in order."""
    edits = tuple(part for edit in result.edits for part in _parts(edit, fixed))
    if edits == result.edits:
        return result
    text, spans = splice(document.text, edits)
    return replace(result, text=OutputText(text, result.id, result.plan.digest), edits=edits, spans=spans)


def _parts(edit: Edit, fixed: Sequence[Span]) -> Iterator[Edit]:
    start, end, words = edit.span.start, edit.span.end, edit.replacement
    if start == end:
        yield edit
    first = bisect_right(fixed, start, key=lambda span: span.end)
    for span in fixed[first:]:
        if span.start >= end:
            break
        if start < span.start:
            yield replace(edit, span=Span(start, span.start), replacement=words)
            words = ""
        start = span.end
    if start < end:
        yield replace(edit, span=Span(start, end), replacement=words)
