"""Points on the earth that words tell: Breite 48,2082, Länge 16,3738; Grid ref SU 418 237; ///filled.count.soap."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.runs import Place, Runs
from allonym.languages.words import all_entries, either, spellings

_FIGURE = r"[-+−]?[0-9]{1,3}[.,][0-9]{3,10}(?![0-9])(?: ?°)?"
_POINT = Expression(
    lambda: (
        rf"{_FIGURE}(?: ?[NS](?!\w))?\s?(?:[,;/|]\s?|(?:{_words('and')})\s)?(?i:{_words('longitude')})"
        rf"(?![^\W\d_])\.?\s?[:=]?\s?{_FIGURE}(?: ?[EWO](?!\w))?(?!\w)"
    )
)
_LATITUDE = Expression(lambda: rf"(?<!\w)(?i:{_words('latitude')})\.?\s?[:=]?\s?[-+−]?\Z")
# Of the British grid: SU 418 237, TQ30158052.
_SQUARE = Expression(
    r"[HJNOST][A-HJ-Z] ?(?:[0-9]{2} ?[0-9]{2}|[0-9]{3} ?[0-9]{3}|[0-9]{4} ?[0-9]{4}|[0-9]{5} ?[0-9]{5})"
    r"(?!\w|[.,/][0-9])"
)
_GRID = Expression(r"\b(?:grid ref(?:erence)?|map ref(?:erence)?|OS ref(?:erence)?|NGR)\.?:?\s(?:is )?\Z", 2)
_WORD = r"[^\W\d_]{3,24}"
_SLASHED = Expression(rf"(?<![\w/:])///{_WORD}\.{_WORD}\.{_WORD}(?![\w/]|\.\w)")
_SAID = Expression(rf"3w(?:ords)?(?:: ?| (?:is )?)(?P<words>{_WORD}\.{_WORD}\.{_WORD})(?![\w/]|\.\w)")
_GAPS = frozenset(" :=-+−.\n")
_SHORTEST, _WIDTH = 4, 20


def worded_points(runs: Runs) -> Iterator[Found]:
    """Find latitudes and longitudes behind their words, and squares of the British grid."""
    text = runs.text
    for place in runs.places:
        head, start, end, _ = place
        if head < start and text[head] in "HJNOST" and (square := _square(text, place)):
            yield square
        elif end - start >= _SHORTEST and text[start - 1 : start] in _GAPS and _is_decimal(text, start):
            first = start - (text[start - 1] in "-+−")
            point = _POINT.match(text, first)
            if point and _LATITUDE.search(before(text, first, _WIDTH)):
                yield Found(first, point.end(), "COORDINATES", 0.95, "worded-degrees")


def _is_decimal(text: str, start: int) -> bool:
    return "," in text[start + 1 : start + 4] or "." in text[start + 1 : start + 4]


def _square(text: str, place: Place) -> Found | None:
    square = _SQUARE.match(text, place[0])
    if not square or not _GRID.search(before(text, place[0], _WIDTH)):
        return None
    return Found(*square.span(), "COORDINATES", 0.96, "grid-square")


def three_words(text: str) -> Iterator[Found]:
    """Find places that are called by three words: "///filled.count.soap", "w3w: filled.count.soap"."""
    for anchor, expression, group in (("///", _SLASHED, 0), ("3w", _SAID, 1)):
        at = text.find(anchor)
        while at >= 0:
            if match := expression.match(text, at):
                yield Found(*match.span(group), "COORDINATES", 0.9, "three-words")
            at = text.find(anchor, at + len(anchor))


def _words(key: str) -> str:
    return either([each for word in all_entries("addresses", key) for each in spellings(word)])
