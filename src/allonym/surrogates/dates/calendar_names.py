"""Names of months and weekdays, read and written in the eight languages, in the form and case they were found in."""

import re
from functools import cache
from typing import NamedTuple

from allonym.languages.pack import CODES
from allonym.languages.words import numbered, spellings, topic

_KEYS = {"month": ("months", "months_more"), "weekday": ("weekdays", "weekdays_more")}
_WORDS = re.compile(r"[^\W\d_]+(?:[ \-][^\W\d_]+)?")
_ABBREVIATED = 4
# Months that are written short; "may" and "mars" are whole words.
_WHOLE = frozenset({"may", "mai", "maj", "mars", "juin", "août", "juni", "juli", "mayo", "maio", "june", "july"})


class Name(NamedTuple):
    """A month or weekday that stands in a text: where, which, and in which language."""

    kind: str
    start: int
    end: int
    number: int
    code: str


def find_names(lowered: str, language: str | None) -> list[Name]:
    """Return the months and weekdays of a surface in small letters; those of its language come first."""
    codes = (language, *(code for code in CODES if code != language)) if language else CODES
    for code in codes:
        if found := _find(lowered, code):
            return found
    return []


def write_name(number: int, like: Name, old: str) -> str:
    """Return another month or weekday as the old one was written: short or whole, with its ending, with its capital."""
    lowered = old.lower()
    before, after = _forms(like.code, like.kind)[like.number], _forms(like.code, like.kind)[number]
    base = before[0]
    if lowered.startswith(base):
        made = after[0] + lowered[len(base) :]
    elif lowered in before and before.index(lowered) < len(after) and like.code == "ar":
        made = after[before.index(lowered)]
    elif len(lowered) <= _ABBREVIATED and lowered not in _WHOLE:
        made = next((form for form in after if len(form) <= len(lowered) + 1), after[0])
    else:
        made = after[0]
    if old.isupper() and len(old) > 1:
        return made.upper()
    return made[:1].upper() + made[1:] if old[:1].isupper() else made


def month_name(number: int, code: str) -> str:
    """Return the whole name of a month, with the capital that its language gives it."""
    name = _forms(code, "month")[number][0]
    return name.capitalize() if code in {"en", "de"} else name


def _find(lowered: str, code: str) -> list[Name]:
    found: list[Name] = []
    for match in _WORDS.finditer(lowered):
        found += _named(lowered, match.start(), match.end(), code)
    months = [each for each in found if each.kind == "month"]
    # "mar" is March and Tuesday: what may be both is a month, unless another month stands there.
    weekdays = [each for each in found if each.kind == "weekday" and each.start not in {m.start for m in months}]
    return sorted((*months, *weekdays), key=lambda each: each.start)


def _named(lowered: str, start: int, end: int, code: str) -> list[Name]:
    """Return what the one or two words from here to there name; of two words, each may name something."""
    words = lowered[start:end]
    for kind in _KEYS:
        if (number := _numbers(code, kind).get(words)) is not None:
            return [Name(kind, start, end, number, code)]
    head = re.match(r"[^\W\d_]+", words)
    if head is None or head.end() == len(words):
        return []
    return [
        *_named(lowered, start, start + head.end(), code),
        *_named(lowered, start + head.end() + 1, end, code),
    ]


@cache
def _forms(code: str, kind: str) -> dict[int, tuple[str, ...]]:
    calendar, more = _KEYS[kind]
    forms: dict[int, tuple[str, ...]] = {}
    for text in (topic(code, "calendar").get(calendar, ""), topic(code, "dates").get(more, "")):
        for number, word in numbered(text):
            forms[number] = (*forms.get(number, ()), word)
    return forms


@cache
def _numbers(code: str, kind: str) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for number, words in _forms(code, kind).items():
        for word in words:
            for spelling in spellings(word):
                numbers.setdefault(spelling, number)
    return numbers
