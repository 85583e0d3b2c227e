"""Numbers, in digits or in the words of any language, that end at a given place: "1,000" hours, "vingt et un" ans."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from allonym.core.misspelling import closest
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.numerals import Page
from allonym.languages.words import all_entries, everywhere, numbered, spellings

_DIGITS = Expression(r"(?<![\w.,/\-])(?<![0-9]:)([0-9]{1,3}(?:[.,' ][0-9]{3})+|[0-9]{1,7})(?:[.,]([0-9]{1,2}))?\Z")
_RANGE_WORDS = frozenset(
    ["to", "à", "a", "bis", "till", "or", "ou", "oder", "eller", "o", "y", "and", "und", "et", "و"]
)
_RANGE = Expression(rf"(?<![\w.,:/])([0-9]{{1,4}})(?: ?(?:[-–/]|{'|'.join(sorted(_RANGE_WORDS))}) ?)([0-9]{{1,4}})\Z")
_OPENING = frozenset(("", *'(\n\0#"“«>*~|=;!?'))
# Read backwards, from the last word to the first, so that its start is found at once.
_WORDS_BACKWARDS = Expression(r"[^\W\d_]++(?:[ \-][^\W\d_]++){0,3}")
_FIRST = Expression(r"\s?([0-9]{1,3}(?![0-9])|[^\W\d_]+)")
_AHEAD = Expression(r"[^\W\d_]+(?:[ \-][^\W\d_]+){0,3}")
_BETWEEN = Expression(r"[ \-]")
_FRACTIONS = frozenset("½¼¾")
_APOSTROPHES = frozenset("'’")
_LEAST_CUT = 18
_MANY = 8
_HEADS = frozenset("وبلف")
_STRETCH = "ـ"
_TWICE = Expression(r"(?<![\w.,:/\-])([0-9]{1,4}) ?\([^\W\d_]{2,16}(?:[ \-][^\W\d_]{1,16}){0,4}\)\Z")
_IN_BRACKETS = Expression(r" \(([0-9]{1,4})\)\Z")
_MIXED = Expression(r"(?<![\w.,:/])[0-9]{1,3} [1-3]/[2-4]\Z")


ARTICLES = frozenset(
    {
        "a", "an", "one", "un", "une", "una", "uno", "um", "uma", "ein", "eine", "einen", "einem", "einer", "eines",
        "en", "ett",
    }
)  # fmt: skip
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
    last = lowered[at - 1 : at]
    if "0" <= last <= "9":
        return _digits_before(lowered, at)
    if last in _APOSTROPHES:
        return _cut_short(lowered, at)
    if last == ")":
        return _said_twice(lowered, at)
    if last in _FRACTIONS:
        return Number(_mixed_start(lowered, at - 1), None, "digits")
    return _words_before(lowered, at) if last.isalpha() else None


def _said_twice(lowered: str, at: int) -> Number | None:
    """Return a number that its words in brackets repeat, as contracts say it: "30 (thirty) days"."""
    if match := _TWICE.search(lowered, max(0, at - 48), at):
        return Number(match.start(), int(match[1]), "digits")
    digits = _IN_BRACKETS.search(lowered, max(0, at - 8), at)
    words = _words_before(lowered, digits.start()) if digits and digits.start() else None
    return words._replace(value=int(digits[1])) if words and digits else None


def _words_before(lowered: str, at: int) -> Number | None:
    word = word_before(lowered, at)
    if word in _last_of_halves() and (number := _with_half(lowered, at)):
        return number
    if word not in _last_words():
        return _behind_and(word, at)
    if word not in _last_words_of_many():
        return Number(at - len(word), number_words()[word], "words")
    last = _WORDS_BACKWARDS.match(before(lowered, at, 48)[::-1])
    return (_longest(last[0][::-1], at) if last else None) or _behind_and(word, at)


def _behind_and(word: str, at: int) -> Number | None:
    """Return an Arabic number with "and" before it, as one word: "سنتين وستة أشهر"."""
    value = cardinals().get(word[1:]) if word[:1] == "و" else None
    return None if value is None else Number(at - len(word) + 1, value, "words")


def _cut_short(lowered: str, at: int) -> Number | None:
    """Return an Italian number whose last vowel an apostrophe stands for: "sessant'anni", "vent'anni"."""
    word = word_before(lowered, at - 1)
    if word == "un":
        return Number(at - 3, 1, "words")
    value = next((value for vowel in "aio" if (value := cardinals().get(word + vowel))), 0)
    return Number(at - 1 - len(word), value, "words") if value >= _LEAST_CUT else None


def _mixed_start(lowered: str, at: int) -> int:
    """Return where the whole number before a fraction begins: "4½", "4 ½"."""
    start = at - (lowered[at - 1 : at] == " " and lowered[at - 2 : at - 1].isdigit())
    while start and start > at - 6 and "0" <= lowered[start - 1] <= "9":
        start -= 1
    return start


def _with_half(lowered: str, at: int) -> Number | None:
    """Return the number that a fraction ends: "two and a half", "anderthalb"."""
    window = before(lowered, at, 40)
    for phrase in _halves():
        if window.endswith(phrase) and not window[-len(phrase) - 1 : -len(phrase)].isalnum():
            if phrase in _fractions():
                return Number(at - len(phrase), None, "words")
            whole = number_before(lowered, at - len(phrase) - 1)
            return Number(whole.start, None, whole.form) if whole else None
    return None


@cache
def _fractions() -> frozenset[str]:
    return frozenset(s for word in all_entries("dates", "units", "fractions") for s in spellings(word))


@cache
def _halves() -> tuple[str, ...]:
    """Return what makes a number one that is not whole, the longest first."""
    halves = {s for word in all_entries("dates", "units", "half") for s in spellings(word)}
    return tuple(sorted(_fractions() | halves, key=lambda each: (-len(each), each)))


@cache
def _last_of_halves() -> frozenset[str]:
    return frozenset(phrase.rpartition(" ")[2] for phrase in _halves())


def number_before_unit(page: Page, at: int) -> Number | None:
    """Return the number that ends at a place; it is remembered, for lengths of time and ages ask for the same."""
    if at not in page.numbers:
        page.numbers[at] = number_before(page.lowered, at)
    number: Number | None = page.numbers[at]
    return number


def _digits_before(lowered: str, at: int) -> Number | None:
    start = at - 1
    while start and at - start < _MANY and "0" <= lowered[start - 1] <= "9":
        start -= 1
    if at - start < _MANY and _stands_alone(lowered, start, at):
        return Number(start, int(lowered[start:at]), "digits")
    if mixed := _MIXED.search(lowered, max(0, at - 8), at):
        return Number(mixed.start(), None, "digits")
    match = _RANGE.search(lowered, max(0, at - 16), at)
    # "A fine of 80 or 7 months" counts two things.
    if match and int(match[1]) <= int(match[2]):
        return Number(match.start(), None, "digits")
    if at - start < _MANY and _follows_a_head(lowered, start):
        return Number(start, int(lowered[start:at]), "digits")
    window = before(lowered, at, 48)
    if match := _DIGITS.search(window):
        whole = int(re.sub(r"\D", "", match[1]))
        return Number(at - len(window) + match.start(), None if match[2] else whole, "digits")
    return None


def _follows_a_head(lowered: str, start: int) -> bool:
    """Tell whether Arabic "and", "in", "to" or "the" is written as one word with a number, and nothing before it."""
    begin = start - (lowered[start - 1 : start] == _STRETCH)
    begin -= 2 if lowered.endswith("ال", 0, begin) else lowered[begin - 1 : begin] in _HEADS
    return begin < start and not lowered[begin - 1 : begin].isalnum()


def _stands_alone(lowered: str, start: int, end: int) -> bool:
    """Tell at a glance whether digits are a number of their own: no range, no fraction, no thousands grouped."""
    previous = lowered[start - 1 : start]
    if previous == " ":
        second = lowered[start - 2 : start - 1]
        if second.isalpha():
            return word_before(lowered, start - 1) not in _RANGE_WORDS
        return second not in "-–/" and not (end - start == 3 and second.isdigit())
    return previous in _OPENING


def number_after(lowered: str, at: int) -> "Reach | None":
    """Return the number, none that only orders, that starts at a place, or one space after it."""
    first = _FIRST.match(lowered, at)
    if not first:
        return None
    start = first.start(1)
    if first[1].isdigit():
        return Reach(start, first.end(), int(first[1]), "digits")
    match = _AHEAD.match(lowered, start) if first[1] in _first_words() else None
    if not match:
        return None
    words, known = _BETWEEN.sub(" ", match[0]), cardinals()
    while words:
        if (value := known.get(words)) is not None and words not in ARTICLES:
            return Reach(start, start + len(words), value, "words")
        words = words.rpartition(" ")[0]
    return None


@lru_cache(maxsize=4096)
def close_number(word: str) -> int | None:
    """Return the number that a misspelt word stands for, if it is near to one: "niotton", "sIxtton", "sixtten"."""
    if len(word) < 6:
        return None
    best = closest(word, _long_words(), most=1 if len(word) < 7 else 2)
    return number_words()[best] if best else None


@cache
def number_words() -> dict[str, int]:
    """Return the value of every number word, cardinal or ordinal, of every language; hyphens are spaces."""
    return {**_read("numbers", "ordinals"), **cardinals()}


@cache
def cardinals() -> dict[str, int]:
    """Return the value of every number word that counts."""
    return {**_read("dates", "numbers_more"), **_read("numbers", "cardinals")}


def is_ordinal(words: str) -> bool:
    """Tell whether words only order: "the third week" does not last for three."""
    words = _BETWEEN.sub(" ", words)
    return words not in cardinals() and words in number_words()


@cache
def is_number_of(words: str, *codes: str) -> bool:
    """Tell whether words are a number in one of some languages: "sete" is thirst in Italian."""
    return any(_BETWEEN.sub(" ", words) in _numbers_of(code) for code in codes)


@cache
def _numbers_of(code: str) -> frozenset[str]:
    return frozenset((*_read("dates", "numbers_more", code), *_read("numbers", "cardinals", code)))


def _read(name: str, key: str, only: str | None = None) -> dict[str, int]:
    values: dict[str, int] = {}
    for _, text in (each for each in everywhere(name, key) if only in {None, each[0]}):
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
def _last_words_of_many() -> frozenset[str]:
    """Return the words that end numbers of several words: "one" of "twenty one"."""
    return frozenset(word.rpartition(" ")[2] for word in number_words() if " " in word)


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
