"""Decisions that wait for the corpus: how many writers share a value stands beside it, and `k` decides for all.

It counts as `allonym decide` does (running/deciding.py): who wrote a text is its author, else its row, else itself.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from allonym.core.types import Action, Entity, Mention
from allonym.reviewing.acting import say_of
from allonym.reviewing.entries import Entry
from allonym.reviewing.project import Project
from allonym.reviewing.values import Mark, Party, Sheet

Value = tuple[str, str]
"""A label, and who or what it is about: equal in all texts that say the same."""


@dataclass(slots=True)
class Shared:
    """One value that waits: who has it, how often it stands there, and where it stands first."""

    label: str
    words: str = field(repr=False)
    number: int
    entity: str
    writers: set[str] = field(default_factory=set, repr=False)
    mentions: int = 0
    waiting: int = 0
    """How many entities of this value nobody has decided on."""


def rare_rules(project: Project) -> frozenset[str]:
    """Return the rules that leave it to the corpus."""
    settings = project.tool.settings
    return frozenset(rule.name for rule in (*settings.rules, settings.otherwise) if rule.when == "rare")


def shared_values(project: Project) -> dict[Value, Shared]:
    """Return every value that such a rule speaks of in the documents that are planned, with who shares it."""
    found: dict[Value, Shared] = {}
    for entry, sheet, party, marks in _deferred(project):
        value = (party.label, _key(project, entry, party, marks))
        words = marks[0].span.of(sheet.document.text)
        known = found.setdefault(value, Shared(party.label, words, entry.number, party.id))
        document = entry.document
        known.writers.add(document.author or document.record or document.id)
        known.mentions += len(marks)
        known.waiting += party.action is Action.MARK
    return found


def shared_in(project: Project, number: int) -> dict[str, int]:
    """Return, for each entity of a document whose decision depends on it, how many writers share its value."""
    if not rare_rules(project):
        return {}
    values = shared_values(project)
    mine = ((entry, party, marks) for entry, _, party, marks in _deferred(project) if entry.number == number)
    return {
        party.id: len(values[party.label, _key(project, entry, party, marks)].writers) for entry, party, marks in mine
    }


def decide(project: Project, k: int) -> dict[str, int]:
    """Keep what at least `k` writers share, replace the rest of what waits; return how many entities of each.

    Every document is planned first: a count of some of them says nothing. Each document takes one step.
    """
    for entry in project.entries:
        if not entry.failed:
            project.ready(entry.number)
    values = shared_values(project)
    steps: dict[int, list[Mapping[str, Any]]] = {}
    outcome = {"replace": 0, "keep": 0}
    for entry, _, party, marks in _deferred(project):
        if party.action is Action.MARK:
            writers = values[party.label, _key(project, entry, party, marks)].writers
            action = "keep" if len(writers) >= k else "replace"
            outcome[action] += 1
            steps.setdefault(entry.number, []).append({"do": "act", "entity": party.id, "action": action})
    say_of(project, {number: {"commands": commands} for number, commands in steps.items()})
    return outcome


def _deferred(project: Project) -> Iterator[tuple[Entry, Sheet, Party, list[Mark]]]:
    rare = rare_rules(project)
    for entry in project.entries if rare else ():
        if entry.history is None:
            continue
        sheet = entry.history.sheet
        wanted = {each.id: each for each in sheet.parties if each.rule in rare}
        marks: dict[str, list[Mark]] = {id_: [] for id_ in wanted}
        for mark in sheet.marks if wanted else ():
            if mark.entity in wanted:
                marks[mark.entity].append(mark)
        yield from ((entry, sheet, party, marks[id_]) for id_, party in wanted.items())


def _key(project: Project, entry: Entry, party: Party, marks: list[Mark]) -> str:
    mentions = tuple(Mention(each.span, each.label, each.score, each.source, each.features) for each in marks)
    return project.tool.key_of(entry.document, Entity(party.id, party.label, mentions, party.kin))
