"""How sure a rate is: the bootstrap over texts, by percentiles.

Texts are drawn anew, as many as there are, with the same seed each time; names of one text come or stay away together,
since they are not independent. What 95 % of the draws give is the interval; a rate of 0 or 1 has the exact bound of
Clopper and Pearson for as many trials as there are texts. One text alone has none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from allonym.evaluation.values import Counts, Rate, Score

RESAMPLES = 1000
_AT_ONCE = 50
_SHARE = (2.5, 97.5)
_NONE_SEEN = 0.025
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
    sums, having = table.sum(axis=0), (table > 0).sum(axis=0)
    drawn = _drawn(table, chance) if len(texts) > 1 and chance.resamples else None
    return {key: _score(sums[at], having[at], None if drawn is None else drawn[:, at]) for key, at in places.items()}


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


def _score(sums: _Numbers, having: NDArray[np.int64], drawn: _Numbers | None) -> Score:
    """Return the score of sums; `having` says how many texts have any of each field."""
    wanted, _, found, _, total = (int(each) for each in having)
    asked = ((_precision, found), (_recall, wanted), (_f1, max(wanted, found)), (_accuracy, total))
    rates = [_rate(of, texts, sums[None, :], drawn) for of, texts in asked]
    return Score(Counts(*(float(each) for each in sums)), *rates)


def _rate(of: Callable[[_Numbers], _Numbers], texts: int, sums: _Numbers, drawn: _Numbers | None) -> Rate:
    [value] = of(sums)
    if np.isnan(value):
        return Rate(None)
    draws = of(drawn) if drawn is not None else np.empty(0)
    draws = draws[~np.isnan(draws)]
    if not len(draws):
        return Rate(float(value))
    low, high = (float(each) for each in np.percentile(draws, _SHARE))
    # Where nothing ever went wrong, no draw can show that it might have; the exact bound of so many texts can.
    bound = _NONE_SEEN ** (1 / max(1, texts))
    return Rate(float(value), min(low, bound) if value == 1 else low, max(high, 1 - bound) if value == 0 else high)


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
