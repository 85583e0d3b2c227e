"""Addresses that are written in small letters throughout: "14 high st, leeds ls1 4dy", "1600 n clark st chicago".

Without capitals any noun could be a name, so a number leads, and what closes the street must be no common word.
"""

import re

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import after
from allonym.detectors.identifiers.postal import is_zip_of

_DIRECTION = r"(?:n|s|e|w|ne|nw|se|sw|north|south|east|west)\.?"
SMALL_NAME_BEFORE = (
    rf"(?P<name>(?:{_DIRECTION}\s)?(?:(?!(?:way|blocks?|miles?|km|lanes?|the|more|other|dead)\s)"
    r"(?:[^\W\d_]{3,24}|[0-9]{1,3}(?:st|nd|rd|th))\s))"
)
"""The name of a street in small letters, which a direction may lead."""
_CITY = r"(?P<city>[^\W\d_]{3,20}(?:[ \-][^\W\d_]{2,20}){0,2}?)"
_END = Expression(
    rf",?\s{_CITY},?\s(?P<zip>[a-z]{{1,2}}[0-9][a-z0-9]?\s?[0-9][a-z]{{2}}|(?P<state>[a-z]{{2}})\s(?P<digits>[0-9]{{5}})(?:-[0-9]{{4}})?)"
    r"(?![\w])"
)
_HAS_DIRECTION = Expression(rf"{_DIRECTION}\s")
_STOPS = Expression(r"\s?(?:[,;.\n\0)!?]|\Z)")
_CLOSING = frozenset({"st", "dr", "ct", "pl", "cir", "sq"})
_LONGEST = 64


def small_end(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return city, state and postcode behind an address in small letters."""
    if not text[start : start + 1].islower() or not after(text, end, 2).strip(","):
        return None
    match = _END.match(text, end, end + _LONGEST)
    if not match or (match["state"] and not is_zip_of(match["state"], match["digits"])):
        return None
    return match


def is_small_street(text: str, street: tuple[int, int], word: str, number: tuple[int, int], coded: bool) -> bool:
    """Tell whether words in small letters are a street: a direction leads its name, or a postcode follows."""
    if number[0] > street[0] or not text[street[0]].islower():
        return False
    if coded or (word in _CLOSING and _HAS_DIRECTION.match(text, street[0])):
        return True
    return word == "st" and _STOPS.match(text, street[1]) is not None
