"""How far two annotators agree on what identifies somebody, and on what is done with it.

Cohen's kappa over words: each word has a category by each annotator. For a label, that is whether the word is part of
such a mark; for decisions, whether it is left alone, kept, marked or replaced. kappa = (po - pe) / (1 - pe), where po
is the share of words with the same category and pe what chance would give (Cohen 1960). The interval is what 95 % of
draws of the documents give, as in an evaluation. Marks have no true negatives, so for them there is the harmonic mean
of both shares that the other annotator has just so: the same span and label.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from allonym.core.errors import InputError
from allonym.core.labels import lineage
from allonym.core.types import Action
from allonym.evaluation.counting import WORD
from allonym.evaluation.intervals import Chance
from allonym.evaluation.values import Rate
from allonym.reviewing.values import Mark, Sheet

NOTHING = "nothing"
ACTIONS = (NOTHING, Action.KEEP.value, Action.MARK.value, Action.REPLACE.value)
"""What can be done with a word."""
_SHARE = (2.5, 97.5)
_Counts = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Kappa:
    """Agreement on one question: over how many words, how many of them have it by each, and how far they agree."""

    words: int
    one: int
    two: int
    both: int
    observed: float | None
    kappa: Rate


@dataclass(frozen=True, slots=True)
class Agreement:
    """All of it. `labels` are yes or no for each label; `marks` the share of marks that both have just so."""

    documents: int
    words: int
    masked: Kappa
    decisions: Kappa
    label: Kappa
    labels: Mapping[str, Kappa]
    marks: Mapping[str, float | None] = field(default_factory=dict)


def agreement(pairs: Sequence[tuple[Sheet, Sheet]], chance: Chance | None = None, *, fine: bool = False) -> Agreement:
    """Return how far two annotators agree on documents that both have; with `fine`, on whole labels."""
    for one, two in pairs:
        if one.document.id != two.document.id or one.document.text != two.document.text:
            raise InputError(f"{one.document.id}: the annotators were not given the same text")
    drawn = _draws(len(pairs), chance or Chance())
    read = [tuple(_categories(sheet, fine=fine) for sheet in pair) for pair in pairs]
    names = sorted({each.label for pair in read for side in pair for each in side} - {NOTHING})
    of_label = [[(one.label, two.label) for one, two in zip(*pair, strict=True)] for pair in read]
    of_action = [[(one.action, two.action) for one, two in zip(*pair, strict=True)] for pair in read]
    replaced = Action.REPLACE.value
    return Agreement(
        documents=len(pairs),
        words=sum(len(each) for each in of_label),
        masked=_binary(of_action, replaced, drawn),
        decisions=_kappa([_table(each, ACTIONS) for each in of_action], drawn),
        label=_kappa([_table(each, (NOTHING, *names)) for each in of_label], drawn),
        labels={name: _binary(of_label, name, drawn) for name in names},
        marks=_marks(pairs, names, fine=fine),
    )


@dataclass(frozen=True, slots=True)
class _Category:
    label: str = NOTHING
    action: str = NOTHING


_NO_CATEGORY = _Category()


def _categories(sheet: Sheet, *, fine: bool) -> list[_Category]:
    """Return the category of each word of a text: that of the first mark that touches it."""
    actions = {each.id: each.action.value for each in sheet.parties}
    found, marks, at = list[_Category](), sheet.marks, 0
    for word in WORD.finditer(sheet.document.text):
        while at < len(marks) and marks[at].end <= word.start():
            at += 1
        mark = marks[at] if at < len(marks) and marks[at].start < word.end() else None
        found.append(_NO_CATEGORY if mark is None else _Category(_name(mark, fine=fine), actions[mark.entity]))
    return found


def _name(mark: Mark, *, fine: bool) -> str:
    return mark.label if fine else lineage(mark.label)[-1]


def _binary(documents: Sequence[Sequence[tuple[str, str]]], name: str, drawn: _Counts | None) -> Kappa:
    tables = []
    for pairs in documents:
        told = [(str(one == name), str(two == name)) for one, two in pairs]
        tables.append(_table(told, ("False", "True")))
    return _kappa(tables, drawn)


def _table(pairs: Sequence[tuple[str, str]], names: Sequence[str]) -> _Counts:
    """Return how often the one says this while the other says that."""
    places = {name: at for at, name in enumerate(names)}
    table = np.zeros((len(names), len(names)))
    for one, two in pairs:
        table[places[one], places[two]] += 1
    return table


def _kappa(tables: Sequence[_Counts], drawn: _Counts | None) -> Kappa:
    every = np.stack(tables) if tables else np.zeros((0, 2, 2))
    table = every.sum(axis=0)
    words = float(table.sum())
    [value] = kappas(table[None])
    low = high = None
    if drawn is not None and not np.isnan(value):
        draws = kappas(np.tensordot(drawn, every, axes=1))
        draws = draws[~np.isnan(draws)]
        low, high = (float(each) for each in np.percentile(draws, _SHARE)) if len(draws) else (None, None)
    return Kappa(
        words=int(words),
        # The first category is that of words which are nothing.
        one=int(table[1:, :].sum()),
        two=int(table[:, 1:].sum()),
        both=int(np.trace(table[1:, 1:])),
        observed=float(np.trace(table) / words) if words else None,
        kappa=Rate(None) if np.isnan(value) else Rate(float(value), low, high),
    )


def kappas(tables: _Counts) -> _Counts:
    """Return Cohen's kappa of each table of counts; not a number where chance alone would always agree."""
    total = tables.sum(axis=(1, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        observed = np.trace(tables, axis1=1, axis2=2) / total
        expected = (tables.sum(axis=2) * tables.sum(axis=1)).sum(axis=1) / total**2
        return np.where(np.isclose(expected, 1) | (total == 0), np.nan, (observed - expected) / (1 - expected))


def _draws(documents: int, chance: Chance) -> _Counts | None:
    """Return how often each document is drawn, draw by draw; one document alone has no interval."""
    if documents < 2 or not chance.resamples:
        return None
    rng = np.random.default_rng(chance.seed)
    return rng.multinomial(documents, [1 / documents] * documents, size=chance.resamples).astype(np.float64)


def _marks(pairs: Sequence[tuple[Sheet, Sheet]], names: Collection[str], *, fine: bool) -> dict[str, float | None]:
    """Return, for each label and for all, the share of marks that both have at the same place with the same label."""
    wanted: dict[str, list[int]] = {name: [0, 0] for name in (*names, "all")}
    for one, two in pairs:
        mine, theirs = ({(each.span, _name(each, fine=fine)) for each in sheet.marks} for sheet in (one, two))
        for name, counts in wanted.items():
            here, there = ({each for each in side if name in {"all", each[1]}} for side in (mine, theirs))
            counts[0] += len(here & there)
            counts[1] += len(here) + len(there)
    return {name: 2 * same / both if both else None for name, (same, both) in wanted.items()}
