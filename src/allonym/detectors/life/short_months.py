"""Months that are cut short and have no number beside them, behind a preposition: "dès sept.", "in Oct or Nov"."""

from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.life.dating import Sign, ends_with, listed, said
from allonym.detectors.life.lexicon import Hit

# In French "sept" counts as well: the phrase ends there, or goes on with another month.
_ENDS = Expression(lambda: rf"\.?\s?(?:[,;:!?)\n\0،]|\Z)|\.\s|\.?\s(?:{said('month_led_then')})\s")
_FORM: Features = (("form", "words"),)


def short_month(lowered: str, hit: Hit[Sign]) -> Found | None:
    """Find a month that is cut short."""
    start, end, sign = hit
    if sign.kind != "month" or not _ENDS.match(lowered, end):
        return None
    word = lowered[start:end]
    for code in sign.codes:
        if word in _names(code) and ends_with("month_led", code).before(lowered, start, 24):
            return Found(start, end, "DATE", 0.5, "month", (*_FORM, ("value", f"--{sign.number:02d}")))
    return None


@cache
def _names(code: str) -> frozenset[str]:
    return frozenset(listed(code, "months_led"))
