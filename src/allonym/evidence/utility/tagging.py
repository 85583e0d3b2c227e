"""Whether taggers that learn from stand-ins find real names, and the other way round.

A small tagger, an averaged perceptron, learns where persons, places and organisations stand, from the originals and
from the realistic version, and is tested on both. The names are those of the plan, not of a person: the figures tell
how well learning carries over, not how well names are found. Placeholders are left out, as in the paper: they say their
kind themselves.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from allonym.core.types import Plan, Result, Span
from allonym.evidence.utility.learning import Floats
from allonym.evidence.utility.matrix import split
from allonym.evidence.utility.ngrams import SIZE, Places, hashed
from allonym.evidence.utility.reading import Row, spaced
from allonym.evidence.utility.values import ORIGINAL, REALISTIC, Matrix, Spread
from allonym.evidence.utility.versions import Version

KINDS = ("PERSON", "LOCATION", "ORGANIZATION")
TAGS = ("O", *(f"{sign}-{kind}" for kind in KINDS for sign in "BI"))
MOST = 1500
_TIMES = 5
_WORD = re.compile(r"\w+|[^\w\s]")
Name = tuple[int, int, str]
"""First and last word, and the kind."""


@dataclass(frozen=True, slots=True)
class Tagged:
    """The words of a text as features, and the tag of each."""

    rows: tuple[Places, ...] = field(repr=False)
    tags: tuple[int, ...]


def transfer(
    rows: Sequence[Row], versions: Mapping[str, Version], plans: Sequence[Plan], seeds: Sequence[int]
) -> tuple[Matrix, int]:
    """Return the F1 of names, by what was learnt from and tested on, and how many texts there were."""
    named = spaced([at for at, plan in enumerate(plans) if _names(plan)], MOST)
    if len(named) < 20:
        return {}, len(named)
    texts = {name: [_tagged(versions[name], plans, at) for at in named] for name in (ORIGINAL, REALISTIC)}
    some = [rows[at] for at in named]
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for seed in seeds:
        parts = split([Row(row.text, "") for row in some], seed)
        for learnt in texts:
            weights = _learnt([texts[learnt][at] for at in parts.learn])
            for tested in texts:
                scores[learnt, tested].append(_score([texts[tested][at] for at in parts.test], weights))
    return {pair: Spread(tuple(found)) for pair, found in scores.items()}, len(named)


def _names(plan: Plan) -> list[tuple[Span, str]]:
    found = (mention for decision in plan.decisions for mention in decision.entity.mentions)
    kinds = ((mention.span, mention.label.partition(".")[0]) for mention in found)
    return sorted((span, kind) for span, kind in kinds if kind in KINDS)


def _tagged(version: Version, plans: Sequence[Plan], at: int) -> Tagged:
    text, names = version.texts[at], _names(plans[at])
    if version.results:
        names = [(moved(span, version.results[at]), kind) for span, kind in names]
    words = list(_WORD.finditer(text))
    tags = []
    for word in words:
        kind = next(((span, kind) for span, kind in names if span.start <= word.start() < span.end), None)
        if kind is None:
            tags.append(0)
        else:
            begins = not any(kind[0].start <= other.start() < word.start() for other in words)
            tags.append(TAGS.index(f"{'B' if begins else 'I'}-{kind[1]}"))
    return Tagged(tuple(_features([word[0] for word in words])), tuple(tags))


def moved(span: Span, result: Result) -> Span:
    """Return where a span of the original is in the new text; a stand-in, where it was replaced."""
    shift = 0
    for edit, new in zip(result.edits, result.spans, strict=True):
        if edit.span.overlaps(span):
            return new
        if edit.span.start >= span.end:
            break
        shift = new.end - edit.span.end
    return Span(span.start + shift, span.end + shift)


def _features(words: Sequence[str]) -> list[Places]:
    around = ["", "", *words, "", ""]
    made = []
    for at, word in enumerate(words):
        before, after = around[at : at + 2], around[at + 3 : at + 5]
        made.append(
            hashed(
                [
                    f"w={word.casefold()}",
                    f"s={_shape(word)}",
                    f"p={word[:3].casefold()}",
                    f"e={word[-3:].casefold()}",
                    f"b={before[1].casefold()}",
                    f"bb={before[0].casefold()}",
                    f"a={after[0].casefold()}",
                    f"aa={after[1].casefold()}",
                    f"bs={_shape(before[1])}{_shape(word)}{_shape(after[0])}",
                ]
            )
        )
    return made


def _shape(word: str) -> str:
    if not word[:1].isalnum():
        return word[:1]
    return "0" if word[0].isdigit() else "X" if word.isupper() else "Xx" if word[0].isupper() else "x"


def _learnt(texts: Sequence[Tagged]) -> Floats:
    """Return the mean of the weights over all words that were read; Collins (2002)."""
    weights = np.zeros((SIZE, len(TAGS)), np.float32)
    sums = np.zeros_like(weights)
    read = 1
    for _ in range(_TIMES):
        for each in texts:
            for places, tag in zip(each.rows, each.tags, strict=True):
                guess = int(weights[places].sum(0).argmax())
                if guess != tag:
                    weights[places, tag] += 1
                    weights[places, guess] -= 1
                    sums[places, tag] += read
                    sums[places, guess] -= read
                read += 1
    mean: Floats = weights - sums / np.float32(read)
    return mean


def _score(texts: Sequence[Tagged], weights: Floats) -> float:
    wanted = found = right = 0
    for each in texts:
        if each.rows:
            gold = _spans(each.tags)
            made = _spans([int(weights[places].sum(0).argmax()) for places in each.rows])
            wanted, found, right = wanted + len(gold), found + len(made), right + len(gold & made)
    return 2 * right / (wanted + found) if wanted + found else 0.0


def _spans(tags: Sequence[int]) -> set[Name]:
    """Return the names of a row of tags; an I that nothing begins begins itself."""
    spans: set[Name] = set()
    start: int | None = None
    for at, tag in enumerate([*(TAGS[each] for each in tags), "O"]):
        if start is not None and tag != f"I-{TAGS[tags[start]][2:]}":
            spans.add((start, at - 1, TAGS[tags[start]][2:]))
            start = None
        if start is None and tag != "O":
            start = at
    return spans
