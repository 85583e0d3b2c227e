"""A text cut into words, and what its surroundings say about a word: language, capitals, neighbours.

... | N | . | Sarkozy | 's | ...      words, and the gaps between them: gap k stands before word k
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from operator import attrgetter

from allonym.detectors.finding import BOUNDARY
from allonym.detectors.names.context import ANY, STOP
from allonym.detectors.names.wording import CASELESS, TITLED, Word, Wording
from allonym.languages.identify import LANES, winner
from allonym.languages.pack import CODES

_CUT = re.compile(r"([^\W\d_]+)")
_ENDS = re.compile(r"[.!?…:;\n\0\"“”«»„¿¡•|()\[\]]")
# Capitals are judged within blocks of so many words: a heading may stand in a long text.
_BLOCK = 64
_MOST_VOTES = 250
MIXED, LOUD, HEADED, QUIET = "", "loud", "headed", "quiet"
_LANES = attrgetter("lanes")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The words of a text that may hold many documents, with a NUL between them."""

    text: str = field(repr=False)
    surfaces: list[str] = field(repr=False)
    gaps: list[str] = field(repr=False)
    starts: list[int] = field(repr=False)
    words: list[Word] = field(repr=False)
    wording: Wording = field(repr=False)

    def end(self, place: int) -> int:
        """Return where a word ends."""
        return self.starts[place] + len(self.surfaces[place])

    def at(self, start: int) -> int:
        """Return the first word that begins here or later."""
        return bisect_left(self.starts, start)


@dataclass(slots=True)
class Scene:
    """One document of a sheet: its first word, the word after its last, its language."""

    sheet: Sheet
    first: int
    stop: int
    tongue: int
    """The place of its language among CODES; ANY if it cannot be told."""
    lanes: int = 0
    """The count of all its words, if there are not too many to count them all."""
    styles: dict[int, str] = field(default_factory=dict)

    def word(self, place: int) -> Word | None:
        """Return a word of this document; None past its ends."""
        return self.sheet.words[place] if self.first <= place < self.stop else None

    def cues(self, word: Word) -> int:
        """Return what a word announces in the language of this document."""
        return word.cues[self.tongue]

    def common(self, word: Word) -> float:
        """Return how ordinary a word is in the language of this document; other languages count half."""
        return max(word.common[self.tongue], word.common[ANY] / 2)

    def is_stop(self, word: Word) -> bool:
        """Tell whether a word is too small to be part of a name."""
        return bool(word.cues[self.tongue] & STOP)

    def opens(self, place: int) -> bool:
        """Tell whether a sentence, or something like it, begins with a word."""
        return place == self.first or ends_sentence(self.sheet.gaps[place])

    def shape(self, place: int, word: Word) -> str:
        """Return the shape of a word, with a mark where the text around it makes capitals meaningless."""
        if word.shape == CASELESS:
            return CASELESS
        block = (place - self.first) // _BLOCK
        style = self.styles.get(block)
        if style is None:
            style = self.styles[block] = self._style(block)
        if style == MIXED:
            return word.shape
        if style == QUIET:
            return word.shape + "?"
        return word.shape + "!" if style == LOUD or word.shape == TITLED else word.shape

    def _style(self, block: int) -> str:
        start = self.first + max(0, block * _BLOCK - 8)
        stop = min(self.stop, start + _BLOCK + 16)
        whole = block == 0 and stop == self.stop
        lanes = self.lanes if whole and self.lanes else sum(map(_LANES, self.sheet.words[start:stop]))
        small, capital, capitals = (LANES.read(lanes, len(CODES) + lane) for lane in range(3))
        if not capital:
            return QUIET
        if stop - start > 3 and capitals > 0.5 * (small + capital):
            return LOUD
        return HEADED if stop - start > 4 and small < 0.3 * capital else MIXED


@lru_cache(maxsize=4096)
def ends_sentence(gap: str) -> bool:
    """Tell whether what stands between two words ends a sentence, or something like it."""
    return bool(_ENDS.search(gap))


def cut(text: str, wording: Wording) -> Sheet:
    """Return a text cut into words."""
    parts = _CUT.split(text)
    surfaces = parts[1::2]
    starts = list(accumulate(map(len, parts), initial=0))[1::2]
    known = wording.learn(surfaces)
    return Sheet(text, surfaces, parts[0::2], starts, list(map(known.__getitem__, surfaces)), wording)


def sparks(sheet: Sheet) -> list[int]:
    """Return the words at which something may begin."""
    words = sheet.words
    count = len(words) - 1
    return [
        place
        for place, word in enumerate(words)
        if word.is_spark or (word.nexts and place < count and words[place + 1].form in word.nexts)
    ]


def may_follow(form: str, word: Word) -> bool:
    """Tell whether a word may be followed by another in a listed form of several words; or by its genitive."""
    return form in word.nexts or (form.endswith("s") and form[:-1] in word.nexts)


def scenes(sheet: Sheet, language: str | None, places: list[int]) -> Iterator[tuple[Scene, list[int]]]:
    """Return the documents that hold any of these places, each with its own."""
    bounds = _bounds(sheet)
    done, count = 0, len(places)
    while done < count:
        which = bisect_left(bounds, places[done] + 1)
        first, stop = bounds[which - 1], bounds[which]
        last = bisect_left(places, stop, done)
        # The first words settle the language; a long document need not be read twice.
        lanes = sum(map(_LANES, sheet.words[first : min(stop, first + _MOST_VOTES)]))
        scene = Scene(sheet, first, stop, _tongue(sheet.surfaces[first], lanes, language))
        scene.lanes = lanes if stop - first <= _MOST_VOTES else 0
        yield scene, places[done:last]
        done = last


def _tongue(surface: str, lanes: int, language: str | None) -> int:
    found = language or winner(lanes)
    if found is None:
        return CODES.index("ar") if "\u0600" <= surface[0] <= "\u06ff" else ANY
    return CODES.index(found)


def _bounds(sheet: Sheet) -> list[int]:
    if BOUNDARY not in sheet.text:
        return [0, len(sheet.words)]
    return [0, *(place for place, gap in enumerate(sheet.gaps[1:-1], 1) if BOUNDARY in gap), len(sheet.words)]
