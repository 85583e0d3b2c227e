"""The squares of Mannheim, which have letters and numbers for names: C 4, 12, 68159 Mannheim; Mannheim, Q 7, 24."""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.address_parts import Parts
from allonym.detectors.life.numerals import Page

_SQUARE = r"(?<![\w.,])(?P<street>[A-U] ?[1-7]), ?(?P<number>[0-9]{1,2}(?:-[0-9]{1,2}|[a-z])?)"
_BEFORE = Expression(rf"{_SQUARE}(?:(?:,\s?|\s)(?P<zip>68[0-9]{{3}})\s|,\s?|\s(?:in\s)?)\Z")
_BEHIND = Expression(rf"(?:,\s|:\s?|\s(?:in\s)?){_SQUARE}(?=\s?(?:[.;:!?)\n\0]|,(?![0-9])|\Z)| [a-zäöü]{{2,5}}(?!\w))")
_TOWN = "mannheim"
_WIDTH = 28


def squares(page: Page) -> Iterator[Parts]:
    """Read squares and their houses beside the name of the town."""
    text = page.text
    at = page.lowered.find(_TOWN)
    while at >= 0:
        end = at + len(_TOWN)
        window = before(text, at, _WIDTH)
        shift = at - len(window)
        if match := _BEFORE.search(window):
            street, number, code = ((shift + match.start(key), shift + match.end(key)) for key in _KEYS)
            yield Parts(street, number, code if match["zip"] else None, (at, end), end)
        elif match := _BEHIND.match(text, end):
            yield Parts(match.span("street"), match.span("number"), None, (at, end), match.end(), at)
        at = page.lowered.find(_TOWN, end)


_KEYS = ("street", "number", "zip")
