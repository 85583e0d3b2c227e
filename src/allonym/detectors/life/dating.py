"""The words that dates are made of, as one lexicon over all languages and a few expressions.

They are in languages/<code>/calendar.toml (made from CLDR) and languages/<code>/dates.toml (written by hand).
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from allonym.detectors.finding import before
from allonym.detectors.life.cues import Cues, cues, together
from allonym.languages.pack import CODES
from allonym.languages.words import all_entries, either, entries, everywhere, numbered, spellings, topic

DAY = r"(?:3[01]|[12][0-9]|0?[1-9])"
FUTURE = 2045
"""Who writes of a year so far away says more of it."""
ORDINAL = r"(?:st|nd|rd|th|er|:a|:e|\.o|\.|°|o|a)?"

_SOURCES = (
    ("month", "calendar", "months"), ("month", "dates", "months_more"), ("hijri", "dates", "hijri"),
    ("weekday", "calendar", "weekdays"), ("weekday", "dates", "weekdays_more"),
)  # fmt: skip
# What stands between two short names of weekdays.
_PAIRING = ("-", "–", " - ", " – ", "/", " / ", " & ", "+", " und ", " u. ", " bis ", " oder ", ".-", ". - ", ". bis ")


class Sign(NamedTuple):
    """What a word of the calendar says: month, weekday or season, its number there, and who says so."""

    kind: str
    number: int
    loose: bool
    codes: tuple[str, ...]


@cache
def calendar() -> dict[str, Sign]:
    """Return the names of months, weekdays and seasons in all languages."""
    signs: dict[str, Sign] = {}
    for code, kind, number, word, loose in _names():
        known = signs.get(word)
        if known is None:
            signs[word] = Sign(kind, number, loose, (code,))
        elif known[:2] == (kind, number) and code not in known.codes:
            signs[word] = Sign(kind, number, loose or known.loose, (*known.codes, code))
        # "mar" is March and Tuesday: months are read first and win.
    return {**_more_signs(), **signs}


def _more_signs() -> dict[str, Sign]:
    """Return the words for days from today, and short names of weekdays with what leads to another: "mo-"."""
    signs: dict[str, Sign] = {}
    for code, text in everywhere("dates", "near_days"):
        for word in (spelling for entry in entries(text) for spelling in spellings(entry)):
            signs[word] = Sign("near", 0, True, (code,))
    for code, text in everywhere("dates", "year_words"):
        sign = Sign("spoken", 0, False, (code,))
        signs.update((word, sign) for word in _spoken_years(code, text))
    for code, names in _two_letters():
        sign = Sign("weekdays", 0, True, (code,))
        signs.update((name + joint, sign) for name in names for joint in _PAIRING)
    return signs


def _spoken_years(code: str, text: str) -> Iterator[str]:
    """Return how years in words begin: "mil novecientos", "neunzehnhundert", "nineteen seventy"."""
    counted = [word for value, word in numbered(topic(code, "numbers")["cardinals"]) if 0 < value < 100]
    for opening in entries(text):
        # "Nineteen" alone counts.
        if code == "en" and " " not in opening:
            yield from (f"{opening} {word}" for word in counted if " " not in word)
        else:
            yield from spellings(opening)


@cache
def weekday_names() -> dict[str, frozenset[str]]:
    """Return all names of weekdays, the shortest too, with the languages that have them."""
    names: dict[str, frozenset[str]] = {}
    for _, name, key in _SOURCES[3:]:
        for code, text in everywhere(name, key):
            for _, word in numbered(text):
                names[word] = names.get(word, frozenset()) | {code}
    return names


def _two_letters() -> Iterator[tuple[str, list[str]]]:
    for code, text in everywhere("calendar", "weekdays"):
        yield code, [word for _, word in numbered(text) if len(word) == 2]


def is_usual(text: str, hit: tuple[int, int, Sign]) -> bool:
    """Tell whether a name of the calendar has the capital, or not, that its language gives it."""
    codes = hit[2].codes
    if text[hit[0]].isupper():
        return "en" in codes or "de" in codes
    return "en" not in codes and codes != ("de",)


@cache
def ends_with(key: str, *codes: str) -> Cues:
    """Return the cues under a key ("section.key") of the dates of some languages, or of all."""
    if len(codes) == 1:
        return cues(listed(codes[0], key))
    return together(ends_with(key, code) for code in codes or CODES)


@cache
def follows(key: str, *codes: str) -> re.Pattern[str]:
    """Return an expression for what may stand behind: a space or hyphen, and a word under a key."""
    words = [spelling for code in codes for word in listed(code, key) for spelling in spellings(word)]
    return re.compile(rf"[ \-](?:{either(words)})(?![^\W_])" if words else r"\0\0")


def is_law(lowered: str, at: int, width: int) -> bool:
    """Tell whether a word such as "Act" or "Dir." leads up to a place: then a number is no date."""
    # Mostly another number stands there, and no word.
    return not lowered[at - 2 : at - 1].isdigit() and _ends_with_law(before(lowered, at, width))


# Several finders ask for the same number.
@lru_cache(maxsize=256)
def _ends_with_law(window: str) -> bool:
    return ends_with("law_words").search(window.replace(".", "").replace("'", " ").replace("’", " ")) is not None


def listed(code: str, key: str) -> Iterator[str]:
    """Return the words under a key of the dates of a language."""
    found: Any = topic(code, "dates")
    for part in key.split("."):
        found = found.get(part, {})
    return entries(found or "")


@cache
def between() -> str:
    """Return an expression for the words between the parts of a date: of, de, del."""
    return said("of")


def said(*keys: str) -> str:
    """Return an expression for the words of all languages under keys ("section.key") of the dates.

    A word that ends with "*" is the beginning of others: "percent*".
    """
    words = [word for key in keys for word in all_entries("dates", *key.split("."))]
    return either([word for word in words if word[-1] != "*"] or ["\0"]) + "".join(
        rf"|{re.escape(word[:-1])}\w*" for word in words if word[-1] == "*"
    )


def _names() -> Iterator[tuple[str, str, int, str, bool]]:
    loose = {(code, word) for code, text in everywhere("dates", "loose") for word in entries(text)}
    for kind, name, key in _SOURCES:
        for code, text in everywhere(name, key):
            for number, word in numbered(text):
                # "So" and "Mo" are days to German only, and common words to all.
                if len(word) > 2 or code == "ar":
                    yield code, kind, number, word, (code, word) in loose
                # "marco" without its cedilla is a man, and "son" no Sunday: a bare spelling needs support.
                for bare in spellings(word) if len(word) > 3 and code != "sv" else ():
                    yield code, kind, number, bare, code != "ar" or (code, word) in loose
    for code, text in everywhere("dates", "feasts"):
        yield from ((code, "feast", 0, spelling, True) for word in entries(text) for spelling in spellings(word))
    for code, text in everywhere("dates", "seasons"):
        yield from ((code, "season", 0, word, True) for word in entries(text))
