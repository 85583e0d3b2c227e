"""Years in words behind a date: "de dos mil veinte", "duemilaventi", "nineteen ninety-eight", "zweitausendzwanzig"."""

import re
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.life.counting import number_words
from allonym.detectors.life.dating import between
from allonym.languages.words import all_entries, either, spellings

_NEXT = Expression(r"[ \-]([^\W\d_]+)")
_CLOSED = Expression(r"\s?[.,;:!?)\n\0]|\Z")
_AND = frozenset({"y", "e", "et", "and", "und", "och"})
_MOST = 5


def year_in_words(lowered: str, end: int) -> int | None:
    """Return where the year in words ends that follows a place; None if none does."""
    match = _opening().match(lowered, end)
    if not match:
        return None
    stop, at = match.end(), match.end()
    for _ in range(_MOST):
        if not (word := _NEXT.match(lowered, at)):
            break
        at = word.end()
        if word[1] in _numbers():
            stop = at
        elif word[1] not in _AND:
            break
    # "May twenty" is no year, nor is "3 May two thousand people".
    round_one = stop == match.end() and not match["rest"]
    return None if round_one and (match["words"] in _numbers() or not _CLOSED.match(lowered, stop)) else stop


@cache
def _opening() -> re.Pattern[str]:
    """Return an expression for how the words of a year begin: of some languages it is one word to its end."""
    words = [spelling for word in all_entries("dates", "year_words") for spelling in spellings(word)]
    return re.compile(rf",?\s(?:(?:{between()})\s)?(?P<words>{either(words)})(?P<rest>[^\W\d_]*)")


@cache
def _numbers() -> frozenset[str]:
    return frozenset(part for word, value in number_words().items() if value < 100 for part in word.split())
