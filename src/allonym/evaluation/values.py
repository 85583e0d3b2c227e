"""The values of an evaluation. All are frozen; what can be logged holds no person's words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

DIRECT, QUASI, NONE = "direct", "quasi", "none"
"""How much an annotation gives away. NONE need not be hidden; an empty string leaves it to the label."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """One span with its label, as a person or a tool gave it. Equal `entity` in one text is one person or thing.

    `replaced` is whether a tool would take the words out of the text, rather than only mark them. `place` is its own
    line, where that is known.
    """

    start: int
    end: int
    label: str
    entity: str = field(default="", repr=False)
    identifier: str = ""
    replaced: bool = True
    place: str = field(default="", repr=False, compare=False)

    def overlaps(self, other: "Annotation") -> bool:
        """Tell whether the two share a character."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Annotated:
    """One text and what one annotator says of it. Without a text it can only be a prediction."""

    id: str = field(repr=False)
    text: str | None = field(repr=False)
    spans: tuple[Annotation, ...]
    place: str
    language: str | None = None
    annotator: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """One text with what should be found in it and what was found, under labels that can be compared.

    `blank` are annotations that count neither for nor against; `cover` is everything that was found, whatever its
    label, since a name under a label that the gold does not have is hidden all the same. `said` is all that was
    annotated, blank or not, in the order of the file, with how much it gives away.
    """

    id: str = field(repr=False)
    text: str = field(repr=False)
    gold: tuple[Annotation, ...]
    found: tuple[Annotation, ...]
    cover: tuple[Annotation, ...]
    blank: tuple[Annotation, ...] = ()
    said: tuple[Annotation, ...] = ()
    language: str | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """What was wanted and how much of it was hit; what was found and how much of that was good; of how many in all.

    Where one finding answers one annotation, `hit` and `good` are the same. `total` is 0 where nobody can say what
    was rightly left alone.
    """

    wanted: float = 0
    hit: float = 0
    found: float = 0
    good: float = 0
    total: float = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.wanted + other.wanted,
            self.hit + other.hit,
            self.found + other.found,
            self.good + other.good,
            self.total + other.total,
        )


@dataclass(frozen=True, slots=True)
class Rate:
    """A share from 0 to 1, and the interval that it lies in; None where there is nothing to count."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def rest(self) -> "Rate":
        """Return what is missing to 1: the miss rate of a recall, the false discovery rate of a precision."""
        return Rate(*(None if each is None else 1 - each for each in (self.value, self.high, self.low)))


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over all texts, and the rates that follow from them."""

    counts: Counts
    precision: Rate
    recall: Rate
    f1: Rate
    accuracy: Rate


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that went wrong, where, and what stands around it."""

    kind: str
    place: str
    gold: str
    found: str
    before: str = field(repr=False)
    words: str = field(repr=False)
    after: str = field(repr=False)


Table = Mapping[str, Score]
"""Rows by their name; the row "all" is over all labels."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All that is measured: `schemes` by name, each with a row a label; `buckets` and `masking` likewise."""

    texts: int
    annotators: int
    words: int
    labels: Mapping[str, int]
    schemes: Mapping[str, Table]
    masking: Mapping[str, Table]
    buckets: Mapping[str, Mapping[str, Table]]
    left_out: Mapping[str, int]
    mistakes: Sequence[Mistake] = field(repr=False)
    resamples: int = 0
    seed: int = 0
