"""German streets that are called by where they lie: An der Alster 12, Im Winkel 7, Zum Alten Hof 3.

Inside a sentence such a preposition is small; with a capital it begins a name.
"""

from collections.abc import Iterator
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.address_numbers import NUMBER
from allonym.detectors.life.address_parts import IN_TOWN, Parts, with_rest
from allonym.detectors.life.dating import calendar
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.street_doubts import COUNTED
from allonym.languages.words import entries, topic

_PLACE = (
    r"(?:Am|Im|Zum|Zur|Beim|(?:An|Auf|Bei|Hinter|In|Neben|Ob|Über|Unter|Vor) de[rmn]) "
    r"(?:[A-ZÄÖÜ]?[a-zäöüß]{2,16}e[nr] ){0,2}"
)
_STREET = Expression(
    rf"(?:(?<=[a-zäöüß] )|(?P<mark>(?<=[,;:] )))(?P<street>{_PLACE}(?P<noun>[A-ZÄÖÜ][a-zäöüß\-]{{1,30}})) \Z"
)
_HOUSE = Expression(rf"(?P<number>{NUMBER})(?!\w|[.,:/][0-9]|\s?[%€$£°])")
_STOPS = Expression(rf"\s?(?:[,;.\n)!?](?![0-9])|\s?\0|\Z)|{IN_TOWN}")
_GOES_ON = Expression(r" [a-zäöü]")
_LAST = frozenset("mnr")
_LONGEST, _WIDTH = 3, 72


def lying_streets(page: Page) -> Iterator[Parts]:
    """Read streets back from their numbers, if a preposition with a capital inside a sentence leads them."""
    text = page.text
    for start, end, previous, _, lead in page.numerals:
        if previous == " " and end - start <= _LONGEST and lead != "" and _may_lie(text, start):
            parts = _lying(text, start)
            if parts:
                yield with_rest(text, parts)


def _may_lie(text: str, start: int) -> bool:
    """Tell at a glance whether a noun stands before a number, and an article or adjective before that."""
    gap = text.rfind(" ", max(0, start - 32), start - 1)
    return gap > 0 and text[gap - 1] in _LAST and text[gap + 1].isupper()


def _lying(text: str, start: int) -> Parts | None:
    window = before(text, start, _WIDTH)
    street, house = _STREET.search(window), _HOUSE.match(text, start)
    if not street or not house or _tells_another(street["noun"].lower()) or COUNTED.match(text[house.end() :][:16]):
        return None
    # "Neu: Im Spiel 4 traf er": behind a mark a sentence may begin.
    if not _STOPS.match(text, house.end()) and (street["mark"] is not None or not _GOES_ON.match(text, house.end())):
        return None
    shift = start - len(window)
    return Parts((shift + street.start("street"), start - 1), house.span("number"), end=house.end())


def _tells_another(noun: str) -> bool:
    """Tell whether a noun has numbers of its own: "Am Gleis 7", "Im Geschäftsjahr 12", "Am Montag 12"."""
    return noun in calendar() or noun.endswith(_numbered())


@cache
def _numbered() -> tuple[str, ...]:
    return tuple(entries(topic("de", "addresses")["not_lying"]))
