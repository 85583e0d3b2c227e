"""Which cue words stand near a number, in all languages at once: the language of a short text is too often unknown.

    Meine Steuer-ID lautet: 12 345 678 903, sagt sie
         [tax 9 before]                                    the nearer a cue, the more it weighs

Longer cues are looked up in one pass over the whole text; short ones ("nr", "tel") only as the last words before a
number, where they belong: as parts of other words they are everywhere.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

import daachorse

from allonym.core.shadow import shadow
from allonym.detectors.finding import BOUNDARY, after, before
from allonym.languages.cues import KINDS, load_cues
from allonym.languages.pack import CODES

_BEFORE, _AFTER = 44, 24
_SHORT = 3
# What follows a number speaks of it less often than what goes before.
_AFTER_COSTS = 16
# A sentence ends after a word, not after "tel." or "no.".
_SENTENCE_END = re.compile(r"[^\W\d_]{5,}[.!?]+\s|\n\s*\n|\d{3}\)?\s*;")
_STOP = re.compile(r"[.!?;\n]|\d{4}")
_BREAKS = re.compile(r"[\s(:\[/|]+")
_BLANK = frozenset(" \t*")
_NEIGHBOURS = frozenset({"line", "perhaps_line", "line_names", "line_colours"})


class Entry(NamedTuple):
    """One cue: what it announces, and whether letters may stand before and after it."""

    kind: str
    open_left: bool
    open_right: bool


class Nearby:
    """The cues of one text, to be asked for what is near a place; the text is read when first asked."""

    __slots__ = ("_hits", "_lowered", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._lowered = ""
        self._hits: list[tuple[int, int, int]] = []

    def cues(self, start: int, end: int) -> Mapping[str, int]:
        """Return the kinds of the cues around a stretch, each with the distance of its nearest cue."""
        if not self._lowered:
            self._lowered = lower(self._text)
            self._hits = _automaton()[0].find_overlapping(self._lowered)
        found: dict[str, int] = {}
        start = self._past_blanks(start)
        for kind, distance in self._short(start):
            found[kind] = min(distance, found.get(kind, distance))
        first = bisect_left(self._hits, (start - _BEFORE, 0, 0))
        last = bisect_left(self._hits, (end + _AFTER, 0, 0))
        if first < last:
            for kind, distance in self._long(self._hits[first:last], start, end):
                found[kind] = min(distance, found.get(kind, distance))
        return found

    def _past_blanks(self, start: int) -> int:
        """Return where the blanks before a place begin: in a form, a value may stand far from its name."""
        furthest = max(0, start - _BEFORE)
        while start > furthest and self._lowered[start - 1] in _BLANK:
            start -= 1
        return start

    def _short(self, start: int) -> Iterator[tuple[str, int]]:
        """Return the short cues among the last words before a place."""
        window = self._lowered[max(0, start - 20) : start]
        at = len(window)
        for word in reversed(_BREAKS.split(window[window.rfind(BOUNDARY) + 1 :])[-4:]):
            at = window.rfind(word, 0, at)
            for kind in _short_cues().get(word.strip(".,;#=\"'*"), ()):
                yield kind, len(window) - at - len(word)

    def _long(self, hits: list[tuple[int, int, int]], start: int, end: int) -> Iterator[tuple[str, int]]:
        window = before(self._text, start, _BEFORE)
        ends = [match.end() for match in _SENTENCE_END.finditer(window)]
        earliest = start - len(window) + (ends[-1] if ends else 0)
        window = after(self._text, end, _AFTER)
        stopped = _STOP.search(window)
        latest = end + (stopped.start() if stopped else len(window))
        for begin, stop, which in hits:
            if earliest <= begin and stop <= start:
                for kind, word_end in self._whole(begin, stop, which):
                    yield kind, max(0, start - word_end)
            elif end <= begin and stop <= latest:
                for kind, _ in self._whole(begin, stop, which):
                    yield kind, begin - end + _AFTER_COSTS

    def _whole(self, begin: int, stop: int, which: int) -> Iterator[tuple[str, int]]:
        """Return what a cue announces, if it is a whole word or allowed to be a part of one."""
        lowered = self._lowered
        clear_left = begin == 0 or not lowered[begin - 1].isalpha()
        word_end = stop
        while word_end < len(lowered) and word_end - stop < _BEFORE and lowered[word_end].isalpha():
            word_end += 1
        for kind, open_left, open_right in _automaton()[1][which]:
            if (open_left or clear_left) and (open_right or word_end == stop or not lowered[stop - 1].isalpha()):
                yield kind, word_end


@cache
def words_of(kind: str) -> frozenset[str]:
    """Return the cues of a kind in all languages."""
    return frozenset(word for code in CODES for word in load_cues(code)[kind])


def is_cue(word: str) -> bool:
    """Tell whether a word is a cue by itself."""
    return word.lower() in _entries()


def lower(text: str) -> str:
    """Return a text in small letters, of the same length: a few capitals (İ) have a longer small form."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(small if len(small := character.lower()) == 1 else character for character in text)


@lru_cache(maxsize=1)
def _entries() -> Mapping[str, tuple[Entry, ...]]:
    entries: dict[str, dict[Entry, None]] = {}
    for code in CODES:
        for kind in KINDS:
            for cue in load_cues(code)[kind] if kind not in _NEIGHBOURS else ():
                entry = Entry(kind, cue.startswith("*"), cue.endswith("*"))
                # As the text is read: "nº" as "no".
                entries.setdefault(shadow(cue.strip("*").lower()).text, {})[entry] = None
    return {cue: tuple(each) for cue, each in entries.items()}


@lru_cache(maxsize=1)
def _short_cues() -> Mapping[str, tuple[str, ...]]:
    return {cue.strip("."): tuple(entry.kind for entry in each) for cue, each in _entries().items() if _is_short(cue)}


@lru_cache(maxsize=1)
def _automaton() -> tuple[Any, tuple[tuple[Entry, ...], ...]]:
    longer = {cue: each for cue, each in _entries().items() if not _is_short(cue)}
    return daachorse.CharwiseDoubleArrayAhoCorasick(list(longer)), tuple(longer.values())


def _is_short(cue: str) -> bool:
    return len(cue.rstrip(".")) <= _SHORT and cue.isascii()
