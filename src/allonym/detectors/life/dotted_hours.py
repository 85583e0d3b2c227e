"""Hours with a point that their company tells: "i torsdags 22.47", "tåget mot Ystad 16.08", "9.10 till 10.30"."""

from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import is_law, said, weekday_names
from allonym.detectors.life.numerals import Page
from allonym.languages.words import all_entries

_UNIT = r"\s(?:k[gm]|[cm]?m|m[gl]|[cd]?l|g|per|pro|par|por)\b"
_UNITS = Expression(_UNIT)
# "9.10 till 10.30", but not "1.50 to 2.00 metres".
_TILL = Expression(
    lambda: (
        rf" (?:{said('to')}) (?P<hour>[0-9]{{1,2}})\.[0-5][05](?![\w%€$£]|[.,:/\-][0-9]|\s?[%€$£°])"
        rf"(?!\s(?:{said('times.measured', 'around.measures')})\b|{_UNIT})"
    )
)
_FROM = Expression(lambda: rf"(?<![\w.,:/\-])(?P<hour>[0-9]{{1,2}})\.[0-5][05] (?:{said('to')}) \Z")
_DESTINATION = Expression(
    lambda: (
        rf"(?<!\w)(?:{said('times.vehicles')})(?: [^\W\d_]{{1,12}}| [0-9]{{1,4}}){{0,2}},? "
        r"[^\W\d_]{1,12} (?P<name>[^\W\d_]{2,20}(?:[ \-][^\W\d_]{1,20})?),? \Z"
    )
)
_MEASURED = Expression(lambda: rf"\s(?:{said('times.measured', 'around.measures')})\b")
_FIRST, _LAST = 6, 24
_MONTHS = 12
_WINDOW = 64


def is_run(page: Page, start: int, end: int) -> bool:
    """Tell whether two numbers with a point are when something begins, ends or leaves."""
    lowered = page.lowered
    if lowered[end - 3] != "." or not _is_beside_a_word(lowered, start, end):
        return False
    if _MEASURED.match(lowered, end) or is_law(lowered, start, 20):
        return False
    hour = int(lowered[start : end - 3])
    return _is_ranging(lowered, start, end, hour) or _is_of_day(lowered, start, end) or _leaves(page, start)


def _is_beside_a_word(lowered: str, start: int, end: int) -> bool:
    """Tell at a glance whether a word stands before or behind two numbers: among others they are no hours."""
    if lowered[start - 1 : start] == " " and not lowered[start - 2 : start - 1].isdigit():
        return True
    return lowered[end + 1 : end + 2].isalpha()


def _is_ranging(lowered: str, start: int, end: int, hour: int) -> bool:
    if lowered[end - 1] not in "05" or not _FIRST <= hour <= _LAST:
        return False
    if lowered[end : end + 1] == " " and (later := _TILL.match(lowered, end)):
        return hour <= int(later["hour"]) <= _LAST
    earlier = _FROM.search(before(lowered, start, 24)) if lowered[start - 1 : start] == " " else None
    if earlier and (is_law(lowered, start - len(earlier[0]), 20) or _UNITS.match(lowered, end)):
        return False
    return earlier is not None and _FIRST <= int(earlier["hour"]) <= hour


def _is_of_day(lowered: str, start: int, end: int) -> bool:
    """Tell whether a train leads to a number, or the name of a day to one that is none: "i torsdags 22.47"."""
    word = word_before(lowered, start - 1) if lowered[start - 1 : start] == " " else ""
    if word in _vehicles():
        return True
    return len(word) > 3 and int(lowered[end - 2 : end]) > _MONTHS and word in weekday_names()


@cache
def _vehicles() -> frozenset[str]:
    return frozenset(all_entries("dates", "times", "trains"))


def _leaves(page: Page, start: int) -> bool:
    """Tell whether a train or a bus to somewhere leads to a number."""
    if page.lowered[start - 1 : start] != " " or not page.lowered[start - 2 : start - 1].isalpha():
        return False
    window = before(page.lowered, start, _WINDOW)
    match = _DESTINATION.search(window)
    return match is not None and page.text[start - len(window) + match.start("name")].isupper()
