"""Which mentions of organisations, or of places, are one, within a document."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from allonym.core.types import Document, Mention
from allonym.languages.lists import open_lists
from allonym.linking.body_names import Body, read_body, without_kind
from allonym.linking.person_names import stems
from allonym.linking.slips import MOST_NAMES, SlipIndex
from allonym.linking.spelling import is_slip

_ORDINARY = 0.5
_LONGEST_GAP = 2


@dataclass(slots=True, repr=False)
class Joined:
    """Keys that were found to be one, each with the key that stands for all of them."""

    heads: dict[str, str] = field(default_factory=dict)

    def head(self, key: str) -> str:
        """Return the key that stands for a key."""
        passed = []
        while (above := self.heads.get(key, key)) != key:
            passed.append(key)
            key = above
        for each in passed:
            self.heads[each] = key
        return key

    def join(self, one: str, other: str) -> None:
        """Make two keys one; the first stands for both."""
        first, second = self.head(one), self.head(other)
        if first != second:
            self.heads[second] = first


def link_bodies(document: Document, mentions: Sequence[Mention], top: str) -> Iterator[list[Mention]]:
    """Return the mentions of each organisation or place; `top` says which of the two they are."""
    bodies = [_body(document, mention, top) for mention in mentions]
    if top == "ORGANIZATION":
        bodies = _apart(bodies)
    counts = Counter(body.key for body in bodies)
    told_last = sorted(dict.fromkeys(bodies), key=lambda each: (bool(each.legal), bool(each.letters)))
    known = {body.key: body for body in told_last}
    joined = Joined()
    if len(known) > 1:
        _join_things(known.values(), joined)
        if top == "ORGANIZATION":
            _join_brackets(document, mentions, bodies, joined)
    # All other ways to write a name keep its initial, or the word for what a place is.
    if len({key[0] for key in known}) < len(known) or top == "LOCATION":
        _join_letters(known.values(), joined)
        _join_shorter(known, top, joined)
        _join_forms(document.language, known, counts, joined)
    groups: dict[str, list[Mention]] = {}
    for body, mention in zip(bodies, mentions, strict=True):
        groups.setdefault(joined.head(body.key), []).append(mention)
    return iter(groups.values())


def _body(document: Document, mention: Mention, top: str) -> Body:
    features = dict(mention.features) if mention.features else {}
    surface = document.text[mention.start : mention.end]
    return read_body(surface, top, features.get("clitic", ""), "gen" in features, document.language)


def _apart(bodies: list[Body]) -> list[Body]:
    """Return names; those of one name and several legal forms keep these, for they are several firms."""
    legals: dict[str, set[frozenset[str]]] = {}
    for body in bodies:
        if body.legal:
            legals.setdefault(body.key, set()).add(frozenset(body.legal.split()))
    several = {key for key, forms in legals.items() if _clash(forms)}
    if not several:
        return bodies
    return [
        replace(body, key=f"{body.key} {body.legal}", thing="", initials=())
        if body.legal and body.key in several
        else body
        for body in bodies
    ]


def _clash(forms: set[frozenset[str]]) -> bool:
    """Tell whether two legal forms are not one written more fully: AG and GmbH, not Ltd and Group Ltd."""
    return any(not one <= other for one, other in pairwise(sorted(forms, key=len)))


def _join_things(bodies: Iterable[Body], joined: Joined) -> None:
    """Join what the lists say is one: Stockholm and Estocolmo."""
    first: dict[str, str] = {}
    for body in bodies:
        if body.thing:
            joined.join(first.setdefault(body.thing, body.key), body.key)


def _join_letters(bodies: Iterable[Body], joined: Joined) -> None:
    """Join UN with United Nations, if no other name has these initials."""
    named: dict[str, set[str]] = {}
    letters = [body for body in bodies if body.letters]
    for body in bodies if letters else ():
        for initials in body.initials:
            named.setdefault(initials, set()).add(joined.head(body.key))
    for body in letters:
        if len(names := named.get(body.key, set())) == 1:
            joined.join(next(iter(names)), body.key)


def _join_brackets(document: Document, mentions: Sequence[Mention], bodies: Sequence[Body], joined: Joined) -> None:
    """Join a name and what stands alone in brackets after it: Supreme Court (Högsta domstolen), Council (CoE)."""
    for number, body in enumerate(bodies[1:], 1):
        gap = document.text[mentions[number - 1].end : mentions[number].start]
        before = bodies[number - 1]
        is_alone = len(gap) <= _LONGEST_GAP and gap.endswith("(") and document.text[mentions[number].end :][:1] == ")"
        if is_alone and not (before.thing and body.thing):
            joined.join(before.key, body.key)


def _join_shorter(known: dict[str, Body], top: str, joined: Joined) -> None:
    if top == "ORGANIZATION":
        _join_short_firms(known, joined)
    else:
        _join_kinds(known, joined)


def _join_short_firms(known: dict[str, Body], joined: Joined) -> None:
    """Join a firm and the first words of its name, if no other firm begins so: Volvo, Volvo Car Group AB."""
    begun: dict[str, set[str]] = {}
    for body in known.values():
        words = body.key.split()
        if body.legal or body.thing.startswith("company:"):
            for size in range(1, len(words)):
                begun.setdefault(" ".join(words[:size]), set()).add(joined.head(body.key))
    for key in known:
        if len(names := begun.get(key, set())) == 1 and not _is_ordinary(key):
            joined.join(next(iter(names)), key)


def _is_ordinary(key: str) -> bool:
    return " " not in key and open_lists().ambiguity(key) >= _ORDINARY


def _join_kinds(known: dict[str, Body], joined: Joined) -> None:
    """Join a place with and without the word for what it is: Lake Vättern, Vättern."""
    for key, body in known.items():
        bare = known.get(without_kind(key), body)
        # Mexico City is not Mexico: the lists know both.
        if bare.key != key and (not bare.thing or body.thing in {"", bare.thing}):
            joined.join(bare.key, key)


def _join_forms(language: str | None, known: dict[str, Body], counts: Counter[str], joined: Joined) -> None:
    """Join genitives with what they are the genitive of, and slips of the pen with the name that is commoner."""
    if len({key[0] for key in known}) == len(known) or len(known) > MOST_NAMES:
        return
    index: SlipIndex | None = None
    for key, body in known.items():
        if body.thing or joined.head(key) != key:
            continue
        if stem := next((each for each in stems(key, language) if each in known), ""):
            joined.join(stem, key)
            continue
        if index is None:
            index = SlipIndex()
            for each in known:
                index.add(each)
        rights = [each for each in index.find(key) if _is_right(each, key, known, counts)]
        if len({joined.head(each) for each in rights}) == 1:
            joined.join(rights[0], key)


def _is_right(key: str, slip: str, known: dict[str, Body], counts: Counter[str]) -> bool:
    """Tell whether the first of two words almost alike is the right one: the lists know it, or it is commoner."""
    pairs = list(zip(key.split(), slip.split(), strict=False))
    if len(key.split()) != len(slip.split()) or not all(one == other or is_slip(one, other) for one, other in pairs):
        return False
    if known[key].thing:
        return True
    return counts[key] > counts[slip] and open_lists().ambiguity(slip) == 0
