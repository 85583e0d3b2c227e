"""The `life` detector: dates, times, ages, lengths of time, addresses and attributes, in one pass.

`FINDERS_LIFE` has a finder for each topic. `find_life` finds the same as all of them together in half the time: the
text is put in lower case once, and the words of all topics are looked for at once.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from allonym.detectors.finding import Finder, Found, lower_once
from allonym.detectors.identifiers.patterns import PatternDetector
from allonym.detectors.life.addresses import addresses, addresses_among
from allonym.detectors.life.ages import ages, ages_among
from allonym.detectors.life.aging import age_words
from allonym.detectors.life.attributes import attribute_words, attributes, attributes_among
from allonym.detectors.life.dates import dates, dates_among
from allonym.detectors.life.dating import calendar
from allonym.detectors.life.durations import durations, durations_among
from allonym.detectors.life.lexicon import Hit, Lexicon, lexicon
from allonym.detectors.life.measuring import units
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.streets import street_endings, street_words
from allonym.detectors.life.times import times, times_among
from allonym.detectors.life.times_in_words import clock_words

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
    page = Page(text, lower_once(text))
    hits: dict[str, list[Hit[Any]]] = {name: [] for name in _WORDS}
    for start, end, meanings in _all_words().hits(page.lowered):
        for name, meaning in meanings:
            hits[name].append((start, end, meaning))
    yield from dates_among(page, hits["date"])
    yield from times_among(page, hits["time"])
    yield from durations_among(page, hits["duration"])
    yield from ages_among(page, hits["age"])
    yield from addresses_among(page, hits["address"], hits["ending"])
    yield from attributes_among(page, hits["attribute"])


_WORDS: dict[str, Callable[[], Mapping[str, Any]]] = {
    "address": street_words,
    "age": age_words,
    "attribute": attribute_words,
    "date": calendar,
    "duration": units,
    "ending": street_endings,
    "time": clock_words,
}


@cache
def _all_words() -> Lexicon[tuple[tuple[str, Any], ...]]:
    """Return the words of all topics; a meaning says for each topic of a word what it means there."""
    joined: dict[str, tuple[tuple[str, Any], ...]] = {}
    for name, words in _WORDS.items():
        # Many words share one meaning.
        alone: dict[int, tuple[tuple[str, Any], ...]] = {}
        for word, meaning in words().items():
            found = alone.get(id(meaning)) or alone.setdefault(id(meaning), ((name, meaning),))
            joined[word] = joined[word] + found if word in joined else found
    return lexicon(joined, {word: (("ending", ways),) for word, ways in street_endings().items()})
