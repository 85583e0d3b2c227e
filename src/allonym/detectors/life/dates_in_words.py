"""Months, weekdays and seasons in words, with days and years beside them: "3–5 May 2020", "le 1er mai"."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.counting import ARTICLES, number_before
from allonym.detectors.life.dates_in_digits import iso
from allonym.detectors.life.dating import DAY, ORDINAL, Sign, between, ends_with
from allonym.detectors.life.lexicon import Hit, longest_first
from allonym.detectors.life.numerals import ARABIC, Page

_AND = (
    r"(?:,\s?|\s?(?:-|–|&|/|\b(?:and|et|y|e|und|och|bis|to|au|al|till|a|ou|or|oder|eller|o)\b)\s?"
    r"(?:(?:le|el|the|den|dem|du|il|no)\s)?)"
)
_DAY_AFTER = Expression(
    rf"\.?,? ?(?:the )?(?P<day>{DAY})(?:st|nd|rd|th)?"
    rf"(?P<more>(?:\s?(?:-|–|,|and|&|to)\s?{DAY}(?:st|nd|rd|th)?(?![\w:]))*)(?!\w|[.,:/][0-9]|-[0-9])"
)
_NEAR = Expression(r"[0-9]")
_OF_BEFORE = Expression(r"\s[^\W\d_]+\s\Z")
_BARE_YEAR = Expression(r"\.?(?:,?\s(?:del?\s|di\s)?|[./\-]|\s?['’])[0-9]")
_SHORT_NAMES = frozenset({"may", "mai", "maj"})
_WIDTH = 56


def worded(page: Page, hits: Iterable[Hit[Sign]]) -> Iterator[Found]:
    """Find names of months, weekdays and seasons, with their days and years; each has its kind as rule."""
    done = last = 0
    for hit in sorted(hits, key=longest_first):
        start, end, sign = hit
        if start < done:
            continue
        if sign.kind == "weekday":
            found = _weekday(page, hit)
        elif sign.kind == "season":
            found = _season(page.lowered, hit)
        else:
            # A day never stands before another name of the calendar.
            found = _month(page, hit, last if last <= start else 0)
        last = end
        if found:
            done = found.end
            yield found


def _month(page: Page, hit: Hit[Sign], floor: int) -> Found | None:
    lowered, (start, end, sign) = page.lowered, hit
    short = _is_short(lowered, hit)
    if short and not _NEAR.search(lowered, max(0, start - 7), end + 7):
        return None
    start, day, many = _day_before(lowered, start, floor)
    if short and _OF_BEFORE.search(lowered, start, hit[0]) and not _year_after().match(lowered, end):
        # "19 del gen" is no day of January, but "19 de jan. de 2020" is.
        start, day = hit[0], None
    if day is None and "en" in sign.codes and (after := _DAY_AFTER.match(lowered, end)):
        end, day, many = after.end(), int(after["day"]), bool(after["more"])
    elif lowered[end : end + 1] == "." and end - hit[0] <= 5 and _year_after().match(lowered, end):
        end += 1
    year = None
    if year_match := _year_after().match(lowered, end):
        end, year = year_match.end(), year_match["year"]
    if day is None and not _counts_without_day(page, hit, year):
        return None
    if part := ends_with("parts", *sign.codes).before(lowered, start, 24):
        start = part.start
    rule = ("whole" if day else "month-year") if year else ("day-month" if day else "month")
    value = "" if many or sign.kind == "hijri" else _value(year, sign.number, day)
    return Found(start, end, "DATE", _score(rule, sign, page.text[hit[0]]), rule, _features(value))


def _score(rule: str, sign: Sign, initial: str) -> float:
    if rule != "month":
        return 0.9 if rule == "whole" else 0.85
    return 0.6 if not sign.loose or initial.isupper() else 0.5


def _counts_without_day(page: Page, hit: Hit[Sign], year: str | None) -> bool:
    """Tell whether a month counts without a day; "he moved out in 2019" is not said of October."""
    if not year:
        return _stands_alone(page, hit)
    return not _is_short(page.lowered, hit) or _BARE_YEAR.match(page.lowered, hit[1]) is not None


def _stands_alone(page: Page, hit: Hit[Sign]) -> bool:
    sign = hit[2]
    if _is_short(page.lowered, hit):
        return False
    # English and German write months with a capital, the others do not; who does otherwise may mean another word.
    usual = _is_usual(page.text, hit)
    if usual and not sign.loose:
        return True
    cues = ends_with("month_before" if usual else "month_sure", *sign.codes)
    return cues.before(page.lowered, hit[0], 24) is not None


def _is_short(lowered: str, hit: Hit[Sign]) -> bool:
    start, end, sign = hit
    return sign.loose and end - start <= 3 and lowered[start:end] not in _SHORT_NAMES


def _is_usual(text: str, hit: Hit[Sign]) -> bool:
    """Tell whether a name of the calendar has the capital, or not, that its language gives it."""
    codes = hit[2].codes
    if text[hit[0]].isupper():
        return "en" in codes or "de" in codes
    return "en" not in codes and codes != ("de",)


def _opens_a_sentence(text: str, hit: Hit[Sign]) -> bool:
    start, end, _ = hit
    head = before(text, start, 2).strip(" \"'“«")
    named = text[end : end + 1] == " " and text[end + 1 : end + 2].isupper()
    return (not head or head[-1] in ".!?\n:") and not named


def _day_before(lowered: str, at: int, floor: int) -> tuple[int, int | None, bool]:
    window = before(lowered, at, min(_WIDTH, at - floor))
    if _NEAR.search(window) and (match := _days().search(window)):
        return at - len(window) + match.start(), int(match["day"]), bool(match["more"])
    joint = _joint().search(window, max(0, len(window) - 20)) if window[-1:].isspace() else None
    stop = at - len(joint[0]) if joint else at
    if joint and (number := number_before(lowered, stop)) and number.form == "words":
        word = lowered[number.start : stop]
        if number.value and number.value <= 31 and word not in ARTICLES:
            return number.start, number.value, False
    return at, None, False


def _weekday(page: Page, hit: Hit[Sign]) -> Found | None:
    text, lowered, (start, end, sign) = page.text, page.lowered, hit
    short = sign.loose and end - start <= 5
    if short and not _NEAR.search(lowered, end, end + 12):
        return None
    named = text[start].isupper() and not _is_usual(text, hit) and not _opens_a_sentence(text, hit)
    if named or sign.loose:
        cued = not short and ends_with("weekday_before", *sign.codes).before(lowered, start, 24)
        if not cued:
            # Only a date behind it makes a weekday of "Sun" or "quarta".
            dot = lowered[end : end + 1] == "."
            rule = "day-name" if short else "weekday"
            usable = text[start].isupper() or dot or not short
            return Found(start, end + dot, "DATE", 0.3, rule, _features("")) if usable else None
    for key in ("relative.last", "relative.next"):
        if relative := ends_with(key, *sign.codes).before(lowered, hit[0], 24):
            start = relative.start
    return Found(start, end, "DATE", 0.55, "weekday", _features(""))


def _season(lowered: str, hit: Hit[Sign]) -> Found | None:
    match = _season_year().match(lowered, hit[1])
    if not match:
        return None
    year = match["year"].strip("'’")
    return Found(hit[0], match.end(), "DATE", 0.8, "season", _features(year if len(year) == 4 else ""))


def _value(year: str | None, month: int, day: int | None) -> str:
    full = year if year and year.isdigit() and len(year) == 4 else None
    if full and day:
        return iso(int(full), month, day) or ""
    if full:
        return f"{full}-{month:02d}"
    return f"--{month:02d}-{day:02d}" if day else f"--{month:02d}"


def _features(value: str) -> Features:
    return (("form", "words"), ("value", value)) if value else (("form", "words"),)


@cache
def _days() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<day>[0-9](?<![^\W{ARABIC}][0-9])(?<![0-9][.,:/\-][0-9])(?:(?<=3)[01]|(?<=[12])[0-9]|(?<=0)[1-9]|(?<=[1-9])))"
        rf"{ORDINAL}(?P<more>(?:{_AND}{DAY}{ORDINAL})*)"
        rf"(?:\s?\([^()\0]{{1,24}}\))?(?:\s?(?:{between()})\s|\s?[ ./\-]\s?|)\Z"
    )


@cache
def _joint() -> re.Pattern[str]:
    return re.compile(rf"(?:\s(?:{between()}))?\s\Z")


@cache
def _year_after() -> re.Pattern[str]:
    return re.compile(
        rf"(?:\.?,?\s(?:(?:{between()})\s?)?\(?|[./\-])(?P<year>(?:1[0-9]|20)[0-9]{{2}}(?![0-9]|[.,][0-9])|['’][0-9]{{2}}(?![\w])"
        rf"|(?<=[./\-])[0-9]{{2}}(?!\w|[.:/,][0-9]))"
    )


@cache
def _season_year() -> re.Pattern[str]:
    return re.compile(
        rf"(?:[,/]?\s(?:(?:{between()})\s?)?)(?P<year>(?:1[0-9]|20)[0-9]{{2}}(?![0-9]|[.,][0-9])|['’]?[0-9]{{2}}(?!\w|[.,:][0-9]|\s?%))"
    )
