"""A text as a reader sees it: the shadow that detection looks at, with the way back to the text as it stands.

    text    J o <ZWJ> s e <combining acute> ＠ x . s е       (the last е is Cyrillic)
    shadow  J o s é @ x . s e

Hidden characters vanish, full-width and look-alike letters become plain ones, digits of every script become
0-9, letters and their combining marks become one character, and Anna%20Berg is read as Anna Berg (`escapes.py`).
Only detection reads a shadow; output never does.
"""

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from allonym.core.escapes import escapes, may_be_escaped
from allonym.core.lookalikes import SIGNS, is_masked, unmasked
from allonym.core.types import Span

# Letters of other alphabets that print like Latin ones. Facts from Unicode's confusables; only exact look-alikes.
_CONFUSABLE = dict(
    zip(
        "аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅԌԜαοΑΒΕΖΗΙΚΜΝΟΡΤΥΧνıɑɡϲϹ",
        "aeopcyxijshdqwABEKMHOPCTYXIJSGWaoABEZHIKMNOPTYXviagcC",
        strict=True,
    )
)

# Combining marks that go with the character before them: Latin, Greek and Cyrillic ones, Arabic vowel signs.
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u064b-\u0655\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u2de0-\u2dff"
    "\ufe00-\ufe0f\ufe20-\ufe2f"
)

# Those of them that fuse with a letter, é, or only adorn it; a keycap, U+20E3, is a picture.
_LATIN_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20e2\u20e4-\u20ff"

# Every other character that may read differently from what it is. Ranges are coarse: a character too many costs a
# little time, one too few hides a name. Typographic quotes, dashes and emoji are left out: they are common and plain.
_ODD = (
    "\u00a0\u00aa\u00ad\u00b2\u00b3\u00b9\u00ba\u0131-\u0133\u0149\u017f\u01c4-\u01cc\u01f1-\u01f3\u0251\u0261\u02b0-\u02b8"
    "\u02e0-\u02e4\u037a-\u052f\u0587\u0591-\u05c7\u0600-\u061c\u0640\u0656-\u066f\u0675-\u0678\u06d6-\u06ed\u06f0-\u06f9"
    "\u070f-\u109f\u115f\u1160\u135d-\u135f\u1680\u1712-\u1dbf\u1e00-\u1e99\u1f70-\u200f\u2010-\u2012\u2024\u202a-\u202f"
    "\u205f-\u209c\u2102\u210a-\u2115\u2119-\u211d\u2124\u2128\u212a-\u2139\u2145-\u2149\u2160-\u2188\u2212\u2460-\u24ff\u2800\u2c7c\u2c7d"
    "\u2cef-\u2cf1\u2d7f\u3000\u302a-\u302f\u3099\u309a\u3164\ua620-\ua629\ua66f-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua7f2-\ua7f4"
    "\ua800-\uabff\ufb00-\ufdff\ufe30-\ufffb\U00010000-\U0001f189\U0001fbf0-\U0001fbf9\U000e0000-\U000e0fff"
)
# Letters in name only, and a sign in Braille: some are as wide as a space, some are nothing to the eye.
_BLANK = {"\u115f": "", "\u1160": "", "\u3164": " ", "\uffa0": " ", "\u2800": " "}
_HYPHENS = dict.fromkeys("\u2010\u2011\u2012\u2212", "-")
# How Arabic divides numbers: the point before a fraction, and the comma between thousands.
_DIVIDERS = {"\u066b": ".", "\u066c": ","}
_PLAIN = {**_CONFUSABLE, **_BLANK, **_HYPHENS, **_DIVIDERS}
_SPECIAL = re.compile(f"[{_MARKS}{_ODD}{SIGNS}]")
_MARK = re.compile(f"[{_MARKS}]")
_LATIN_MARK = re.compile(f"[{_LATIN_MARKS}]")
_LINE = re.compile(r"[^\n]+")
# One that began with any character would be tried at every place of a text; this one is looked for.
_CLUSTER = re.compile(f"[{_MARKS}{_ODD}{SIGNS}][{_MARKS}]*")


class Pieces(NamedTuple):
    """Where each piece of a shadow begins in it, and where it stands in the text.

    A piece is as it stands in the text, or all of it is one character with its marks, of which `ends` says where it
    ends; of others that is -1.
    """

    cuts: "array[int]"
    starts: "array[int]"
    ends: "array[int]"

    def home(self, place: int) -> tuple[int, int]:
        """Return where a character of the shadow begins and ends in the text."""
        piece = bisect_right(self.cuts, place) - 1
        start, end = self.starts[piece], self.ends[piece]
        if end >= 0:
            return start, end
        start += place - self.cuts[piece]
        return start, start + 1


@dataclass(frozen=True, slots=True)
class Shadow:
    """The shadow of a text, and the pieces it is made of; None: it is the text itself.

    `escaped` are the pieces of the text without its escapes, where it has any; the others then lead to that.
    """

    text: str = field(repr=False)
    pieces: "Pieces | None" = field(default=None, repr=False)
    escaped: "Pieces | None" = field(default=None, repr=False)

    def span(self, start: int, end: int) -> Span:
        """Return the span of the text itself that this stretch of the shadow was made from, hidden parts included."""
        for pieces in (self.pieces, self.escaped):
            if pieces is not None and start < end:
                start, end = pieces.home(start)[0], pieces.home(end - 1)[1]
        return Span(start, end)


def is_plain(text: str) -> bool:
    """Tell whether a text has no special characters and so is its own shadow."""
    return (text.isascii() or not _SPECIAL.search(text)) and not may_be_escaped(text)


def shadow(text: str) -> Shadow:
    """Return the shadow of a text; a text without special characters is its own."""
    if not may_be_escaped(text):
        return _shadow(text)
    read, pieces = _unescaped(text)
    cast = _shadow(read)
    return Shadow(cast.text, cast.pieces, pieces)


def _unescaped(text: str) -> tuple[str, Pieces | None]:
    """Return a text without its escapes, and its pieces; none if it has no escapes."""
    made: list[str] = []
    cuts, starts, ends = array("q"), array("q"), array("q")
    done = length = 0
    for start, end, said in (*escapes(text), (len(text), len(text), "")):
        if done < start:
            made.append(text[done:start])
            cuts.append(length)
            starts.append(done)
            ends.append(-1)
            length += start - done
        if said:
            made.append(said)
            cuts.append(length)
            starts.append(start)
            ends.append(end)
            length += len(said)
        done = end
    return "".join(made), Pieces(cuts, starts, ends) if length < len(text) else None


def _shadow(text: str) -> Shadow:
    if text.isascii() or not _SPECIAL.search(text):
        return Shadow(text)
    made: list[str] = []
    folded: set[str] = set()
    cuts, starts, ends = array("q"), array("q"), array("q")
    done = length = 0
    bare = _adorned(text) if _LATIN_MARK.search(text) else frozenset()
    for cluster in _CLUSTER.finditer(text):
        start, end = cluster.span()
        if start > done and _MARK.match(text, start):
            # Marks go with the letter before them.
            start -= 1
        if start > done:
            made.append(text[done:start])
            cuts.append(length)
            starts.append(done)
            ends.append(-1)
            length += start - done
        if plain := fold(text[start] if start in bare else text[start:end]):
            made.append(plain)
            folded.add(plain)
            cuts.append(length)
            starts.append(start)
            ends.append(end)
            length += len(plain)
        done = end
    made.append(text[done:])
    cuts.append(length)
    starts.append(done)
    ends.append(-1)
    whole = "".join(made)
    # What stands for a Latin letter is never as plain as what was left as it is.
    return Shadow(unmasked(whole) if is_masked("".join(folded)) else whole, Pieces(cuts, starts, ends))


def _adorned(text: str) -> AbstractSet[int]:
    """Return the places of lines with a mark that fuses with no letter: there, marks are ornament, as in B̶é̶r̶g̶."""
    odd = (line for line in _LINE.finditer(text) if _LATIN_MARK.search(unicodedata.normalize("NFC", line[0])))
    return {place for line in odd for place in range(*line.span())}


@lru_cache(maxsize=4096)
def fold(cluster: str) -> str:
    """Return how a character, with the marks on it, reads."""
    if cluster in _PLAIN:
        return _PLAIN[cluster]
    composed = unicodedata.normalize("NFKC", cluster)
    return "".join(_fold_one(character) for character in composed)


def _fold_one(character: str) -> str:
    category = unicodedata.category(character)
    # Cf hides (zero-width, bidi, soft hyphen, tags); Mn that did not compose, and Arabic vowel signs, only adorn;
    # the tatweel U+0640 stretches a word.
    if category in {"Cf", "Mn", "Me"} or character == "\u0640":
        return ""
    if "\u1e00" <= character <= "\u1e99":
        # Letters that no language of ours has: of transliterations, which are as often written without the mark.
        return unicodedata.normalize("NFD", character)[0]
    if category == "Nd":
        return str(unicodedata.digit(character))
    if category == "Zs":
        return " "
    return _PLAIN.get(character, character)
