"""Handles, hashtags and links: other detectors find them; here they are kept apart, and opened for the names in them.

#ParisAttacks -> paris, attacks      @marie.delattre1 -> marie, delattre
"""

import re
from bisect import bisect_left

from allonym.detectors.names.scenes import Sheet

_NET = re.compile(r"(?:https?://|www\.)[^\s\0]*|[@#][\w.\-]*")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+")


def set_apart(sheet: Sheet) -> tuple[set[int], dict[int, str]]:
    """Return the words that belong to handles, hashtags, links and addresses; and handles and hashtags by place."""
    apart: set[int] = set()
    compounds: dict[int, str] = {}
    text, starts = sheet.text, sheet.starts
    reached = 0
    for match in _NET.finditer(text):
        start, end = match.span()
        if text[start] == "@":
            while start and (text[start - 1].isalnum() or text[start - 1] in "._-+"):
                start -= 1
        reached = bisect_left(starts, start, reached)
        if start == match.start() and text[start] in "@#":
            compounds[reached] = match[0]
        while reached < len(starts) and starts[reached] < end:
            apart.add(reached)
            reached += 1
        reached = max(0, reached - 1)
    return apart, compounds


def split_compound(compound: str) -> tuple[str, ...]:
    """Return the words that a handle or hashtag is made of."""
    return tuple(part for part in _HUMP.findall(compound) if len(part) > 2)
