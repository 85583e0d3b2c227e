"""The `terms` detector: words and phrases the user already knows to be identifying.

All terms are found in one linear pass, whatever their number, in any case and spacing, and only as whole words.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import daachorse

from allonym.core.errors import SettingsError
from allonym.core.labels import require
from allonym.core.shadow import shadow
from allonym.core.types import DENIED, Document, Mention
from allonym.detectors.finding import Finder, Found, find_in_batch, lower, lower_once

_SPACES = re.compile(r"[^\S\0]+")
_LOOSE = re.compile(r"[^\S\0 ]|[^\S\0]{2}")


@dataclass(frozen=True, slots=True)
class TermDetector:
    """Finds the terms of a list."""

    finders: tuple[Finder, ...] = field(repr=False)
    name: str = "terms"

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return where terms stand in each document."""
        return find_in_batch(documents, self.finders, self.name)


def terms(terms: Mapping[str, Sequence[str]] | None = None) -> TermDetector:
    """Make the detector from lists of terms, one list per label; without terms it finds nothing."""
    labels: dict[str, str] = {}
    for label, words in (terms or {}).items():
        require(label)
        for word in words:
            key = plain(word)
            if not key:
                raise SettingsError(f"a term of {label} is empty or has no visible character")
            labels.setdefault(key, label)
    if not labels:
        return TermDetector(())
    automaton = daachorse.CharwiseDoubleArrayAhoCorasick(list(labels))
    return TermDetector((partial(_find, automaton, tuple(labels.values())),))


def plain(term: str) -> str:
    """Return a term as it is compared: its shadow, in lower case, with single spaces."""
    return _SPACES.sub(" ", lower(shadow(term).text)).strip()


def _find(automaton: Any, labels: tuple[str, ...], text: str) -> Iterator[Found]:
    squeezed, places = _squeeze(lower_once(text))
    for start, end, which in automaton.find_overlapping(squeezed):
        if _is_whole(squeezed, start, end):
            yield Found(places(start), places(end - 1) + 1, labels[which], 1.0, "term", DENIED)


def _squeeze(text: str) -> tuple[str, Any]:
    """Make every run of white space one space; return also the way from new offsets to old ones."""
    if not _LOOSE.search(text):
        return text, int
    made: list[str] = []
    places: list[int] = []
    done = 0
    for run in _SPACES.finditer(text):
        made += text[done : run.start()], " "
        places.extend(range(done, run.start() + 1))
        done = run.end()
    made.append(text[done:])
    places.extend(range(done, len(text)))
    return "".join(made), places.__getitem__


def _is_whole(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    inside_left = _is_word(before) and _is_word(text[start])
    inside_right = _is_word(after) and _is_word(text[end - 1])
    return not inside_left and not inside_right


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
