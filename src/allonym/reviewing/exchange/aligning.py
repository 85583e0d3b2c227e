"""Places in a text of tokens, moved to the text they were taken from: the same characters, other white space."""

from dataclasses import replace

from allonym.core.errors import InputError
from allonym.core.types import Document
from allonym.reviewing.exchange.told import Spot, Told


def moved(told: Told, document: Document) -> Told:
    """Return what is told with offsets of the document; raise InputError if it was said of another text."""
    if told.text is not None and told.text != document.text:
        if not told.loose:
            at = _difference(told.text, document.text)
            raise InputError(f"{told.place}: not the text of its document; they differ from character {at} on")
        told = _loosely(told, told.text, document)
    for spot in told.spots:
        if not 0 <= spot.start < spot.end <= len(document.text):
            raise InputError(
                f"{spot.place}: the place {spot.start}-{spot.end} is none in a text of {len(document.text)} characters"
            )
    return told


def _loosely(told: Told, text: str, document: Document) -> Told:
    here = [at for at, sign in enumerate(text) if not sign.isspace()]
    there = [at for at, sign in enumerate(document.text) if not sign.isspace()]
    pairs = zip(here, there, strict=False)
    wrong = next((at for at, other in pairs if text[at] != document.text[other]), None)
    if wrong is not None or len(here) != len(there):
        at = len(text) if wrong is None else wrong
        raise InputError(f"{told.place}: not the words of its document; they differ from character {at} of the file on")
    places = dict(zip(here, there, strict=True))
    return replace(told, text=document.text, spots=tuple(_spot(each, text, places) for each in told.spots))


def _spot(spot: Spot, text: str, places: dict[int, int]) -> Spot:
    """Return a spot from its first to its last character that is not white space."""
    if not 0 <= spot.start < spot.end <= len(text):
        raise InputError(f"{spot.place}: the place {spot.start}-{spot.end} is none in a text of {len(text)} characters")
    inside = [places[at] for at in range(spot.start, spot.end) if at in places]
    if not inside:
        raise InputError(f"{spot.place}: an annotation of white space only")
    return replace(spot, start=inside[0], end=inside[-1] + 1)


def _difference(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (mine, theirs) in enumerate(pairs) if mine != theirs), min(len(one), len(other)))
