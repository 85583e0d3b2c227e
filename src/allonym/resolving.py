"""Step 2: overlapping mentions become one clean sequence, and nothing partial is left behind.

[Anna Berg]            the longer, the more specific, the surer mention names the label;
     [Berg@x.se]       the span covers them all, so that no tail of a loser stays in the text
[--------------] EMAIL
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter

from allonym.core.labels import LABELS
from allonym.core.parts import PARTS, moved, worded
from allonym.core.types import DENIED, UNSURE, Mention, Span, by_start
from allonym.languages.lists import normal, open_lists

# What no name hides in: "the 1st of June" has no June in it, and the Baker of "a baker" is none. A place, a firm or a
# work may be called after somebody, so they are not among these.
_NAMELESS = frozenset(
    {
        "DATE", "TIME", "AGE", "DURATION", "MONEY", "TRANSPORT", "FLIGHT", "NATIONALITY", "PROFESSION", "FAMILY",
        "LANGUAGE",
    }
)  # fmt: skip
_APOSTROPHE = re.compile(r"['’](?<=[^\W\d_]['’])[^\W\d_]{2}")
_MAYBE_PERSONS = frozenset({"PERSON", UNSURE})
_BEHIND = re.compile(r"['’](?=[^\W\d_a-zà-ÿ])[^\W\d_]{2,}")
_BEFORE = re.compile(r"(?<!\w)[A-ZÀ-Þ][^\W\d_]{0,4}['’]$")
_LONGEST_BEFORE = 7
_MARKS = frozenset({"'", "’"})
_TOPS = {label: label.partition(".")[0] for label in LABELS}
_NAMED = frozenset({"LOCATION", "ORGANIZATION"})
_OPEN = _NAMED | {UNSURE}
_START = attrgetter("span.start")
_WITH_GENITIVE = frozenset({"de", "sv"})
_PEOPLE = frozenset({"first", "last", "nickname"})
_THINGS = frozenset({"city", "region", "country", "company", "product", "school"})
_FEW = 64
"""Of more names than these, each is looked up: to search for each in all others takes the square of the time."""


def apart(mentions: Sequence[Mention]) -> list[Mention]:
    """Return mentions in reading order if each stands by itself, as in most short texts; nothing if any two overlap."""
    ordered = sorted(mentions, key=_START) if len(mentions) > 1 else list(mentions)
    reach = 0
    for mention in ordered:
        span = mention.span
        if span.start < reach or span.start == span.end:
            return []
        reach = span.end
    return ordered


def resolve(mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return mentions that do not overlap, in reading order, covering every character that was mentioned."""
    if len(mentions) < 2:
        return tuple([each for each in mentions if len(each.span)])
    groups: list[list[Mention]] = []
    reach = 0
    for mention in by_start(mentions):
        start, end = mention.span.start, mention.span.end
        if start == end:
            continue
        if start >= reach:
            groups.append([mention])
            reach = end
        else:
            groups[-1].append(mention)
            reach = max(reach, end)
    return tuple([group[0] if len(group) == 1 else _merge(group) for group in groups])


def over_apostrophes(text: str, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """Return the mentions with persons' names whole that have an apostrophe inside: Dell'Acqua, N'Diaye."""
    if ("'" not in text and "’" not in text) or not _APOSTROPHE.search(text):
        return mentions
    return [_whole(text, each) if _top(each) in _MAYBE_PERSONS else each for each in mentions]


def _whole(text: str, mention: Mention) -> Mention:
    start, end = mention.span.start, mention.span.end
    is_before, is_behind = text[max(0, start - 1) : start] in _MARKS, text[end : end + 1] in _MARKS
    if not is_before and not is_behind:
        return mention
    if after := _BEHIND.match(text, end):
        end = after.end()
    if before := _BEFORE.search(text[max(0, start - _LONGEST_BEFORE) : start]):
        start -= len(before[0])
    return mention if (start, end) == (mention.start, mention.end) else replace(mention, span=Span(start, end))


def give_way(mentions: Sequence[Mention], others: Sequence[Mention]) -> list[Mention]:
    """Return the mentions but those inside a surer one that cannot hide a name; `others` do not overlap.

    What the user has listed never gives way.
    """
    surer = [each for each in others if _top(each) in _NAMELESS]
    if not surer:
        return list(mentions)
    starts = [each.start for each in surer]
    return [each for each in mentions if DENIED[0] in each.features or not _is_inside(each, surer, starts)]


def leave_room(text: str, mentions: Sequence[Mention], taken: Sequence[Mention]) -> tuple[Mention, ...]:
    """Return what is left of the mentions beside those already taken; both in reading order.

    Of a name that is partly taken, the other part stays: "Leeds" of "12 High Street, Leeds".
    """
    free: list[Mention] = []
    position = 0
    for mention in mentions:
        while position < len(taken) and taken[position].end <= mention.start:
            position += 1
        if position == len(taken) or not taken[position].span.overlaps(mention.span):
            free.append(mention)
        elif _top(mention) in _NAMED:
            free += _rest(text, mention, taken, position)
    return tuple(free)


def _rest(text: str, mention: Mention, taken: Sequence[Mention], position: int) -> Iterator[Mention]:
    """Return the parts of a mention that are not taken, without the marks around them."""
    edges = [mention.start]
    while position < len(taken) and taken[position].start < mention.end:
        edges += (taken[position].start, taken[position].end)
        position += 1
    for start, end in zip(edges[::2], (*edges[1::2], mention.end), strict=True):
        if part := worded(text, start, end):
            yield replace(mention, span=part, features=())


def agree(
    text: str, mentions: Sequence[Mention], replaced: Iterable[Mention], language: str | None
) -> Sequence[Mention]:
    """Return the mentions; places, organisations and what is unsure, called like who is replaced, are that person.

    Who is a person in one line is no firm in the next, unless that is the surer reading; of somebody whose whole name
    is told, it must also be what the lists rather know by that name.
    """
    named = [each for each in mentions if _top(each) in _OPEN]
    if not named:
        return mentions
    persons = [each for each in replaced if _top(each) == "PERSON"]
    if not _may_share_names(text, named, persons):
        return mentions
    people: dict[str, Mention] = {}
    whole: set[str] = set()
    # Where a name stands again and again, the last mention of it that is as sure says the same as all of them.
    last: dict[tuple[str, str, float], Mention] = {}
    for each in persons:
        key = each.span.of(text), each.label, each.score
        last.pop(key, None)
        last[key] = each
    for (words, _, _), each in last.items():
        names = list(_names(words))
        whole.update(names if " " in words else ())
        for name in names:
            people[name] = max(each, people.get(name, each), key=lambda mention: mention.score)
    has_genitive = language in _WITH_GENITIVE
    made = []
    for each in mentions:
        name = _folded(each.span.of(text)) if _top(each) in _OPEN else ""
        if has_genitive and name not in people:
            name = name.removesuffix("s")
        known = people.get(name)
        made.append(_agreeing(each, known, name if name in whole else "") if known else each)
    return made


def _may_share_names(text: str, named: Sequence[Mention], persons: Sequence[Mention]) -> bool:
    """Tell at a glance whether something that is no person may be called like one; in most texts nothing is."""
    if len(named) > _FEW:
        return bool(persons)
    people = _folded(" ".join([each.span.of(text) for each in persons]))
    return bool(people) and any(_folded(each.span.of(text)).removesuffix("s") in people for each in named)


def _agreeing(mention: Mention, known: Mention, part: str) -> Mention:
    """Return a mention as that of a known person, unless it is surer; `part` is what it is of a whole name, if any."""
    if DENIED[0] in mention.features or (mention.score > known.score and (not part or _is_rather_thing(part))):
        return mention
    features = {**dict(mention.features), "cue": "seen nearby"}
    return replace(mention, label=known.label, features=tuple(sorted(features.items())))


@lru_cache(maxsize=4096)
def _is_rather_thing(name: str) -> bool:
    """Tell whether the lists know a name better as that of a place or a firm than as a person's."""
    weights: dict[bool, float] = {}
    for each in open_lists().find(normal(name)):
        if each.kind in _THINGS or each.kind in _PEOPLE:
            is_thing = each.kind in _THINGS
            weights[is_thing] = max(weights.get(is_thing, 0.0), each.weight)
    return weights.get(True, 0.0) > weights.get(False, 0.0)


def _top(mention: Mention) -> str:
    return _TOPS.get(mention.label) or mention.label.partition(".")[0]


def _names(words: str) -> Iterator[str]:
    """Return what somebody may be called elsewhere: all the words, or one of those with a capital."""
    yield _folded(words)
    yield from (_folded(part) for part in words.split() if len(part) > 2 and not part[0].islower())


def _folded(words: str) -> str:
    return " ".join(words.casefold().split())


def _is_inside(mention: Mention, surer: Sequence[Mention], starts: Sequence[int]) -> bool:
    place = bisect_right(starts, mention.start) - 1
    return place >= 0 and mention.end <= surer[place].end and mention.score < surer[place].score


def _merge(group: Sequence[Mention]) -> Mention:
    best = max(group, key=_weight)
    start = group[0].start
    span = Span(start, max(mention.end for mention in group))
    shift = best.start - start
    # Parts are counted from the start of the mention, which may lie further to the left now.
    features = moved(best.features, lambda part: Span(part.start + shift, part.end + shift)) if shift else best.features
    if DENIED[0] not in features and any(DENIED[0] in each.features for each in group):
        # What the user has listed is replaced, and so is what it stands in: a street in an address, a name in a firm's.
        features = tuple(sorted((*features, *DENIED)))
    return replace(best, span=span, features=features)


def _weight(mention: Mention) -> tuple[bool, int, bool, bool, int, float, str, str]:
    """Longest first, then what the user has listed, then what knows its parts, then most specific, then surest.

    A number of no known sort gives way to whatever knows its sort: of "1-800-555-0187" a phone number may see less.
    The names only make the choice independent of order.
    """
    listed = DENIED[0] in mention.features
    sort = listed or mention.label != "NUMBER"
    has_parts = any(name == PARTS for name, _ in mention.features)
    fine = mention.label.count(".")
    return sort, len(mention.span), listed, has_parts, fine, mention.score, mention.label, mention.source
