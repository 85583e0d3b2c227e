"""Which finding answers which annotation: each answers at most one.

Same span and same label go together first, then same span; what is left takes the annotation that it overlaps: the
first one, or with labels the nearest of the same label. Where neither side overlaps itself this gives the counts of
the SemEval-2013 schemes, as the package nervaluate computes them.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from allonym.evaluation.values import Annotation


@dataclass(frozen=True, slots=True)
class Match:
    """An annotation and the finding that answers it; one of the two may be missing."""

    gold: Annotation | None
    found: Annotation | None

    @property
    def is_exact(self) -> bool:
        """Tell whether both begin and end alike."""
        if self.gold is None or self.found is None:
            return False
        return (self.gold.start, self.gold.end) == (self.found.start, self.found.end)

    @property
    def is_alike(self) -> bool:
        """Tell whether both have the same label."""
        return self.gold is not None and self.found is not None and self.gold.label == self.found.label


def match(gold: Sequence[Annotation], found: Sequence[Annotation], *, blind: bool) -> list[Match]:
    """Return every annotation and every finding once, in reading order; `blind` to labels or not."""
    wanted, had = sorted(gold, key=_order), sorted(found, key=_order)
    pairs = _same(wanted, had)
    taken = set(pairs.values())
    starts = [each.start for each in wanted]
    longest = max((each.end - each.start for each in wanted), default=0)
    for at, each in enumerate(had):
        if at in pairs:
            continue
        near = range(bisect_left(starts, each.start - longest), bisect_left(starts, each.end))
        free = [place for place in near if place not in taken and wanted[place].overlaps(each)]
        if free:
            pairs[at] = free[0] if blind else _best(each, free, wanted)
            taken.add(pairs[at])
    return sorted(_matches(wanted, had, pairs), key=_place)


def _same(wanted: Sequence[Annotation], had: Sequence[Annotation]) -> dict[int, int]:
    """Return what stands at the very same place; those with the same label first."""
    pairs: dict[int, int] = {}
    for with_label in (True, False):
        free: dict[tuple[int, int, str], list[int]] = {}
        taken = set(pairs.values())
        for at, each in enumerate(wanted):
            if at not in taken:
                free.setdefault((each.start, each.end, each.label if with_label else ""), []).append(at)
        for at, each in enumerate(had):
            key = each.start, each.end, each.label if with_label else ""
            if at not in pairs and free.get(key):
                pairs[at] = free[key].pop(0)
    return pairs


def _best(each: Annotation, free: Sequence[int], wanted: Sequence[Annotation]) -> int:
    alike = [place for place in free if wanted[place].label == each.label]
    distance = {place: abs(wanted[place].start - each.start) + abs(wanted[place].end - each.end) for place in alike}
    return min(alike, key=distance.__getitem__) if alike else free[0]


def _matches(wanted: Sequence[Annotation], had: Sequence[Annotation], pairs: dict[int, int]) -> Iterator[Match]:
    for at, each in enumerate(had):
        yield Match(wanted[pairs[at]] if at in pairs else None, each)
    answered = set(pairs.values())
    yield from (Match(each, None) for at, each in enumerate(wanted) if at not in answered)


def _order(each: Annotation) -> tuple[int, int, str]:
    return each.start, each.end, each.label


def _place(each: Match) -> tuple[int, int]:
    shown = each.gold or each.found
    return (0, 0) if shown is None else (shown.start, shown.end)
