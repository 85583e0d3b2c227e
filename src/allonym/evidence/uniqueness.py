"""How many people share what is known of them: k, and who is alone.

    ZIP 02138, born 1945-07-31, male     k = 1: nobody else, as Sweeney showed for most of the United States
    ZIP 02138, male                      k = 7,000

An attacker is taken to know all values of the attributes of a combination, and that somebody says nothing of one.
Authors of whom nothing is known in a combination are left out of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import median_low

from allonym.evidence.rows import Author

SMALL = 5
"""Fewer people than this are a small group: the bound that `allonym decide` has, too."""
_MOST_TOGETHER = 3
_MOST_ATTRIBUTES = 8


@dataclass(frozen=True, slots=True)
class Combination:
    """What some attributes together tell: of how many authors, how many are alone, how many in small groups."""

    attributes: tuple[str, ...]
    authors: int
    classes: int
    unique: int
    small: int
    least: int
    median: int

    @property
    def unique_share(self) -> float:
        """Return the share of authors who are alone with their values."""
        return self.unique / self.authors if self.authors else 0.0


@dataclass(frozen=True, slots=True)
class Rare:
    """A value that few authors have."""

    attribute: str
    authors: int
    value: str = field(repr=False)


def attributes_of(authors: Sequence[Author]) -> list[str]:
    """Return the attributes that are known of anybody, those known of most people first."""
    known = Counter(name for author in authors for name, values in author.values.items() if values)
    return [name for name, _ in sorted(known.items(), key=lambda pair: (-pair[1], pair[0]))]


def measured(authors: Sequence[Author], attributes: Sequence[str]) -> Combination:
    """Return what some attributes together tell of authors."""
    keys = [tuple(author.values.get(name, frozenset()) for name in attributes) for author in authors]
    told = [key for key in keys if any(key)]
    sizes = Counter(told)
    k = sorted(sizes[key] for key in told)
    return Combination(
        attributes=tuple(attributes),
        authors=len(told),
        classes=len(sizes),
        unique=k.count(1),
        small=sum(each < SMALL for each in k),
        least=k[0] if k else 0,
        median=median_low(k) if k else 0,
    )


def all_measured(authors: Sequence[Author], attributes: Sequence[str]) -> Iterator[Combination]:
    """Return every combination of up to three attributes, and all together; of very many attributes the first."""
    few = attributes[:_MOST_ATTRIBUTES]
    for size in range(1, min(_MOST_TOGETHER, len(few)) + 1):
        for some in combinations(few, size):
            yield measured(authors, some)
    if len(attributes) > _MOST_TOGETHER:
        yield measured(authors, attributes)


def rarest(authors: Sequence[Author]) -> list[Rare]:
    """Return the values that few authors have, the rarest first."""
    counts: Counter[tuple[str, str]] = Counter(
        (name, value) for author in authors for name, values in author.values.items() for value in values
    )
    found = [Rare(name, count, value) for (name, value), count in counts.items() if count < SMALL]
    return sorted(found, key=lambda each: (each.authors, each.attribute, each.value))


def rare_counts(rare: Iterable[Rare]) -> dict[str, tuple[int, int]]:
    """Return, for each attribute, how many values one author has, and how many some few have."""
    counts: dict[str, tuple[int, int]] = {}
    for each in rare:
        one, few = counts.get(each.attribute, (0, 0))
        counts[each.attribute] = (one + 1, few) if each.authors == 1 else (one, few + 1)
    return dict(sorted(counts.items()))


def shared_by(authors: Sequence[Author], facts: Mapping[str, frozenset[str]]) -> list[str]:
    """Return the authors of whom all these facts are known."""
    return [
        author.name
        for author in authors
        if all(values <= author.values.get(name, frozenset()) for name, values in facts.items())
    ]
