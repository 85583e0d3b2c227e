"""Writes another date in the form of one that was read: same parts, same order, same digits, same language."""

import re
import unicodedata
from collections.abc import Mapping

from allonym.core.splice import splice
from allonym.core.types import Edit, Span
from allonym.surrogates.dates.calendar_names import Name, write_name
from allonym.surrogates.dates.forms import Moment, Part
from allonym.surrogates.number_words import NumberWord, write_words

_SUFFIX = re.compile(r"[^\d]+\Z")
_SWEDISH_A = frozenset({1, 2, 21, 22, 31})


def write_date(surface: str, moments: list[Moment], values: Mapping[Part, int], language: str | None) -> str | None:
    """Return the surface with other values in its parts; None if one has no word for its value."""
    parts = [part for moment in moments for part in moment]
    padded = _is_padded(surface, parts)
    # Only before the name of a month the first day has an ending of its own: 1er mai, 01/05.
    language = language if any(isinstance(part.name, Name) and part.kind == "month" for part in parts) else None
    edits: list[Edit] = []
    for part in sorted(parts, key=lambda each: each.start):
        text = _written(surface, part, values[part], padded, language)
        if text is None:
            return None
        edits.append(Edit(Span(part.start, part.end), text))
    return splice(surface, edits)[0]


def in_script(digits: str, like: str) -> str:
    """Return digits in the script of the first digit of another text."""
    place = next((each for each in like if each.isdecimal()), "0")
    return "".join(chr(ord(place) - unicodedata.decimal(place) + int(each)) for each in digits)


def _is_padded(surface: str, parts: list[Part]) -> bool:
    """Tell whether days and months have two digits: one that begins with 0 says so, one of one digit the contrary."""
    texts = [surface[each.start : each.end] for each in parts if each.kind in {"day", "month"} and each.name is None]
    sizes = {sum(map(str.isdecimal, text)) for text in texts}
    if any(text[:1].isdecimal() and unicodedata.decimal(text[0]) == 0 for text in texts):
        return True
    return sizes == {2} and all(each.name is None for each in parts)


def _written(surface: str, part: Part, value: int, padded: bool, language: str | None) -> str | None:
    old = surface[part.start : part.end]
    if isinstance(part.name, Name):
        return write_name(value, part.name, old)
    if isinstance(part.name, NumberWord):
        return write_words(value, part.name, surface)
    if part.kind in {"year", "decade"}:
        size = part.end - part.start
        return in_script(str(value % 10**size).zfill(size), old)
    digits = in_script(str(value).zfill(2) if padded else str(value), old)
    return digits + _ordinal(old, value, language) if part.kind == "day" else digits


def _ordinal(old: str, day: int, language: str | None) -> str:
    """Return what follows the digits of a day: st, nd, rd or th; :a or :e; er and º behind the first alone."""
    suffix = _SUFFIX.search(old)
    mark = suffix[0] if suffix else ""
    if mark.lower() in {"st", "nd", "rd", "th"}:
        teen = 11 <= day <= 13
        made = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
        return made.upper() if mark.isupper() else made
    if mark in {":a", ":e"}:
        return ":a" if day in _SWEDISH_A else ":e"
    if mark == "er":
        return mark if day == 1 else ""
    return "er" if language == "fr" and day == 1 and not mark else mark
