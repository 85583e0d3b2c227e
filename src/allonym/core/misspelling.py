"""The word that somebody meant: slips of the pen, counted.

A slip is a letter too many or too few, another letter, or two letters in each other's place; no place slips twice
(optimal string alignment). Words of a few dozen letters are meant, and a thousand of them at most.
"""

import sys
from collections.abc import Sequence
from functools import lru_cache


def closest(word: str, known: Sequence[str], most: int) -> str | None:
    """Return the known word that is the fewest slips away, the first of several; None if all are more than `most`."""
    letters, size = _letters(word), len(word)
    # A slip changes the length by one, and the set of letters by two, at most; this spares nearly all comparisons.
    likely = [
        (each, differing)
        for each, of_each, length in _measured(tuple(known))
        if (differing := (letters ^ of_each).bit_count()) <= 2 * most and -most <= size - length <= most
    ]
    best = None
    for each, differing in likely:
        if differing <= 2 * most and (found := slips(word, each, most)) <= most:
            best, most = each, found - 1
    return best


@lru_cache(maxsize=32)
def _measured(known: tuple[str, ...]) -> list[tuple[str, int, int]]:
    return [(each, _letters(each), len(each)) for each in known]


def _letters(word: str) -> int:
    """Return the set of letters as bits; that two letters may share one only spares less."""
    return sum({1 << (ord(letter) & 63) for letter in word})


def slips(one: str, other: str, most: int = sys.maxsize) -> int:
    """Return how many slips lie between two words; if they are more than `most`, anything that is more."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one):
        last, before, row = before, row, [at + 1]
        for to, target in enumerate(other):
            cost = min(before[to + 1] + 1, row[to] + 1, before[to] + (letter != target))
            if at and to and letter == other[to - 1] and one[at - 1] == target:
                cost = min(cost, last[to - 1] + 1)
            row.append(cost)
        if min(row) > most:  # and so is all that follows: the row before has nothing under `most`
            return most + 1
    return row[-1]
