"""A plan as it lies before a reviewer: each mention a mark, each entity a party, and what was said of them.

document + plan -> Sheet -> commands (commands.py) -> Sheet -> plan
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from allonym.core.types import Action, Decision, Document, Entity, Features, Mention, Plan, Span

PERSON = "person"
"""The source of what somebody marked, changed or accepted by hand."""
NUMBER = "number"
"""The feature that holds a running number somebody has settled; strategies that count follow it."""
OPEN, DONE = "open", "done"
STATUSES = (OPEN, DONE)


@dataclass(frozen=True, slots=True)
class Mark:
    """One mention under review. Its id is unique in the document and never used again."""

    id: str
    span: Span
    label: str
    entity: str
    score: float
    source: str
    features: Features = field(default=(), repr=False)
    obs: str | None = field(default=None, repr=False)
    """The comment of an OBS! tag; empty: the tag alone; None: no tag."""
    com: str | None = field(default=None, repr=False)
    """The same for a Com! tag."""

    @property
    def start(self) -> int:
        """Return where the mark begins."""
        return self.span.start

    @property
    def end(self) -> int:
        """Return where the mark ends."""
        return self.span.end


@dataclass(frozen=True, slots=True)
class Party:
    """One entity under review. In a document, an equal label and an equal number are the same entity."""

    id: str
    label: str
    number: int
    action: Action
    rule: str
    replacement: str | None = field(default=None, repr=False)
    kin: str = ""
    settled: bool = field(default=False, compare=False)
    """Whether the number was given by somebody, here or to another that is counted with it; the output follows it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One document under review. Marks are in reading order and do not overlap; every party has a mark."""

    document: Document
    marks: tuple[Mark, ...] = field(repr=False)
    parties: tuple[Party, ...] = field(repr=False)
    comment: str = field(default="", repr=False)
    status: str = OPEN
    version: int = 0
    last: int = 0
    """The highest number that a mark of this sheet has had."""
    by_kind: bool = False
    """Whether PERSON.FIRST and PERSON.LAST are counted together, as PERSON; else each label has its own numbers."""
    scanned: int = field(default=0, compare=False)

    def series(self, label: str) -> str:
        """Return what a label is counted with."""
        return label.partition(".")[0] if self.by_kind else label

    def mark(self, id_: str) -> Mark | None:
        """Return a mark by its id."""
        return next((each for each in self.marks if each.id == id_), None)

    def party(self, id_: str) -> Party | None:
        """Return a party by its id."""
        return next((each for each in self.parties if each.id == id_), None)

    def marks_of(self, *parties: str) -> tuple[Mark, ...]:
        """Return the marks of parties, in reading order."""
        return tuple(each for each in self.marks if each.entity in parties)


def sheet_of(document: Document, plan: Plan, *, by_kind: bool = False) -> Sheet:
    """Return a plan as a sheet. Numbers that were settled before stay; the others count in order of the plan."""
    # A stored plan knows the language that was told when it was made.
    told = _in_language(document, plan.language)
    found = sorted(
        ((mention, each.entity.id) for each in plan.decisions for mention in each.entity.mentions),
        key=lambda pair: pair[0].span,
    )
    marks = tuple(
        Mark(f"m{number}", each.span, each.label, entity, each.score, each.source, each.features)
        for number, (each, entity) in enumerate(found, 1)
    )
    empty = Sheet(told, marks, (), last=len(marks), by_kind=by_kind, scanned=plan.scanned)
    parties = tuple(_numbered(empty, plan.decisions))
    return Sheet(told, marks, parties, last=len(marks), by_kind=by_kind, scanned=plan.scanned)


def plan_of(sheet: Sheet) -> Plan:
    """Return the plan that a sheet says; of one that nobody has touched, the very plan it was made from."""
    numbers = {each.id: str(each.number) if each.settled else None for each in sheet.parties}
    mentions: dict[str, list[Mention]] = {party.id: [] for party in sheet.parties}
    for mark in sheet.marks:
        features = _with_number(mark.features, numbers[mark.entity])
        mentions[mark.entity].append(Mention(mark.span, mark.label, mark.score, mark.source, features))
    decisions = tuple(
        Decision(
            Entity(each.id, each.label, tuple(mentions[each.id]), each.kin), each.action, each.rule, each.replacement
        )
        for each in sheet.parties
    )
    document = sheet.document
    return Plan(document.id, document.digest(), decisions, document.language, sheet.scanned)


def with_feature(features: Features, name: str, value: str | None) -> Features:
    """Return features with one of them changed, or without it."""
    others = [pair for pair in features if pair[0] != name]
    return tuple(sorted(others if value is None else [*others, (name, value)]))


def _with_number(features: Features, number: str | None) -> Features:
    said = next((value for name, value in features if name == NUMBER), None)
    return features if said == number else with_feature(features, NUMBER, number)


def settled_number(features: Iterable[tuple[str, str]]) -> int | None:
    """Return the running number that somebody has settled for a mention, if there is one."""
    said = next((value for name, value in features if name == NUMBER), "")
    return int(said) if said.isascii() and said.isdigit() and 0 < len(said) < 7 and int(said) else None


def _numbered(sheet: Sheet, decisions: tuple[Decision, ...]) -> Iterator[Party]:
    settled = {each.entity.id: _settled(each.entity) for each in decisions}
    taken = {(sheet.series(each.entity.label), settled[each.entity.id]) for each in decisions}
    counts: Counter[str] = Counter()
    for each in decisions:
        entity, series = each.entity, sheet.series(each.entity.label)
        number = settled[entity.id]
        given = number is not None
        while number is None:
            counts[series] += 1
            number = None if (series, counts[series]) in taken else counts[series]
        kept = each.action, each.rule, each.replacement, entity.kin
        yield Party(entity.id, entity.label, number, *kept, given)


def _settled(entity: Entity) -> int | None:
    return next((number for each in entity.mentions if (number := settled_number(each.features))), None)


def _in_language(document: Document, language: str | None) -> Document:
    if document.language == language:
        return document
    known = document.author, document.record, document.segments, document.label, document.known, document.scope
    return Document(document.id, document.text, language, *known)
