"""Places on a road, told by the kilometre: "BR 116, km 448", "A-6, p.k. 23,400", "km 12 of the M4"."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before
from allonym.detectors.identifiers.runs import Runs

_NAMED = r"(?:[A-Z]{1,3}[ \-]?[0-9]{1,4}[A-Z]?|S\.?[SP]\.? ?[0-9]{1,4})"
_KM = r"(?:[Kk][Mm]|[Pp]\.? ?[Kk])\.? ?"
_ROAD = Expression(rf"(?<![\w]){_NAMED}(?:,| -)?(?: [^\W\d_]{{1,6}}\.?){{0,2}} {_KM}\Z")
_KM_ALONE = Expression(rf"(?<![\w]){_KM}\Z")
# "km 23 de la A-6", "km 12 dell'A1": one small word or two lead to the road behind.
_BEHIND = Expression(rf" (?:[a-zà-ÿ]{{1,5}} ){{0,2}}(?:[a-zà-ÿ]{{2,5}} |(?:[dD]e)?[ld]l?['’]){_NAMED}(?![\w])")
_DISTANCE = Expression(r"[0-9]{1,4}(?:[.,+][0-9]{1,3})?(?![\w]|/h)")
_LEADS = frozenset({"km ", "Km ", "KM ", "m. ", "k. ", "K. ", "pk ", "PK ", "Pk "})


def road_places(runs: Runs) -> Iterator[Found]:
    """Find kilometres of a road that is named."""
    text = runs.text
    for _, core, _, _ in runs.places:
        if text[core - 3 : core] not in _LEADS or not (distance := _DISTANCE.match(text, core)):
            continue
        if road := _ROAD.search(before(text, core, 32)):
            yield Found(core - len(road[0]), distance.end(), "ADDRESS", 0.8, "road-place")
        elif (lead := _KM_ALONE.search(before(text, core, 8))) and (
            road := _BEHIND.match(after(text, distance.end(), 32))
        ):
            yield Found(core - len(lead[0]), distance.end() + road.end(), "ADDRESS", 0.8, "road-place")
