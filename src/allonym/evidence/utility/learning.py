"""A small linear classifier: softmax with a penalty on large weights, by accelerated gradient descent.

The rows are of length one, so that the steepest curve of the loss is known and one length of step fits all.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
_STEPS = 100
_PENALTY = 1e-4
_LENGTH = 1.9


class Rows(Protocol):
    """What can be learnt from: a matrix, however it is kept."""

    @property
    def width(self) -> int:
        """Return how many columns there are."""
        ...

    def __len__(self) -> int: ...

    def narrowed(self) -> "tuple[Rows, Numbers]":
        """Return the rows with only the columns that are worth learning from, and which columns these are."""
        ...

    def times(self, weights: Floats) -> Floats:
        """Return the product with a matrix of weights."""
        ...

    def turned_times(self, errors: Floats) -> Floats:
        """Return the product of the turned matrix with one that has as many rows."""
        ...


class Reader(Protocol):
    """Turns texts into rows."""

    name: str

    def rows(self, texts: Sequence[str]) -> Rows:
        """Return the rows of texts."""
        ...


@dataclass(frozen=True, slots=True)
class Dense:
    """Rows of numbers, brought to the same scale and to length one."""

    values: Floats = field(repr=False)

    @property
    def width(self) -> int:
        """Return how many numbers a row has."""
        return int(self.values.shape[1])

    def __len__(self) -> int:
        return len(self.values)

    def narrowed(self) -> "tuple[Dense, Numbers]":
        """Return the rows as they are, and all their columns."""
        return self, np.arange(self.width)

    def times(self, weights: Floats) -> Floats:
        """Return the product with a matrix of weights."""
        return self.values @ weights

    def turned_times(self, errors: Floats) -> Floats:
        """Return the product of the turned matrix with one that has as many rows."""
        return self.values.T @ errors


def fit(rows: Rows, classes: Numbers, count: int, steps: int = _STEPS) -> Floats:
    """Return the weights that tell so many classes apart; the same rows always give the same."""
    narrow, columns = rows.narrowed()
    whole: Floats = np.zeros((rows.width, count), np.float32)
    whole[columns] = _descend(narrow, np.eye(count, dtype=np.float32)[classes], steps)
    return whole


def _descend(rows: Rows, target: Floats, steps: int) -> Floats:
    weights: Floats = np.zeros((rows.width, target.shape[1]), np.float32)
    ahead: Floats = weights
    for step in range(steps):
        slope = rows.turned_times(_chances(rows.times(ahead)) - target) / len(rows) + _PENALTY * ahead
        new: Floats = (ahead - _LENGTH * slope).astype(np.float32)
        ahead = (new + step / (step + 3) * (new - weights)).astype(np.float32)
        weights = new
    return weights


def predict(rows: Rows, weights: Floats) -> Numbers:
    """Return the likeliest class of each row."""
    best: Numbers = rows.times(weights).argmax(1)
    return best


def macro_f1(wanted: Numbers, found: Numbers, count: int) -> float:
    """Return the mean of the F1 of every class; a class that neither has counts as 0."""
    scores = []
    for each in range(count):
        hit = int(((wanted == each) & (found == each)).sum())
        both = int((wanted == each).sum() + (found == each).sum())
        scores.append(2 * hit / both if both else 0.0)
    return float(np.mean(scores))


def _chances(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(1, keepdims=True))
    made: Floats = raised / raised.sum(1, keepdims=True)
    return made
