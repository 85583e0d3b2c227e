"""Hours and minutes without a mark between them: 730pm, 0640 hrs, 0430 UTC, "at 0340", "@ 1015", "on scene 1635".

A number of four digits counts anything, so a unit, a zone or a word before it must tell that it is a time; one that
does not begin with zero ends its phrase as well, and a day, a meeting or what is logged stands near it.
"""

import re
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.dating import ends_with, said
from allonym.detectors.life.hours import CLOSED, follows_a_day, meets, precedes_a_day
from allonym.detectors.life.numerals import Numeral
from allonym.languages.words import all_entries

_HALF = Expression(r"(?:(?P<half>[ap])(?:\.m\.?|m\b)| (?P<apart>p)(?:\.m\.?|m\b))(?!\w)")
_UNIT = Expression(r"(?:\s?(?:hrs|hours|uhr|hs)|h)(?![^\W_])")
_ZONE = Expression(r"(?:z|\s?(?:utc|gmt|zulu|hrs? local|local(?: time)?|bst|cet|cest|edt|pst|pdt))(?![^\W_])")
_GOES_ON = Expression(r"[\w(+]|\s?[.,:/\-–]\s?[0-9]|\s[(+0-9%€$£]|\s(?:kg|km|m|cm|mm|rpm|x)\b")
_RANGE = Expression(
    r"\s?[-–]\s?((?:[01][0-9]|2[0-4])[0-5][0-9])(?:\s?(?:hrs|uhr|h)(?![^\W_]))?(?![\w]|[.,:/\-–][0-9]|\s[0-9])"
)
# "From 0730 to 1145".
_FIRST = Expression(lambda: rf"(?<![\w.,:/\-])0[0-9][0-5][0-9](?: (?:hrs|uhr|h))? (?:{said('to')}) \Z")
_WHOLE = frozenset("03")
_DASHES, _UNITS = frozenset("-–"), frozenset("aphuzglbce")
_COUNTING = frozenset(("hrs", "hours", "hs", "h"))
_THEN = Expression(lambda: rf"\s(?:{said('times.run_then')})(?!\w)")
_WORDS = Expression(r"[^\W\d_]+")
_JOINTS = frozenset(".,:/+-#$€£")
_LAST, _NOON, _MINUTES = 23, 12, 60
_YEARS = range(1900, 2060)
_WINDOW = 48
_DATED = Expression(r"(?<![0-9.,/\-])[0-9]{1,2}([./\-])[0-9]{1,2}\1(?:19|20)?[0-9]{2} \Z")
_BEHIND_DATED = frozenset(("", *" .,;)\n\0"))
_CLOCKS = frozenset({"@", "kl", "kl.", "klockan"})


@cache
def run_leads() -> frozenset[str]:
    """Return the words that may lead to such a number."""
    keys = ("times.near", "times.sure", "times.stamped", "to")
    return frozenset(word for key in keys for word in ends_with(key).last_words)


def run_of_digits(lowered: str, numeral: Numeral) -> Found | None:
    """Find hours and minutes in a number of three or four digits."""
    start, end, previous, _, lead = numeral
    hour, minute = int(lowered[start : end - 2]), int(lowered[end - 2 : end])
    if previous.isalnum() or previous in _JOINTS or hour > _LAST + 1 or minute >= _MINUTES:
        return None
    following = lowered[end + 1 : end + 2] if lowered[end : end + 1] == " " else lowered[end : end + 1]
    found = None
    if following in _DASHES:
        found = _range(lowered, start, end)
    elif following in _UNITS:
        found = _with_unit(lowered, numeral, hour, minute)
    if (
        found
        or hour > _LAST
        or not (_is_dated(lowered, numeral) or (lead in run_leads() and _is_told(lowered, numeral)))
    ):
        return found
    return _found(start, end, hour, minute)


def _is_dated(lowered: str, numeral: Numeral) -> bool:
    """Tell whether a number stands right behind a date: "21.06.23 0915 with", but not "21.06. 2024"."""
    start, end, previous, following, _ = numeral
    if previous != " " or end - start != 4 or following not in _BEHIND_DATED or _GOES_ON.match(lowered, end):
        return False
    told = lowered[start] == "0" or int(lowered[start:end]) not in _YEARS
    return told and _DATED.search(before(lowered, start, 12)) is not None


def _range(lowered: str, start: int, end: int) -> Found | None:
    second = _RANGE.match(lowered, end) if end - start == 4 else None
    if not second or not _is_range(lowered, start, second):
        return None
    return Found(start, second.end(), "TIME", 0.7, "time", (("form", "digits"),))


def _with_unit(lowered: str, numeral: Numeral, hour: int, minute: int) -> Found | None:
    start, end, _, _, lead = numeral
    if half := _HALF.match(lowered, end):
        late = "p" in {half["half"], half["apart"]}
        return _found(start, half.end(), hour % _NOON + _NOON * late, minute) if 1 <= hour <= _NOON else None
    unit = (_ZONE.match(lowered, end) or _UNIT.match(lowered, end)) if end - start == 4 else None
    if not unit:
        return None
    # "1420 hours" is long, "0640 hours" is early; behind a date or "at" both are times, and "Uhr" counts nothing.
    told = lowered[start] == "0" or lead == "" or unit[0].strip() not in _COUNTING
    told = told or ends_with("times.before").before(lowered, start, 20) is not None
    return _found(start, unit.end(), hour, minute) if told else None


def _is_range(lowered: str, start: int, second: re.Match[str]) -> bool:
    """Tell whether two numbers are from when till when: "2200-0600"; years begin with no zero, and phones go on."""
    opens = ends_with("times.open").before(lowered, start, 24) is not None
    whole = lowered[start + 2] in _WHOLE and second[1][2] in _WHOLE and "0" == lowered[start + 3] == second[1][3]
    return opens or (whole and "0" in {lowered[start], second[1][0]})


def _is_told(lowered: str, numeral: Numeral) -> bool:
    """Tell whether the words around a number without a unit make a time of it."""
    start, end, _, _, lead = numeral
    if _GOES_ON.match(lowered, end):
        return False
    full = end - start == 4
    if full and lead in ends_with("to").last_words:
        return _FIRST.search(before(lowered, start, 20)) is not None
    stamped = full and ends_with("times.stamped").before(lowered, start, 24) is not None
    # Only English leaves the zero out as well: "meet at 330".
    codes = () if full else ("en",)
    near = any(ends_with(key, *codes).before(lowered, start, 20) for key in ("times.near", "times.sure"))
    if not stamped and not near:
        return False
    if full and (lowered[start] == "0" or lead in _CLOCKS):
        return True
    closed = CLOSED.match(lowered, end) or _THEN.match(lowered, end) or precedes_a_day(lowered, end)
    if not closed or (full and int(lowered[start:end]) in _YEARS and lead != "scene"):
        return False
    return stamped or _is_near(lowered, start, full)


def _is_near(lowered: str, start: int, full: bool) -> bool:
    """Tell whether a day, a meeting or something that is logged stands before a number."""
    place = start - 1 - len(before(lowered, start - 1, 20).rpartition(" ")[2])
    if meets(lowered, start) or follows_a_day(lowered, place):
        return True
    return full and not _logged().isdisjoint(_WORDS.findall(before(lowered, start, _WINDOW)))


def _found(start: int, end: int, hour: int, minute: int) -> Found:
    features: Features = (("form", "digits"), ("value", f"T{hour:02d}:{minute:02d}"))
    return Found(start, end, "TIME", 0.7, "time", features)


@cache
def _logged() -> frozenset[str]:
    return frozenset(all_entries("dates", "times", "logged"))
