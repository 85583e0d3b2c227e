"""How much the capitals of some words say, by those around them: a text may be in capitals, or have none at all."""

from collections.abc import Mapping

from allonym.detectors.names.wording import CASELESS, LOWER, SHAPES, TITLED, UPPER

Style = Mapping[str, str]
"""The mark of each shape: what capitals there are worth."""

_SMALL, _TITLED, _UPPER = (bytes([SHAPES[shape]]) for shape in (LOWER, TITLED, UPPER))

# How shapes are marked: in mixed text, where all is in capitals, where each word has one, and where none has.
_MIXED = {LOWER: "l", TITLED: "T", UPPER: "U", CASELESS: "c"}
_LOUD = {LOWER: "l!", TITLED: "T!", UPPER: "U!", CASELESS: "c"}
_HEADED = {LOWER: "l", TITLED: "T!", UPPER: "U", CASELESS: "c"}
_QUIET = {LOWER: "l?", TITLED: "T?", UPPER: "U?", CASELESS: "c"}


def style_of(shapes: bytes) -> Style:
    """Return how shapes are marked, given those of some words in a row."""
    capitals = shapes.count(_UPPER)
    capital = capitals + shapes.count(_TITLED)
    if not capital:
        return _QUIET
    small = shapes.count(_SMALL)
    if len(shapes) > 3 and capitals > 0.5 * (small + capital):
        return _LOUD
    return _HEADED if len(shapes) > 4 and small < 0.3 * capital else _MIXED
