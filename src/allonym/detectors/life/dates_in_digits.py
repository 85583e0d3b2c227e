"""Dates in digits, in every order and with every delimiter: 2018-12-01, 18/01/12, 1. 2. 2020, 17.05., 180112, le 3."""

import re
from collections.abc import Iterator
from datetime import date

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.dating import DAY, ends_with, is_law
from allonym.detectors.life.numerals import Page

# Two or three numbers with delimiters; "by" is the first of these.
_NUMBERS = Expression(
    r"[0-9]{1,8}(?P<by>\s?[./|]\s?|[\-–])(?P<y>[0-9]{1,4})(?:(?P<by2>\s?[./|]\s?|[\-–])(?P<z>[0-9]{1,4}))?"
)
# After a digit and one of these, a number goes on a longer chain, which is none of ours.
_CHAINS = frozenset(".,/:-")
_JOINTS = frozenset("./|-–")
_ORDINAL_MARKS = frozenset("snrte:.")
_BEFORE_DAY = frozenset(" '’")
_FOLLOWED = Expression(r"[^\W_]|[.,:/\-][0-9]|\s?[%€$£°+]|-\w")
_CLOCK = Expression(
    r"(?:,? |t)[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?:z|[+\-][0-9]{2}:?[0-9]{2})?(?![\w:])"
)
_ORDINAL_DAY = Expression(rf"{DAY}(?:st|nd|rd|th|er|:a|:e|\.)(?=[.,;:!?)\s\0]|\Z)")
_AT_END = Expression(r"\s?(?:[.,;:!?)\n](?![0-9])|\0|\Z)|\s(?:et|and|und|y|e|och|se|à|at|um|kl|när|when|als|quand)\b")
# Swedish writes 4/11 2023.
_YEAR_APART = Expression(r"[ \-]((?:19|20)[0-9]{2})(?![\w]|[.,/\-][0-9])")
_CENTURIES = frozenset({"18", "19", "20"})
_FORM: Features = (("form", "digits"),)


def numeric(page: Page) -> Iterator[Found]:
    """Find dates in digits; one or two numbers alone need a preposition before them, six digits a word like "born"."""
    lowered, leads = page.lowered, ends_with("day_before").last_words
    done = 0
    for start, end, previous, following, lead in page.numerals:
        if start < done or (previous in _CHAINS and lowered[start - 2 : start - 1].isdigit()):
            continue
        may_go_on = following in _JOINTS or (following.isspace() and lowered[end + 1 : end + 2] in _JOINTS)
        if may_go_on and (match := _NUMBERS.match(lowered, start)):
            done = match.end()
            found = _several(lowered, match)
        elif end - start > 2:
            found = _run(lowered, start, end) if end - start in {6, 8} else None
        else:
            found = _day(lowered, start, end) if lead is None or lead in leads or following == "." else None
        if found:
            yield found


def _several(lowered: str, match: re.Match[str]) -> Found | None:
    first = lowered[match.start() : match.start("by")]
    if match["z"] and match["by"].strip() == match["by2"].strip():
        return _three(lowered, match, first)
    return _two(lowered, match, first)


def iso(year: int, month: int, day: int) -> str | None:
    """Return a date as ISO 8601 writes it, or None if the calendar has no such day."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def _three(lowered: str, match: re.Match[str], first: str) -> Found | None:
    x, y, z = int(first), int(match["y"]), int(match["z"])
    end = match.end()
    if len(first) == 4 and len(match["z"]) <= 2:
        value = iso(x, y, z) or iso(x, z, y)
    elif len(match["z"]) == 4 and len(first) <= 2:
        value = _day_first(x, y, z, match["by"].strip())
    elif len(first) <= 2 and len(match["z"]) == 2:
        value = "" if _could_be(x, y, z) else None
    else:
        value = None
    if value is None or not 1000 <= max(x, z, 1000) <= 2199:
        return None
    clock = _CLOCK.match(lowered, end)
    end = clock.end() if clock else end
    if _FOLLOWED.match(lowered, end) or (not value and is_law(lowered, match.start(), 20)):
        return None
    spaced = " " in match["by"] and len(match["z"]) < 4
    score = 0.95 if value else 0.4 if spaced or len(match[0]) < 8 else 0.8
    return Found(match.start(), end, "DATE", score, "numeric", _features("" if value == "?" or clock else value))


def _day_first(x: int, y: int, year: int, by: str) -> str | None:
    """Return the value of "x/y/year"; "?" if both orders make a date and only a slash divides them."""
    usual, american = iso(year, y, x), iso(year, x, y)
    if usual and american and usual != american and by == "/":
        return "?"
    return usual or american


def _could_be(x: int, y: int, z: int) -> bool:
    return any(iso(2000 + year, month, day) for day, month, year in ((x, y, z), (y, x, z), (z, y, x)))


def _two(lowered: str, match: re.Match[str], first: str) -> Found | None:
    start, end, by, second = match.start(), match.end("y"), match["by"], match["y"]
    if by == "/" and (apart := _YEAR_APART.match(lowered, end)):
        value = iso(int(apart[1]), int(second), int(first))
        if value:
            return Found(start, apart.end(), "DATE", 0.85, "numeric", _features(value))
    if _FOLLOWED.match(lowered, end) or match["z"]:
        return None
    x, y = int(first), int(second)
    if len(second) == 4 or len(first) == 4:
        year, month = (x, y) if len(first) == 4 else (y, x)
        plausible = 1 <= month <= 12 and 1900 <= year < 2100 and len(first) + len(second) <= 6 and " " not in by
        if not plausible or by == "–" or is_law(lowered, start, 20) or (by == "." and not _is_dated(lowered, start)):
            return None
        return Found(start, end, "DATE", 0.6, "month-year", _features(f"{year}-{month:02d}"))
    if len(first) > 2 or len(second) > 2 or not (iso(2000, y, x) or iso(2000, x, y)):
        return None
    dotted = by.strip() == "." and lowered[end : end + 1] == "." and iso(2000, y, x) is not None
    score = _score_of_two(lowered, start, first + by + second, dotted)
    value = f"--{y:02d}-{x:02d}" if "." in by and iso(2000, y, x) else ""
    return Found(start, end + dotted, "DATE", score, "numeric-part", _features(value))


def _score_of_two(lowered: str, start: int, run: str, dotted: bool) -> float:
    if "-" in run or "–" in run:
        return 0.1
    if ends_with("day_before").before(lowered, start, 24) or _is_dated(lowered, start):
        return 0.6
    # "17.05." with two zeros and two dots is how German writes a day; weaker ones count only behind a weekday.
    return 0.5 if dotted and len(run) == 5 else 0.3


def _day(lowered: str, start: int, stop: int) -> Found | None:
    following = lowered[stop : stop + 1]
    day = int(lowered[start:stop])
    if not 1 <= day <= 31 or lowered[start - 1 : start] not in _BEFORE_DAY:
        return None
    ordinal = _ORDINAL_DAY.match(lowered, start) if following in _ORDINAL_MARKS else None
    end = ordinal.end() if ordinal else stop
    closed = _AT_END.match(lowered, end) is not None
    dotted = ordinal is not None and ordinal[0][-1] == "."
    if (ordinal or closed) and ends_with("day_before").before(lowered, start, 16):
        if dotted and not closed:
            closed = _AT_END.match(lowered, end - 1) is not None
        if closed or "on the" in before(lowered, start, 16):
            return Found(start, stop, "DATE", 0.5, "day", _features(f"---{day:02d}"))
    return Found(start, end, "DATE", 0.2, "day", _features(f"---{day:02d}")) if dotted else None


def _run(lowered: str, start: int, end: int) -> Found | None:
    if not _is_dated(lowered, start) or _FOLLOWED.match(lowered, end):
        return None
    first = lowered[start:end]
    if len(first) == 6:
        could = _could_be(int(first[:2]), int(first[2:4]), int(first[4:]))
        return Found(start, end, "DATE", 0.5, "numeric", _FORM) if could else None
    year_first = iso(int(first[:4]), int(first[4:6]), int(first[6:])) if first[:2] in _CENTURIES else None
    year_last = iso(int(first[4:]), int(first[2:4]), int(first[:2])) if first[4:6] in _CENTURIES else None
    value = year_first or year_last
    return Found(start, end, "DATE", 0.7, "numeric", _features(value)) if value else None


def _is_dated(lowered: str, start: int) -> bool:
    return ends_with("date_words").before(lowered, start, 24) is not None


def _features(value: str) -> Features:
    return (("form", "digits"), ("value", value)) if value else _FORM
