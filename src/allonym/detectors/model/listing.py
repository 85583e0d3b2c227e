"""What the lists know of a word, as the model is told it: how prominent it is in each, and how ordinary."""

from collections.abc import Callable
from functools import partial

from allonym.detectors.names.morphology import stems
from allonym.languages.lists import LONGEST, Entry, Lists, normal

KINDS = ("first", "last", "city", "region", "country", "company", "product", "school")
"""The lists that the model is told of; the last number of a row is how ordinary the word is."""
LEVELS = 6
Row = tuple[int, ...]
NOTHING: Row = (0,) * (len(KINDS) + 1)
_PLACES = {"nickname": 0, **{kind: place for place, kind in enumerate(KINDS)}}
_STEPS = (0.3, 0.5, 0.65, 0.8)
_HARDLY = 1
_MOST_REMEMBERED = 1 << 16


def describer(lists: Lists) -> Callable[[str], Row]:
    """Return a function that describes words, and remembers."""
    return partial(_describe, lists, {})


def _describe(lists: Lists, remembered: dict[str, Row], word: str) -> Row:
    found = remembered.get(word)
    if found is None:
        if len(remembered) >= _MOST_REMEMBERED:
            remembered.clear()
        found = remembered[word] = describe(lists, word)
    return found


def describe(lists: Lists, word: str) -> Row:
    """Return how prominent a word is in each list, 0 to 5, and how ordinary a word it is, 0 to 5."""
    form = normal(word)
    if len(form) > LONGEST:
        return NOTHING
    common = round(lists.ambiguity(form) * (LEVELS - 1))
    levels = _levels(lists.find(form))
    if max(levels) <= _HARDLY and common <= _HARDLY:
        for stem, _ in stems(form):
            of_stem = _levels(lists.find(stem))
            if max(of_stem) > max(_HARDLY, *levels):
                return *of_stem, round(lists.ambiguity(stem) * (LEVELS - 1))
    return *levels, common


def _levels(entries: tuple[Entry, ...]) -> Row:
    levels = [0] * len(KINDS)
    for entry in entries:
        place = _PLACES.get(entry.kind)
        if place is not None:
            levels[place] = max(levels[place], 1 + sum(entry.weight >= step for step in _STEPS))
    return tuple(levels)
