"""Points on the earth: decimal pairs, degrees and minutes, metres on a grid, geo: links, plus codes.

Each is looked for by a character that is rare (° +) or inside a run of digits.
"""

import re
from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.runs import Place, Runs
from allonym.detectors.identifiers.worded_points import three_words

_PAIR = Expression(
    r"([-+−]?[0-9]{1,2}[.٫][0-9]{3,10}) ?°? ?([NS]?)(?:\s*[,;/،]\s*|\s+)(?:(?:long?|lng|longitude)[:=]?\s*)?([EWO] ?)?"
    r"([-+−]?[0-9]{1,3}[.٫][0-9]{3,10})(?: ?°)?(?: ?[EWO]\b)?",
    re.IGNORECASE,
)
_LATITUDE = Expression(r"(?<![\w])[NS] ?\Z")
# With a comma as decimal point the letters are needed: 48,8566 N, 2,3522 E.
_COMMAS = Expression(r"[0-9]{1,2},[0-9]{3,8} ?°? ?[NS](?:\s?[,;/]\s?|\s)[0-9]{1,3},[0-9]{3,8} ?°? ?[EWO](?![\w])")
# Minutes with decimals may lack their mark: N 48° 08.250.
_ARC = (
    r"[0-9]{1,3}(?:[.,٫][0-9]+)?[°º]\s?(?:[0-9]{1,2}[.,٫][0-9]{2,5}(?![0-9'′’]|\s['′’])|[0-9]{1,2}(?:[.,٫][0-9]+)?\s?['′’]\s?"
    r"(?:[0-9]{1,2}(?:[.,٫][0-9]+)?\s?(?:[\"″”]|''|′′|’’))?)?"
)
_DEGREES = Expression(rf"{_ARC}\s?(?:[NSEWO](?:ord|orth|üd|outh|st|est|ast|ur|ud)?\b|شمال\w*|جنوب\w*|شرق\w*|غرب\w*)")
# The letter may stand before: N 60° 23' 41", E 22° 15' 7".
_HEADED = Expression(rf"([NSEWO]) ?{_ARC}(?![\w])")
_BEFORE_DEGREES = Expression(r"(?<![\w])[NSEWO] ?\Z")
_JOIN = Expression(r"\s?[,;/،]?\s?(?:and|et|und|y|e|och|و)?\s?")
# Metres on a grid, behind its name: "SWEREF99 TM: 6580822, 674032", "Lambert 93 652469 6862035".
# The Swiss part thousands: 2'683'111.
_METRES = r"(?:[0-9]{6,7}|(?:[0-9]['’ ])?[0-9]{3}['’ ][0-9]{3})"
_GRID = Expression(
    rf"(?:[0-9]{{2}}[A-Z]? )?({_METRES}(?:[.,][0-9]{{1,3}})?(?:\s?[,;/]\s?|\s)(?:[EYN][:= ] ?)?{_METRES}"
    r"(?:[.,][0-9]{1,3}(?![0-9]))?)(?![\w]|[./\-][0-9])"
)
_GRID_NAME = Expression(
    r"\b(?:sweref|rt ?90|utm|lambert|etrs|epsg|gau(?:ss|ß)|tm35|ktj|lv ?95|lv ?03|ch ?1903|osgb|mgrs|sirgas|magna|"
    r"datum 73|easting|northing|rechtswert|hochwert)[^.;\n]{0,24}\Z",
    re.IGNORECASE,
)
# Degrees and minutes without any mark: N 59 19.766 E 018 04.112.
_BARE = Expression(r"[NS] ?[0-9]{1,2} [0-9]{1,2}\.[0-9]{3},? [EWO] ?[0-9]{1,3} [0-9]{1,2}\.[0-9]{3}(?![\w])")
_NORTH_OR_SOUTH = frozenset("NS")
_BEFORE_FIGURE = frozenset("NSEWO ")
_SEPARATOR = Expression("[.٫]")
_GEO = Expression(r"geo:[-+]?[0-9.]{1,14},[-+]?[0-9.]{1,14}(?:[,;?][\w=.;,%+\-]{1,60})?", re.IGNORECASE)
_PLUS = Expression(r"\+[23456789CFGHJMPQRVWX]{2,3}(?![\w])")
_PLUS_HEAD = Expression(
    r"(?<![\w])(?:[23456789C][23456789CFGHJMPQRV][23456789CFGHJMPQRVWX]{2})?[23456789CFGHJMPQRVWX]{4}\Z"
)


def coordinates(runs: Runs) -> Iterator[Found]:
    """Find pairs of decimal degrees, and of metres behind the name of a grid; a single figure says nothing."""
    text = runs.text
    for place in runs.places:
        _, start, end, _ = place
        if text[start - 2 : start].strip() in _NORTH_OR_SOUTH and (found := _bare_degrees(text, start)):
            yield found
        elif (
            end - start >= 6
            and (text[start + 1].isdigit() or text[start + 1] in "'’ ")
            and (match := _GRID.match(text, start))
        ):
            if _GRID_NAME.search(before(text, match.start(1), 40)):
                yield Found(*match.span(1), "COORDINATES", 0.9, "grid")
        elif end - start >= 5 and "," in text[start : start + 4] and (match := _COMMAS.match(text, start)):
            yield Found(start, match.end(), "COORDINATES", 0.85, "decimal-degrees")
        elif (end - start >= 5 and "." in text[start : start + 4]) or text[end : end + 1] == "٫":
            found = _decimal_degrees(runs, place)
            if found:
                yield found


def _bare_degrees(text: str, start: int) -> Found | None:
    """Return a point in degrees and minutes without their marks, from the figure of its latitude."""
    head = start - 1 - (text[start - 1] == " ")
    match = None if text[head - 1 : head].isalnum() else _BARE.match(text, head)
    return Found(head, match.end(), "COORDINATES", 0.9, "degrees") if match else None


def _decimal_degrees(runs: Runs, place: Place) -> Found | None:
    text, start = runs.text, place[1]
    start -= text[start - 1 : start] in {"-", "+", "−"}
    match = _PAIR.match(text, start)
    if not match or abs(_degrees(match[1])) > 90 or abs(_degrees(match[4])) > 180:
        return None
    head = _LATITUDE.search(before(text, start, 3)) if match[3] else None
    if not (len(_SEPARATOR.split(match[1])[1]) >= 4 or match[2] or head or "coordinates" in runs.at(place).cues):
        return None
    return Found(start - len(head[0]) if head else start, match.end(), "COORDINATES", 0.9, "decimal-degrees")


def places(text: str) -> Iterator[Found]:
    """Find degrees and minutes (looked for by °), geo: links, plus codes (by +) and three words (by ///)."""
    yield from _in_degrees(text)
    yield from three_words(text)
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
        while start and at - start < 12 and (text[start - 1].isdigit() or text[start - 1] in ".,٫"):
            start -= 1
        head = _BEFORE_DEGREES.search(before(text, start, 3)) if text[start - 1 : start] in _BEFORE_FIGURE else None
        end = _joined(text, start, _DEGREES)
        # "N 48° 08.250 E 011° 34.500": the second letter belongs to what follows it.
        if head and (headed := _headed(text, start - len(head[0])))[1] > end:
            start, end = headed
        if end > start:
            yield Found(start, end, "COORDINATES", 0.93, "degrees")
        at = text.find("°", max(end, at + 1))


def _headed(text: str, start: int) -> tuple[int, int]:
    """Return a point whose letters stand before its figures; one of them alone may be anything."""
    match = _HEADED.match(text, start)
    end = _joined(text, start, _HEADED)
    return (start, end) if match and (end > match.end() or "'" in match[0] or "′" in match[0]) else (start, start)


def _joined(text: str, start: int, figure: Expression) -> int:
    """Return where figures end that touch."""
    end = start
    match = figure.match(text, start)
    while match:
        end = match.end()
        joint = _JOIN.match(text, end)
        match = figure.match(text, joint.end()) if joint else None
    return end


def _degrees(figure: str) -> float:
    return float(figure.replace("−", "-").replace("٫", "."))
