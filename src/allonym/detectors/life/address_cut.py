"""Swedish streets whose ending is cut to a letter, before a town: Storg. 12, Umeå; or is small: S:t Pauli kyrkogata 4.

Any sentence may end so before a number; so the word is long, and a town follows the number.
"""

from collections.abc import Iterator

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.address_parts import Parts, number_after, with_rest
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.streets import no_streets

_STREET = Expression(r"(?:\A|(?<=[\s(]))(?P<street>(?:[NSVÖ]\. )?[A-ZÅÄÖÉ][a-zåäöé]{3,24}[gv]\.)\Z")
# Inside a sentence a capital begins a name; before a saint's nothing has to stand.
_OWNER = Expression(r"(?<![\w])((?:S:ta?|Sankta?) [A-ZÅÄÖÉ][a-zåäöé]{2,16} |(?<=[a-zåäö] )[A-ZÅÄÖÉ][a-zåäöé]{2,16} )\Z")
_OWNED = frozenset({"gata", "väg", "gränd"})
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


def owner_before(text: str, begin: int, start: int, end: int) -> int | None:
    """Return where a name begins that belongs to a street in small letters: S:t Pauli [kyrkogata] 4."""
    if text[start:end] not in _OWNED or text[begin:end] in no_streets():
        return None
    owner = _OWNER.search(before(text, begin, _WIDTH))
    return begin - len(owner[1]) if owner else None
