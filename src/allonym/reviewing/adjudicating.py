"""Where two annotators differ in a document, and the sheet that comes of it when somebody has chosen.

    differences(one, two) -> places, each with the marks of both        settled(one, two, choices) -> Sheet

Marks that overlap are one place. Where nothing was chosen, the sheet of the first stands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from allonym.core.labels import is_a
from allonym.core.types import Span
from allonym.reviewing.exchange.told import shown
from allonym.reviewing.values import DONE, OPEN, PERSON, Mark, Party, Sheet

ONE, TWO = "one", "two"
KINDS = ("marked", "borders", "label", "action", "pseudonym", "features", "entity")
"""In what two annotators may differ: whether, how far, as what, what is done, by which words, how, and who."""


@dataclass(frozen=True, slots=True)
class Place:
    """Some words, and what each annotator says of them; `kinds` is empty where they agree."""

    span: Span
    one: tuple[Mark, ...] = field(repr=False)
    two: tuple[Mark, ...] = field(repr=False)
    kinds: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Return what a choice calls it: 12-17."""
        return f"{self.span.start}-{self.span.end}"


def differences(one: Sheet, two: Sheet) -> list[Place]:
    """Return the places where two sheets of one document differ, in reading order."""
    return [each for each in places(one, two) if each.kinds]


def places(one: Sheet, two: Sheet) -> list[Place]:
    """Return every place that one of the two has marked."""
    every = sorted(
        ((mark.span, side, mark) for side, sheet in ((ONE, one), (TWO, two)) for mark in sheet.marks),
        key=lambda each: (each[0], each[1]),
    )
    groups: list[tuple[Span, list[Mark], list[Mark]]] = []
    for span, side, mark in every:
        if groups and span.overlaps(groups[-1][0]):
            whole, mine, theirs = groups.pop()
        else:
            whole, mine, theirs = span, [], []
        (mine if side == ONE else theirs).append(mark)
        groups.append((whole.cover(span), mine, theirs))
    parties = {side: {each.id: each for each in sheet.parties} for side, sheet in ((ONE, one), (TWO, two))}
    known = _Known(parties, _companies(one, two))
    return [Place(span, tuple(my), tuple(their), tuple(_kinds(known, my, their))) for span, my, their in groups]


def alike(chosen: Place, every: Sequence[Place]) -> list[Place]:
    """Return the places that differ in the same way, of the same entities: one choice is good for all of them."""

    def key(each: Place) -> tuple[object, ...]:
        return tuple(mark.entity for mark in each.one), tuple(mark.entity for mark in each.two), each.kinds

    if not set(chosen.kinds) <= {"action", "pseudonym"}:
        return [chosen]
    return [each for each in every if key(each) == key(chosen)]


def settled(one: Sheet, two: Sheet, choices: Mapping[str, str]) -> Sheet:
    """Return the sheet of both: what they agree on, and where they differ what was chosen, by the keys of places.

    It is done when every difference has its choice.
    """
    found = places(one, two)
    same, first = _same_parties(found), {each.id: each for each in one.parties}
    marks: list[Mark] = []
    leads: dict[str, tuple[str, str]] = {}
    for each in found:
        side = choices.get(each.key, ONE) if each.kinds else ONE
        for mark in each.one if side == ONE else each.two:
            name = mark.entity if side == ONE else _named(mark, same.get(mark.entity), first)
            # What is done with an entity is what was chosen where they differ, or else what the first says.
            if name not in leads or (each.kinds and each.key in choices):
                leads[name] = side, mark.entity
            source = PERSON if each.key in choices else mark.source
            marks.append(replace(mark, id=f"m{len(marks) + 1}", entity=name, source=source))
    parties = _parties(leads, one, two, marks)
    status = DONE if all(each.key in choices for each in found if each.kinds) else OPEN
    comment = "\n\n".join(dict.fromkeys(filter(None, (one.comment, two.comment))))
    names = {party.id for party in parties}
    kept = tuple(replace(each, kin=each.kin if each.kin in names else "") for each in parties)
    return replace(one, marks=tuple(marks), parties=kept, comment=comment, status=status, last=len(marks))


@dataclass(frozen=True, slots=True)
class _Known:
    """By annotator: the entities by their ids, and which places that both have marked are of one with each mark."""

    parties: Mapping[str, Mapping[str, Party]]
    company: Mapping[str, Mapping[str, frozenset[Span]]]


def _kinds(known: _Known, mine: Sequence[Mark], theirs: Sequence[Mark]) -> list[str]:
    if not mine or not theirs:
        return ["marked"]
    if [each.span for each in mine] != [each.span for each in theirs]:
        return ["borders"]
    found = set()
    for my, their in zip(mine, theirs, strict=True):
        my_party, their_party = known.parties[ONE][my.entity], known.parties[TWO][their.entity]
        said = {
            "label": my.label == their.label,
            "action": my_party.action == their_party.action,
            "pseudonym": my_party.replacement == their_party.replacement,
            "features": _told(my) == _told(their),
            "entity": known.company[ONE][my.id] == known.company[TWO][their.id],
        }
        found |= {name for name, is_same in said.items() if not is_same}
    return [each for each in KINDS if each in found]


def _told(mark: Mark) -> dict[str, str]:
    return {name: value for name, value in shown(mark.features) if value != "unknown"}


def _companies(one: Sheet, two: Sheet) -> dict[str, dict[str, frozenset[Span]]]:
    """Return, for each mark, which of the places that both have marked are of the same entity."""
    both = {each.span for each in one.marks} & {each.span for each in two.marks}
    found: dict[str, dict[str, frozenset[Span]]] = {}
    for side, sheet in ((ONE, one), (TWO, two)):
        groups: dict[str, set[Span]] = {}
        for mark in sheet.marks:
            groups.setdefault(mark.entity, set()).update({mark.span} & both)
        frozen = {name: frozenset(spans) for name, spans in groups.items()}
        found[side] = {mark.id: frozen[mark.entity] for mark in sheet.marks}
    return found


def _same_parties(found: Sequence[Place]) -> dict[str, str]:
    """Return which entity of the first each entity of the second is, where both have marked it alike."""
    same: dict[str, str] = {}
    for each in found:
        if not {"marked", "borders", "entity"} & set(each.kinds):
            for mine, theirs in zip(each.one, each.two, strict=True):
                same.setdefault(theirs.entity, mine.entity)
    return same


def _named(mark: Mark, same: str | None, first: Mapping[str, Party]) -> str:
    """Return the entity of a mark of the second: that of the first which it is, if its label fits."""
    return same if same is not None and is_a(mark.label, first[same].label) else f"two {mark.entity}"


def _parties(leads: Mapping[str, tuple[str, str]], one: Sheet, two: Sheet, marks: Sequence[Mark]) -> tuple[Party, ...]:
    """Return the entities: each as its lead says, under the number that the first gave it, or else a free one."""
    known = {ONE: {each.id: each for each in one.parties}, TWO: {each.id: each for each in two.parties}}
    labels: dict[str, list[str]] = {}
    for mark in marks:
        labels.setdefault(mark.entity, []).append(mark.label)
    taken: set[tuple[str, int]] = set()
    made = []
    for name, (side, entity) in leads.items():
        party, own = known[side][entity], known[ONE].get(name)
        fits = own is None or all(is_a(each, party.label) for each in labels[name])
        label, number = party.label if own is None or fits else own.label, (own or party).number
        while (one.series(label), number) in taken:
            number += 1
        taken.add((one.series(label), number))
        made.append(replace(party, id=name, label=label, number=number))
    return tuple(made)
