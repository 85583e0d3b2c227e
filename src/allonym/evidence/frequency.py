"""An attacker who knows how often people are named: the commonest pseudonym is likely the commonest name.

Pseudonyms that texts share keep how often each stands. Whoever has a list of names with their frequencies lays the two
side by side, rank by rank. Ranks that are tied tell nothing, and are left out.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FrequencyAttack:
    """How many pseudonyms have a rank of their own, how many a name was found for, and how many of these are right.

    Without the truth, which the vault has, nobody knows what is right: None. `expected` is what guessing would reach.
    """

    pseudonyms: int
    ranked: int
    matched: int
    right: int | None
    expected: float


def frequency_attack(
    pseudonyms: Mapping[str, int], names: Mapping[str, int], truth: Mapping[str, str] | None = None
) -> FrequencyAttack:
    """Match pseudonyms and names by rank; `truth` says who each pseudonym is."""
    mine, theirs = _ranks(pseudonyms), _ranks(names)
    guesses = {words: theirs[rank] for rank, words in mine.items() if rank in theirs}
    right = (
        None if truth is None else sum(_plain(truth.get(words, "")) == _plain(name) for words, name in guesses.items())
    )
    expected = len(guesses) / len(names) if names else 0.0
    return FrequencyAttack(len(pseudonyms), len(mine), len(guesses), right, expected)


def _ranks(counts: Mapping[str, int]) -> dict[int, str]:
    """Return who has each rank, where nobody else is named as often."""
    ties = Counter(counts.values())
    ordered = sorted(counts.items(), key=lambda pair: -pair[1])
    return {rank: name for rank, (name, count) in enumerate(ordered) if ties[count] == 1}


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
