"""The `capitals` detector: every word that begins with a capital letter, and every number; it knows no language.

This is the rule of the UK Data Service, which NETANOS took over for its mode without context. It needs neither lists
nor a model and misses no name that is written with a capital, and it takes much else along: in German every noun, at
every start of a sentence a word. Scripts without capitals have nothing but their numbers for it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from allonym.core.types import UNSURE, Document, Mention
from allonym.detectors.finding import Finder, Found, find_in_batch

# Marks that stand above or below the letter before them.
_LETTERS = r"(?:[^\W_][\u0300-\u036f\u064b-\u065f]*)+"
# A word goes on over hyphens, and a number over its delimiters: Jean-Pierre, 1,000.50, 2016-08-14.
_WORD = re.compile(rf"{_LETTERS}(?:[\-‐‑]{_LETTERS}|[.,:/]\d+)*")

_HYPHEN = re.compile(r"[\-‐‑]")


@dataclass(frozen=True, slots=True)
class CapitalsDetector:
    """Finds words by their first letter."""

    finders: tuple[Finder, ...] = field(repr=False)
    name: str = "capitals"

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return every word with a capital first letter, and every one with a digit in it."""
        return find_in_batch(documents, self.finders, self.name)


def capitals(words: bool = True) -> CapitalsDetector:
    """Make the detector; without words it finds the numbers alone."""
    return CapitalsDetector((_find_all,) if words else (_find_numbers,))


def _find_all(text: str) -> Iterator[Found]:
    for match in _WORD.finditer(text):
        word = match[0]
        if any(map(str.isdecimal, word)):
            yield Found(match.start(), match.end(), "NUMBER" if word[0].isdecimal() else UNSURE, 1.0, "number")
        elif any(part[:1].isupper() or part[:1].istitle() for part in _HYPHEN.split(word)):
            yield Found(match.start(), match.end(), UNSURE, 1.0, "capital")


def _find_numbers(text: str) -> Iterator[Found]:
    for match in _WORD.finditer(text):
        if not any(map(str.isalpha, match[0])):
            # A number of no known sort gives way to a date or an age that it stands in.
            yield Found(match.start(), match.end(), "NUMBER", 0.3, "number")
