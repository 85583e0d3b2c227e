"""Addresses of no street word, read backwards from a postcode that stands apart from the town, or in brackets.

[No. 23/1, 2nd Cross, Anna Nagar West, Chennai - 600 040]      [San Martín 845 (5500) Mendoza]
"""

import re
from functools import lru_cache
from itertools import islice

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.address_numbers import NUMBER
from allonym.detectors.life.address_parts import Parts
from allonym.detectors.life.streets import CITY, NAME

_LEAD = r"(?:Flat|House|Plot|Shop|Door|Holding|Villa|Block)(?: [Nn]o\.?)? ?|[HD]\.? ?[Nn]o\.? ?"
_HOUSE = r"[A-Z]?-?[0-9]{1,4}[A-Z]?(?:[/\-][0-9A-Z]{1,4}){0,2}"
_OPENS = Expression(rf"(?:\A|(?<=[\s(:]))(?P<lead>{_LEAD}|No\.? ?|#)?(?P<number>{_HOUSE}), ?(?=[A-Z0-9])")
_REST = Expression(
    rf"(?P<street>[A-Z0-9][^,;\n\0]{{1,36}}(?:, ?[A-Z0-9][^,;\n\0]{{1,36}}){{0,3}}), ?(?P<city>{CITY})(?: ?[\-–,] ?| )"
)
_SECOND_HALF = Expression(r" [0-9]{3}(?![0-9]|[.,][0-9])")
_STREET = Expression(rf"(?:\A|(?<=[\s(]))(?P<street>{NAME}),? (?P<number>{NUMBER}),? ?\(\Z")
_TOWN = Expression(rf"\) (?P<city>{CITY})(?=\s?[.,;:!?)(\n\0]|\s?\Z)")
_NAMED = Expression(r"[A-Z][a-z]|[A-Z]{4}")
_WIDTH, _WHOLE, _HALF, _SHORT = 120, 6, 3, 4
_MOST, _SHORT_TOWN = 4, 3


def behind_town(text: str, start: int, end: int) -> Parts | None:
    """Read an address of India or Bangladesh back from its code: six digits, or four where a word leads the house."""
    stop = end
    if end - start == _HALF:
        second = _SECOND_HALF.match(text, end)
        stop = second.end() if second else 0
    if not stop or text[stop : stop + 1].isalnum() or text[start] == "0":
        return None
    window = before(text, start, _WIDTH)
    if window.count(",") < 2:
        return None
    shift = start - len(window)
    for opening in _openings(window):
        rest = _REST.fullmatch(window, opening.end()) if opening["lead"] or end - start != _SHORT else None
        if rest and _is_place(rest["street"], rest["city"]):
            number = (shift + opening.start("number"), shift + opening.end("number"))
            street, city = ((shift + rest.start(key), shift + rest.end(key)) for key in ("street", "city"))
            return Parts(street, number, (start, stop), city, stop, shift + opening.start())
    return None


def _is_place(street: str, city: str) -> bool:
    """Tell whether words are a street and a town, not lines and plates: "4, T3a, TGV 8512, TER 857123"."""
    digits = sum(sign.isdigit() for sign in street)
    if not _NAMED.search(street) or digits > sum(sign.isalpha() for sign in street):
        return False
    # A town in capitals has its street in capitals as well.
    return not city.isupper() or (street.isupper() and len(city) > _SHORT_TOWN)


@lru_cache(maxsize=64)
def _openings(window: str) -> tuple[re.Match[str], ...]:
    """Return where addresses may begin in a window; where one place is told over and over, it is read once."""
    return tuple(islice(_OPENS.finditer(window), _MOST))


def in_brackets(text: str, start: int, end: int) -> Parts | None:
    """Read a street and its number before a postcode in brackets and a town."""
    town = _TOWN.match(text, end)
    window = before(text, start, 64) if town else ""
    street = _STREET.search(window) if window else None
    if town is None or street is None:
        return None
    shift = start - len(window)
    name, number = ((shift + street.start(key), shift + street.end(key)) for key in ("street", "number"))
    return Parts(name, number, (start, end), town.span("city"), town.end("city"))
