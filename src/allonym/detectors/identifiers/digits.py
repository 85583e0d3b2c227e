"""Where digits stand that may be part of something long, found once for all that ask: numbers of many digits, codes."""

import re
from collections.abc import Iterator
from functools import lru_cache

from allonym.detectors.expressions import Expression

_MANY = Expression(r"[0-9](?:[ ().\-–/]{0,3}+[0-9]){6,}+")
# A blank is let pass behind two capitals only: small letters before a number are words.
_BEHIND_LETTERS = Expression(r"[0-9](?<=[A-Za-z][A-Za-z ][0-9])(?:(?<! [0-9])|(?<=[A-Z]{2} [0-9]))")
_WITH_ACCENTS = Expression(r"(?<!\w)[A-ZÀ-ÖØ-Þ]{2,5}\Z")
_NUMBERED = Expression(r"[A-Z]{1,4}[0-9]{5}")
STUCK = frozenset("@#/&=%")
"""What leads into an address, a hashtag or a link."""
_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
IPV4 = Expression(rf"{_OCTET}(?:\.{_OCTET}){{3}}")
"""An address on the net, where it is known where it begins and ends."""
_MARKS, _SHORT = STUCK | {"."}, 3
# What goes before the first digit ("+", "(") and behind the last (an extension).
_BEFORE, _AFTER = 3, 32


def among_many(expression: Expression, text: str) -> Iterator[re.Match[str]]:
    """Find what an expression finds that needs seven digits and more, with three marks between two at most."""
    done = 0
    for start, end in _stretches(text):
        for match in expression.finditer(text, max(done, start - _BEFORE), end + _AFTER):
            if match.start() >= end:
                break
            done = match.end()
            yield match


# The finders of a batch ask one after another about the same text.
@lru_cache(maxsize=1)
def behind_letters(text: str) -> list[int]:
    """Return where digits stand right behind two letters, or behind two capitals and a blank."""
    return [match.start() for match in _BEHIND_LETTERS.finditer(text)]


@lru_cache(maxsize=1)
def _stretches(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in _MANY.finditer(text)]


def odd_head(text: str, word: int, start: int, opening: str) -> int:
    """Return where letters before digits begin that are no plain word: "LÖF24", "order #NL55409"; -1 if none do."""
    if opening > "\x7f" and opening.isupper():
        match = _WITH_ACCENTS.search(text, max(0, word - 6), start)
        return match.start() if match else -1
    # A hashtag has no such number.
    return word if opening == "#" and text[word:start].isupper() and _NUMBERED.match(text, word) else -1


def in_link(text: str, at: int, gaps: tuple[str, ...]) -> bool:
    """Tell whether digits are inside a link, an address or a hashtag: by the word before them, up to 200 characters."""
    first = at - 200 if at > 200 else 0
    if text[at - 1] not in _MARKS:
        # Most digits are in no link, and that is seen sooner than where their word begins.
        window = text[first:at]
        marked = "@" in window or "/" in window or "." in window or "#" in window
        if not (marked or "&" in window or "=" in window or "%" in window):
            return False
    start = text.rfind(" ", first, at) + 1 or first
    if at - start < _SHORT and text[start] not in STUCK and text.find("@", start, at) < 0:
        return False
    for gap in gaps:
        start = text.rfind(gap, start, at) + 1 or start
    word = text[start:at]
    return (len(word) > 1 and word[0] in STUCK) or "@" in word or "://" in word or word[:4].lower() == "www."
