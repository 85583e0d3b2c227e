"""Times of day in words: "at noon", "half past six", "halb sieben", "a las siete y media", "الساعة السادسة مساء"."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.life.counting import ARTICLES, number_words
from allonym.detectors.life.cues import Cues, word_before
from allonym.detectors.life.dating import ends_with
from allonym.detectors.life.lexicon import Hit
from allonym.languages.words import all_entries, either, entries, everywhere, spellings

_FORM: Features = (("form", "words"),)
_LAST = 24
_HOUR = Expression(r" ([^\W\d_]+)")
_ENDS = Expression(r"\s?[.,;:!?)\n\0،؟]|\Z|\s(?:and|but|or|und|oder|aber|y|e|o|och|men|eller|no|na|en|i|in|we|ya)\b")


class Clock(NamedTuple):
    """What a word of the clock does, and what must stand before it.

    "words" are times themselves; "behind" stands behind an hour ("o'clock"); "lead" goes with the hour behind it ("half
    past"), "lead_sure" only announces it, and "lead_loose" may as well announce something else ("a las tres amigas"),
    so the hour must end there.
    """

    kind: str
    before: Cues | None


@cache
def clock_words() -> dict[str, Clock]:
    """Return the words that tell times of day, or lead to them."""
    words: dict[str, Clock] = {}
    for key in ("words", "behind", "lead", "lead_sure", "lead_loose"):
        for code, text in everywhere("dates", "times", key):
            cues = ends_with("times.word_before", code) if key == "words" else None
            clock = Clock(key, cues if cues and cues.phrases else None)
            for word in (spelling for entry in entries(text) for spelling in spellings(entry)):
                words.setdefault(word, clock)
    return words


def worded_times(lowered: str, hits: Iterable[Hit[Clock]]) -> Iterator[Found]:
    """Find times in words, given where words of the clock stand."""
    for start, end, clock in hits:
        if clock.kind == "words":
            if clock.before is None or clock.before.before(lowered, start, 16):
                yield Found(start, end, "TIME", 0.6, "time-words", _FORM)
        elif clock.kind == "behind":
            hour_word = word_before(lowered, start - 1) if lowered[start - 1 : start] == " " else ""
            if number_words().get(hour_word, 99) <= _LAST:
                yield Found(start - 1 - len(hour_word), end, "TIME", 0.8, "time-words", _FORM)
        elif hour := _hour_behind(lowered, end):
            more = _more().match(lowered, hour.end())
            stop = more.end() if more else hour.end()
            if more or clock.kind != "lead_loose" or _ENDS.match(lowered, stop):
                yield Found(start if clock.kind == "lead" else hour.start(1), stop, "TIME", 0.7, "time-words", _FORM)


def _hour_behind(lowered: str, end: int) -> re.Match[str] | None:
    match = _HOUR.match(lowered, end)
    return match if match and match[1] in _hours() else None


@cache
def _hours() -> frozenset[str]:
    """Return the words for hours; Arabic counts them by ordinals, which stand under a key of their own."""
    said = (spelling for word in all_entries("dates", "times", "hours") for spelling in spellings(word))
    counted = (word for word, value in number_words().items() if 1 <= value <= _LAST)
    return frozenset((*said, *counted)) - ARTICLES | {"una", "uma"}


@cache
def _more() -> re.Pattern[str]:
    words = [spelling for word in all_entries("dates", "times", "more") for spelling in spellings(word)]
    parts = [*words, *all_entries("dates", "times", "after")]
    return re.compile(rf"(?: (?:{either(parts)})(?![^\W_])){{1,2}}")
