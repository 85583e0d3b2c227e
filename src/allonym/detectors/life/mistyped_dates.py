"""Days that no calendar has, where a word says that a date follows: "né le 31/02/1980", "DOB: 24/08//1979".

Somebody mistyped them. They tell as much of a birth as the right one, so they may not stay.
"""

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.life.days_in_digits import is_dated

_ENDS = r"(?![\w]|[.,:/\-][0-9]|\s?[%€$£°])"
_DAY_FIRST = Expression(rf"([0-9]{{1,3}})[./\-]{{1,2}}([0-9]{{1,3}})[./\-]{{1,2}}(?:19|20)[0-9]{{2}}{_ENDS}")
_YEAR_FIRST = Expression(rf"(?:19|20)[0-9]{{2}}[./\-]{{1,2}}([0-9]{{1,2}})[./\-]{{1,2}}([0-9]{{1,2}}){_ENDS}")
# A slip of a finger makes no hundred of a day.
_MOST = 39
_FORM: Features = (("form", "digits"),)


def mistyped(lowered: str, start: int) -> Found | None:
    """Find a date that is none, behind a word such as "born"."""
    match = _DAY_FIRST.match(lowered, start) or _YEAR_FIRST.match(lowered, start)
    if not match or max(int(match[1]), int(match[2])) > _MOST or not is_dated(lowered, start):
        return None
    return Found(start, match.end(), "DATE", 0.6, "numeric", _FORM)
