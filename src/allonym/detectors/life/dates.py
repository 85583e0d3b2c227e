"""Dates: in digits, with the words of any language, in part, and years alone.

Several finders look for pieces: numbers that look like dates (`numeric`), names of months, days and seasons with the
numbers beside them (`worded`), years (`years`, `short_years`) and weeks by their number (`weeks`). Here the pieces of
one expression become one span:

    [Sonntag] den [27.01.2019]      [3 May] – [5 June 2020]      [mars] et [avril 1993]
"""

from collections.abc import Iterable, Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import BOUNDARY, Found, lower
from allonym.detectors.life.dates_in_digits import numeric
from allonym.detectors.life.dates_in_words import worded
from allonym.detectors.life.dating import Sign, calendar, said
from allonym.detectors.life.days_before_hours import before_hours
from allonym.detectors.life.days_in_digits import is_fraction
from allonym.detectors.life.lexicon import Hit, lexicon_of
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.weekdays import introduced
from allonym.detectors.life.weeks import weeks
from allonym.detectors.life.years import years
from allonym.detectors.life.years_in_short import short_years

_AFTER_WEEKDAY = Expression(lambda: rf"[,.]?\s(?:(?:{said('around.weekday_then')})\s)?|,? ?[(]?|\s[-–]\s")
_RANGE = Expression(lambda: rf" ?[-–—/] ?|,? (?:{said('around.range')}) ?")
_DASH = Expression(r" ?[-–—/] ?")
_LABELS = {"month": "DATE.MONTH", "day": "DATE.DAY", "year": "DATE.YEAR"}
_NAMES = frozenset({"weekday", "day-name"})
# How sure a date is behind the name of its day, and behind a short one: a list may know that for somebody.
_JOINED = {"weekday": 0.93, "day-name": 0.93}
_NEARBY = 48
# How sure a number with a point is a day.
_ORDINAL = 0.2
# What a range may end with, by what it begins with.
_RANGING = {
    "month": frozenset({"day-month", "month", "whole", "month-year"}),
    "day-month": frozenset({"day-month", "month", "whole", "month-year"}),
}
_LINKING = frozenset({"numeric-part", "day"})
_APART = frozenset({"season", "near-day"})


def dates(text: str) -> Iterator[Found]:
    """Find dates, one span for each expression."""
    page = Page(text, lower(text))
    return dates_among(page, lexicon_of(calendar).hits(page.lowered))


def dates_among(page: Page, hits: Iterable[Hit[Sign]]) -> Iterator[Found]:
    """Find dates, given where words of the calendar stand."""
    lowered = page.lowered
    found = [*worded(page, hits)]
    if page.numerals:
        found = [*numeric(page), *found, *years(page), *short_years(page), *weeks(page), *before_hours(page)]
    # One number is compared faster than two.
    found.sort(key=lambda one: (one[0] << 40) - one[1])
    kept: Found | None = None
    sure = -_NEARBY
    for each in found:
        part = each.rule == "numeric-part" and each.score >= 0.3
        piece, sure = _among_days(lowered, each, sure) if part else (each, sure)
        if kept and piece.start < kept.end:
            kept = max(kept, piece, key=_weight)
        elif kept and _continues(lowered, kept, piece):
            kept = _join(kept, piece)
        else:
            if kept and kept.score > 0.3:
                yield _labelled(lowered, kept)
            kept = introduced(page, _linked(lowered, kept, piece) if kept else piece)
    if kept and kept.score > 0.3:
        yield _labelled(lowered, kept)


def _linked(lowered: str, first: Found, second: Found) -> Found:
    """Return a day and month that a sure one makes sure: "du 10/7 au 20/7", "vom 12.–14.6."."""
    if second.rule != "numeric-part":
        return second
    weak = second.score in {0.0, 0.3} and ("/" in (words := lowered[second.start : second.end]) or words.endswith("."))
    if first.rule in _LINKING and weak and first.score > 0.3:
        end = first.end + (first.rule == "day" and lowered[first.end] == ".")
        near = second.start - end <= 12 and _RANGE.fullmatch(lowered, end, second.start)
        return second._replace(score=0.5) if near else second
    return second


def _among_days(lowered: str, piece: Found, sure: int) -> tuple[Found, int]:
    """Return a day and month that another one nearby makes sure, and where the last sure one ends."""
    first, slash, second = lowered[piece.start : piece.end].partition("/")
    if not slash or is_fraction(first, second):
        return piece, sure
    if piece.score > 0.3:
        return piece, piece.end
    near = piece.start - sure < _NEARBY and BOUNDARY not in lowered[sure : piece.start]
    return (piece._replace(score=0.5) if near else piece), sure


def _weight(piece: Found) -> tuple[bool, int, float]:
    # "Jahrgang 04." ends with a year, not with the fourth.
    return piece.score > _ORDINAL, piece.end - piece.start, piece.score


def _continues(lowered: str, first: Found, second: Found) -> bool:
    # "Mo-Fr 8-16" goes on with hours.
    hours = second.rule == "numeric-part" and second.score < 0.3 and first.rule in _NAMES
    if hours or second.start - first.end > 18 or BOUNDARY in (between := lowered[first.end : second.start]):
        return False
    if first.rule == "day-name":
        return second.rule in {"whole", "day-month", "numeric", "numeric-part", "day"} and between in {" ", ", "}
    if first.rule == "weekday":
        return (
            second.rule not in {"weekday", "year", "season", "decade", "near-day"}
            and _AFTER_WEEKDAY.fullmatch(between) is not None
        )
    # So most stand beside one another.
    if between == " ":
        return False
    if second.rule in _RANGING.get(first.rule, ()):
        return _RANGE.fullmatch(between) is not None
    return first.rule == second.rule and first.rule not in _APART and _DASH.fullmatch(between) is not None


def _join(first: Found, second: Found) -> Found:
    # A weekday adds nothing to the value of the date behind it; two dates have no one value.
    features = second.features if first.rule in _NAMES else tuple(each for each in second.features if each[0] == "form")
    score = max(first.score, second.score, _JOINED.get(first.rule, 0.0))
    return Found(first.start, second.end, "DATE", score, "weekday-date" if first.rule in _NAMES else "range", features)


def _labelled(lowered: str, piece: Found) -> Found:
    start, end, _, score, rule, features = piece
    if lowered[end : end + 1] == ")" and "(" in (words := lowered[start:end]) and ")" not in words:
        end += 1
    return Found(start, end, _LABELS.get(rule, "DATE"), score, f"date-{rule}", features)
