"""The small words of the eight languages (the, und, que), and which language a sum of them speaks for.

Votes are counted in lanes of one number, so that a sum over the words of a text counts all languages together.
`telling` asks more than small words, and tells the language of any text.
"""

from collections.abc import Mapping
from functools import cache
from struct import Struct
from typing import NamedTuple

from allonym.languages.lists import normal
from allonym.languages.pack import CODES
from allonym.languages.words import entries, everywhere

# A word of one language only counts so much; one that n languages share, one n-th of it.
_WHOLE = 24
_KEYS = ("stop", "article", "person_before", "person_after", "place_before")


class Lanes(NamedTuple):
    """How a count of several things lies in one number: so many bits for each."""

    width: int

    def read(self, number: int, lane: int) -> int:
        """Return one of the counts."""
        return number >> self.width * lane & (1 << self.width) - 1


LANES = Lanes(16)
"""One lane per language, in the order of CODES; others may count what they like in the lanes after them."""
_COUNTS = Struct(f"<{len(CODES)}H")
_VOTES = (1 << 8 * _COUNTS.size) - 1


def winner(votes: int) -> str | None:
    """Return the language that a sum of small words speaks for; None if they are few or divided."""
    counts = _COUNTS.unpack((votes & _VOTES).to_bytes(_COUNTS.size, "little"))
    *_, second, first = sorted(counts)
    if first <= _WHOLE or first - second < max(_WHOLE // 4, first // 6):
        return None
    return CODES[counts.index(first)]


@cache
def small_words() -> Mapping[str, int]:
    """Return every small word, as `normal` writes it, with its votes."""
    speakers: dict[str, dict[str, None]] = {}
    for key in _KEYS:
        for code, text in everywhere("context", key):
            for entry in entries(text):
                speakers.setdefault(normal(entry), {})[code] = None
    return {
        word: sum(_WHOLE // len(codes) << LANES.width * CODES.index(code) for code in codes)
        for word, codes in speakers.items()
    }
