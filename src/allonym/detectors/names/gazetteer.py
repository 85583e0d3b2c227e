"""The `lists` detector: persons, places and organisations by word lists, cue words and the look of the text.

    shadow -> words -> sparks -> candidates -> evidence -> judgement -> mention

Most words are no spark and cost one look-up. Around each spark a candidate is cut out, and judged by evidence.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from allonym.core.types import Document, Mention
from allonym.detectors.finding import Found, find_in_batch
from allonym.detectors.names.acting import acts_here
from allonym.detectors.names.candidates import Candidate, candidates_at
from allonym.detectors.names.context import ANY, STOP
from allonym.detectors.names.hashtags import persons
from allonym.detectors.names.judging import Judge, Judgement, chance, evidence_weights, log_odds, reason
from allonym.detectors.names.labelling import mention, mention_word
from allonym.detectors.names.noise import near_name
from allonym.detectors.names.organising import organ_of
from allonym.detectors.names.scenes import ALONE, ORGAN, Scene, cut, scenes, sparks
from allonym.detectors.names.signatures import signers
from allonym.detectors.names.wording import CASELESS, Word, Wording
from allonym.detectors.tongues import find_by_language
from allonym.languages.list_facts import FIRST
from allonym.languages.lists import open_lists

_PERSON = 0
# A name that a whole name in the same document holds is believed on less evidence than its own.
_SEEN = log_odds(0.65)
_SURE = log_odds(0.8)
# What begins a sentence in which it acts is believed on less evidence as well.
_ACTING, _HOPELESS = log_odds(0.6), log_odds(0.03)
# What very many are called and hardly any text says otherwise is somebody, where no capital could say so: فاطمة.
_BORNE, _RARE = 3, 0.25
_NONE: AbstractSet[int] = frozenset()


class Verdicts(NamedTuple):
    """The candidates of a document, judged; single words that are not sure by their places, for they are the most."""

    judged: list[tuple[Candidate, Judgement]]
    doubtful: list[tuple[int, Judgement]]

    def add(self, candidate: Candidate, judgement: Judgement) -> None:
        """Add a candidate."""
        if candidate.sort == "word" and judgement[1] < _SURE:
            self.doubtful.append((candidate.first, judgement))
        else:
            self.judged.append((candidate, judgement))


# To call the class takes twice as long, and there is one for each document.
_verdicts: Callable[[tuple[list[Any], list[Any]]], Verdicts] = partial(tuple.__new__, Verdicts)


@dataclass(frozen=True, slots=True)
class ListDetector:
    """Finds what lists and cue words know."""

    wording: Wording = field(repr=False)
    judge: Judge = field(repr=False)
    least: float = 0.0
    """The sum of weights from which on a candidate is believed."""
    name: str = "lists"

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return the persons, places and organisations of each document."""
        if any(document.language or document.segments for document in documents):
            return find_by_language(documents, lambda languages: partial(self.find, languages=languages), self.name)
        return find_in_batch(documents, (self.find,), self.name)

    def find(self, text: str, languages: Sequence[str | None] = ()) -> Iterator[Found]:
        """Find names in a text of documents with a NUL between them; their languages, unless nobody knows any."""
        sheet = cut(text, self.wording)
        places, sorts = sparks(sheet)
        for scene, own in scenes(sheet, languages, places):
            judged, doubtful = self.judged(scene, own, sorts)
            seen: dict[str, int] = {}
            if judged:
                yield from self._find_judged(scene, judged, seen if doubtful else None)
            if doubtful:
                yield from self._find_doubtful(scene, doubtful, seen)
        yield from persons(text, self.wording)
        yield from signers(text, self.wording)

    def _find_judged(
        self, scene: Scene, judged: list[tuple[Candidate, Judgement]], seen: dict[str, int] | None
    ) -> list[Found]:
        """Find the candidates that are believed, and put down the words in them that may be seen elsewhere."""
        found: list[Found] = []
        for candidate, judgement in judged:
            which, sure, _, _ = judgement
            if sure >= self.least:
                if seen is not None and (which == _PERSON or candidate.sort == "word"):
                    for part in _parts(scene, candidate):
                        seen.setdefault(part, which)
                found.append(mention(scene, candidate, which, chance(sure), reason(judgement)))
        return found

    def _find_doubtful(
        self, scene: Scene, doubtful: list[tuple[int, Judgement]], seen: Mapping[str, int]
    ) -> list[Found]:
        """Find the words that are believed after all: by themselves, or for what is seen elsewhere in the document."""
        found: list[Found] = []
        words, least = scene.sheet.words, self.least
        for place, judgement in doubtful:
            sure, word = judgement[1], words[place]
            known = _known_nearby(scene, place, seen) if seen or word.echoes else None
            if known is not None:
                found.append(mention_word(scene, place, known, chance(max(_SEEN, sure)), "seen nearby"))
            elif sure >= least:
                found.append(mention_word(scene, place, judgement[0], chance(sure), reason(judgement)))
            elif sure > _HOPELESS and (why := _why_after_all(scene, place, word)):
                found.append(mention_word(scene, place, _PERSON, chance(_ACTING), why))
        return found

    def judged(self, scene: Scene, places: list[int], sorts: bytearray) -> Verdicts:
        """Return the candidates of a document that do not overlap, judged."""
        sheet, tongue, judge_word = scene.sheet, scene.tongue, self.judge.judge_word
        words = sheet.words
        verdicts = judged, doubtful = _verdicts(([], []))
        has_organs = sorts.find(ORGAN, scene.first, scene.stop) >= 0
        organs = [place for place in places if sorts[place] == ORGAN] if has_organs else ()
        taken = self._judge_organs(scene, organs, verdicts) if organs else _NONE
        done = scene.first
        for place in places:
            if place < done or place in taken:
                continue
            word = words[place]
            if sorts[place] == ALONE:
                if not word.cues[tongue] & STOP:
                    judgement = judge_word(scene, place, word)
                    if judgement[1] < _SURE:
                        doubtful.append((place, judgement))
                    else:
                        judged.append((Candidate("word", place, place), judgement))
                continue
            for candidate in candidates_at(scene, place, word):
                first, last = candidate[1:3]
                if first >= done and (not taken or taken.isdisjoint((first, last))):
                    verdicts.add(candidate, self._judge(scene, candidate))
                    done = last + 1
        return verdicts

    def _judge_organs(self, scene: Scene, places: Sequence[int], verdicts: Verdicts) -> AbstractSet[int]:
        """Judge organisations by their make first, for they may cover other candidates; return the words they take."""
        sheet = scene.sheet
        taken: set[int] = set()
        for place in places:
            organ = organ_of(scene, place, sheet.words[place].signs)
            if organ and organ.first not in taken:
                judgement = self.judge.judge(scene, organ)
                if judgement[1] >= self.least:
                    verdicts.add(organ, judgement)
                    taken.update(range(organ.first, organ.last + 1))
        return taken

    def _judge(self, scene: Scene, candidate: Candidate) -> Judgement:
        judgement = self.judge.judge(scene, candidate)
        if candidate.hint == "intro" and judgement[1] < _SEEN:
            sheet, place = scene.sheet, candidate.first
            if sheet.words[place].listed or near_name(sheet.form(place), self.wording.lists):
                return _PERSON, _SEEN, *judgement[2:]
        return judgement


def lists(own: str = "", threshold: float = 0.5) -> ListDetector:
    """Make the detector, with the user's own list if a file is named; it leaves out what is less sure than that."""
    return ListDetector(_wording(own), Judge(evidence_weights()), log_odds(threshold))


@cache
def _wording(own: str) -> Wording:
    """Return what is known of words. All detectors of a process share it: what one has looked up, the others know."""
    return Wording(open_lists(Path(own) if own else None))


def _parts(scene: Scene, candidate: Candidate) -> Iterator[str]:
    sheet = scene.sheet
    for place in range(candidate.first, candidate.last + 1):
        word = sheet.words[place]
        if word.size > 2 and (word.is_capital or word.listed):
            yield sheet.form(place)


def _why_after_all(scene: Scene, place: int, word: Word) -> str:
    """Return why a doubtful word is somebody after all; "" if it is not."""
    if word.shape == CASELESS:
        return "borne" if word.levels[FIRST] >= _BORNE and word.common[ANY] <= _RARE else ""
    return "acts" if scene.sheet.gaps[place] != " " and acts_here(scene, place, word) else ""


def _known_nearby(scene: Scene, place: int, seen: Mapping[str, int]) -> int | None:
    """Return as what a word is known that is part of a name seen elsewhere, or of a handle; None if it is not."""
    word = scene.sheet.words[place]
    if seen and (word.is_capital or word.common[ANY] < 0.1):
        known = seen.get(scene.sheet.form(place))
        if known is not None:
            return known
    if not word.echoes or not scene.has_nets():
        return None
    return _PERSON if scene.names_itself(scene.sheet.form(place)) else None
