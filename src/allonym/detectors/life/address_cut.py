"""Swedish streets whose ending is cut to a letter, before a town: Storg. 12, Umeå; Björkv. 4, 123 45 Lund.

Any sentence may end so before a number; so the word is long, and a town follows the number.
"""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.address_parts import Parts, number_after, with_rest
from allonym.detectors.life.numerals import Page

_STREET = Expression(r"(?:\A|(?<=[\s(]))(?P<street>(?:[NSVÖ]\. )?[A-ZÅÄÖÉ][a-zåäöé]{3,24}[gv]\.)\Z")
_ENDINGS = ("g.", "v.")
_WIDTH = 32


def cut_streets(page: Page) -> Iterator[Parts]:
    """Read streets back from their numbers, if their word is cut to one letter."""
    text = page.text
    for start, end, previous, _, lead in page.numerals:
        if previous == " " and lead and lead.endswith(_ENDINGS) and end - start < 4:
            yield from _cut(text, start - 1)


def _cut(text: str, end: int) -> Iterator[Parts]:
    street, number = _STREET.search(before(text, end, _WIDTH)), number_after(text, end)
    if not street or not number or "," in number[0]:
        return
    parts = Parts((end - len(street["street"]), end), number.span("number"), end=number.end())
    whole = with_rest(text, parts)
    if whole.city:
        yield whole
