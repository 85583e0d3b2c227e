"""A text as a reader sees it: the shadow that detection looks at, with the way back to the text as it stands.

    text    J o <ZWJ> s e <combining acute> ＠ x . s е       (the last е is Cyrillic)
    shadow  J o s é @ x . s e

Hidden characters vanish, full-width and look-alike letters become plain ones, digits of every script become
0-9, letters and their combining marks become one character. Only detection reads a shadow; output never does.
"""

import re
import unicodedata
from array import array
from dataclasses import dataclass, field
from functools import cache, lru_cache

from allonym.core.types import Span

# Letters of other alphabets that print like Latin ones. Facts from Unicode's confusables; only exact look-alikes.
_CONFUSABLE = dict(
    zip(
        "аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅԌԜαοΑΒΕΖΗΙΚΜΝΟΡΤΥΧνıɑɡ",
        "aeopcyxijshdqwABEKMHOPCTYXIJSGWaoABEZHIKMNOPTYXviag",
        strict=True,
    )
)

# Combining marks that go with the character before them: Latin, Greek and Cyrillic ones, Arabic vowel signs.
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u064b-\u0655\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u2de0-\u2dff"
    "\ufe00-\ufe0f\ufe20-\ufe2f"
)

# Every other character that may read differently from what it is. Ranges are coarse: a character too many costs a
# little time, one too few hides a name. Typographic quotes, dashes and emoji are left out: they are common and plain.
_ODD = (
    "\u00a0\u00aa\u00ad\u00b2\u00b3\u00b9\u00ba\u0131-\u0133\u0149\u017f\u01c4-\u01cc\u01f1-\u01f3\u0251\u0261\u02b0-\u02b8"
    "\u02e0-\u02e4\u037a-\u052f\u0587\u0591-\u05c7\u0600-\u061c\u0640\u0656-\u066f\u0675-\u0678\u06d6-\u06ed\u06f0-\u06f9"
    "\u070f-\u109f\u115f\u1160\u135d-\u135f\u1680\u1712-\u1dbf\u1f70-\u200f\u2011\u2024\u202a-\u202f\u205f-\u209c\u2102"
    "\u210a-\u2115\u2119-\u211d\u2124\u2128\u212a-\u2138\u2460-\u24ff\u2c7c\u2c7d\u3000\u302a-\u302f\u3099\u309a\u3164"
    "\ua620-\ua629\ua66f-\ua67d\ufb00-\ufdff\ufe30-\uffef\U0001d400-\U0001d7ff\U0001f100-\U0001f189\U000e0000-\U000e0fff"
)
_COUNTED = 1 << 17
_SPECIAL = re.compile(f"[{_MARKS}{_ODD}]")
_MARK = re.compile(f"[{_MARKS}]")
# One that began with any character would be tried at every place of a text; this one is looked for.
_CLUSTER = re.compile(f"[{_MARKS}{_ODD}][{_MARKS}]*")


@dataclass(frozen=True, slots=True)
class Shadow:
    """The shadow of a text. `starts[i]` and `ends[i]` say where the shadow's character i stands; None: where it is."""

    text: str = field(repr=False)
    starts: "array[int] | None" = field(default=None, repr=False)
    ends: "array[int] | None" = field(default=None, repr=False)

    def span(self, start: int, end: int) -> Span:
        """Return the span of the text itself that this stretch of the shadow was made from, hidden parts included."""
        if self.starts is None or self.ends is None or start == end:
            return Span(start, end)
        return Span(self.starts[start], self.ends[end - 1])


def is_plain(text: str) -> bool:
    """Tell whether a text has no special characters and so is its own shadow."""
    return text.isascii() or not _SPECIAL.search(text)


def shadow(text: str) -> Shadow:
    """Return the shadow of a text; a text without special characters is its own."""
    if is_plain(text):
        return Shadow(text)
    made: list[str] = []
    starts, ends = array("q"), array("q")
    done = 0
    for cluster in _CLUSTER.finditer(text):
        start, end = cluster.span()
        if start > done and _MARK.match(text, start):
            # Marks go with the letter before them.
            start -= 1
        if start > done:
            made.append(text[done:start])
            starts += _counted(done, start)
            ends += _counted(done + 1, start + 1)
        if plain := fold(text[start:end]):
            made.append(plain)
            starts.extend([start] * len(plain))
            ends.extend([end] * len(plain))
        done = end
    made.append(text[done:])
    starts += _counted(done, len(text))
    ends += _counted(done + 1, len(text) + 1)
    return Shadow("".join(made), starts, ends)


def _counted(first: int, stop: int) -> "array[int]":
    """Return the numbers of a range, copied: to count them anew in every text is far slower."""
    return _numbers()[first:stop] if stop <= _COUNTED else array("q", range(first, stop))


@cache
def _numbers() -> "array[int]":
    return array("q", range(_COUNTED))


@lru_cache(maxsize=4096)
def fold(cluster: str) -> str:
    """Return how a character, with the marks on it, reads."""
    if cluster in _CONFUSABLE:
        return _CONFUSABLE[cluster]
    composed = unicodedata.normalize("NFKC", cluster)
    return "".join(_fold_one(character) for character in composed)


def _fold_one(character: str) -> str:
    category = unicodedata.category(character)
    # Cf hides (zero-width, bidi, soft hyphen, tags); Mn that did not compose, and Arabic vowel signs, only adorn;
    # the tatweel U+0640 stretches a word.
    if category in {"Cf", "Mn", "Me"} or character == "\u0640":
        return ""
    if category == "Nd":
        return str(unicodedata.digit(character))
    if category == "Zs":
        return " "
    return _CONFUSABLE.get(character, character)
