"""Dates: in digits, with the words of any language, in part, and years alone.

Three finders look for pieces: numbers that look like dates (`numeric`), names of months, days and seasons with the
numbers beside them (`worded`), and years (`years`). Here the pieces of one expression become one span:

    [Sonntag] den [27.01.2019]      [3 May] – [5 June 2020]      [mars] et [avril 1993]
"""

from collections.abc import Iterable, Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import BOUNDARY, Found, lower
from allonym.detectors.life.dates_in_digits import numeric
from allonym.detectors.life.dates_in_words import worded
from allonym.detectors.life.dating import Sign, calendar
from allonym.detectors.life.lexicon import Hit, lexicon_of
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.years import years

_AFTER_WEEKDAY = Expression(
    r"[,.]?\s(?:(?:the|den|dem|der|le|el|il|o|dia|día|am|d\.|på|vom|på den|the morning of|الموافق|المصادف)\s)?"
    r"|,? ?[(]?|\s[-–]\s"
)
_RANGE = Expression(
    r" ?[-–—/] ?|,? (?:to|until|till|through|and|or|au|et|ou|jusqu'au|bis|bis zum|und|oder|al|y|y el|o|a|ao|e"
    r"|ed|til|och|eller|to the|et le|et du|und dem|and the|till den|och den|e il|e o|إلى|حتى) ?"
)
_DASH = Expression(r" ?[-–—/] ?")
_LABELS = {"month": "DATE.MONTH", "day": "DATE.DAY", "year": "DATE.YEAR"}
_NAMES = frozenset({"weekday", "day-name"})


def dates(text: str) -> Iterator[Found]:
    """Find dates, one span for each expression."""
    page = Page(text, lower(text))
    return dates_among(page, lexicon_of(calendar).hits(page.lowered))


def dates_among(page: Page, hits: Iterable[Hit[Sign]]) -> Iterator[Found]:
    """Find dates, given where words of the calendar stand."""
    lowered = page.lowered
    found = [*numeric(page), *worded(page, hits), *years(page)]
    found.sort(key=lambda each: (each[0], -each[1]))
    kept: Found | None = None
    for piece in found:
        if kept and piece.start < kept.end:
            kept = max(kept, piece, key=_weight)
        elif kept and _continues(lowered, kept, piece):
            kept = _join(kept, piece)
        else:
            if kept and kept.score > 0.3:
                yield _labelled(lowered, kept)
            kept = piece
    if kept and kept.score > 0.3:
        yield _labelled(lowered, kept)


def _weight(piece: Found) -> tuple[int, float]:
    return piece.end - piece.start, piece.score


def _continues(lowered: str, first: Found, second: Found) -> bool:
    if second.start - first.end > 18 or BOUNDARY in (between := lowered[first.end : second.start]):
        return False
    if first.rule == "day-name":
        return second.rule in {"whole", "day-month", "numeric", "numeric-part", "day"} and between in {" ", ", "}
    if first.rule == "weekday":
        return (
            second.rule not in {"weekday", "year", "season", "decade"} and _AFTER_WEEKDAY.fullmatch(between) is not None
        )
    if first.rule == "year" and second.rule == "year":
        return _DASH.fullmatch(between) is not None
    if first.rule in {"day-month", "month"} and second.rule in {"day-month", "month", "whole", "month-year"}:
        return _RANGE.fullmatch(between) is not None
    return first.rule == second.rule and first.rule != "season" and _DASH.fullmatch(between) is not None


def _join(first: Found, second: Found) -> Found:
    # A weekday adds nothing to the value of the date behind it; two dates have no one value.
    features = second.features if first.rule in _NAMES else tuple(each for each in second.features if each[0] == "form")
    score = max(first.score, second.score, 0.7 if first.rule in _NAMES else 0.0)
    return Found(first.start, second.end, "DATE", score, "weekday-date" if first.rule in _NAMES else "range", features)


def _labelled(lowered: str, piece: Found) -> Found:
    start, end, _, score, rule, features = piece
    if lowered[end : end + 1] == ")" and "(" in (words := lowered[start:end]) and ")" not in words:
        end += 1
    return Found(start, end, _LABELS.get(rule, "DATE"), score, f"date-{rule}", features)
