"""The experiment itself: learn from every version, test on every version, with several seeds.

           tested on   original   S0   S1   S2   S3   realistic
learnt from original       x      x    x    x    x        x         the first line: cross
            S0             x      x    …                            the diagonal: corresponding
            …                                                       the first column: original
"""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from allonym.evidence.utility.learning import Numbers, Reader, fit, macro_f1, predict
from allonym.evidence.utility.reading import TEST, TRAIN, Row
from allonym.evidence.utility.values import ORIGINAL, Matrix, Spread
from allonym.evidence.utility.versions import Version

_TESTED = 0.2
_LEARNT = 0.8


@dataclass(frozen=True, slots=True)
class Split:
    """The rows that are learnt from and those that are tested on."""

    learn: tuple[int, ...]
    test: tuple[int, ...]


def split(rows: Sequence[Row], seed: int) -> Split:
    """Return how rows are split under a seed; of every label the same share is tested on.

    Where a column says which part a row is of, all of the test is tested on, and four fifths of the rest is learnt
    from, so that seeds differ.
    """
    chance = random.Random(seed)  # noqa: S311 - the same split for the same seed
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        groups[row.label, row.part].append(at)
    learn: list[int] = []
    test: list[int] = []
    for (_, part), group in sorted(groups.items()):
        mixed = chance.sample(group, len(group))
        if part == TEST:
            test += mixed
        elif part == TRAIN:
            learn += mixed[: max(1, round(len(mixed) * _LEARNT))]
        else:
            cut = max(1, round(len(mixed) * _TESTED))
            test += mixed[:cut]
            learn += mixed[cut:]
    return Split(tuple(sorted(learn)), tuple(sorted(test)))


def measure(reader: Reader, rows: Sequence[Row], versions: Mapping[str, Version], seeds: Sequence[int]) -> Matrix:
    """Return the macro-F1 of learning from every version and testing on every version."""
    names = sorted({row.label for row in rows})
    classes: Numbers = np.array([names.index(row.label) for row in rows])
    # The originals are read first: they set the scale.
    reader.rows(versions[ORIGINAL].texts)
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for seed in seeds:
        parts = split(rows, seed)
        wanted = classes[list(parts.test)]
        tests = {name: reader.rows([each.texts[at] for at in parts.test]) for name, each in versions.items()}
        for name, each in versions.items():
            learnt = fit(reader.rows([each.texts[at] for at in parts.learn]), classes[list(parts.learn)], len(names))
            for other, test in tests.items():
                scores[name, other].append(macro_f1(wanted, predict(test, learnt), len(names)))
    return {pair: Spread(tuple(found)) for pair, found in scores.items()}
