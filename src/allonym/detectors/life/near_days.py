"""Days from today whose word means something else as well: "mañana" and "morgen" are tomorrow, or the morning."""

from allonym.core.types import Features
from allonym.detectors.finding import Found, before
from allonym.detectors.life.dating import Sign, ends_with, follows
from allonym.detectors.life.lexicon import Hit
from allonym.detectors.life.numerals import Page

_FUTURE: Features = (("form", "words"), ("when", "future"))


def near_day(page: Page, hit: Hit[Sign]) -> Found | None:
    """Find a day from today, unless what stands around it tells that it is the other thing."""
    start, end, sign = hit
    lowered, codes = page.lowered, sign.codes
    if ends_with("near_not_before", *codes).before(lowered, start, 24):
        return None
    if follows("near_not_after", *codes).match(lowered, end):
        return None
    # German writes the morning with a capital, and both at the beginning of a sentence.
    if codes == ("de",) and page.text[start].isupper():
        head = before(page.text, start, 3).strip(" \"'“«")
        if (head and head[-1] not in ".!?\n:") or not follows("near_opens", "de").match(lowered, end):
            return None
    part = follows("relative.day_part", *codes).match(lowered, end)
    return Found(start, part.end() if part else end, "DATE", 0.45, "near-day", _FUTURE)
