"""How a text is cut for engines that read only so much at once. Nothing is left out, at no length.

pieces    cut where a reader would pause: after a paragraph, else a line, a sentence, a word, best a small one
windows   overlap, and each unit is kept from the window in which it has more units around it
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from allonym.core.types import Span

MOST = 20_000
"""So many characters an engine is given at once: some refuse a million, and some slow down long before that."""
# After an abbreviation ("Prof.") or between two capitals ("Anna Berg") a text is cut only where there is nothing else.
_SMALL = "[a-zß-öø-ÿ]"
_PAUSES = tuple(
    map(
        re.compile,
        (
            r"\n[^\S\n]*\n\s*",
            r"\n",
            rf"{_SMALL}{{4}}[.!?…]\s+",
            r"[.!?…؟。]\s+",
            rf"(?<={_SMALL})\s+(?={_SMALL})",
            r"\s+",
            r"[^\w\0]+",
        ),
    )
)


class Window(NamedTuple):
    """A stretch of units that is read at once, and those of them that are kept from this reading."""

    first: int
    stop: int
    keep_first: int
    keep_stop: int


def pieces(text: str, most: int = MOST) -> Iterator[Span]:
    """Return spans that are together the whole text, none longer than `most`."""
    start = 0
    while len(text) - start > most:
        end = _pause(text, start + most // 2, start + most)
        yield Span(start, end)
        start = end
    if start < len(text):
        yield Span(start, len(text))


def windows(sizes: Sequence[int], room: int, most: int, overlap: int) -> Iterator[Window]:
    """Return windows over units of these sizes: at most `room` in size and `most` units, `overlap` of them shared.

    Every unit is kept from exactly one window. A unit that is larger than the room has a window to itself.
    """
    ends = list(accumulate(sizes, initial=0))
    first = kept = 0
    while kept < len(sizes):
        while (stop := _reach(ends, first, room, most)) <= kept:
            first += 1
        shared = min(overlap, (stop - first) // 2)
        keep_stop = stop if stop == len(sizes) else max(kept + 1, stop - shared // 2)
        yield Window(first, stop, kept, keep_stop)
        kept = keep_stop
        first = stop - shared


def _pause(text: str, low: int, high: int) -> int:
    for pattern in _PAUSES:
        for last in deque(pattern.finditer(text, low, high), maxlen=1):
            return last.end()
    return high


def _reach(ends: Sequence[int], first: int, room: int, most: int) -> int:
    stop = first + 1
    while stop < len(ends) - 1 and stop - first < most and ends[stop + 1] - ends[first] <= room:
        stop += 1
    return stop
