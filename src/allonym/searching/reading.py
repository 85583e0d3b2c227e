"""An edited text as it is searched: composed, without escapes, with plain spaces; and the way back to its places.

Nothing that only looks like a letter becomes one here: a token with a hidden or foreign letter is another token.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from allonym.core.types import Span

# A backslash before a mark is how Markdown writes the mark itself.
_ESCAPED = r"\\[\[\]_*().#+!{}-]"
_UNIT = re.compile(_ESCAPED + r"|\s+|[^\W_][\u0300-\u036f\u064b-\u0655]+|.", re.DOTALL)
_GAP = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Reading:
    """`small` is `plain` in small letters; the character i of both was read at `starts[i]` to `ends[i]`."""

    plain: str = field(repr=False)
    small: str = field(repr=False)
    starts: tuple[int, ...] = field(repr=False)
    ends: tuple[int, ...] = field(repr=False)

    def span(self, start: int, end: int) -> Span:
        """Return where a stretch of the reading stands in the text itself."""
        return Span(self.starts[start], self.ends[end - 1])


def read(text: str) -> Reading:
    """Return a text as it is searched."""
    plain: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for unit in _UNIT.finditer(text):
        for letter in _read(unit[0]):
            plain.append(letter)
            starts.append(unit.start())
            ends.append(unit.end())
    return Reading("".join(plain), "".join(map(_small, plain)), tuple(starts), tuple(ends))


def spelt(words: str) -> str:
    """Return the words of a stand-in as a reading has them."""
    return "".join(map(_read, _UNIT.findall(words)))


def keys(words: str) -> set[str]:
    """Return what is looked for in the small letters of a reading: GROSS is groß in capitals."""
    return {"".join(map(_small, each)) for each in (spelt(words), spelt(words.upper()))}


def recased(found: str, words: str, original: str) -> str | None:
    """Return the original in the case in which a stand-in was found; None if it is written like nothing we know."""
    whole = spelt(words)
    if found == whole:
        return original
    if found == whole.upper():
        return original.upper()
    if found == whole.lower():
        return original.lower()
    return original if found in (whole.title(), whole.capitalize(), whole[:1].upper() + whole[1:]) else None


def places(small: str, key: str) -> Iterator[int]:
    """Return every place of a key, also where two overlap."""
    place = small.find(key)
    while place >= 0:
        yield place
        place = small.find(key, place + 1)


def _read(unit: str) -> str:
    if unit.isspace():
        # A paragraph ends, and no name goes on behind it.
        return "\n" if _GAP.search(unit) else " "
    if len(unit) > 1 and unit[0] == "\\":
        return unit[1]
    return "'" if unit == "’" else unicodedata.normalize("NFC", unit)


def _small(letter: str) -> str:
    lower = letter.lower()
    return lower if len(lower) == 1 else letter
