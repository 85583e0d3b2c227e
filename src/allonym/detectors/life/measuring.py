"""The units that time is measured in, in all languages, as one lexicon."""

from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from allonym.languages.pack import CODES
from allonym.languages.words import entries, everywhere, numbered, spellings, topic

UNITS = {
    "S": "PT{}S",
    "TM": "PT{}M",
    "TH": "PT{}H",
    "D": "P{}D",
    "W": "P{}W",
    "M": "P{}M",
    "Y": "P{}Y",
    "E": "",
    "C": "",
}
"""The units of languages/<code>/dates.toml, and how ISO 8601 writes so many of them."""
WHEN = {"yesterday": "past", "tomorrow": "future"}
"""Words that point to a day from today: their keys in the section [relative]."""
SHARED = "yesterday_shared"
"""The key there of words that mean something else to another language."""


_MOST_JOINED = 12
PART = 0
"""What a word says that stands for a part of a unit."""


class Unit(NamedTuple):
    """A unit of time: its key, how many of it a word says (a dual two, "half an hour" a part), and who says so."""

    key: str
    said: int | None
    codes: tuple[str, ...]


@cache
def units() -> dict[str, Unit]:
    """Return all words for units of time."""
    known: dict[str, Unit] = {}
    for section, count in (("units", None), ("duals", 2), ("ones", 1), ("halves", PART), ("relative", None)):
        for key in (*UNITS, *WHEN, SHARED):
            for code, text in everywhere("dates", section, key):
                for word in (spelling for entry in entries(text) for spelling in spellings(entry)):
                    codes = known[word].codes if word in known and known[word].key == key else ()
                    if word not in known or codes:
                        known[word] = Unit(key, count, tuple(dict.fromkeys((*codes, code))))
    for word, key, code, value in _joined():
        known.setdefault(word, Unit(key, value, (code,)))
    return known


def _joined() -> Iterator[tuple[str, str, str, int]]:
    """Return what German and Swedish make of a small number and a unit: zweiwöchig, tredagars."""
    for code in CODES:
        known = topic(code, "dates").get("joined", {})
        small = takewhile(_is_small, numbered(topic(code, "numbers")["cardinals"])) if known else ()
        for value, number in small:
            for key, text in known.items() if value > 1 and number.isalpha() else ():
                yield from ((number + ending, key, code, value) for ending in entries(text))


def _is_small(number: tuple[int, str]) -> bool:
    return number[0] <= _MOST_JOINED


def iso_length(unit: Unit, count: int | None) -> str:
    """Return a length of time as ISO 8601 writes it, if it has a number."""
    shape = UNITS[unit.key]
    return shape.format(count) if shape and count is not None else ""
