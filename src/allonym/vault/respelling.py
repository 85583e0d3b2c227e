"""A value as its file spells it, with somebody's words taken out."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from allonym.core.withdrawal import WITHDRAWN


def respelt(raw: bytes, encoding: str, surfaces: Sequence[str]) -> bytes | None:
    """Return a spelling with all these words replaced; None where they cannot be found as often as they must be."""
    try:
        text = raw.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None
    counts = Counter(surfaces)
    # The longest first: "Anna Berg" must go before "Anna", or "Berg" would stay behind.
    for surface in sorted(counts, key=len, reverse=True):
        spelt = next((each for each in _spellings(surface) if text.count(each) == counts[surface]), None)
        if spelt is None:
            return None
        text = text.replace(spelt, WITHDRAWN)
    return text.encode(encoding)


def _spellings(surface: str) -> Iterator[str]:
    """Return how words may stand in a file: as they are, or as CSV, JSON and XML escape them."""
    yield surface
    yield surface.replace('"', '""')
    for ascii_only in (False, True):
        spelt = json.dumps(surface, ensure_ascii=ascii_only)[1:-1]
        yield from (spelt, spelt.replace("/", "\\/"))
    yield from (escape(surface, quote=False), escape(surface))
