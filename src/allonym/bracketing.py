"""A short form in brackets is what the name before it is: Barberino del Mugello (FI), Legal Aid Board (LAB)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from allonym.core.types import MAYBE_PERSON, UNSURE, Mention, Span

_SHORT = re.compile(r" ?\([«\"“„]? ?([^\W\d_]{2,10})[.]? ?[»\"”“]?\)")
_REGION = re.compile(r"[A-Z]{2}")
_AGENCIES = frozenset({"AP", "TT"})
"""Their news begin with the town that they come from: PARIS (AP)."""
_PARTING = re.compile(r"[\W_]+")


def short_forms(text: str, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """Return the short forms behind places and organisations, as mentions of the same kind."""
    known = {each.span: each for each in mentions}
    for each in mentions:
        kind = each.label.partition(".")[0]
        found = _SHORT.match(text, each.end) if kind in {"LOCATION", "ORGANIZATION"} else None
        if found is None or MAYBE_PERSON in each.features:
            continue
        span = Span(*found.span(1))
        before = known.get(span)
        if kind == "LOCATION":
            if _REGION.fullmatch(found[1]) and found[1] not in _AGENCIES:
                yield replace(before or each, span=span, label="LOCATION.REGION", features=())
        elif (before is None or before.label == UNSURE) and _shortens(found[1], each.span.of(text)):
            yield replace(before or each, span=span, label="ORGANIZATION", features=())


def _shortens(short: str, name: str) -> bool:
    """Tell whether capitals are first letters of the words of a name, in their order."""
    capitals = [letter for letter in short if letter.isupper()]
    firsts = iter([word[:1].upper() for word in _PARTING.split(name)])
    # Each search goes on where the one before it found its letter.
    return len(capitals) > 1 and all(letter in firsts for letter in capitals)
