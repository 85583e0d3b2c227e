"""The number of a house as sentences tell it: 12A-3, "número doce", and before its street: "au 14 de la rue X"."""

import re

from allonym.detectors.expressions import Expression
from allonym.detectors.life.counting import cardinals
from allonym.detectors.life.streets import PARTICLE, listed

NUMBER = (
    r"(?!0[0-9]{2}(?![0-9]))[0-9]{1,5}(?:\s?(?:bis|ter|quater)\b|[A-Za-z](?![\w'’])|\s[A-HJ-NP-Zb-df-h](?![\w'’]))?"
    r"(?:(?:/[0-9]{1,3}[A-Za-z]?){2,3}(?![\w/])|\s?[-–/]\s?[0-9]{1,4}(?![.]?[oaºª°](?!\w))[A-Za-z]?(?!\w)"
    r"|/[A-Za-z](?!\w)|-[A-Z](?![\w'’\-]))?"
)
"""The number of a house; a letter apart from it is none of those that are words: "3 i går", "12 a Milano".

In Vienna stair and door follow: 114/2/15. In Portugal the floor does: 4-2.º Dto.
A phone number is none: "ring 070-174".
"""

_OF = Expression(
    lambda: (
        rf"(?<!\w)(?i:{listed('house_number')}|{listed('house_at')}) (?P<number>{NUMBER}),? "
        rf"(?:{PARTICLE}(?:\s|(?<=['’]))){{1,2}}\Z"
    )
)
_SPELT = Expression(
    lambda: (
        rf",? (?i:{listed('house_number')}) "
        r"(?P<number>(?P<first>[^\W\d_]{2,20})(?: (?:y|e) [^\W\d_]{2,8})?)"
        r"(?=\s?[,;.)\n\0]|\s?\Z| (?:in|en|em|a|à|i) [A-ZÀ-Þ])"
    )
)
# Small words that join a number to its street end so: di, de, la, du, of, der.
_LAST = frozenset("aeilorfu")
_OPENS = frozenset(", ")
_DIGIT = Expression(r"[0-9]")
_NEAR, _WIDTH = 16, 40


def number_of(text: str, start: int) -> tuple[int, int] | None:
    """Return where a number stands that small words join to the street behind it: al civico 14 di [via Roma]."""
    if text[start - 1 : start] != " " or text[start - 2 : start - 1] not in _LAST:
        return None
    digit = _DIGIT.search(text, max(0, start - _NEAR), start)
    number = _OF.search(text, max(0, start - _WIDTH), start) if digit else None
    return number.span("number") if number else None


def number_told(lowered: str, end: int) -> bool:
    """Tell at a glance whether "número" stands behind a word: there a number may be no digits."""
    return lowered.find("mero ", end, end + _WIDTH) >= 0


def number_spelt(text: str, end: int) -> re.Match[str] | None:
    """Return the number of a house in words, which a word announces: [calle del Pez] número doce."""
    if text[end : end + 1] not in _OPENS:
        return None
    number = _SPELT.match(text, end)
    return number if number and number["first"].lower() in cardinals() else None
