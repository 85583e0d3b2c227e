"""How a long text is read: sentence by sentence in windows, and a sentence that is too long through several of them.

words     0 . . . . | . . . | . . . . . . . . . .     | ends of sentences
windows   [................]
                             [.............]
                                      [........]
kept      |................||..........|.......|      each word from the window in which it has more words around it
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from allonym.detectors import cutting
from allonym.detectors.cutting import Window
from allonym.detectors.model.tokens import MARK, Token

WINDOW = 128
OVERLAP = 24
_STOPS = frozenset(".!?…؟。")
_SHORT = 3


def sentence_stops(text: str, tokens: Sequence[Token]) -> list[int]:
    """Return after which words sentences end, the last word included; a point after a short word ends none."""
    stops: list[int] = []
    last = 0
    for place, token in enumerate(tokens):
        if token.start > last:
            gap = text[last : token.start]
            if "\n" in gap or (place > 1 and _ends(text, tokens[place - 2], tokens[place - 1])):
                stops.append(place)
        last = token.end
    if tokens:
        stops.append(len(tokens))
    return stops


def is_opening(text: str, tokens: Sequence[Token], place: int) -> bool:
    """Tell whether a sentence begins with a word, as the first one does."""
    if place == 0:
        return True
    gap = text[tokens[place - 1].end : tokens[place].start]
    return "\n" in gap or (bool(gap) and place > 1 and _ends(text, tokens[place - 2], tokens[place - 1]))


def _ends(text: str, before: Token, mark: Token) -> bool:
    if mark.shape != MARK or text[mark.end - 1] not in _STOPS:
        return False
    return text[mark.start : mark.end] != "." or before.end - before.start > _SHORT or before.end < mark.start


def cut(stops: Sequence[int], first: int, stop: int) -> list[int]:
    """Return where sentences, or parts of them, begin and end in a window, as places in it."""
    inner = stops[bisect_right(stops, first) : bisect_left(stops, stop)]
    return [0, *(place - first for place in inner), stop - first]


def windows(stops: Sequence[int]) -> Iterator[Window]:
    """Return windows over sentences that end after these words; every word is kept from exactly one."""
    first = last = 0
    for stop in stops:
        if stop - first > WINDOW:
            if last > first:
                yield Window(first, last, first, last)
                first = last
            if stop - first > WINDOW:
                yield from _overlapping(first, stop)
                first = stop
        last = stop
    if last > first:
        yield Window(first, last, first, last)


def _overlapping(first: int, end: int) -> Iterator[Window]:
    for window in cutting.windows([1] * (end - first), WINDOW, WINDOW, OVERLAP):
        yield Window(*(place + first for place in window))
