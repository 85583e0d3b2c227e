"""Whether a candidate is a person, a place, an organisation or nothing: the weights of its evidence add up.

Each piece of evidence has a name and three weights, in evidence.tsv: how much it speaks for a person, a place, an
organisation. The highest sum above zero wins. scripts/weigh.py found the weights on annotated text.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from math import exp, inf, log
from pkgutil import get_data
from typing import Any

from allonym.detectors.finding import BOUNDARY
from allonym.detectors.names import evidence, looks
from allonym.detectors.names.candidates import Candidate
from allonym.detectors.names.gaps import DIVIDING, GAPS
from allonym.detectors.names.looks import Beside
from allonym.detectors.names.rows import is_full
from allonym.detectors.names.scenes import Scene
from allonym.detectors.names.wording import Word
from allonym.languages.list_facts import FIRST, LAST

Weights = tuple[float, float, float]
"""How much something speaks for a person, a place, an organisation."""
KINDS = ("PERSON", "LOCATION", "ORGANIZATION")
_NONE = (0.0, 0.0, 0.0)
_MOST_REMEMBERED, _MOST_PAIRS = 1 << 16, 1 << 14
# Longer gaps hold numbers, which seldom come again.
_SHORT = 3
_BINDING = DIVIDING | {" "}
_OTHERS: Mapping[str, tuple[Callable[..., Iterable[str]], Callable[[Scene, Candidate], tuple[object, ...]]]] = {
    "phrase": (evidence.of_phrase, looks.phrase),
    "organ": (evidence.of_organ, looks.organ),
    "called": (evidence.of_called, looks.called),
}

SORTS = ("word", "name", *_OTHERS)
"""The sorts of candidates."""


Side = tuple[float, float, float, tuple[tuple[float, str], ...]]
"""What stands on one side of a candidate: its weights, and for each kind the piece that speaks most for it."""

Judgement = tuple[int, float, Side, Side]
"""Which of KINDS the evidence speaks for, the sum of its weights, below zero if it speaks for none, and both sides."""


@cache
def evidence_weights() -> Mapping[str, Weights]:
    """Return the weight of every piece of evidence."""
    text = (get_data("allonym.detectors.names", "evidence.tsv") or b"").decode()
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {name: (float(person), float(place), float(organ)) for name, person, place, organ in rows}


def chance(sure: float) -> float:
    """Return a sum of weights as a score between 0 and 1; where they speak for none, it is below a half."""
    return int(1000 / (1 + exp(-sure)) + 0.5) / 1000


def log_odds(score: float) -> float:
    """Return the sum of weights that has a score."""
    return log(score / (1 - score)) if 0 < score < 1 else inf if score else -inf


def reason(judgement: Judgement) -> str:
    """Return the piece of evidence around a candidate that speaks most for its kind; "" if none does."""
    which, _, before, after = judgement
    weight, name = max(before[3][which], after[3][which])
    return name if weight > 0.1 else ""


class Judge:
    """Weighs evidence, and remembers the sums of what comes again and again."""

    def __init__(self, weights: Mapping[str, Weights]) -> None:
        self._weights = _by_sort(weights)
        self._sums: dict[tuple[Any, ...], Weights] = {}
        self._words: dict[tuple[Word, str, int], Weights] = {}
        self._names: dict[Any, Weights] = {}
        self._pairs: dict[tuple[Word, Word, str, str, int, bool], Weights] = {}
        self._lefts: dict[str, dict[Beside, Side]] = {sort: {} for sort in SORTS}
        self._rights: dict[str, dict[Beside, Side]] = {sort: {} for sort in SORTS}
        self._word_lefts, self._word_rights = self._lefts["word"], self._rights["word"]
        self._opening: tuple[dict[str, Side], dict[str, Side]] = ({}, {})
        """The gaps that end sentences or hold a mark, as they weigh before a word that no list has, and any other."""
        self._closing: dict[str, Side] = {}
        self._ends = {
            sort: {
                name.removeprefix("end "): row for name, row in self._weights[sort].items() if name.startswith("end ")
            }
            for sort in ("word", "name")
        }
        self._word_ends = self._ends["word"]

    def judge(self, scene: Scene, candidate: Candidate) -> Judgement:
        """Judge a candidate."""
        sort, first, last, _, hint = candidate
        head = scene.sheet.words[first]
        if sort == "word":
            return self.judge_word(scene, first, head)
        made = self._name(scene, first, last) if sort == "name" else self._other(scene, candidate)
        cut_short = looks.behind_title(scene, first) if hint == "title" else 0
        left = self._left(sort, cut_short or looks.before(scene, first, head, False))
        right = self._right(sort, looks.after(scene, last))
        person = made[0] + left[0] + right[0]
        place = made[1] + left[1] + right[1]
        organ = made[2] + left[2] + right[2]
        if sort == "organ":
            person = place = min(organ := max(person, place, organ), 0.0)
        elif sort == "name" and is_full(head, scene.sheet.words[last]):
            person = max(person, place, organ)
        elif hint == "intro":
            # Whoever is introduced by name is a person; only whether it is a name is open.
            place = organ = min(person, 0.0)
        best = max(person, place, organ)
        return 0 if best == person else 1 if best == place else 2, best, left, right

    def judge_word(self, scene: Scene, place: int, word: Word) -> Judgement:
        """Judge a single word; most candidates are one."""
        sheet, tongue, shape = scene.sheet, scene.tongue, (scene.style or scene.style_at(place))[word.shape]
        made = self._words.get((word, shape, tongue)) or self._word(word, shape, tongue)
        if not word.listed and (more := self._word_ends.get(sheet.surfaces[place][-3:].lower())):
            made = (made[0] + more[0], made[1] + more[1], made[2] + more[2])
        words, gap, following = sheet.words, sheet.gaps[place], sheet.gaps[place + 1]
        # A shorter way to what mostly stands beside a word: another, with a space between them, or a mark.
        if gap == " ":
            left = self._word_lefts.get(words[place - 1].sides[tongue])
        else:
            left = self._opening[word.listed].get(gap if words[place - 1].code else BOUNDARY)
        if following == " ":
            right = self._word_rights.get(words[place + 1].sides[tongue])
        else:
            right = self._closing.get(following)
        left = left or self._left_of(scene, place, word)
        right = right or self._right_of(scene, place)
        person = made[0] + left[0] + right[0]
        city = made[1] + left[1] + right[1]
        organ = made[2] + left[2] + right[2]
        if person >= city:
            return (0, person, left, right) if person >= organ else (2, organ, left, right)
        return (1, city, left, right) if city >= organ else (2, organ, left, right)

    def _left_of(self, scene: Scene, place: int, word: Word) -> Side:
        """Return what stands before a single word; gaps that end sentences or hold a mark are remembered."""
        gap, found = scene.sheet.gaps[place], self._left("word", looks.before(scene, place, word, True))
        if not scene.sheet.words[place - 1].code:
            self._opening[word.listed][BOUNDARY] = found
        elif len(gap) <= _SHORT and (GAPS[gap].ends or GAPS[gap].before):
            self._opening[word.listed][gap] = found
        return found

    def _right_of(self, scene: Scene, place: int) -> Side:
        """Return what stands after a single word; gaps that hold a mark are remembered."""
        gap, found = scene.sheet.gaps[place + 1], self._right("word", looks.after(scene, place))
        if len(gap) <= _SHORT and gap not in _BINDING:
            self._closing[gap] = found
        return found

    def _word(self, word: Word, shape: str, tongue: int) -> Weights:
        common = word.common[tongue]
        own = self._of(("word", word.kind, shape, common <= evidence.RARELY), evidence.of_word, (word, shape, common))
        text = self._of(("text", shape, common, tongue), evidence.of_text, (shape, common, tongue))
        if len(self._words) > _MOST_REMEMBERED:
            self._words.clear()
        made = self._words[word, shape, tongue] = (own[0] + text[0], own[1] + text[1], own[2] + text[2])
        return made

    def _name(self, scene: Scene, first: int, last: int) -> Weights:
        sheet, tongue = scene.sheet, scene.tongue
        head, tail = sheet.words[first], sheet.words[last]
        shape, own = scene.shape(first, head), scene.shape(last, tail)
        if last == first + 1:
            # Most names have two words; what there is to say of them all depends on these.
            pair = (head, tail, shape, own, tongue, sheet.gaps[last] == "-")
            made = self._pairs.get(pair)
            if made is None:
                if len(self._pairs) > _MOST_PAIRS:
                    self._pairs.clear()
                made = self._pairs[pair] = self._of_row(scene, first, last, own)
        else:
            made = self._of_row(scene, first, last, own)
        more = None if tail.listed else self._ends["name"].get(sheet.surfaces[last][-3:].lower())
        return (made[0] + more[0], made[1] + more[1], made[2] + more[2]) if more else made

    def _of_row(self, scene: Scene, first: int, last: int, own: str) -> Weights:
        """Return the weights of the words of a name, but for how it ends."""
        head, tail, tongue = scene.sheet.words[first], scene.sheet.words[last], scene.tongue
        row = looks.row(scene, first, last)
        head_key = (row[0], head.levels[FIRST], head.common[tongue])
        tail_key = (row[0], tail.levels[LAST], tail.common[tongue], own)
        known = self._names.get
        a = known(row) or self._of_name(row, evidence.of_row, row)
        b = known(head.kind) or self._of_name(head.kind, evidence.of_end, ("head", head))
        c = known(-tail.kind) or self._of_name(-tail.kind, evidence.of_end, ("tail", tail))
        d = known(head_key) or self._of_name(head_key, evidence.of_head, head_key)
        e = known(tail_key) or self._of_name(tail_key, evidence.of_tail, tail_key)
        return (
            a[0] + b[0] + c[0] + d[0] + e[0],
            a[1] + b[1] + c[1] + d[1] + e[1],
            a[2] + b[2] + c[2] + d[2] + e[2],
        )

    def _of_name(self, key: Any, make: Callable[..., Iterable[str]], made_of: tuple[Any, ...]) -> Weights:
        if len(self._names) > _MOST_REMEMBERED:
            self._names.clear()
        made = self._names[key] = self._sum("name", make(*made_of))
        return made

    def _other(self, scene: Scene, candidate: Candidate) -> Weights:
        make, look = _OTHERS[candidate.sort]
        key = look(scene, candidate)
        return self._of((candidate.sort, *key), make, key)

    def _left(self, sort: str, key: Beside) -> Side:
        found = self._lefts[sort].get(key)
        if found is None:
            found = self._lefts[sort][key] = self._side(sort, list(evidence.before(key)))
        return found

    def _right(self, sort: str, key: Beside) -> Side:
        found = self._rights[sort].get(key)
        if found is None:
            found = self._rights[sort][key] = self._side(sort, list(evidence.after(key)))
        return found

    def _side(self, sort: str, pieces: list[str]) -> Side:
        rows = [(self._weights[sort].get(name, _NONE), name) for name in pieces]
        chief = tuple(max(((row[which], name) for row, name in rows), default=(0.0, "")) for which in range(len(KINDS)))
        return *self._sum(sort, pieces), chief

    def _of(self, key: tuple[Any, ...], make: Callable[..., Iterable[str]], made_of: tuple[Any, ...]) -> Weights:
        """Return the weights of the evidence that is made of something; where keys are the same, so are they."""
        found = self._sums.get(key)
        if found is None:
            if len(self._sums) > _MOST_REMEMBERED:
                self._sums.clear()
            found = self._sums[key] = self._sum("word" if key[0] == "text" else key[0], make(*made_of))
        return found

    def _sum(self, sort: str, pieces: Iterable[str]) -> Weights:
        known = self._weights[sort]
        person = place = organ = 0.0
        for name in pieces:
            row = known.get(name)
            if row:
                person += row[0]
                place += row[1]
                organ += row[2]
        return person, place, organ


def _by_sort(weights: Mapping[str, Weights]) -> dict[str, dict[str, Weights]]:
    """Return the weights of each sort of candidates by themselves."""
    found: dict[str, dict[str, Weights]] = {sort: {} for sort in SORTS}
    for name, row in weights.items():
        sort, _, piece = name.partition(":")
        found[sort][piece] = row
    return found
