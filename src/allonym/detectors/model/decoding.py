"""From the chances of labels, word for word, to names: which words belong to one, how far each reaches, what it is."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from allonym.detectors.model.tokens import Token

KINDS = ("PERSON", "LOCATION", "ORGANIZATION")
_INSIDE = slice(1, 1 + 2 * len(KINDS))


class Name(NamedTuple):
    """A row of words that is a name, from its first to its last, what it is and how surely."""

    first: int
    last: int
    label: str
    score: float


def names(text: str, tokens: Sequence[Token], chances: NDArray[np.float32], threshold: float) -> Iterator[Name]:
    """Return the names among words. A row of chances: outside, begin and inside of each kind, then of others."""
    by_kind = chances[:, _INSIDE].reshape(-1, len(KINDS), 2)
    of_kind = by_kind.sum(2)
    inside = of_kind.sum(1)
    first = last = -1
    for place in np.flatnonzero(inside > threshold).tolist():
        if place == last + 1 and last >= 0 and _goes_on(text, tokens, by_kind, of_kind, place):
            last = place
            continue
        if last >= 0:
            yield _name(first, last, of_kind, inside)
        first = last = place
    if last >= 0:
        yield _name(first, last, of_kind, inside)


def _goes_on(
    text: str, tokens: Sequence[Token], by_kind: NDArray[np.float32], of_kind: NDArray[np.float32], place: int
) -> bool:
    """Tell whether a word goes on with the name before it."""
    kind = int(of_kind[place].argmax())
    if kind != int(of_kind[place - 1].argmax()):
        return False
    if by_kind[place, kind, 0] <= by_kind[place, kind, 1]:
        return True
    # Some who annotate mark first and last names apart; nobody writes two persons with only a space between them.
    return kind == 0 and text[tokens[place - 1].end : tokens[place].start] == " "


def _name(first: int, last: int, of_kind: NDArray[np.float32], inside: NDArray[np.float32]) -> Name:
    kind = int(of_kind[first : last + 1].sum(0).argmax())
    return Name(first, last, KINDS[kind], round(float(inside[first : last + 1].min()), 3))
