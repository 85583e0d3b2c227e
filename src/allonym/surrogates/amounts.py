"""Numbers in digits inside a mention: read as a value, and written back in the same grouping and width.

"€ 1,200.50"   1200, with its fraction behind it      "19-årig"   19      "12 B"   12
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from allonym.core.splice import splice
from allonym.core.types import Edit, Span
from allonym.surrogates.dates.writing import in_script
from allonym.surrogates.shapes import core, lay

_NUMBER = re.compile(r"\d+(?:([ .,'’\u00a0\u202f])\d{3}(?:\1\d{3})*(?!\d))?")

_MOST_DIGITS = 18


class Amount(NamedTuple):
    """A number: where it stands, and its value without what stands behind a decimal sign."""

    start: int
    end: int
    value: int


def amounts(surface: str) -> list[Amount]:
    """Return the numbers of a surface; what follows a decimal sign is no number of its own; none if one is too long."""
    found: list[Amount] = []
    for match in _NUMBER.finditer(surface):
        start, end = match.span()
        if found and found[-1].end == start - 1 and surface[start - 1] in ".,":
            continue
        digits = core(match[0])
        # A longer one is a code, and no amount that anybody counts.
        if len(digits) > _MOST_DIGITS:
            return []
        found.append(Amount(start, end, int(digits)))
    return found


def rewrite(surface: str, change: Callable[[Amount], int | None]) -> str | None:
    """Return the surface with every number changed; None if it has none, or one cannot be changed."""
    edits: list[Edit] = []
    for amount in amounts(surface):
        value = change(amount)
        if value is None:
            return None
        span = Span(amount.start, amount.end)
        edits.append(Edit(span, write_amount(value, span.of(surface))))
    return splice(surface, edits)[0] if edits else None


def write_amount(value: int, like: str) -> str:
    """Return a value in the digits and grouping of another; a longer one is written without groups."""
    digits = core(like)
    text = str(value)
    if digits.startswith("0") and len(digits) > 1:
        text = text.zfill(len(digits))
    if len(text) == len(digits):
        return lay(text, like)
    return in_script(text, like)
