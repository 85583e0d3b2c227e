"""The values of the experiment. None holds words of a text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import fmean, stdev

ORIGINAL, REALISTIC = "original", "realistic"
PLACEHOLDERS = ("S0", "S1", "S2", "S3")
STRATEGIES = (*PLACEHOLDERS, REALISTIC)
VERSIONS = (ORIGINAL, *STRATEGIES)
MEANINGS = {
    ORIGINAL: "nothing replaced",
    "S0": "deleted",
    "S1": "one placeholder for everything",
    "S2": "one placeholder for each kind",
    "S3": "one placeholder for each entity of a text",
    REALISTIC: "stand-ins that look real",
}


@dataclass(frozen=True, slots=True)
class Spread:
    """Scores from 0 to 1, one for each seed."""

    scores: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Return their mean."""
        return fmean(self.scores)

    @property
    def deviation(self) -> float:
        """Return their standard deviation; 0 for one score."""
        return stdev(self.scores) if len(self.scores) > 1 else 0.0

    def minus(self, other: "Spread") -> "Spread":
        """Return the differences, seed by seed: both were measured on the same rows."""
        return Spread(tuple(mine - theirs for mine, theirs in zip(self.scores, other.scores, strict=True)))


Matrix = Mapping[tuple[str, str], Spread]
"""By the version that was learnt from, and the version that was tested on."""


@dataclass(frozen=True, slots=True)
class Share:
    """Of how many, how many (ties count in part), and the interval of that share at 95 %."""

    found: float
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """Return the share; 0 of nothing."""
        return self.found / self.of if self.of else 0.0


def numbered(classes: Mapping[str, int]) -> dict[str, int]:
    """Return how often each class stands, without its name: the most frequent is class 1."""
    return {f"class {at}": count for at, count in enumerate(sorted(classes.values(), reverse=True), 1)}


@dataclass(frozen=True, slots=True)
class Leak:
    """What a version gives away: originals guessed among some, originals left standing, authors known by style.

    Where there are too few names to guess among, or too few authors, nothing was measured.
    """

    guessed: Share | None
    left: Share
    style: Share | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """What a reader of a version can still count: what of each label, how alike text by text, and its words."""

    labels: Mapping[str, int]
    alike: Share
    words: int
    different: int
    once: int


@dataclass(frozen=True, slots=True)
class Utility:
    """All that was measured, and on how much."""

    label: str
    profile: str
    classes: Mapping[str, int]
    """How many texts have each label. Labels may be people's names, so they are numbered, the most frequent first."""
    texts: int
    changed: int
    replaced: Mapping[str, int]
    seeds: tuple[int, ...]
    learnt_from: int
    tested_on: int
    matrices: Mapping[str, Matrix]
    leaks: Mapping[str, Leak]
    counted: Mapping[str, Counted]
    transfer: Matrix
    tagged: int
    """How many texts the taggers learnt from and were tested on, in all."""
    seconds: float
    notes: tuple[str, ...] = field(default=())
    rows: int | None = None
    """How many rows have a text and a label; those that were measured may be drawn from them."""
    candidates: int = 10
    """Among how many names somebody guesses."""
