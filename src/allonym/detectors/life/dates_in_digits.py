"""Dates in digits, in every order and with every delimiter: 2018-12-01, 18/01/12, 1. 2. 2020, 17.05., 180112, le 3."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.dating import DAY, FUTURE, ends_with, is_law, said
from allonym.detectors.life.days_in_digits import (
    CLOCK_BEHIND,
    found_days,
    is_dated,
    score_of_two,
    two_days,
)
from allonym.detectors.life.mistyped_dates import mistyped
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.things_counted import counts_things, opens_share

# Two or three numbers with delimiters; "by" is the first of these.
_NUMBERS = Expression(
    r"[0-9]{1,8}(?:(?<=1)(?:er|\.?o)(?=/))?(?P<by>\s?[./|]\s?|[\-–])(?P<y>[0-9]{1,4})"
    r"(?:(?P<by2>\s?[./|]\s?|[\-–])(?P<z>[0-9]{1,4}))?"
)
# 3-XI-1971: some count months as the Romans did.
_ROMAN = Expression(
    rf"(?P<day>{DAY})(?P<by>[\-./ ])(?P<month>VIII|VII|VI|V|IX|IV|XII|XI|X|III|II|I)(?P=by)"
    r"(?P<year>(?:1[89]|20)[0-9]{2}|(?<=[\-/])[0-9]{2})(?![^\W_]|[.,/\-][0-9])"
)
_ROMANS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
# After a digit and one of these, a number goes on a longer chain, which is none of ours.
_CHAINS = frozenset(".,/:-")
# In a row of values a whole date is its own chain: 17,13.05.2024.
_WHOLE = Expression(r"[0-9]{1,2}([./\-])[0-9]{1,2}\1(?:19|20)[0-9]{2}(?![0-9])|(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9]")
_JOINTS = frozenset("./|-–")
_BEFORE_ROMAN = frozenset("-./ ")
_ORDINAL_MARKS = frozenset("snrte:.")
_BEFORE_DAY = frozenset(" '’")
# Arabic writes the letter that names the calendar on to the year: 15/03/1447هـ.
_FOLLOWED = Expression(r"(?!(?:هـ*|م)(?![^\W_]))[^\W_]|[.,:/\-][0-9]|\s?[%°+]|\s?[€$£](?!\s?[0-9])|-\w")
_CLOCK = Expression(
    r"(?:,? |t)[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?:z| ?[+\-](?:0[0-9]|1[0-4]):?[0-5][0-9])?(?![\w:])"
)
_HOUR_BEHIND = Expression(r"\s?(?:uhr|h(?:[0-5][0-9])?)(?![^\W_])|:[0-5][0-9]")
_ORDINAL_DAY = Expression(rf"{DAY}(?:st|nd|rd|th|er|:a|:e|\.)(?=[.,;:!?)،؛؟\s\0]|\Z)")
_AT_END = Expression(lambda: rf"\s?(?:[.,;:!?)،؛؟\n](?![0-9])|\0|\Z)|\s(?:{said('around.day_ends')})\b")
# "On the 3rd we left", but not "on the 3rd floor".
_SPOKEN_ON = Expression(lambda: rf"(?!\s[^\W\d_])|\s(?:{said('around.day_goes_on')})\b")
# "Antes del 20 de este mes", "Frist 15. d. M.".
_OF_MONTH = Expression(lambda: rf"(?:(?:st|nd|rd|th|er|:e|:a|\.)? |\.)(?:{said('of_month')})(?![^\W_])")
_FITS = Expression(lambda: rf"\s(?:{said('around.day_fits')})(?!\w)")
_SPACED = Expression(r"([0-9]{1,2}) ([0-9]{1,2}) ((?:19|20)[0-9]{2})(?![\w]|[.,:/\-][0-9])")
# "El fundamento 2.º" counts.
_ORDER = Expression(r"\.[oa](?![^\W_])")
# "Verse 14 bis 28".
_ENDS_A_RANGE = Expression(r"[0-9] bis \Z")
_STANDARD = Expression(r"(?<!\w)(?:en|iso|iec|din|bs|uni|une|nf|ss-en)[ \-]\Z")
_MORE_DIGITS = Expression(r"[\-–]([0-9]{6}(?:[0-9]{2})?)(?![0-9])")
_LEADS = ("day_before", "date_before", "date_words", "days_before")
_CENTURIES = frozenset({"18", "19", "20"})
_FORM: Features = (("form", "digits"),)


def numeric(page: Page) -> Iterator[Found]:
    """Find dates in digits; one or two numbers alone need a preposition before them, six digits a word like "born"."""
    lowered, leads = page.lowered, _leads()
    done = 0
    for start, end, previous, following, lead in page.numerals:
        if start < done or (previous in _CHAINS and _goes_on(lowered, start, previous)):
            continue
        if following in _BEFORE_ROMAN and page.text[end + 1 : end + 2] in _ROMANS and (found := _roman(page, start)):
            done = found.end
        elif _may_go_on(lowered, end, following) and (match := _NUMBERS.match(lowered, start)):
            found = _several(lowered, match)
            if found is None or (found.rule == "numeric-part" and lowered[found.end : found.end + 1] in _CHAINS):
                found = mistyped(lowered, start) or found
            # What is no date may stand before one: "960771 | 22/02/1979".
            done = found.end if found else end
        elif end - start > 2:
            found = _run(lowered, start, end) if end - start in {6, 8} else None
        else:
            found = _day(page, start, end) if lead is None or lead in leads or following == "." else None
        if found:
            yield found


@cache
def _leads() -> frozenset[str]:
    return frozenset(word for key in _LEADS for word in ends_with(key).last_words)


def _goes_on(lowered: str, start: int, previous: str) -> bool:
    """Tell whether a number is the tail of a chain of numbers."""
    chained = lowered[start - 2 : start - 1].isdigit()
    return chained and not (previous == "," and _WHOLE.match(lowered, start))


def _may_go_on(lowered: str, end: int, following: str) -> bool:
    if following.isspace():
        return lowered[end + 1 : end + 2] in _JOINTS
    # French writes the first of a month 1er/04/2022.
    return following in _JOINTS or (following in {"e", "o"} and lowered.startswith(("er/", "o/"), end))


def _several(lowered: str, match: re.Match[str]) -> Found | None:
    first = lowered[match.start() : match.start("by")].rstrip("ero.")
    if match["z"] and match["by"].strip() == match["by2"].strip():
        # "Sa 4.5. 20 Uhr" ends with an hour, "am 1.4. 875,00 €" with a price.
        apart = match["by2"][-1].isspace()
        found = None if apart and _HOUR_BEHIND.match(lowered, match.end()) else _three(lowered, match, first)
        if found or not apart or match["by"][-1].isspace():
            return found
        match = _NUMBERS.match(lowered, match.start(), match.end("y")) or match
    if len(first) == 6 and (found := _run(lowered, match.start(), match.start("by"))):
        return found
    return _two(lowered, match, first)


def iso(year: int, month: int, day: int) -> str | None:
    """Return a date as ISO 8601 writes it, or None if the calendar has no such day."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def _roman(page: Page, start: int) -> Found | None:
    match = _ROMAN.match(page.text, start)
    # "3 X 2000" is a sum.
    if not match or (match["by"] == " " and len(match["month"]) == 1):
        return None
    month, year = _ROMANS.index(match["month"]) + 1, match["year"]
    value = iso(int(year), month, int(match["day"])) if len(year) == 4 else ""
    return Found(start, match.end(), "DATE", 0.8, "numeric", _features(value)) if value is not None else None


def _three(lowered: str, match: re.Match[str], first: str) -> Found | None:
    x, y, z = int(first), int(match["y"]), int(match["z"])
    end = match.end()
    if len(first) == 4 and len(match["z"]) <= 2:
        value = iso(x, y, z) or iso(x, z, y) or _hijri(x, y, z)
    elif len(match["z"]) == 4 and len(first) <= 2:
        value = _day_first(x, y, z, match["by"].strip()) or _hijri(z, y, x)
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
    # "NF EN 1992-1-1" is a standard.
    if len(match["y"]) == 1 == len(match["z"]) and _STANDARD.search(before(lowered, match.start(), 12)):
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


def _hijri(year: int, month: int, day: int) -> str | None:
    """Return "?" for a day of the Hijri calendar, in which any month may have thirty: its value is not ours to tell."""
    return "?" if 1300 <= year < 1500 and 1 <= month <= 12 and 1 <= day <= 30 else None


def _could_be(x: int, y: int, z: int) -> bool:
    return any(iso(2000 + year, month, day) for day, month, year in ((x, y, z), (y, x, z), (z, y, x)))


def _two(lowered: str, match: re.Match[str], first: str) -> Found | None:
    start, end, by, second = match.start(), match.end("y"), match["by"], match["y"]
    if found := found_days(lowered, start, by, (first, second)):
        return found
    # A point at the end of a line, and one behind the number of the next, are of a list.
    if _FOLLOWED.match(lowered, end) or match["z"] or "\n" in by:
        return None
    if len(second) == 4 or len(first) == 4:
        return _month_and_year(lowered, match, first)
    x, y = int(first), int(second)
    if len(first) > 2 or len(second) > 2:
        return None
    # "9.30" is no month: only with a slash do some write it first.
    if not (iso(2000, y, x) or (by == "/" and iso(2000, x, y))):
        # A card expires in 05/32, or in 03-26.
        expires = by in "/-" and len(match[0]) == 5 and 1 <= x <= 12 and is_dated(lowered, start)
        return Found(start, end, "DATE", 0.6, "numeric-part", _FORM) if expires else None
    dotted = by.strip() == "." and lowered[end : end + 1] == "." and iso(2000, y, x) is not None
    # "1º/05" is a day by its mark.
    marked = lowered[start + len(first)].isalpha()
    score = 0.6 if marked else score_of_two(lowered, (start, end), (first, by, second), dotted)
    value = f"--{y:02d}-{x:02d}" if "." in by and iso(2000, y, x) else ""
    return Found(start, end + dotted, "DATE", score, "numeric-part", _features(value))


def _month_and_year(lowered: str, match: re.Match[str], first: str) -> Found | None:
    start, end, by, second = match.start(), match.end("y"), match["by"], match["y"]
    year, month = (int(first), int(second)) if len(first) == 4 else (int(second), int(first))
    plausible = 1 <= month <= 12 and 1900 <= year < 2100 and len(first) + len(second) <= 6 and " " not in by
    # "Positivo 1/2048" is a dilution: nobody is told of a month so far away, but of one in which something expires.
    plausible = plausible and (year < FUTURE or is_dated(lowered, start))
    if not plausible or by == "–" or is_law(lowered, start, 20) or (by == "." and not is_dated(lowered, start)):
        return None
    return Found(start, end, "DATE", 0.6, "month-year", _features(f"{year}-{month:02d}"))


def _day(page: Page, start: int, stop: int) -> Found | None:
    lowered = page.lowered
    following = lowered[stop : stop + 1]
    day = int(lowered[start:stop])
    if not 1 <= day <= 31 or lowered[start - 1 : start] not in _BEFORE_DAY:
        return None
    if found := _of_month(lowered, start, stop) or (_spaced(lowered, start) if following == " " else None):
        return found
    if found := two_days(page.text, lowered, start, stop):
        return found
    if _ORDER.match(lowered, stop) or _ENDS_A_RANGE.search(before(lowered, start, 10)):
        return None
    ordinal = _ORDINAL_DAY.match(lowered, start) if following in _ORDINAL_MARKS else None
    end = ordinal.end() if ordinal else stop
    closed = _AT_END.match(lowered, end) is not None or _fits(lowered, start, end, ordinal is not None)
    dotted = ordinal is not None and ordinal[0][-1] == "."
    if (ordinal or closed) and ends_with("day_before").before(lowered, start, 16):
        if dotted and not closed:
            closed = _AT_END.match(lowered, end - 1) is not None
        spoken = not closed and "on the" in before(lowered, start, 16) and _SPOKEN_ON.match(lowered, end)
        # In Italian "dopo le 18" is an hour.
        counts = counts_things(lowered, start) or opens_share(lowered, stop)
        if (closed or spoken) and not _is_hour(lowered, start) and not counts:
            return Found(
                start,
                end if following.isalpha() or following == ":" else stop,
                "DATE",
                0.5,
                "day",
                _features(f"---{day:02d}"),
            )
    return Found(start, end, "DATE", 0.2, "day", _features(f"---{day:02d}")) if dotted else None


def _fits(lowered: str, start: int, end: int, ordinal: bool) -> bool:
    """Tell whether somebody proposes a day: "le 5 ça marche, le 6 non"; English counts without an ordinal."""
    return (ordinal or lowered[start - 4 : start] != "the ") and _FITS.match(lowered, end) is not None


def _of_month(lowered: str, start: int, stop: int) -> Found | None:
    match = _OF_MONTH.match(lowered, stop)
    led = match and any(ends_with(key).before(lowered, start, 24) for key in _LEADS)
    return Found(start, match.end(), "DATE", 0.5, "day", _FORM) if match and led else None


def _spaced(lowered: str, start: int) -> Found | None:
    """Find a whole date with nothing but spaces in it, behind a word such as "born": "DOB 04 07 1981"."""
    match = _SPACED.match(lowered, start)
    value = _day_first(int(match[1]), int(match[2]), int(match[3]), "/") if match else None
    if not match or not value or not is_dated(lowered, start):
        return None
    return Found(start, match.end(), "DATE", 0.8, "numeric", _features("" if value == "?" else value))


def _is_hour(lowered: str, start: int) -> bool:
    sure, italian = ends_with("times.sure"), ends_with("times.before", "it")
    return sure.before(lowered, start, 20) is not None or italian.before(lowered, start, 20) is not None


def _run(lowered: str, start: int, end: int) -> Found | None:
    """Find a date of six or eight digits, or two of them: "inlagd 240118–240122"."""
    if not is_dated(lowered, start) and not CLOCK_BEHIND.match(lowered, end):
        return None
    value = _value_of_run(lowered[start:end])
    more = _MORE_DIGITS.match(lowered, end)
    if more and value is not None and _value_of_run(more[1]) is not None:
        return Found(start, more.end(), "DATE", 0.7, "numeric", _FORM)
    if value is None or _FOLLOWED.match(lowered, end):
        return None
    return Found(start, end, "DATE", 0.7, "numeric", _features(value))


def _value_of_run(run: str) -> str | None:
    """Return the date that a run of digits is; "" if six digits may be one, None if they cannot."""
    if len(run) == 6:
        return "" if _could_be(int(run[:2]), int(run[2:4]), int(run[4:])) else None
    year_first = iso(int(run[:4]), int(run[4:6]), int(run[6:])) if run[:2] in _CENTURIES else None
    year_last = iso(int(run[4:]), int(run[2:4]), int(run[:2])) if run[4:6] in _CENTURIES else None
    return year_first or year_last


def _features(value: str) -> Features:
    return (("form", "digits"), ("value", value)) if value else _FORM
