"""How sure a rate is: the bootstrap over texts, by percentiles.

Texts are drawn anew, as many as there are, with the same seed each time; names of one text come or stay away together,
since they are not independent. What 95 % of the draws give is the interval. One text alone has none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from allonym.evaluation.values import Counts, Rate, Score

RESAMPLES = 1000
_AT_ONCE = 50
_SHARE = (2.5, 97.5)
_FIELDS = ("wanted", "hit", "found", "good", "total")
_Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Chance:
    """How often texts are drawn anew, and from which seed; no interval where it is never."""

    resamples: int = RESAMPLES
    seed: int = 1


def scores(texts: Sequence[Mapping[str, Counts]], chance: Chance) -> dict[str, Score]:
    """Return a score for each key, from the counts of each text; every key is drawn with the same texts."""
    keys = sorted({key for text in texts for key in text})
    table = np.zeros((len(texts), len(keys), len(_FIELDS)))
    places = {key: at for at, key in enumerate(keys)}
    for row, text in zip(table, texts, strict=True):
        for key, counts in text.items():
            row[places[key]] = [getattr(counts, name) for name in _FIELDS]
    sums = table.sum(axis=0)
    drawn = _drawn(table, chance) if len(texts) > 1 and chance.resamples else None
    return {key: _score(sums[at], None if drawn is None else drawn[:, at]) for key, at in places.items()}


def _drawn(table: _Numbers, chance: Chance) -> _Numbers:
    """Return the sums of each draw."""
    rng = np.random.default_rng(chance.seed)
    many, flat = len(table), table.reshape(len(table), -1)
    parts = []
    for first in range(0, chance.resamples, _AT_ONCE):
        size = min(_AT_ONCE, chance.resamples - first)
        weights = rng.multinomial(many, [1 / many] * many, size=size).astype(np.float64)
        parts.append(weights @ flat)
    return np.concatenate(parts).reshape(chance.resamples, *table.shape[1:])


def _score(sums: _Numbers, drawn: _Numbers | None) -> Score:
    precision, recall, f1, accuracy = (_rate(of, sums[None, :], drawn) for of in (_precision, _recall, _f1, _accuracy))
    return Score(Counts(*(float(each) for each in sums)), precision, recall, f1, accuracy)


def _rate(of: Callable[[_Numbers], _Numbers], sums: _Numbers, drawn: _Numbers | None) -> Rate:
    [value] = of(sums)
    if np.isnan(value):
        return Rate(None)
    draws = of(drawn) if drawn is not None else np.empty(0)
    draws = draws[~np.isnan(draws)]
    if not len(draws):
        return Rate(float(value))
    low, high = np.percentile(draws, _SHARE)
    return Rate(float(value), float(low), float(high))


def _recall(sums: _Numbers) -> _Numbers:
    return _share(sums[:, 1], sums[:, 0])


def _precision(sums: _Numbers) -> _Numbers:
    return _share(sums[:, 3], sums[:, 2])


def _f1(sums: _Numbers) -> _Numbers:
    """Return the harmonic mean; where hits and good ones are the same, 2 · hits / (found + wanted)."""
    wanted, hit, found, good = sums[:, :4].T
    precision, recall = np.nan_to_num(_precision(sums)), np.nan_to_num(_recall(sums))
    mean = _share(2 * precision * recall, precision + recall)
    return np.where((hit + good == 0) & (wanted + found > 0), 0.0, mean)


def _accuracy(sums: _Numbers) -> _Numbers:
    """Return the share of all that was judged rightly: hits, and what was rightly left alone."""
    wanted, hit, found, good, total = sums.T
    return _share(hit + total - wanted - found + good, total)


def _share(part: _Numbers, whole: _Numbers) -> _Numbers:
    return np.divide(part, whole, out=np.full_like(part, np.nan), where=whole > 0)
