"""Places on a road, told by the kilometre: "BR 116, km 448", "N-340, km 118", "A9 bei km 12,5"."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.runs import Runs

_ROAD = Expression(
    r"(?<![\w])(?:[A-Z]{1,3}[ \-]?[0-9]{1,4}[A-Z]?|S\.?[SP]\.? ?[0-9]{1,4})(?:,| -)?"
    r"(?: [^\W\d_]{1,6}\.?){0,2} [Kk][Mm]\.? ?\Z"
)
_DISTANCE = Expression(r"[0-9]{1,4}(?:[.,+][0-9]{1,3})?(?![\w]|/h)")
_KM = frozenset({"km ", "Km ", "KM ", "m. "})


def road_places(runs: Runs) -> Iterator[Found]:
    """Find kilometres of a road that is named."""
    text = runs.text
    for _, core, _, _ in runs.places:
        if text[core - 3 : core] in _KM and (road := _ROAD.search(before(text, core, 32))):
            distance = _DISTANCE.match(text, core)
            if distance:
                yield Found(core - len(road[0]), distance.end(), "ADDRESS", 0.8, "road-place")
