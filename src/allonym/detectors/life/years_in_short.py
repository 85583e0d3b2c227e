"""Years of two digits: "back in '09", "född -49", "nel '68", "Jahrgang 85", "en 98 j'avais vingt ans".

The apostrophe makes a year of a number where a word leads to it or the phrase ends behind it. Without one, and with the
dash that Swedish writes, only a word before it does.
"""

from collections.abc import Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before
from allonym.detectors.life.dating import ends_with, said
from allonym.detectors.life.numerals import Numeral, Page

_APOSTROPHES = frozenset("'’‘")
_OPENS = frozenset(' ("\n\t\0“-–')
_NOT_BEHIND = Expression(
    lambda: (
        r"[^\W_]|\.?[oa]\b|['’\"”*°%€$£]|[.,:/\-–][0-9]|[.,] [0-9]+ ?%|\s?[%€$£°+]"
        rf"|\s(?:c|f|{said('around.degrees')})\b"
    )
)
_CLOSED = Expression(r"\s?[).,;:!?،؛؟\]\n\0]|\s?\Z")
# Who speaks on, or what happened then: a number that counts has its noun there.
_SPOKEN_ON = Expression(lambda: rf"\s(?:[jcdlmts]['’]\w|(?:{said('around.year_spoken')})(?!\w))")
# "Mellan -12 och -18 grader".
_COLD = Expression(
    lambda: rf" (?:{said('around.years_joined')}) [-−+]?[0-9]{{1,2}} ?(?:°|c\b|{said('around.degrees')})"
)
# "Nací en el 85 y mi hermano en el 88".
_YEAR_NEAR = Expression(lambda: rf"(?<!\w)(?:{said('year_short')}) [4-9][0-9](?![\w%€$£])")
_FORM: Features = (("form", "digits"),)
_LONG_AGO = 40
_NEVER_SO_COLD = frozenset("056789")


def short_years(page: Page) -> Iterator[Found]:
    """Find years of two digits."""
    lowered = page.lowered
    leads = _all_leads()
    for numeral in page.numerals:
        start, end, previous, _, lead = numeral
        if end - start != 2 or (lead is not None and lead not in leads):
            continue
        opening = lowered[start - 2 : start - 1] if start > 1 else "\0"
        if _NOT_BEHIND.match(lowered, end):
            continue
        if previous in _APOSTROPHES and opening in _OPENS:
            found, begin = _with_apostrophe(lowered, numeral), start - 1
        elif previous == "-":
            found, begin = opening == " " and _with_dash(lowered, numeral), start - 1
        else:
            found, begin = _bare(lowered, numeral), start
        if found:
            yield Found(begin, end, "DATE.YEAR", 0.6, "year", _FORM)


@cache
def _all_leads() -> frozenset[str]:
    keys = ("year_short", "year_short_loose", "year_short_next")
    return frozenset(word for key in keys for word in ends_with(key).last_words)


def _with_apostrophe(lowered: str, numeral: Numeral) -> bool:
    start, end, *_ = numeral
    if ends_with("year_before").before(lowered, start - 1, 24) or _leads(lowered, start - 1):
        return True
    # A quotation that opens with a number is closed somewhere.
    quoted = set(after(lowered, end, 40)) & _APOSTROPHES
    return not quoted and _CLOSED.match(lowered, end) is not None


def _with_dash(lowered: str, numeral: Numeral) -> bool:
    """Tell whether a dash and two digits are a Swedish year; -15 may be how cold it is, -09 and -87 may not."""
    start, end, *_ = numeral
    if _COLD.match(lowered, end):
        return False
    if ends_with("year_before", "sv").before(lowered, start - 1, 24) or _leads(lowered, start - 1):
        return True
    return lowered[start] in _NEVER_SO_COLD and lowered[start - 3].isalpha() and _CLOSED.match(lowered, end) is not None


def _bare(lowered: str, numeral: Numeral) -> bool:
    start, end, *_ = numeral
    year = int(lowered[start:end])
    # "In 50" may count anything.
    sure = _leads(lowered, start) or (year > 50 and year % 10 and _leads(lowered, start, "year_short_loose"))
    # "Född 04".
    if (year < _LONG_AGO and lowered[start] != "0") or not (sure or _is_next(lowered, start)):
        return False
    return _CLOSED.match(lowered, end) is not None or _SPOKEN_ON.match(lowered, end) is not None


def _is_next(lowered: str, start: int) -> bool:
    """Tell whether another year stands before what leads to this one: "nací en el 85 y mi hermano en el 88"."""
    return _leads(lowered, start, "year_short_next") and _YEAR_NEAR.search(before(lowered, start, 64)) is not None


def _leads(lowered: str, at: int, key: str = "year_short") -> bool:
    return ends_with(key).before(lowered, at, 24) is not None
