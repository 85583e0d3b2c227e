"""A day and its month in digits, without a year or with a short one: 24/12, 17.05., 5/2-24, 4/11 2023, 12/6–15/6.

So are fractions, marks and sections written: what stands around the two numbers decides.
"""

import re
from datetime import date
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import ends_with, is_law, said
from allonym.detectors.life.things_counted import is_counted
from allonym.languages.words import all_entries, spellings

# Swedish writes 4/11 2023, and 4/11-23.
_YEAR_APART = Expression(
    r"(?:[ \-](?P<year>(?:19|20)[0-9]{2})|\s?-(?P<short>[0-9]{2}))(?![\w]|[.,:/\-][0-9]|\s?[%°€$£])"
)
# From day to day: 12/6-15/6, de 10/7 a 20/7.
_TO = Expression(r"(?:\s?[-–]\s?|\s(?:a|até|to)\s)(?P<day>[0-9]{1,2})/(?P<month>[0-9]{1,2})(?![\w]|[.,:/\-][0-9])")
# "Né le 3/8/'61", "nato il 3-8-'61".
_SHORT_YEAR = Expression(r"[./\-]['’][0-9]{2}(?![\w]|[.,:/\-][0-9])")
_MARKS = frozenset("'’")
_MONTHS_TO = Expression(
    lambda: rf"(?:\s?[-–]\s?|\s(?:{said('to')})\s)(?P<month>0[1-9]|1[0-2])/(?P<year>[0-9]{{2}})(?![\w]|[.,:/\-][0-9])"
)
_OF_THEM = Expression(lambda: rf"\s(?:{said('around.of_them')})\b")
_MEASURED = Expression(
    lambda: (
        rf"\s(?:{said('around.measures')}|k[gm]|[gm]hz|[gmt]b|m[gl]|[cd]l|volt|watt|ps|hp|mm|cm"
        # Of engines: "Der 1.6 TDI".
        r"|t(?:di|fsi|si|ce|dci)|[hcj]di|bluehdi|dci|d4d|jtdm?|crdi|gt[id]|gdi|puretech|multijet|turbo|diesel|benzin\w*"
        r"|16v|v(?:6|8|ti))\b"
    )
)
CLOCK_BEHIND = Expression(
    lambda: (
        rf",? (?:(?:kl\.? ?|@ ?|(?:{said('around.clock_led')}) )(?:[01]?[0-9]|2[0-3])(?:[:.h][0-5][0-9])?(?:\s?[ap]m)?"
        r"|(?:[01]?[0-9]|2[0-3])(?:[:h][0-5][0-9]|\s?uhr))(?![\w]|[.,:/\-][0-9]|\s?[%€$£])"
    )
)
"""An hour behind a day: "3/11 kl 14:20"."""
# "3/4 kl 10", "24/1 13–15", "2/4 efter 16": only a day has hours.
_HOURS_BEHIND = Expression(
    lambda: (
        r",? (?:kl\.? ?|klockan )[0-9]|,? (?:[01][0-9]|2[0-3])(?:[.:][0-5][0-9])?\s?[-–]\s?(?:[01][0-9]|2[0-4])"
        r"(?:[.:][0-5][0-9])?(?![\w]|[.,:/\-][0-9]|\s?[%€$£])"
        rf"|,? (?:{said('around.hour_led')}) (?:[01][0-9]|2[0-4])(?![\w]|[.,:/\-][0-9]|\s?[%€$£]|\s[0-9])"
    )
)
_TWO_DAYS = Expression(
    lambda: (
        rf"(?P<first>st|nd|rd|th|\.|:e|:a)? (?:{said('around.days_joined')}) (?:(?:{said('around.day_article')}) )?"
        r"(?P<day>3[01]|[12][0-9]|0?[1-9])(?P<second>st|nd|rd|th|\.|:e|:a)?(?![\w%€$£°]|[.,:/\-][0-9]|\s?[%€$£°])"
    )
)
_DAYS_END = Expression(lambda: rf"\.?\s?(?:[.,;:!?)،\n\0]|\Z)|\.?\s(?:{said('around.day_ends')})\b")
_COUNTED_BY = frozenset({"the", "on the", "of the", "due the", "am", "vom", "den", "der", "dem", "les"})
_SWEDISH = Expression(lambda: rf"(?<!\w)(?:{said('around.day_near')})(?!\w)|å")
_NO_DAYS = Expression(lambda: rf"(?<!\w)(?:{said('around.day_not_near')})(?!\w)")
# "Avsnitt 3.2., 4.1.", "version 2.1., 2.2.".
_NO_FINNISH = Expression(r"(?:[0-9]\.[0-9]{1,2}\.?,? (?:och )?|(?:avsnitt|delen?|uppgift|steg|kapitlet|stycke) )\Z")
_GOES_ON = Expression(r"\.(?:,|\s?[–-]\s?[0-9]| (?:kl|klo|och|eller|samt|men|till)\b)")
_AROUND = 40
_SENTENCE_ENDS = Expression(r"\.(?:\s*(?:\Z|\0)|\s*\n)")
_HEAD = Expression(r"(?:.*[\n\0])?\s*(?:[^\W\d_]+ )?", re.DOTALL)
_WITH_POINTS = ("fr", "de", "es", "it", "pt", "ar")
# How fractions and marks are told.
_FULL = len("01/02")
_PARTS = frozenset({2, 3, 4, 5, 6, 8, 10})
_OPENING = frozenset(" (\n\0")
_FORM: Features = (("form", "digits"),)


def found_days(lowered: str, start: int, by: str, parts: tuple[str, str]) -> Found | None:
    """Find a day and month with a year behind them, or with another day and month: "first/second" stands at a place."""
    first, second = parts
    end = start + len(first) + 1 + len(second)
    if len(first) > 2 or len(second) > 2 or lowered[end - len(second) : end] != second:
        return None
    if by != "/" or lowered[end + 1 : end + 2] in _MARKS:
        short = _SHORT_YEAR.match(lowered, end) if is_day(int(first), int(second)) else None
        return Found(start, short.end(), "DATE", 0.7, "numeric", _FORM) if short else None
    if apart := _YEAR_APART.match(lowered, end):
        return _with_year(lowered, start, (first, second), apart)
    return _till_another(lowered, (start, end), parts)


def _till_another(lowered: str, span: tuple[int, int], parts: tuple[str, str]) -> Found | None:
    """Find from which day or month till which other something lasted: "12/6-15/6", "de 10/7 a 20/7"."""
    (start, end), (first, second) = span, parts
    day, month = int(first), int(second)
    if not is_day(day, month) and (later := _MONTHS_TO.match(lowered, end)):
        return _months(lowered, start, parts=(first, second), later=later)
    until = _TO.match(lowered, end)
    if not until:
        return None
    if not is_day(day, month) or not is_day(int(until["day"]), int(until["month"])):
        return _american(lowered, start, (day, month), until)
    ascending = (month, day) < (int(until["month"]), int(until["day"]))
    fractions = is_fraction(first, second) and is_fraction(until["day"], until["month"])
    led = not fractions and (_is_led(lowered, start) or _is_from(lowered, start))
    clear = max(day, int(until["day"])) > 12 or led
    # Eight digits with their zeros may be a phone number, too.
    score = 0.85 if end - start == _FULL == until.end("month") - until.start("day") else 0.55
    return Found(start, until.end(), "DATE", score, "range", _FORM) if ascending and clear else None


def _american(lowered: str, start: int, first: tuple[int, int], until: re.Match[str]) -> Found | None:
    """Find from which day till which something lasts, with the month first: "out 5/28-6/2"."""
    last = (int(until["day"]), int(until["month"]))
    if not is_day(first[1], first[0]) or not is_day(last[1], last[0]) or first >= last or not _is_led(lowered, start):
        return None
    return Found(start, until.end(), "DATE", 0.55, "range", _FORM)


def _months(lowered: str, start: int, parts: tuple[str, str], later: re.Match[str]) -> Found | None:
    """Find from which month till which something lasted: "03/19 – 11/22"."""
    first, second = parts
    if len(first) + len(second) != 4 or not 1 <= int(first) <= 12 or lowered[start - 1 : start] not in _OPENING:
        return None
    ordered = (int(second), int(first)) < (int(later["year"]), int(later["month"]))
    return Found(start, later.end(), "DATE", 0.55, "range", _FORM) if ordered else None


def _with_year(lowered: str, start: int, parts: tuple[str, str], apart: re.Match[str]) -> Found | None:
    first, second = parts
    year = int(apart["year"] or f"20{apart['short']}")
    if not is_day(int(first), int(second), year):
        return None
    if apart["year"]:
        features: Features = (*_FORM, ("value", f"{year}-{int(second):02d}-{int(first):02d}"))
        return Found(start, apart.end(), "DATE", 0.85, "numeric", features)
    # A thread of a screw is 1/4-20.
    if (is_fraction(first, second) and not _is_led(lowered, start)) or is_law(lowered, start, 20):
        return None
    return Found(start, apart.end(), "DATE", 0.7, "numeric", _FORM)


def is_day(day: int, month: int, year: int = 2000) -> bool:
    """Tell whether a year has such a day; without a year, whether a leap year has it."""
    try:
        return bool(date(year, month, day))
    except ValueError:
        return False


def is_fraction(first: str, second: str) -> bool:
    """Tell whether two numbers may as well be a fraction or a mark: 3/4, 8/10; or say that it never stops: 24/7."""
    if first.startswith("0") or second.startswith("0"):
        return False
    return (int(second) in _PARTS and int(first) <= int(second)) or (first, second) == ("24", "7")


def score_of_two(lowered: str, span: tuple[int, int], parts: tuple[str, str, str], dotted: bool) -> float:
    """Return how sure two numbers are a day and a month; 0.3 counts behind a weekday only."""
    (start, end), (first, by, second) = span, parts
    # Some write spaces around a slash, and an hour behind: "16 / 02 01:38".
    slashed = by.strip() == "/"
    fraction = slashed and is_fraction(first, second)
    measured = (fraction and _OF_THEM.match(lowered, end)) or (by == "." and _MEASURED.match(lowered, end))
    if by in {"-", "–"} or measured or is_counted(lowered, span, parts, dotted):
        return 0.1
    # "From 3.9" is how English and Swedish tell a version.
    codes = _WITH_POINTS if by == "." and not dotted and len(second) == 1 else ()
    always = (first, second) == ("24", "7")
    if ends_with("day_before", *codes).before(lowered, start, 24) or (is_dated(lowered, start, *codes) and not always):
        return 0.6
    told = (slashed or dotted) and not always and _is_told(lowered, start, end + dotted, fraction)
    # "Avgår 12.04." ends with an hour and a full stop.
    if dotted and not told and _is_hour(lowered, start, end):
        return 0.0
    swedish = by == "/" and not fraction and is_day(int(first), int(second))
    if told or (swedish and _is_swedish(lowered, start, end)):
        return 0.5
    # A number with a point is mostly no date: in German a second point makes it one.
    leads = ends_with("date_before") if by == "/" else ends_with("date_before", "de") if dotted else None
    led = leads and not fraction and leads.before(lowered, start, 24)
    if led or (dotted and len(second) == 1 and _is_finnish(lowered, start, end)):
        return 0.5
    # "17.05." with two zeros and two dots is how German writes a day; weaker ones count only behind a weekday.
    return 0.5 if dotted and len(first + by + second) == 5 and not is_law(lowered, start, 20) else 0.3


def two_days(text: str, lowered: str, start: int, stop: int) -> Found | None:
    """Find two days of a month that nobody names: "am 24. und 25. ist zu", "los días 24 y 25"."""
    match = _TWO_DAYS.match(lowered, stop)
    cue = ends_with("days_before").before(lowered, start, 20) if match else None
    if not match or not cue or int(match["day"]) <= int(lowered[start:stop]):
        return None
    # English and German count by ordinals, and no noun follows, which German writes with a capital.
    ordinal = match["first"] is not None and match["second"] is not None
    if not ordinal and cue.words in _COUNTED_BY:
        return None
    end = match.end()
    closed = _DAYS_END.match(lowered, end) is not None
    goes_on = ordinal and text[end - 1] == "." and text[end : end + 1] == " " and text[end + 1 : end + 2].islower()
    return Found(start, end, "DATE", 0.5, "day", _FORM) if closed or goes_on else None


def _is_led(lowered: str, start: int) -> bool:
    leads = (ends_with(key).before(lowered, start, 24) for key in ("day_before", "date_before", "date_words"))
    return any(leads)


def _is_from(lowered: str, start: int) -> bool:
    """Tell whether a word leads to the first of two days: "internamento de 5/2 a 9/2"."""
    return ends_with("times.from").before(lowered, start, 16) is not None


def _is_hour(lowered: str, start: int, end: int) -> bool:
    """Tell whether two numbers and a full stop are an hour: "Avgår 12.04.", "kl. 10.04. Sedan"."""
    if ends_with("times.sure").before(lowered, start, 20):
        return True
    return (
        ends_with("times.before").before(lowered, start, 20) is not None
        and _SENTENCE_ENDS.match(lowered, end) is not None
    )


def _is_swedish(lowered: str, start: int, end: int) -> bool:
    """Tell whether Swedish stands around a day and month, which it writes so; "rum 14/3" is none, nor "8/2 mg"."""
    if is_law(lowered, start, 20) or _MEASURED.match(lowered, end) or lowered[start - 1 : start] not in _OPENING:
        return False
    around = f"{before(lowered, start, _AROUND)}|{after(lowered, end, _AROUND)}"
    return _SWEDISH.search(around) is not None and not _NO_DAYS.search(around)


def _is_finnish(lowered: str, start: int, end: int) -> bool:
    """Tell whether a day has a point behind its month, as Swedish is written in Finland: "incheckning 21.6., "."""
    if is_law(lowered, start, 20) or _NO_FINNISH.search(before(lowered, start, 24)):
        return False
    cue = ends_with("date_before", "sv").before(lowered, start, 24)
    # "Snittet steg efter 3.5." ends with a number and a full stop.
    if cue and cue.words not in ends_with("times.near", "sv").phrases:
        return True
    around = f"{before(lowered, start, _AROUND)}|{after(lowered, end, _AROUND)}"
    return _GOES_ON.match(lowered, end) is not None and _SWEDISH.search(around) is not None


def _is_told(lowered: str, start: int, end: int, fraction: bool) -> bool:
    """Tell whether an hour follows a day and month, or they head a note: "Fysioterapeut 18/3: ont"."""
    if fraction:
        return _HOURS_BEHIND.match(lowered, end) is not None
    if CLOCK_BEHIND.match(lowered, end) or _HOURS_BEHIND.match(lowered, end) or _is_near_day(lowered, start):
        return True
    return lowered[end : end + 2] == ": " and _HEAD.fullmatch(before(lowered, start, 24)) is not None


def _is_near_day(lowered: str, start: int) -> bool:
    """Tell whether a word for a day from today stands right before: "ontem, 28/9, durou", "hier (28/9)"."""
    mark = lowered[start - 2 : start]
    if mark not in {", ", " ("}:
        return False
    return word_before(lowered, start - 2) in _near_days()


@cache
def _near_days() -> frozenset[str]:
    keys = ("yesterday", "tomorrow", "today")
    return frozenset(s for key in keys for word in all_entries("dates", "relative", key) for s in spellings(word))


def is_dated(lowered: str, start: int, *codes: str) -> bool:
    """Tell whether a word such as "born" or "expires" leads up to a place."""
    return ends_with("date_words", *codes).before(lowered, start, 24) is not None
