"""How a long text is read through windows that overlap, and how what is seen through them becomes one.

words     0 . . . . . . . . . . . . . . . .
windows   [.............]
                    [.............]
kept      |.......... |...........            each word from the window in which it has more words around it
"""

from collections.abc import Iterator
from typing import NamedTuple

WINDOW = 160
OVERLAP = 32


class Window(NamedTuple):
    """A stretch of words that is read at once, and the words in it that are kept from this reading."""

    first: int
    stop: int
    keep_first: int
    keep_stop: int


def windows(count: int) -> Iterator[Window]:
    """Return windows over so many words; every word is kept from exactly one."""
    first = kept = 0
    while kept < count:
        stop = min(count, first + WINDOW)
        keep_stop = count if stop == count else stop - OVERLAP // 2
        yield Window(first, stop, kept, keep_stop)
        kept = keep_stop
        first = stop - OVERLAP
