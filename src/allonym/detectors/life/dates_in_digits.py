"""Dates in digits, in every order and with every delimiter: 2018-12-01, 18/01/12, 1. 2. 2020, 17.05., 180112, le 3."""

import re
from collections.abc import Iterator
from datetime import date

from allonym.core.types import Features
from allonym.detectors.finding import Found, before
from allonym.detectors.life.dating import ARABIC, DAY, ends_with

# One to three numbers with delimiters; "by" is the first of these. A number of a longer chain is none of ours.
_NUMBERS = re.compile(
    rf"[0-9](?<![^\W_{ARABIC}][0-9])(?<![0-9][.,/:\-][0-9])[0-9]{{0,7}}"
    r"(?:(?P<by>\s?[./|]\s?|[\-–])(?P<y>[0-9]{1,4})(?:(?P<by2>\s?[./|]\s?|[\-–])(?P<z>[0-9]{1,4}))?)?"
)
_FOLLOWED = re.compile(r"[^\W_]|[.,:/\-][0-9]|\s?[%€$£°+]|-\w")
_CLOCK = re.compile(
    r"(?:,? |t)[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?:z|[+\-][0-9]{2}:?[0-9]{2})?(?![\w:])"
)
_ORDINAL_DAY = re.compile(rf"{DAY}(?:st|nd|rd|th|er|:a|:e|\.)(?=[.,;:!?)\s\0]|\Z)")
_AT_END = re.compile(r"\s?(?:[.,;:!?)\n\0]|\Z)(?![0-9])|\s(?:et|and|und|y|e|och|se|à|at|um|kl|när|when|als|quand)\b")
_CENTURIES = frozenset({"18", "19", "20"})
_FORM: Features = (("form", "digits"),)


def numeric(lowered: str) -> Iterator[Found]:
    """Find dates in digits; one or two numbers alone need a preposition before them, six digits a word like "born"."""
    for match in _NUMBERS.finditer(lowered):
        first = lowered[match.start() : match.start("by")] if match["by"] else match[0]
        if match["z"] and match["by"].strip() == match["by2"].strip():
            found = _three(lowered, match, first)
        elif match["y"]:
            found = _two(lowered, match, first)
        elif len(first) <= 2:
            found = _day(lowered, match.start(), first)
        else:
            found = _run(lowered, match, first)
        if found:
            yield found


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
    if _FOLLOWED.match(lowered, end) or (not value and _is_law(lowered, match.start())):
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
    if _FOLLOWED.match(lowered, end) or match["z"]:
        return None
    x, y = int(first), int(second)
    if len(second) == 4 or len(first) == 4:
        year, month = (x, y) if len(first) == 4 else (y, x)
        plausible = 1 <= month <= 12 and 1900 <= year < 2100 and len(first) + len(second) <= 6 and " " not in by
        if not plausible or by == "–" or _is_law(lowered, start) or (by == "." and not _is_dated(lowered, start)):
            return None
        return Found(start, end, "DATE", 0.6, "month-year", _features(f"{year}-{month:02d}"))
    if len(first) > 2 or len(second) > 2 or not (iso(2000, y, x) or iso(2000, x, y)):
        return None
    dotted = by.strip() == "." and lowered[end : end + 1] == "." and iso(2000, y, x) is not None
    score = _score_of_two(lowered, start, first + by + second, dotted)
    value = f"--{y:02d}-{x:02d}" if "." in by and iso(2000, y, x) else ""
    return Found(start, end + dotted, "DATE", score, "numeric-part", _features(value))


def _score_of_two(lowered: str, start: int, run: str, dotted: bool) -> float:
    window = before(lowered, start, 24)
    if by_dash := "-" in run or "–" in run:
        return 0.1
    cued = ends_with("day_before").search(window) or ends_with("date_words").search(window)
    if cued and not by_dash:
        return 0.6
    # "17.05." with two zeros and two dots is how German writes a day; weaker ones count only behind a weekday.
    return 0.5 if dotted and len(run) == 5 else 0.3


def _day(lowered: str, start: int, first: str) -> Found | None:
    if not 1 <= int(first) <= 31:
        return None
    window = before(lowered, start, 16)
    if not window or window[-1] not in " '’":
        return None
    ordinal = _ORDINAL_DAY.match(lowered, start)
    end = ordinal.end() if ordinal else start + len(first)
    value = _features(f"---{int(first):02d}")
    if ends_with("day_before").search(window) and (ordinal or _AT_END.match(lowered, end)):
        if ordinal and ordinal[0][-1] == "." and not _AT_END.match(lowered, end):
            end -= 1
        if _AT_END.match(lowered, end) or (ordinal and "on the" in window):
            return Found(start, start + len(first), "DATE", 0.5, "day", value)
    if ordinal and ordinal[0][-1] == ".":
        return Found(start, end, "DATE", 0.2, "day", value)
    return None


def _run(lowered: str, match: re.Match[str], first: str) -> Found | None:
    if len(first) not in {6, 8} or not _is_dated(lowered, match.start()) or _FOLLOWED.match(lowered, match.end()):
        return None
    start, end = match.span()
    if len(first) == 6:
        could = _could_be(int(first[:2]), int(first[2:4]), int(first[4:]))
        return Found(start, end, "DATE", 0.5, "numeric", _FORM) if could else None
    year_first = iso(int(first[:4]), int(first[4:6]), int(first[6:])) if first[:2] in _CENTURIES else None
    year_last = iso(int(first[4:]), int(first[2:4]), int(first[:2])) if first[4:6] in _CENTURIES else None
    value = year_first or year_last
    return Found(start, end, "DATE", 0.7, "numeric", _features(value)) if value else None


def _is_dated(lowered: str, start: int) -> bool:
    return ends_with("date_words").search(before(lowered, start, 24)) is not None


def _is_law(lowered: str, start: int) -> bool:
    return ends_with("law_words").search(before(lowered, start, 20).replace(".", "")) is not None


def _features(value: str) -> Features:
    return (("form", "digits"), ("value", value)) if value else _FORM
