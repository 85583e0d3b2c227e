"""Whether a candidate is a person, a place, an organisation or nothing: the weights of its evidence add up.

Each piece of evidence has a name and three weights, in evidence.toml: how much it speaks for a person, a place, an
organisation. The highest sum above zero wins. scripts/weigh.py found the weights on annotated text.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import chain
from math import exp
from typing import Any

from allonym.detectors.names import evidence
from allonym.detectors.names.candidates import Candidate
from allonym.detectors.names.context import PERSON_AFTER, PLACE_BEFORE
from allonym.detectors.names.scenes import Scene
from allonym.detectors.names.wording import CITY, COUNTRY, FIRST, REGION, Word
from allonym.languages.pack import CODES

Weights = tuple[float, float, float]
KINDS = ("PERSON", "LOCATION", "ORGANIZATION")
_TONGUES = (*CODES, "any")
_MAKERS = {
    "name": evidence.of_name,
    "phrase": evidence.of_phrase,
    "organ": evidence.of_organ,
    "called": evidence.of_called,
}
_MOST_REMEMBERED = 1 << 16


@cache
def evidence_weights() -> Mapping[str, Weights]:
    """Return the weight of every piece of evidence."""
    path = files("allonym.detectors.names").joinpath("evidence.toml")
    table = tomllib.loads(path.read_text("utf-8"))["weights"]
    return {name: (row[0], row[1], row[2]) for name, row in table.items()}


def names(scene: Scene, candidate: Candidate) -> list[str]:
    """Return the names of all evidence on a candidate."""
    made: Iterable[str]
    if candidate.sort == "word":
        word = scene.sheet.words[candidate.first]
        own = evidence.of_word(word, scene.shape(candidate.first, word), scene.common(word))
        made = (f"in {_TONGUES[scene.tongue]}", *own)
    else:
        made = _MAKERS[candidate.sort](scene, candidate)
    around = chain(_names_before(*_key_before(scene, candidate)), _names_after(*_key_after(scene, candidate)))
    return [f"{candidate.sort}:{name}" for name in (*made, *around)]


@dataclass(frozen=True, slots=True)
class Judge:
    """Weighs evidence, and remembers the sums of what comes again and again."""

    weights: Mapping[str, Weights] = field(repr=False)
    remembered: dict[Any, Weights] = field(default_factory=dict, repr=False)
    reasons: dict[Any, str] = field(default_factory=dict, repr=False)

    def judge(self, scene: Scene, candidate: Candidate) -> tuple[int, float]:
        """Return which kind the evidence speaks for, and how surely, 0 to 1; below a half it speaks for none."""
        made = self._made(scene, candidate)
        before = self._around(_names_before, _key_before(scene, candidate), candidate.sort)
        after = self._around(_names_after, _key_after(scene, candidate), candidate.sort)
        person = made[0] + before[0] + after[0]
        place = made[1] + before[1] + after[1]
        organ = made[2] + before[2] + after[2]
        if candidate.sort == "organ":
            person = place = min(organ := max(person, place, organ), 0.0)
        elif candidate.hint == "intro":
            # Whoever is introduced by name is a person; only whether it is a name is open.
            place = organ = min(person, 0.0)
        best = max(person, place, organ)
        which = 0 if best == person else 1 if best == place else 2
        return which, 1 / (1 + exp(-best))

    def reason(self, scene: Scene, candidate: Candidate, which: int) -> str:
        """Return the piece of evidence around a candidate that speaks most for its kind; "" if none does."""
        before, after = _key_before(scene, candidate), _key_after(scene, candidate)
        key = (candidate.sort, before, after, which)
        found = self.reasons.get(key)
        if found is None:
            pieces = (*_names_before(*before), *_names_after(*after))
            rows = [(self.weights.get(f"{candidate.sort}:{name}", (0.0, 0.0, 0.0))[which], name) for name in pieces]
            weight, name = max(rows, default=(0.0, ""))
            found = name if weight > 0.1 else ""
            if len(self.reasons) < _MOST_REMEMBERED:
                self.reasons[key] = found
        return found

    def sum(self, pieces: Iterable[str], sort: str) -> Weights:
        """Return the weights of pieces of evidence, added up."""
        rows = [row for name in pieces if (row := self.weights.get(f"{sort}:{name}"))]
        return (sum(row[0] for row in rows), sum(row[1] for row in rows), sum(row[2] for row in rows))

    def _made(self, scene: Scene, candidate: Candidate) -> Weights:
        if candidate.sort != "word":
            return self.sum(_MAKERS[candidate.sort](scene, candidate), candidate.sort)
        tongue = f"in {_TONGUES[scene.tongue]}"
        word = scene.sheet.words[candidate.first]
        shape = scene.shape(candidate.first, word)
        key = (word.form, shape, scene.tongue)
        found = self.remembered.get(key)
        if found is None:
            found = self.sum((tongue, *evidence.of_word(word, shape, scene.common(word))), "word")
            self._remember(key, found)
        return found

    def _around(self, make: Any, key: tuple[Any, ...], sort: str) -> Weights:
        whole = (sort, *key)
        found = self.remembered.get(whole)
        if found is None:
            found = self.sum(make(*key), sort)
            self._remember(whole, found)
        return found

    def _remember(self, key: Any, weights: Weights) -> None:
        if len(self.remembered) > _MOST_REMEMBERED:
            self.remembered.clear()
        self.remembered[key] = weights


def _key_before(scene: Scene, candidate: Candidate) -> tuple[Any, ...]:
    """Return all that the evidence before a candidate depends on."""
    place = candidate.first
    if scene.opens(place):
        return ("opens" if scene.sheet.words[place].listed else "opens unlisted",)
    before = scene.sheet.words[place - 1]
    cues = before.cues[scene.tongue]
    levels = (0, 0)
    if candidate.sort == "word" and cues & PLACE_BEFORE:
        own = scene.sheet.words[place].levels
        levels = (min(own[CITY], 2), min(own[FIRST], 2))
    return (cues, scene.sheet.gaps[place], before.is_capital, levels)


def _names_before(
    cues: Any, gap: str = "", is_capital: bool = False, levels: tuple[int, int] = (0, 0)
) -> Iterator[str]:
    return iter((cues,)) if isinstance(cues, str) else evidence.before(cues, gap, is_capital, levels)


def _key_after(scene: Scene, candidate: Candidate) -> tuple[Any, ...]:
    """Return all that the evidence after a candidate depends on."""
    place = candidate.last + 1
    gap = scene.sheet.gaps[place]
    if place >= scene.stop:
        return (0, gap[:1] if gap[:1] != "\0" else "", False, False, False)
    after = scene.sheet.words[place]
    cues = after.cues[scene.tongue]
    acts = bool(cues & PLACE_BEFORE) and gap == " " and _acts(scene, candidate)
    return (cues, gap, after.is_capital, after.form == "s", acts)


def _names_after(cues: int, gap: str, is_capital: bool, is_s: bool, acts: bool) -> Iterator[str]:
    yield from evidence.after(cues, gap, is_capital, is_s)
    if acts:
        yield "before to place verb"


def _acts(scene: Scene, candidate: Candidate) -> bool:
    """Tell whether somebody in a place does something: "Paris in Wisconsin bought"."""
    name, place, verb = (scene.word(at) for at in (candidate.first, candidate.last + 2, candidate.last + 3))
    if name is None or verb is None or not scene.opens(candidate.first) or name.levels[FIRST] < 2:
        return False
    return _is_place(place) and bool(scene.cues(verb) & PERSON_AFTER) and scene.sheet.gaps[candidate.last + 3] == " "


def _is_place(word: Word | None) -> bool:
    return (
        word is not None and word.is_capital and max(word.levels[CITY], word.levels[REGION], word.levels[COUNTRY]) > 1
    )
