"""Quarters and halves of a year: "Q3 2022", "II trimestre 2023", "third quarter of 2021", "kvartal 3 2022", "3T22"."""

import re
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.dating import said
from allonym.languages.words import all_entries

_LETTERS = frozenset(f"{letter}{count}" for letter in "qths" for count in "1234") | {"1t", "2t", "3t", "4t"}
SHORT = Expression(r"[1-4][tq] ?(?:20)?[0-4][0-9](?![\w]|[.,:/\-][0-9])")
"""How Portuguese and Spanish write one."""
_COUNTED = frozenset("1234")
_REACH = 32


def quarter_before(lowered: str, start: int, lead: str | None) -> int | None:
    """Return where the quarter begins whose year stands at a place; `lead` is the word before the year."""
    if lead == "":
        if lowered[max(0, start - 3) : start - 1] in _LETTERS and not lowered[start - 4 : start - 3].isalnum():
            return start - 3
        # "Kvartal 3 2022".
        if lowered[start - 2 : start - 1] not in _COUNTED or lowered[start - 3 : start - 2] != " ":
            return None
    window = before(lowered, start, _REACH)
    match = _quarter().search(window)
    return start - len(window) + match.start() if match else None


@cache
def quarter_leads() -> frozenset[str]:
    """Return the words that may stand before the year of a quarter; behind a number none does."""
    phrases = (*all_entries("dates", "quarters"), *all_entries("dates", "quarter_of"))
    return frozenset(("", *(phrase.split()[-1] for phrase in phrases)))


@cache
def _quarter() -> re.Pattern[str]:
    names = said("quarters")
    count = rf"(?:[1-4](?:st|nd|rd|th|er|e|º|ª|o|a|\.o|°|:a|:e|\.)?|iv|i{{1,3}}\.?|{said('quarter_counts')})"
    return re.compile(
        rf"(?<![^\W_])(?:(?:{count}\s)?(?:{names})(?:\s(?:{said('quarter_of')}))?|(?:{names})\s[1-4])\s\Z"
    )
