"""Lengths of time whose unit is cut short: "24 h", "2h 15m", "LOS 5 d", "hace 3 sem", "15 gg", "i 3 v".

A letter or two may stand for anything: a word must lead to the number, and of a longer one the phrase may end there.
"""

from collections.abc import Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.life.counting import number_before
from allonym.detectors.life.cues import Cues, together
from allonym.detectors.life.dating import ends_with, listed, said
from allonym.detectors.life.measuring import UNITS
from allonym.detectors.life.numerals import Numeral, Page
from allonym.languages.pack import CODES

# "1d 4h", "2h15m", "2 h 15 min".
_CHAIN = Expression(r"\s?(?:[dj]\s?[0-9]{1,2}\s?h|h\s?[0-5]?[0-9]\s?m(?:in|n)?|m\s?[0-5]?[0-9]\s?s)(?![^\W_])")
_WORD = Expression(r"\s?([^\W\d_]{1,4})\b(?![\-/'’.][^\W_])")
_ENDS = Expression(lambda: rf"\.?\s?(?:[.,;:!?)،؛؟+\n\0]|\Z)|\.?\s(?:{said('short.then')})(?!\w)")
_TYRE = Expression(r"r[12][0-9] ")
_CUES = ("relative.before", "relative.lasted", "relative.one", "short.before")
_CHAINED = frozenset("dhjm")
_BEHIND_LETTER = " .,;:!?)]}/+-–'’\"”»|&*%\t\n\r\0،؛؟…0123456789"
_NOT_BEFORE = frozenset(".,:/-–+=_")
_MOST, _LONG, _TYRE_SIZE = 3, 3, 4
_PLANES = frozenset({"2", "3"})


def short_lengths(page: Page) -> Iterator[Found]:
    """Find numbers with a unit behind them that is cut short."""
    lowered, openings = page.lowered, _openings()
    for numeral in page.numerals:
        start, end, _, following, _ = numeral
        # Most words behind a number are others: the first two letters tell, or a letter and what follows it.
        opening = lowered[end + 1 : end + 3] if following == " " else lowered[end : end + 2]
        if opening not in openings:
            continue
        if opening[0] in _CHAINED and (chain := _CHAIN.match(lowered, end)) and _stands_free(lowered, start):
            yield Found(start, chain.end(), "DURATION", 0.6, "duration", (("form", "digits"),))
        elif found := _cut(lowered, numeral):
            yield found


def _stands_free(lowered: str, start: int) -> bool:
    return lowered[start - 1 : start] not in _NOT_BEFORE and not lowered[start - 1 : start].isalpha()


def _cut(lowered: str, numeral: Numeral) -> Found | None:
    start, end, _, following, _ = numeral
    word = _WORD.match(lowered, end)
    if not word:
        return None
    if word[1] == "h":
        return _hours(lowered, end, word.end())
    known = _units().get(word[1])
    if not known or end - start > _MOST or not (number := number_before(lowered, end)):
        return None
    key, codes = known
    # "In 3D" is no length of time.
    if following == "d" and lowered[number.start : end] in _PLANES:
        return None
    if not _ENDS.match(lowered, word.end()) or not _is_led(lowered, number.start, word[1], following, codes):
        return None
    stop = word.end() + (len(word[1]) > 1 and lowered[word.end() : word.end() + 2] == ". ")
    value: Features = (("value", UNITS[key].format(number.value)),) if number.value is not None else ()
    return Found(number.start, stop, "DURATION", 0.55, "duration", (("form", "digits"), *value))


def _is_led(lowered: str, start: int, word: str, following: str, codes: tuple[str, ...]) -> bool:
    cues = ends_with("short.before", *codes) if len(word) == 1 else _cues(codes)
    return cues.before(lowered, start, 24) is not None or (len(word) >= _LONG and following.isspace())


def _hours(lowered: str, end: int, stop: int) -> Found | None:
    number = number_before(lowered, end)
    # "R15 91H" is how fast a tyre may go.
    if not number or (number.start >= _TYRE_SIZE and _TYRE.match(lowered, number.start - _TYRE_SIZE)):
        return None
    value: Features = (("value", f"PT{number.value}H"),) if number.value is not None else ()
    return Found(number.start, stop, "DURATION", 0.5, "duration", (("form", "digits"), *value))


@cache
def _units() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the units that are cut short, each with its key and who writes so."""
    known: dict[str, tuple[str, tuple[str, ...]]] = {}
    for code in CODES:
        for key in UNITS:
            for word in listed(code, f"short.{key}"):
                known[word] = (key, (*known.get(word, ("", ()))[1], code))
    return known


@cache
def _openings() -> frozenset[str]:
    letters = {"h", "m", *(word for word in _units() if len(word) == 1)}
    alone = (f"{letter}{mark}" for letter in letters for mark in ("", *_BEHIND_LETTER))
    return frozenset((*alone, *(word[:2] for word in _units())))


@cache
def _cues(codes: tuple[str, ...]) -> Cues:
    return together(ends_with(key, code) for key in _CUES for code in codes)
