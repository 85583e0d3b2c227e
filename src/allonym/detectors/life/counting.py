"""Numbers, in digits or in the words of any language, that end at a given place: "1,000" hours, "vingt et un" ans."""

import re
from functools import cache
from typing import NamedTuple

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from allonym.detectors.finding import before
from allonym.detectors.life.cues import word_before
from allonym.languages.words import everywhere, numbered, spellings

_DIGITS = re.compile(r"(?<![\w.,/\-])(?<![0-9]:)([0-9]{1,3}(?:[.,' ][0-9]{3})+|[0-9]{1,7})(?:[.,]([0-9]{1,2}))?\Z")
_RANGE = re.compile(
    r"(?<![\w.,:/])([0-9]{1,4})(?: ?(?:[-–/]|to|à|a|bis|till|or|ou|oder|eller|o|y|and|und|et) ?)([0-9]{1,4})\Z"
)
_WORDS = re.compile(r"(?:[^\W\d_]+[ \-]){0,3}[^\W\d_]+\Z")
_AHEAD = re.compile(r"\s?(?P<run>(?P<first>[0-9]{1,3}(?![0-9])|[^\W\d_]+)(?:(?<=[^\W\d_])[ \-][^\W\d_]+){0,3})")
_BETWEEN = re.compile(r"[ \-]")


ARTICLES = frozenset(
    {"a", "an", "one", "un", "une", "una", "uno", "um", "uma", "ein", "eine", "einen", "einem", "einer", "en", "ett"}
)
"""Words that count one, but mostly only point."""


class Number(NamedTuple):
    """A number that was read: where it starts, its value, and whether in digits or words."""

    start: int
    value: int | None
    form: str


class Reach(NamedTuple):
    """A number that was read, from where to where."""

    start: int
    end: int
    value: int | None
    form: str


def number_before(lowered: str, at: int) -> Number | None:
    """Return the number that ends at a place; a fraction or a range has no single value."""
    if not at:
        return None
    by_digit = "0" <= lowered[at - 1] <= "9"
    if not by_digit and word_before(lowered, at) not in _last_words():
        return None
    window = before(lowered, at, 48)
    begin = at - len(window)
    if by_digit:
        if match := _RANGE.search(window):
            return Number(begin + match.start(), None, "digits")
        if match := _DIGITS.search(window):
            whole = int(re.sub(r"\D", "", match[1]))
            return Number(begin + match.start(), None if match[2] else whole, "digits")
        return None
    last = _WORDS.search(window)
    return _longest(last[0], at) if last else None


def number_after(lowered: str, at: int) -> "Reach | None":
    """Return the number that starts at a place, or one space after it."""
    match = _AHEAD.match(lowered, at)
    if not match or not (match["first"].isdigit() or match["first"] in _first_words()):
        return None
    start, run = match.start("run"), match["run"]
    if run[0].isdigit():
        return Reach(start, match.end(), int(run), "digits")
    words, known = _BETWEEN.sub(" ", run), number_words()
    while words:
        if (value := known.get(words)) is not None and words not in ARTICLES:
            return Reach(start, start + len(words), value, "words")
        words = words.rpartition(" ")[0]
    return None


def close_number(word: str) -> int | None:
    """Return the number that a misspelt word stands for, if it is near to one: "niotton", "sIxtton", "sixtten"."""
    if len(word) < 6:
        return None
    allowed = 1 if len(word) < 7 else 2
    best = extractOne(word, _long_words(), scorer=OSA.distance, score_cutoff=allowed)
    return number_words()[best[0]] if best else None


@cache
def number_words() -> dict[str, int]:
    """Return the value of every number word, cardinal or ordinal, of every language; hyphens are spaces."""
    values: dict[str, int] = {}
    for key in ("cardinals", "ordinals"):
        for _, text in everywhere("numbers", key):
            for value, word in numbered(text):
                for spelling in spellings(word.replace("-", " ")):
                    values.setdefault(spelling, value)
    return values


@cache
def _long_words() -> tuple[str, ...]:
    return tuple(word for word, value in number_words().items() if len(word) >= 5 and " " not in word and value < 100)


@cache
def _last_words() -> frozenset[str]:
    return frozenset(word.rpartition(" ")[2] for word in number_words())


@cache
def _first_words() -> frozenset[str]:
    return frozenset(word.partition(" ")[0] for word in number_words())


def _longest(words: str, end: int) -> Number | None:
    known = number_words()
    words = _BETWEEN.sub(" ", words)
    while words:
        if (value := known.get(words)) is not None:
            return Number(end - len(words), value, "words")
        words = words.partition(" ")[2]
    return None
