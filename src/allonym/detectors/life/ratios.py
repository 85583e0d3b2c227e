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
# "Mix 1:10 with water", but not "at 1:10 by the water".
_DILUTED = Expression(r"\b(?:dilu|verdünn|späd|blanda|misch|mix\b)|خفف")
_IN_WATER = Expression(r"\b(?:vatten|wasser|water|eau|agua|acqua|água|ماء)\b")
_DILUTIONS = frozenset({"1", "2", "01"})
# Sets of a match are counted so.
_GAMES = Expression(
    r"volleybal|volleyboll|handball|handboll|badminton|tennis|innebandy|voleibol|balonmano|pallavolo|pallamano|vôlei|andebol"
)
_LINE = "\n"
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
    if _is_counted(lowered, (start, end), minute, window):
        return True
    name = _NAME.search(window)
    if not name:
        return False
    capital = page.text[start - len(name[0])].isupper()
    if capital and (_PROPERTY.search(window) or _PROPERTY.search(after(lowered, end, _AROUND))):
        return True
    return _SURA.search(window) is not None


def _is_counted(lowered: str, span: tuple[int, int], minute: str, window: str) -> bool:
    """Tell whether the words around two numbers speak of a dilution or a match, and none leads to an hour."""
    start, end = span
    if lowered[start : lowered.find(":", start)] in _DILUTIONS:
        around = f"{window.rpartition(_LINE)[2]}|{after(lowered, end, _AROUND).partition(_LINE)[0]}"
        return _DILUTED.search(around) is not None or (
            _IN_WATER.search(around) is not None and not _is_led(lowered, start)
        )
    # A date leads to an hour as well, and no game counts seconds.
    timed = minute in _QUARTERS or lowered[start - 2 : start - 1].isdigit() or end - start > len("21:14")
    return not timed and _GAMES.search(window) is not None and not _is_led(lowered, start)


def _is_led(lowered: str, start: int) -> bool:
    return ends_with("times.before").before(lowered, start, 20) is not None
