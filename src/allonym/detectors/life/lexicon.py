"""Words of all languages, found as whole words in one linear pass, each with what is known of it.

Arabic writes "and", "in", "to" and the article as one word with what follows: such a head does not hide a word.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import daachorse

Meaning = TypeVar("Meaning")

_HEADS = frozenset(
    ("و", "ف", "ب", "ل", "ك", "ال", "وال", "فال", "بال", "كال", "لل", "وب", "ول", "وك", "فب", "فل", "وبال", "ولل")
)
_HEAD_LETTERS = frozenset("وفبلكا")
_ARABIC = range(0x600, 0x700)


class Hit(NamedTuple, Generic[Meaning]):
    """A listed word in a text."""

    start: int
    end: int
    meaning: Meaning


@dataclass(frozen=True, slots=True)
class Lexicon(Generic[Meaning]):
    """Listed words with their meanings."""

    automaton: Any = field(repr=False)
    meanings: tuple[Meaning, ...] = field(repr=False)
    inside: bool = False

    def hits(self, lowered: str) -> Iterator[Hit[Meaning]]:
        """Return the listed words of a text in lower case, in reading order of their ends; they may overlap."""
        meanings, inside = self.meanings, self.inside
        ended = lowered + "\0"
        for start, end, which in self.automaton.find_overlapping(lowered):
            if ended[end].isalnum() and ended[end - 1].isalnum():
                continue
            if start and not inside and ended[start - 1].isalpha() and not _follows_a_head(lowered, start):
                continue
            yield Hit(start, end, meanings[which])


def lexicon(words: Mapping[str, Meaning], inside: bool = False) -> Lexicon[Meaning]:
    """Make a lexicon; its words are in lower case. With `inside` they are ends of words, too: -straße."""
    return Lexicon(daachorse.CharwiseDoubleArrayAhoCorasick(list(words)), tuple(words.values()), inside)


@cache
def lexicon_of(words: Callable[[], Mapping[str, Meaning]]) -> Lexicon[Meaning]:
    """Return the lexicon of a topic's words; it is made the first time it is asked for."""
    return lexicon(words())


def lower(text: str) -> str:
    """Return a text in lower case, with every character in its place."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    # A few capitals (İ) have a longer small form; offsets matter more than they do.
    return "".join(small if len(small := character.lower()) == 1 else character for character in text)


def _follows_a_head(lowered: str, start: int) -> bool:
    if ord(lowered[start]) not in _ARABIC:
        return False
    begin = start
    while begin and start - begin < 5 and lowered[begin - 1] in _HEAD_LETTERS:
        begin -= 1
    return lowered[begin:start] in _HEADS and not (begin and lowered[begin - 1].isalnum())
