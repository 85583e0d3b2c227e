"""Flats in a building that has a name and no street: Flat 12, Kestrel House, Leeds; Apt. 4, Block B, [...] Dublin 7."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.address_buildings import CAPITALS, FLAT
from allonym.detectors.life.address_parts import IN_TOWN, Parts, with_rest
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.streets import listed

_FLAT = Expression(rf"(?:\A|(?<=[\s(]))(?P<lead>{FLAT} ?)\Z")
_BLOCK = r"(?:Block|Tower|Building|Bldg\.?|Wing|Phase|Core|Floor|Level) [A-Z0-9]{1,3}, "
_BUILDING = Expression(
    lambda: (
        rf"(?P<number>[0-9]{{1,4}}[A-Za-z]?),? (?:{_BLOCK})?"
        rf"(?P<street>{CAPITALS}(?i:{listed('buildings')}|{listed('buildings_with_flat')}))(?!\w)"
    )
)
_STOPS = Expression(rf"\s?(?:[,;.\n)!?](?! ?[0-9])|\0|\Z)|{IN_TOWN}")
_LEADS = frozenset({"flat", "apt", "apt.", "apartment", "unit", "suite", "ste", "ste.", "studio", "room", "no", "no."})
_LONGEST = 4


def flats(page: Page) -> Iterator[Parts]:
    """Read buildings behind the number of a flat."""
    text = page.text
    for start, end, previous, _, lead in page.numerals:
        if end - start <= _LONGEST and ((previous == " " and lead in _LEADS) or previous == "#"):
            yield from _building(text, start)


def _building(text: str, start: int) -> Iterator[Parts]:
    window = before(text, start, 20)
    flat, building = _FLAT.search(window), _BUILDING.match(text, start)
    if not flat or not building:
        return
    parts = Parts(building.span("street"), building.span("number"), end=building.end())
    whole = with_rest(text, parts)
    if whole.city or _STOPS.match(text, whole.end):
        yield whole._replace(start=start - len(flat["lead"]))
