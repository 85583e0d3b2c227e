"""Step 2: overlapping mentions become one clean sequence, and nothing partial is left behind.

[Anna Berg]            the longer, the more specific, the surer mention names the label;
     [Berg@x.se]       the span covers them all, so that no tail of a loser stays in the text
[--------------] EMAIL
"""

from collections.abc import Sequence
from dataclasses import replace

from allonym.core.types import Mention, Span, by_start


def resolve(mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return mentions that do not overlap, in reading order, covering every character that was mentioned."""
    resolved: list[Mention] = []
    group: list[Mention] = []
    reach = 0
    for mention in by_start(mentions):
        if not len(mention.span):
            continue
        if group and mention.start >= reach:
            resolved.append(_merge(group))
            group = []
        group.append(mention)
        reach = max(reach, mention.end) if len(group) > 1 else mention.end
    if group:
        resolved.append(_merge(group))
    return tuple(resolved)


def leave_room(mentions: Sequence[Mention], taken: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return the mentions that touch none of those already taken; both in reading order."""
    free: list[Mention] = []
    position = 0
    for mention in mentions:
        while position < len(taken) and taken[position].end <= mention.start:
            position += 1
        if position == len(taken) or not taken[position].span.overlaps(mention.span):
            free.append(mention)
    return tuple(free)


def _merge(group: Sequence[Mention]) -> Mention:
    if len(group) == 1:
        return group[0]
    best = max(group, key=_weight)
    return replace(best, span=Span(group[0].start, max(mention.end for mention in group)))


def _weight(mention: Mention) -> tuple[int, int, float, str, str]:
    """Longest first, then most specific, then surest; the names only make the choice independent of order."""
    return len(mention.span), mention.label.count("."), mention.score, mention.label, mention.source
