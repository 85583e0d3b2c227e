"""What tells that letters with a number are a line: who takes it, or that it goes: "coge la L5", "mit der S3"."""

import re

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before

_UNDERGROUND = Expression(
    r"\b(?:[Dd]er|[Dd]ie|[Dd]en|[Zz]ur|[Mm]it|[Ii]n|[Dd]em|[Ii]m) (?:[SU][0-9]{1,2}|(?:RE|RB|ICE?|EC) ?[0-9]{1,4})\Z"
)
# "Coge la L5", "prendi la M1".
_TAKEN = Expression(
    r"\b(?:cog[eé]\w*|toma\w*|prend\w*|prenez|apanh\w+|pega\w*|take|catch|nimm|nehm\w*) "
    r"(?:la|el|il|le|a|o|the|die|den) "
    # "Nehmt die U7, nicht die M41".
    r"(?:[A-Z]{1,3}[0-9]{1,3},? (?:nicht|oder|und|or|not|and|pas|ou|et|no|o|y|non|e|não) "
    r"(?:la|el|il|le|a|o|the|die|den) )?\Z",
    re.IGNORECASE,
)
# "La S10 per Chiasso parte alle 14:04".
_GOES = Expression(
    r"(?: (?:per|da|nach|von|Richtung|pour|vers|depuis|para|hacia|desde|mot|till|från) [A-ZÀ-Þ][^\W\d_]{2,16}){1,2} "
    r"(?:parte|arriva|ferma|fährt|verkehrt|hält|kommt|part|arrive|sale|llega|avgår|går|kör|stannar|chega)(?!\w)"
)


def is_ridden(text: str, start: int, end: int) -> bool:
    """Tell whether somebody takes a line, or it goes somewhere."""
    return _UNDERGROUND.search(before(text, end, 14)) is not None or _is_taken(text, start) or _goes(text, end)


def _goes(text: str, end: int) -> bool:
    return _GOES.match(text, end) is not None


def _is_taken(text: str, start: int) -> bool:
    """Tell whether somebody takes a line; in English, the M25 is a motorway."""
    match = _TAKEN.search(before(text, start, 40))
    return match is not None and not (text[start] == "M" and match[0].lower().endswith(" the "))
