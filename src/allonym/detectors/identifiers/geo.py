"""Points on the earth: decimal pairs, degrees and minutes, geo: links, plus codes.

Each is looked for by a character that is rare (° +) or inside a run of digits.
"""

import re
from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.runs import Runs

_PAIR = Expression(
    r"([-+−]?[0-9]{1,2}\.[0-9]{3,10}) ?°? ?([NS]?)(?:\s*[,;/]\s*|\s+)(?:(?:long?|lng|longitude)[:=]?\s*)?"
    r"([-+−]?[0-9]{1,3}\.[0-9]{3,10})(?: ?°)?(?: ?[EWO]\b)?",
    re.IGNORECASE,
)
# With a comma as decimal point the letters are needed: 48,8566 N, 2,3522 E.
_COMMAS = Expression(r"[0-9]{1,2},[0-9]{3,8} ?°? ?[NS](?:\s?[,;/]\s?|\s)[0-9]{1,3},[0-9]{3,8} ?°? ?[EWO](?![\w])")
_DEGREES = Expression(
    r"[0-9]{1,3}(?:[.,][0-9]+)?°\s?(?:[0-9]{1,2}(?:[.,][0-9]+)?\s?['′’]\s?(?:[0-9]{1,2}(?:[.,][0-9]+)?\s?(?:[\"″”]|''|′′|’’))?)?"
    r"\s?(?:[NSEWO](?:ord|orth|üd|outh|st|est|ast|ur|ud)?\b|شمال\w*|جنوب\w*|شرق\w*|غرب\w*)"
)
_JOIN = Expression(r"\s?[,;/]?\s?(?:and|et|und|y|e|och|و)?\s?")
_GEO = Expression(r"geo:[-+]?[0-9.]{1,14},[-+]?[0-9.]{1,14}(?:[,;?][\w=.;,%+\-]{1,60})?", re.IGNORECASE)
_PLUS = Expression(r"\+[23456789CFGHJMPQRVWX]{2,3}(?![\w])")
_PLUS_HEAD = Expression(
    r"(?<![\w])(?:[23456789C][23456789CFGHJMPQRV][23456789CFGHJMPQRVWX]{2})?[23456789CFGHJMPQRVWX]{4}\Z"
)


def coordinates(runs: Runs) -> Iterator[Found]:
    """Find pairs of decimal degrees; a single figure says nothing."""
    text = runs.text
    for place in runs.places:
        _, start, end, _ = place
        if end - start >= 5 and "," in text[start : start + 4] and (match := _COMMAS.match(text, start)):
            yield Found(start, match.end(), "COORDINATES", 0.85, "decimal-degrees")
        if end - start < 5 or "." not in text[start : start + 4]:
            continue
        start -= text[start - 1 : start] in {"-", "+", "−"}
        match = _PAIR.match(text, start)
        if not match or abs(_degrees(match[1])) > 90 or abs(_degrees(match[3])) > 180:
            continue
        if len(match[1].partition(".")[2]) >= 4 or match[2] or "coordinates" in runs.at(place).cues:
            yield Found(start, match.end(), "COORDINATES", 0.9, "decimal-degrees")


def places(text: str) -> Iterator[Found]:
    """Find degrees and minutes (looked for by °), geo: links, and plus codes (by +)."""
    yield from _in_degrees(text)
    at = text.find("geo:")
    while at >= 0:
        match = _GEO.match(text, at)
        if match:
            yield Found(at, match.end(), "COORDINATES", 0.97, "geo-link")
        at = text.find("geo:", at + 4)
    for match in _PLUS.finditer(text):
        head = _PLUS_HEAD.search(before(text, match.start(), 9))
        if head and any(map(str.isalpha, head[0] + match[0])) and any(map(str.isdigit, head[0] + match[0])):
            yield Found(match.start() - len(head[0]), match.end(), "COORDINATES", 0.85, "plus-code")


def _in_degrees(text: str) -> Iterator[Found]:
    """Join what touches: latitude and longitude are one point."""
    at = text.find("°")
    while at >= 0:
        start = at
        while start and at - start < 12 and (text[start - 1].isdigit() or text[start - 1] in ".,"):
            start -= 1
        end = start
        match = _DEGREES.match(text, start)
        while match:
            end = match.end()
            joint = _JOIN.match(text, end)
            match = _DEGREES.match(text, joint.end()) if joint else None
        if end > start:
            yield Found(start, end, "COORDINATES", 0.93, "degrees")
        at = text.find("°", max(end, at + 1))


def _degrees(figure: str) -> float:
    return float(figure.replace("−", "-"))
