"""Hours with one Arabic letter for their half of the day: "من 5م إلى 8م", "الدخول من 3 م والخروج 12 ظ".

The letter for the afternoon is a metre and a year as well: a word of the clock must stand near it.
"""

import re
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.languages.words import all_entries, spellings

HALVES = frozenset("صمظ")
"""The letters for before noon, after it, and noon itself."""

_LETTER = Expression(r"\s?[صمظ](?![^\W_]|\s?[0-9²³])")
_RANGE = Expression(r"\s?[صمظ]\s?(?:-|–|إلى|الى|حتى|لـ?)\s?[0-9]{1,2}(?::[0-5][0-9])?\s?[صمظ](?![^\W_])")
_FIRST = Expression(r"(?<![\w.,/])[0-9]{1,2}(?::[0-5][0-9])?\s?[صمظ]\s?(?:-|–|إلى|الى|حتى|لـ?)\s?\Z")
_WORDS = Expression(r"[\u0621-\u064a]+")
_NOON = 12
_WINDOW = 40


def letter_behind(lowered: str, start: int, end: int) -> re.Match[str] | None:
    """Return the letter behind an hour, where a word near it tells that it is one."""
    match = _LETTER.match(lowered, end)
    if not match or not 1 <= int(lowered[start:end]) <= _NOON:
        return None
    window = before(lowered, start, _WINDOW)
    # Two numbers of metres have no morning.
    ranging = _RANGE.match(lowered, end) or _FIRST.search(window)
    mixed = ranging and "ص" in ranging[0]
    return match if mixed or not _near().isdisjoint(_WORDS.findall(window)) else None


@cache
def _near() -> frozenset[str]:
    return frozenset(s for word in all_entries("dates", "times", "letter_near") for s in spellings(word))
