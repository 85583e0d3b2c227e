"""Which mentions share characters with others; all in reading order."""

from bisect import bisect_left
from collections.abc import Sequence

from allonym.core.types import Mention


def touching(mention: Mention, others: Sequence[Mention]) -> list[Mention]:
    """Return those of others, in reading order, that share a character with a mention."""
    place = bisect_left(others, mention.start, key=lambda each: each.start)
    found = []
    # What begins before it may reach into it.
    while place > 0 and others[place - 1].end > mention.start:
        place -= 1
    while place < len(others) and others[place].start < mention.end:
        if others[place].end > mention.start:
            found.append(others[place])
        place += 1
    return found


def apart_from(mentions: Sequence[Mention], taken: Sequence[Mention]) -> list[Mention]:
    """Return the mentions that share no character with those taken; all in reading order."""
    return [each for each in mentions if not touching(each, taken)]
