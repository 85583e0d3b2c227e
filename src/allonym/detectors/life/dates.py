"""Dates: in digits, with the words of any language, in part, and years alone.

Three finders look for pieces: numbers that look like dates (`numeric`), names of months, days and seasons with the
numbers beside them (`worded`), and years (`years`). Here the pieces of one expression become one span:

    [Sonntag] den [27.01.2019]      [3 May] – [5 June 2020]      [mars] et [avril 1993]
"""

import re
from collections.abc import Iterable, Iterator
from heapq import merge

from allonym.detectors.finding import BOUNDARY, Found
from allonym.detectors.life.dates_in_digits import numeric
from allonym.detectors.life.dates_in_words import worded
from allonym.detectors.life.dating import Sign, calendar
from allonym.detectors.life.lexicon import Hit, lexicon_of, lower
from allonym.detectors.life.years import years

_AFTER_WEEKDAY = re.compile(
    r"[,.]?\s(?:(?:the|den|dem|der|le|el|il|o|dia|día|am|d\.|på|vom|på den|the morning of|الموافق|المصادف)\s)?"
    r"|,? ?[(]?|\s[-–]\s"
)
_RANGE = re.compile(
    r" ?[-–—/] ?|,? (?:to|until|till|through|and|or|au|et|ou|jusqu'au|bis|bis zum|und|oder|al|y|y el|o|a|ao|e"
    r"|ed|til|och|eller|to the|et le|et du|und dem|and the|till den|och den|e il|e o|إلى|حتى) ?"
)
_DASH = re.compile(r" ?[-–—/] ?")
_LABELS = {"month": "DATE.MONTH", "day": "DATE.DAY", "year": "DATE.YEAR"}
_NAMES = frozenset({"weekday", "day-name"})


def dates(text: str) -> Iterator[Found]:
    """Find dates, one span for each expression."""
    lowered = lower(text)
    return dates_among(text, lowered, lexicon_of(calendar).hits(lowered))


def dates_among(text: str, lowered: str, hits: Iterable[Hit[Sign]]) -> Iterator[Found]:
    """Find dates, given where words of the calendar stand."""
    found = merge(
        numeric(lowered), worded(text, lowered, hits), years(lowered), key=lambda each: (each.start, -each.end)
    )
    kept: Found | None = None
    for piece in found:
        if kept and piece.start < kept.end:
            kept = max(kept, piece, key=lambda each: (each.end - each.start, each.score))
        elif kept and _continues(lowered, kept, piece):
            kept = _join(kept, piece)
        else:
            if kept and kept.score > 0.3:
                yield _labelled(lowered, kept)
            kept = piece
    if kept and kept.score > 0.3:
        yield _labelled(lowered, kept)


def _continues(lowered: str, first: Found, second: Found) -> bool:
    between = lowered[first.end : second.start]
    if len(between) > 18 or BOUNDARY in between:
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
    opened = "(" in (words := lowered[piece.start : piece.end]) and ")" not in words
    end = piece.end + (opened and lowered[piece.end : piece.end + 1] == ")")
    return piece._replace(end=end, label=_LABELS.get(piece.rule, "DATE"), rule=f"date-{piece.rule}")
