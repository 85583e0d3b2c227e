"""Numbers with a colon that are no time of day: a scale 1:50, a result 2:10, a verse (John 3:16), a Swedish property.

The words that tell so are in languages/<code>/dates.toml, under `times.ratio` and `times.verse`.
"""

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import after, before
from allonym.detectors.life.dating import ends_with
from allonym.detectors.life.numerals import Page

# Swedish land has such numbers: "Fastigheten Berga 4:12".
_PROPERTY = Expression(r"fastighet|lagfart|köpeskilling|styckad|styckning|servitut|registerbeteckning|tomträtt|avstyck")
_NAME = Expression(r"[^\W\d_]+ \Z")
# A sura has its name behind the word.
_SURA = Expression(r"(?:سورة|sure|sourate|surah|sura) [^\W\d_]+ \Z")
_QUARTERS = frozenset({"00", "15", "30", "45"})
_AROUND = 40


def is_ratio(page: Page, start: int, end: int, minute: str) -> bool:
    """Tell whether two numbers with a colon are something else than hours and minutes."""
    lowered = page.lowered
    if ends_with("times.ratio").before(lowered, start, 20):
        return True
    # Many who wrote verses have names that are still given.
    if minute not in _QUARTERS and ends_with("times.verse").before(lowered, start, 20):
        return True
    window = before(lowered, start, _AROUND)
    name = _NAME.search(window)
    if not name:
        return False
    capital = page.text[start - len(name[0])].isupper()
    if capital and (_PROPERTY.search(window) or _PROPERTY.search(after(lowered, end, _AROUND))):
        return True
    return _SURA.search(window) is not None
