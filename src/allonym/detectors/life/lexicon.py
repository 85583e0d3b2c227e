"""Words of all languages, found as whole words in one linear pass, each with what is known of it.

Arabic writes "and", "in", "to" and the article as one word with what follows: such a head does not hide a word.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import daachorse

from allonym.languages.words import all_entries, spellings

Meaning = TypeVar("Meaning")

_HEADS = frozenset(
    ("و", "ف", "ب", "ل", "ك", "ال", "وال", "فال", "بال", "كال", "لل", "وب", "ول", "وك", "فب", "فل", "وبال", "ولل")
)
_HEAD_LETTERS = frozenset("وفبلكا")


Hit = tuple[int, int, Meaning]
"""A listed word in a text: where it starts and ends, and what it means."""


class Lexicon(NamedTuple, Generic[Meaning]):
    """Listed words with their meanings; those of endings by the number of their word, and which words end in a mark."""

    automaton: Any
    meanings: tuple[Meaning, ...]
    endings: Mapping[int, Meaning]
    marked: frozenset[int]

    def hits(self, lowered: str) -> list[Hit[Meaning]]:
        """Return the listed words of a text in lower case, in reading order of their ends; they may overlap."""
        meanings, endings, marked = self.meanings, self.endings, self.marked
        ended = lowered + "\0"
        found = []
        for start, end, which in self.automaton.find_overlapping(lowered):
            if ended[end].isalnum() and which not in marked:
                continue
            if ended[start - 1].isalpha() and not _follows_a_head(ended, start):
                if which in endings:
                    found.append((start, end, endings[which]))
            else:
                found.append((start, end, meanings[which]))
        return found


def longest_first(hit: Hit[Any]) -> tuple[int, int]:
    """Return what sorts hits into reading order, of two that start together the longer first."""
    return hit[0], -hit[1]


def lexicon(words: Mapping[str, Meaning], endings: Mapping[str, Meaning] | None = None) -> Lexicon[Meaning]:
    """Make a lexicon; its words are in lower case. Some have a meaning as the end of another word: -straße."""
    among = endings or {}
    inside = {which: among[word] for which, word in enumerate(words) if word in among}
    open_ones = _open_words()
    marked = frozenset(which for which, word in enumerate(words) if not word[-1].isalnum() or word in open_ones)
    return Lexicon(daachorse.CharwiseDoubleArrayAhoCorasick(list(words)), tuple(words.values()), inside, marked)


@cache
def _open_words() -> frozenset[str]:
    """Return how years begin that are one word to their end: "neunzehnhundert"."""
    return frozenset(s for word in all_entries("dates", "year_joined") for s in spellings(word))


@cache
def lexicon_of(words: Callable[[], Mapping[str, Meaning]]) -> Lexicon[Meaning]:
    """Return the lexicon of a topic's words; it is made the first time it is asked for."""
    return lexicon(words())


def _follows_a_head(lowered: str, start: int) -> bool:
    if not "\u0600" <= lowered[start] < "\u0700":
        return False
    begin = start
    while begin and start - begin < 5 and lowered[begin - 1] in _HEAD_LETTERS:
        begin -= 1
    return lowered[begin:start] in _HEADS and not (begin and lowered[begin - 1].isalnum())
