"""Whether stand-ins that look real serve as well as placeholders do: the paper's finding, on one's own data.

Both were learnt from and tested on the same rows under each seed, so that their differences can be set side by side.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from allonym.evidence.utility.values import ORIGINAL, PLACEHOLDERS, REALISTIC, Matrix, Spread

SPREAD = (
    "Alike within the spread: the mean of the differences, seed by seed, is less than one standard deviation of these "
    "differences away from 0. Above and below: it is farther away. This is no test of significance."
)
ABOVE, ALIKE, BELOW = "above", "alike", "below"
TESTS = ("the same version", "originals")


@dataclass(frozen=True, slots=True)
class Verdict:
    """How realistic stand-ins compare with a placeholder on a test: above, alike within the spread, or below."""

    test: str
    other: str
    difference: Spread
    is_: str


def verdicts(matrix: Matrix) -> Iterator[Verdict]:
    """Return how realistic stand-ins compare with each placeholder, on the same version and on originals."""
    for test in TESTS:
        for other in PLACEHOLDERS:
            mine = matrix[REALISTIC, REALISTIC if test == TESTS[0] else ORIGINAL]
            theirs = matrix[other, other if test == TESTS[0] else ORIGINAL]
            difference = mine.minus(theirs)
            yield Verdict(test, other, difference, _judged(difference))


def _judged(difference: Spread) -> str:
    if difference.mean - difference.deviation > 0:
        return ABOVE
    return BELOW if difference.mean + difference.deviation < 0 else ALIKE


def in_words(matrix: Matrix) -> str:
    """Return the verdicts in one sentence."""
    found = list(verdicts(matrix))
    below = [f"{each.other} (tested on {each.test})" for each in found if each.is_ == BELOW]
    above = sum(each.is_ == ABOVE for each in found)
    counts = f"above in {above} and alike within the spread in {len(found) - above - len(below)} of {len(found)}"
    if not below:
        return f"Realistic stand-ins serve as well as placeholders or better: {counts} comparisons."
    return f"Realistic stand-ins fall behind {', '.join(below)}; they are {counts} comparisons."
