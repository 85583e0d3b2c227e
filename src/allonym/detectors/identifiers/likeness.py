"""What judges see in the digits of a run besides how many there are: a year, a day, thousands.

A table has thousands of numbers that are all different, between the same words. Those that are alike are told apart
only by the looks and checks of codes; but for these, what is said of one is said of all.
"""

from functools import lru_cache

from allonym.detectors.expressions import Expression
from allonym.detectors.identifiers.checks import is_day

_GROUP = Expression(r"[0-9]+")
_DAY = Expression(r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])")
_FEW = 4
_SAMPLE, _REST = 128, 2048
# The first digits of years, as judges tell them apart.
_YEARS = {"15": 1, "16": 1, "17": 1, "18": 2, "19": 3, "20": 3}
_MONTHS, _DAYS, _OCTET = 12, 31, 255

Likeness = int | tuple[int, ...]
"""The same for numbers that are alike, if they are also of the same shape."""


class Pause:
    """When no likeness is looked for: if most places are like none before them, it costs more than it saves."""

    __slots__ = ("_left", "_new", "_seen")

    def __init__(self) -> None:
        self._left = self._new = self._seen = 0

    def is_on(self) -> bool:
        """Tell whether a place is judged by itself; called once for each."""
        if self._left:
            self._left -= 1
            return True
        self._seen += 1
        if self._seen >= _SAMPLE:
            self._left = _REST if self._new * 2 > self._seen else 0
            self._seen = self._new = 0
        return False

    def count_new(self) -> None:
        """Count a place that is like none before."""
        self._new += 1


def likeness(surface: str) -> Likeness:
    """Return what is to be seen in the digits of a run."""
    if surface.isdigit():
        return _trait(surface)
    return tuple([_trait(group) for group in _GROUP.findall(surface)])


def _trait(group: str) -> int:
    size = len(group)
    if size <= _FEW:
        return _trait_of_few(group)
    trait = (group[0] == "0") + 2 * group.endswith("000")
    if size == 8:
        trait += 4 * (_DAY.fullmatch(group) is not None)
    elif size == 6:
        trait += 4 * is_day(int(group[:2]), int(group[2:4]), int(group[4:]))
    return trait


@lru_cache(maxsize=11110)
def _trait_of_few(group: str) -> int:
    """Return the same for a group that may be a day, a month, a year, a part of an address or of a sum."""
    value, kind = int(group), 0
    if len(group) == 2:
        kind = (value > _MONTHS) + (value > _DAYS)
    elif len(group) == 3:
        kind = int(value > _OCTET)
    elif len(group) == _FEW:
        kind = _YEARS.get(group[:2], 0)
    return (group[0] == "0") + 2 * group.endswith("000") + 4 * kind
