"""Months, weekdays and seasons in words, with days and years beside them: "3–5 May 2020", "le 1er mai"."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.finding import Found, before
from allonym.detectors.life.counting import ARTICLES, number_before
from allonym.detectors.life.dates_in_digits import iso
from allonym.detectors.life.dating import ARABIC, DAY, ORDINAL, Sign, between, ends_with
from allonym.detectors.life.lexicon import Hit

_AND = (
    r"(?:,\s?|\s?(?:-|–|&|/|\b(?:and|et|y|e|und|och|bis|to|au|al|till|a|ou|or|oder|eller|o)\b)\s?"
    r"(?:(?:le|el|the|den|dem|du|il|no)\s)?)"
)
_DAY_AFTER = re.compile(
    rf"\.?,? ?(?:the )?(?P<day>{DAY})(?:st|nd|rd|th)?"
    rf"(?P<more>(?:\s?(?:-|–|,|and|&|to)\s?{DAY}(?:st|nd|rd|th)?(?![\w:]))*)(?!\w|[.,:/][0-9]|-[0-9])"
)
_NEAR = re.compile(r"[0-9]")
_OF_BEFORE = re.compile(r"\s[^\W\d_]+\s\Z")
_SHORT_NAMES = frozenset({"may", "mai", "maj"})
_WIDTH = 56


def worded(text: str, lowered: str, hits: Iterable[Hit[Sign]]) -> Iterator[Found]:
    """Find names of months, weekdays and seasons, with their days and years; each has its kind as rule."""
    done = 0
    for hit in sorted(hits, key=lambda each: (each.start, -each.end)):
        if hit.start < done:
            continue
        if hit.meaning.kind == "weekday":
            found = _weekday(text, lowered, hit)
        elif hit.meaning.kind == "season":
            found = _season(lowered, hit)
        else:
            found = _month(text, lowered, hit)
        if found:
            done = found.end
            yield found


def _month(text: str, lowered: str, hit: Hit[Sign]) -> Found | None:
    sign = hit.meaning
    if _is_short(lowered, hit) and not _NEAR.search(lowered, max(0, hit.start - 7), hit.end + 7):
        return None
    start, day, many = _day_before(lowered, hit.start)
    end = hit.end
    if _is_short(lowered, hit) and _OF_BEFORE.search(lowered[start : hit.start]):
        # "19 del gen" is no day of January.
        start, day = hit.start, None
    if day is None and "en" in sign.codes and (after := _DAY_AFTER.match(lowered, end)):
        end, day, many = after.end(), int(after["day"]), bool(after["more"])
    elif lowered[end : end + 1] == "." and len(lowered[hit.start : end]) <= 5 and _year_after().match(lowered, end):
        end += 1
    year_match = _year_after().match(lowered, end)
    if year_match:
        end = year_match.end()
    if day is None and not year_match and not _stands_alone(text, lowered, hit):
        return None
    window = before(lowered, start, 24)
    if part := ends_with("parts", *sign.codes).search(window):
        start -= len(window) - part.start
    year = year_match["year"] if year_match else None
    rule = ("whole" if day else "month-year") if year else ("day-month" if day else "month")
    value = "" if many or sign.kind == "hijri" else _value(year, sign.number, day)
    return Found(start, end, "DATE", _score(rule, sign, text[hit.start]), rule, _features(value))


def _score(rule: str, sign: Sign, initial: str) -> float:
    if rule != "month":
        return 0.9 if rule == "whole" else 0.85
    return 0.6 if not sign.loose or initial.isupper() else 0.5


def _stands_alone(text: str, lowered: str, hit: Hit[Sign]) -> bool:
    sign = hit.meaning
    if _is_short(lowered, hit):
        return False
    # English and German write months with a capital, the others do not; who does otherwise may mean another word.
    usual = _is_usual(text, hit)
    if usual and not sign.loose:
        return True
    cues = ends_with("month_before" if usual else "month_sure", *sign.codes)
    return cues.search(before(lowered, hit.start, 24)) is not None


def _is_short(lowered: str, hit: Hit[Sign]) -> bool:
    return hit.end - hit.start <= 3 and hit.meaning.loose and lowered[hit.start : hit.end] not in _SHORT_NAMES


def _is_usual(text: str, hit: Hit[Sign]) -> bool:
    """Tell whether a name of the calendar has the capital, or not, that its language gives it."""
    codes = set(hit.meaning.codes)
    if text[hit.start].isupper():
        return not codes.isdisjoint({"en", "de"})
    return "en" not in codes and codes != {"de"}


def _opens_a_sentence(text: str, hit: Hit[Sign]) -> bool:
    head = before(text, hit.start, 2).strip(" \"'“«")
    named = text[hit.end : hit.end + 1] == " " and text[hit.end + 1 : hit.end + 2].isupper()
    return (not head or head[-1] in ".!?\n:") and not named


def _day_before(lowered: str, at: int) -> tuple[int, int | None, bool]:
    window = before(lowered, at, _WIDTH)
    if _NEAR.search(window) and (match := _days().search(window)):
        return at - len(window) + match.start(), int(match["day"]), bool(match["more"])
    joint = _joint().search(window, max(0, len(window) - 20))
    stop = at - len(joint[0]) if joint else at
    if joint and (number := number_before(lowered, stop)) and number.form == "words":
        word = lowered[number.start : stop]
        if number.value and number.value <= 31 and word not in ARTICLES:
            return number.start, number.value, False
    return at, None, False


def _weekday(text: str, lowered: str, hit: Hit[Sign]) -> Found | None:
    start, end = hit.start, hit.end
    if hit.meaning.loose and end - start <= 5 and not _NEAR.search(lowered, end, end + 12):
        return None
    window = before(lowered, start, 24)
    named = text[start].isupper() and not _is_usual(text, hit) and not _opens_a_sentence(text, hit)
    short = hit.meaning.loose and end - start <= 5
    if named or hit.meaning.loose:
        cued = not short and ends_with("weekday_before", *hit.meaning.codes).search(window)
        if not cued:
            # Only a date behind it makes a weekday of "Sun" or "quarta".
            dot = lowered[end : end + 1] == "."
            usable = text[start].isupper() or dot or not short
            return (
                Found(start, end + dot, "DATE", 0.3, "day-name" if short else "weekday", _features(""))
                if usable
                else None
            )
    for key in ("relative.last", "relative.next"):
        if relative := ends_with(key, *hit.meaning.codes).search(window):
            start = hit.start - len(window) + relative.start
    return Found(start, end, "DATE", 0.55, "weekday", _features(""))


def _season(lowered: str, hit: Hit[Sign]) -> Found | None:
    match = _season_year().match(lowered, hit.end)
    if not match:
        return None
    year = match["year"].strip("'’")
    return Found(hit.start, match.end(), "DATE", 0.8, "season", _features(year if len(year) == 4 else ""))


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
        rf"(?<![^\W{ARABIC}])(?<![0-9][.,:/\-])(?P<day>{DAY}){ORDINAL}(?P<more>(?:{_AND}{DAY}{ORDINAL})*)"
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
