"""Buildings with names before a street and its number: Kestrel House, [14 Mill Lane]; Résidence A, [27 rue B]."""

import re
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.address_inside import is_inside
from allonym.detectors.life.streets import NAME, UPPER, listed
from allonym.languages.words import all_entries

FLAT = r"(?:[Ff]lat|Apt|[Aa]partment|[Uu]nit|[Ss]uite|Ste|[Ss]tudio|[Rr]oom)\.?(?: [Nn]o\.?)? ?#?"
"""What leads the number of a flat."""
CAPITALS = rf"(?:The )?(?:[{UPPER}][\w'’\-]{{1,24}} ){{1,3}}"
"""Words with capitals before what a building is."""
_FLAT_ALONE = Expression(rf"(?:\A|(?<=[\s(:])){FLAT} ?[0-9]{{1,4}}[A-Za-z]?\Z")
# "Supreme Court, 5 The Strand" is none that people live in.
_LAST = Expression(
    lambda: (
        rf"(?:\A|(?<=[\s(:]))(?:{FLAT} ?[0-9]{{1,4}}[A-Za-z]?,? )?(?!(?:The )?(?:{listed('no_buildings')}) )"
        rf"{CAPITALS}(?i:{listed('buildings')})\Z"
    )
)
_FIRST = Expression(lambda: rf"(?:\A|(?<=[\s(:]))(?i:{listed('buildings_led')}) {NAME}\Z")
_WIDTH, _MOST = 96, 5


def building_before(text: str, start: int) -> int:
    """Return how long the words are for a building, its flats and floors right before a number and street."""
    if text[start - 2 : start] not in {", ", ",\n"}:
        return 0
    window = before(text, start, _WIDTH)
    found, at = 0, len(window) - 2
    for _ in range(_MOST):
        stop = window.rfind(",", 0, at)
        segment = window[stop + 1 : at]
        building = _named(segment)
        found = len(window) - (stop + 1 + building.start()) if building else found
        whole = not segment[: building.start()].strip() if building else is_inside(segment.strip())
        if stop < 0 or not whole:
            break
        at = stop
    return found


def _named(segment: str) -> re.Match[str] | None:
    """Return the building that words end with, or the flat."""
    words = segment.lower().split()
    if not words:
        return None
    if words[-1] in _buildings() and (match := _LAST.search(segment)):
        return match
    if not _led().isdisjoint(words) and (match := _FIRST.search(segment)):
        return match
    return _FLAT_ALONE.search(segment) if words[-1][:1].isdigit() else None


@cache
def _buildings() -> frozenset[str]:
    return frozenset(all_entries("addresses", "buildings"))


@cache
def _led() -> frozenset[str]:
    return frozenset(all_entries("addresses", "buildings_led"))
