"""Anchors: rare words that lead to something without digits, looked for together in one pass over the text.

"gröna linjen", "twenty euros", "name arroba host ponto com": each begins with a word that is looked at closely.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import daachorse

from allonym.detectors.finding import Found

Look = Callable[[str, int, int], Iterator[Found]]
"""Looks at a text around an anchor that stands from one offset to another; in time that does not grow with the text."""


class Watch(NamedTuple):
    """Words in small letters (made when first needed), and the look to take where one of them stands."""

    words: Callable[[], tuple[str, ...]]
    look: Look


class AnchorFinder:
    """A finder that looks closely wherever a word of its watches stands."""

    __slots__ = ("watches",)

    def __init__(self, watches: tuple[Watch, ...]) -> None:
        self.watches = watches

    def __call__(self, text: str) -> Iterator[Found]:
        """Find what the looks see."""
        automaton, looks = _prepare(self.watches)
        for start, end, which in automaton.find_overlapping(text):
            for look in looks[which]:
                yield from look(text, start, end)


@lru_cache(maxsize=64)
def _prepare(watches: tuple[Watch, ...]) -> tuple[Any, tuple[tuple[Look, ...], ...]]:
    looks: dict[str, tuple[Look, ...]] = {}
    for watch in watches:
        # Three spellings cost less than the whole text in small letters.
        spellings = (spelling for word in watch.words() for spelling in (word, word.capitalize(), word.upper()))
        for spelling in dict.fromkeys(spellings):
            # A watch may name a word in more than one spelling.
            looks[spelling] = tuple(dict.fromkeys((*looks.get(spelling, ()), watch.look)))
    return daachorse.CharwiseDoubleArrayAhoCorasick(list(looks)), tuple(looks.values())
