"""The `life` detector: dates, times, ages, lengths of time, addresses and attributes, in one pass.

`FINDERS_LIFE` has a finder for each topic. `find_life` finds the same as all of them together in half the time: the
text is put in lower case once, and the words of all topics are looked for at once.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from allonym.detectors.finding import Finder, Found
from allonym.detectors.identifiers.patterns import PatternDetector
from allonym.detectors.life.addresses import addresses, addresses_among
from allonym.detectors.life.ages import ages, ages_among
from allonym.detectors.life.aging import age_words
from allonym.detectors.life.attributes import attribute_words, attributes, attributes_among
from allonym.detectors.life.dates import dates, dates_among
from allonym.detectors.life.dating import calendar
from allonym.detectors.life.durations import durations, durations_among
from allonym.detectors.life.lexicon import Hit, Lexicon, lexicon, lower
from allonym.detectors.life.measuring import units
from allonym.detectors.life.streets import street_words
from allonym.detectors.life.times import times, times_in

FINDERS_LIFE: dict[str, Finder] = {
    "address": addresses,
    "age": ages,
    "attribute": attributes,
    "date": dates,
    "duration": durations,
    "time": times,
}
"""A finder for each topic."""


def life() -> PatternDetector:
    """Make the detector of all that a text tells of a life."""
    return PatternDetector((find_life,), "life")


def find_life(text: str) -> Iterator[Found]:
    """Find what all finders of `FINDERS_LIFE` find."""
    lowered = lower(text)
    hits: dict[str, list[Hit[Any]]] = {name: [] for name in _WORDS}
    for start, end, meanings in _all_words().hits(lowered):
        for name, meaning in meanings:
            hits[name].append(Hit(start, end, meaning))
    yield from dates_among(text, lowered, hits["date"])
    yield from times_in(lowered)
    yield from durations_among(lowered, hits["duration"])
    yield from ages_among(lowered, hits["age"])
    yield from addresses_among(text, lowered, hits["address"])
    yield from attributes_among(lowered, hits["attribute"])


_WORDS: dict[str, Callable[[], Mapping[str, Any]]] = {
    "address": street_words,
    "age": age_words,
    "attribute": attribute_words,
    "date": calendar,
    "duration": units,
}


@cache
def _all_words() -> Lexicon[tuple[tuple[str, Any], ...]]:
    """Return the words of all topics; a meaning says for each topic of a word what it means there."""
    joined: dict[str, list[tuple[str, Any]]] = {}
    for name, words in _WORDS.items():
        for word, meaning in words().items():
            joined.setdefault(word, []).append((name, meaning))
    return lexicon({word: tuple(meanings) for word, meanings in joined.items()})
