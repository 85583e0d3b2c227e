"""Where the numbers of a text stand: found once, and shown to all that read dates, times, ages and lengths of time."""

from functools import lru_cache
from typing import Any

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import BOUNDARY

# Arabic writes "and" and "in" as one word with the number that follows.
ARABIC = "\u0621-\u064a"
"""The letters after which a number may begin."""

_NUMERAL = Expression(rf"[0-9](?<![^\W_{ARABIC}][0-9])[0-9]*+")
OPENING = "\"'“”«»‘([{*_#>—–,;.!?"
"""Marks that may stand before a word."""

_GLUE = frozenset("\t\n\r:('’-")
_DIGITS = frozenset("0123456789")
_REACH = 16

Numeral = tuple[int, int, str, str, str | None]
"""Where a number begins and ends, the character before it, the one behind it, and the word that leads to it.

That word is "" where none can, and None where it takes a closer look.
"""


class Page:
    """A text, the same in small letters, and its numbers: digits that do not go on a word."""

    __slots__ = ("_numerals", "lowered", "numbers", "text")

    def __init__(self, text: str, lowered: str) -> None:
        self.text, self.lowered = text, lowered
        self.numbers: dict[int, Any] = {}
        self._numerals: list[Numeral] | None = None

    @property
    def numerals(self) -> list[Numeral]:
        """Return where the numbers stand, in reading order; they are looked for when first asked for."""
        if self._numerals is None:
            self._numerals = _find(self.lowered)
        return self._numerals


def plain_word(word: str) -> str:
    """Return a word without the marks around it."""
    return word.rstrip(":(").lstrip(OPENING) or word


def _find(lowered: str) -> list[Numeral]:
    found: list[Numeral] = []
    for match in _NUMERAL.finditer(lowered):
        start, end = match.span()
        previous = lowered[start - 1 : start]
        if previous == " ":
            # Behind another number no word leads to this one.
            lead = "" if lowered[start - 2 : start - 1] in _DIGITS else _lead(lowered, start)
        else:
            lead = None if previous in _GLUE and lowered[start - 2 : start - 1] not in _DIGITS else ""
        found.append((start, end, previous, lowered[end : end + 1], lead))
    return found


def _lead(lowered: str, at: int) -> str | None:
    word = lowered[at - _REACH if at > _REACH else 0 : at - 1].rpartition(" ")[2]
    if word.isalpha():
        return word if len(word) < _REACH - 1 else None
    return _marked_lead(word)


# A table has the same few short forms before its numbers over and over: "1h 2h", "3, 4".
@lru_cache(maxsize=256)
def _marked_lead(word: str) -> str | None:
    words = word.rpartition(BOUNDARY)[2].split()
    return plain_word(words[-1]) if words and words[-1] not in "(:" else None
