"""Land in a register, by its sheet and parcel: "Foglio 12, particella 348, sub. 7", "Flur 3, Flurstück 348/7".

What is paid at a machine by two numbers is written alike: "Entidade 21482 Referência 482 177 305".
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.nearby import words_of

_GAP = r"(?: ?[,;] ?| [\-–] | )"
_LEAD = r"[ .:]{0,2}(?:n[.°ro]{1,2} ?)?"
_ENTITY = Expression(r"[ .:\t]{0,4}(?:n[.°o]{1,2} ?)?([0-9]{5})[ \t,;|/\-–\n]{1,4}(?=[Rr])")
_SEEN = 12


@lru_cache(maxsize=1)
def _behind_sheet() -> re.Pattern[str]:
    """Return the pattern of a sheet's number, a parcel's, and perhaps a share's."""
    parcel, share = (
        "|".join(re.escape(word) for word in sorted(words_of(kind), key=len, reverse=True))
        for kind in ("land_parcel", "land_share")
    )
    return re.compile(
        rf"{_LEAD}(?<![^\W\d_])([0-9]{{1,4}}(?:/?[A-Z]{{1,2}})?|(?<=[ .])[A-Z]{{1,2}}){_GAP}(?i:{parcel}){_LEAD}"
        rf"[0-9]{{1,5}}(?:/[0-9]{{1,5}})?(?:{_GAP}(?i:{share}){_LEAD}[0-9]{{1,4}})?(?![\w]|[.,/][0-9])"
    )


def _look_behind_sheet(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalnum() else _behind_sheet().match(text, end)
    if match:
        yield Found(match.start(1), match.end(), "CONTRACT", 0.9, "land")


def _look_behind_entity(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalnum() else _ENTITY.match(text, end)
    if match and after(text, match.end(), _SEEN).lower().startswith(tuple(words_of("reference"))):
        yield Found(*match.span(1), "CONTRACT", 0.95, "pay-entity")


lands = Watch(lambda: tuple(sorted(words_of("land_sheet"))), _look_behind_sheet)
"""Finds land behind the word for a sheet of its register."""

pay_entities = Watch(lambda: tuple(sorted(words_of("pay_entity"))), _look_behind_entity)
"""Finds the number of who is paid, before the number of what is paid."""
