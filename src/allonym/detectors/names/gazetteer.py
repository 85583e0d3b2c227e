"""The `lists` detector: persons, places and organisations by word lists, cue words and the look of the text.

    shadow -> words -> sparks -> candidates -> evidence -> judgement -> mention

Most words are no spark and cost one look-up. Around each spark a candidate is cut out, and judged by evidence.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from allonym.core.types import Document, Mention
from allonym.detectors.finding import Found
from allonym.detectors.names.candidates import Candidate, candidates_at
from allonym.detectors.names.context import ANY
from allonym.detectors.names.hashtags import set_apart, split_compound
from allonym.detectors.names.judging import Judge, evidence_weights
from allonym.detectors.names.labelling import mention
from allonym.detectors.names.noise import near_name
from allonym.detectors.names.organising import legal_at, organ_at
from allonym.detectors.names.scenes import Scene, Sheet, cut, scenes, sparks
from allonym.detectors.names.wording import FIRST, LAST, NO_WORD, Wording
from allonym.detectors.tongues import find_by_language
from allonym.languages.lists import open_lists

_PERSON = 0
# A name that a whole name in the same document holds is believed on less evidence than its own.
_SEEN = 0.65
_SURE = 0.8
_IN_CODES = frozenset("0123456789_")


@dataclass(frozen=True, slots=True)
class ListDetector:
    """Finds what lists and cue words know."""

    wording: Wording = field(repr=False)
    judge: Judge = field(repr=False)
    threshold: float = 0.5
    name: str = "lists"

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return the persons, places and organisations of each document."""
        return find_by_language(documents, lambda language: partial(self.find, language=language), self.name)

    def find(self, text: str, language: str | None = None) -> Iterator[Found]:
        """Find names in a text of documents with a NUL between them."""
        sheet = cut(text, self.wording)
        apart, compounds = set_apart(sheet)
        for place in apart:
            # No name may reach into what stands apart: "#AnnaBerg | Anna Berg".
            sheet.words[place] = NO_WORD
        places = [place for place in sparks(sheet) if place not in apart]
        compound_places = list(compounds)
        for scene, own in scenes(sheet, language, places):
            first, stop = (bisect_left(compound_places, bound) for bound in (scene.first, scene.stop))
            yield from self._find_in(scene, own, [compounds[place] for place in compound_places[first:stop]])

    def _find_in(self, scene: Scene, places: list[int], compounds: list[str]) -> Iterator[Found]:
        taken: set[int] = set()
        seen: dict[str, int] = {}
        doubtful: list[tuple[Candidate, int, float]] = []
        for candidate in candidates(scene, places):
            if candidate.first in taken or candidate.last in taken:
                continue
            which, score = self._judge(scene, candidate)
            if candidate.sort == "word" and score < _SURE:
                doubtful.append((candidate, which, score))
            elif score >= self.threshold:
                taken.update(range(candidate.first, candidate.last + 1))
                if which == _PERSON or candidate.sort == "word":
                    seen.update((part, which) for part in _parts(scene, candidate) if part not in seen)
                yield mention(scene, candidate, which, score, self.judge.reason(scene, candidate, which))
        if doubtful:
            seen = dict.fromkeys(_named(scene.sheet, compounds), _PERSON) | seen
            yield from self._settle(scene, doubtful, seen)

    def _settle(
        self, scene: Scene, doubtful: list[tuple[Candidate, int, float]], seen: dict[str, int]
    ) -> Iterator[Found]:
        """Return the doubtful words that are names after all: by themselves, or as part of a name seen elsewhere."""
        for candidate, which, score in doubtful:
            word = scene.sheet.words[candidate.first]
            known = seen.get(word.form)
            if known is not None and (word.is_capital or word.common[ANY] < 0.1):
                yield mention(scene, candidate, known, max(_SEEN, score), "seen nearby")
            elif score >= self.threshold:
                yield mention(scene, candidate, which, score, self.judge.reason(scene, candidate, which))

    def _judge(self, scene: Scene, candidate: Candidate) -> tuple[int, float]:
        which, score = self.judge.judge(scene, candidate)
        if candidate.hint == "intro" and score < _SEEN:
            word = scene.sheet.words[candidate.first]
            if word.listed or near_name(word.form, self.wording.lists):
                return _PERSON, _SEEN
        return which, score


def lists(own: str = "", threshold: float = 0.5) -> ListDetector:
    """Make the detector, with the user's own list if a file is named; it leaves out what is less sure than that."""
    opened = open_lists(Path(own) if own else None)
    return ListDetector(Wording(opened), Judge(evidence_weights()), threshold)


def candidates(scene: Scene, places: list[int]) -> Iterator[Candidate]:
    """Return the candidates at sparks; organisations by their make first, for they may cover others."""
    done = scene.first
    others: list[Candidate] = []
    for place in places:
        word = scene.sheet.words[place]
        if word.legal or word.organ:
            organ = legal_at(scene, place) if word.legal else organ_at(scene, place, word)
            if organ:
                yield organ
        if place >= done:
            found = [each for each in candidates_at(scene, place, word) if each.first >= done]
            if found:
                others += filter(None, (_out_of_codes(scene, each) for each in found))
                done = found[-1].last + 1
    yield from others


def _out_of_codes(scene: Scene, candidate: Candidate) -> Candidate | None:
    """Return a candidate without the letters of codes at its ends: "RSSMRA85T10A562S | Mario Rossi", "B12"."""
    first, last = candidate.first, candidate.last
    sheet = scene.sheet
    start, end = sheet.starts[first], sheet.end(last)
    # "Anna2005" may be somebody all the same.
    if sheet.text[start - 1 : start] in _IN_CODES and sheet.words[first].levels[FIRST] < 3:
        first += 1
    if sheet.text[end : end + 1] in _IN_CODES and sheet.words[last].levels[FIRST] < 3:
        last -= 1
    if (first, last) == (candidate.first, candidate.last):
        return candidate
    return Candidate("word" if first == last else "name", first, last) if first <= last else None


def _parts(scene: Scene, candidate: Candidate) -> Iterator[str]:
    words = scene.sheet.words[candidate.first : candidate.last + 1]
    return (word.form for word in words if len(word.form) > 2 and (word.is_capital or word.listed))


def _named(sheet: Sheet, compounds: list[str]) -> Iterator[str]:
    """Return the names that handles and hashtags are made of."""
    for compound in compounds:
        parts = split_compound(compound)
        known = sheet.wording.learn(parts)
        for word in map(known.__getitem__, parts):
            if max(word.levels[FIRST], word.levels[LAST]) > 1 and word.common[ANY] < 0.4:
                yield word.form
