"""Adjudication: two works beside each other, and a review of its own that takes what somebody chooses.

The journal of that review has a line for each choice, with the sheet that came of it. It is a review like any other:
`allonym review INPUT --as agreed` opens it, to look it over, to export it and to finish it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from allonym.core.errors import UsageError
from allonym.reviewing.acting import say_of
from allonym.reviewing.adjudicating import ONE, TWO, Place, alike, differences, settled
from allonym.reviewing.entries import Entry
from allonym.reviewing.project import Project
from allonym.reviewing.storing import sheet_data
from allonym.reviewing.values import Sheet
from allonym.reviewing.works import Key, Work

AGREED = "agreed"
"""Who the review of what was agreed is by, unless somebody says otherwise."""


@dataclass(slots=True)
class Adjudication:
    """Two annotators, and the review of what is chosen between them. Choices are by number of the document."""

    project: Project = field(repr=False)
    one: Work
    two: Work
    choices: dict[int, dict[str, str]] = field(default_factory=dict, repr=False)

    def begin(self) -> None:
        """Take up what was chosen before; what both agree on wherever nothing was chosen is written at once."""
        known = {(each.source.name, each.document.id): each.number for each in self.project.entries}
        for line in self.project.journal.lines:
            chosen = line.said.get("chosen")
            if isinstance(chosen, dict) and (line.file, line.id) in known:
                self.choices.setdefault(known[line.file, line.id], {}).update(chosen)
        fresh = [entry for entry in self._shared() if entry.history is None and not entry.lines]
        say_of(self.project, {each.number: self._said(each, {}) for each in fresh})

    def pairs(self) -> list[tuple[Sheet, Sheet]]:
        """Return the sheets of both, of the documents that both have."""
        return [self.pair(each.number) for each in self._shared()]

    def pair(self, number: int) -> tuple[Sheet, Sheet]:
        """Return the sheets of both for a document."""
        key = _key(self.project.entries[number]) if 0 <= number < len(self.project.entries) else ("", "")
        if key not in self.one.sheets or key not in self.two.sheets:
            raise UsageError("there is no such document that both have worked on")
        return self.one.sheets[key], self.two.sheets[key]

    def differing(self) -> Iterator[tuple[Entry, list[Place], int]]:
        """Return the documents in which they differ, with the places and how many of these are settled."""
        for entry in self._shared():
            if found := differences(*self.pair(entry.number)):
                chosen = self.choices.get(entry.number, {})
                yield entry, found, sum(each.key in chosen for each in found)

    def choose(self, number: int, key: str | None, side: str) -> int:
        """Take one side at a place, or everywhere in the document; return how many places are settled by it."""
        if side not in {ONE, TWO}:
            raise UsageError(f"whose: it is {ONE} or {TWO}")
        found = differences(*self.pair(number))
        place = next((each for each in found if each.key == key), None)
        if key is not None and place is None:
            raise UsageError("place: they do not differ there")
        taken = {each.key: side for each in (found if place is None else alike(place, found))}
        entry = self.project.entries[number]
        said = self._said(entry, {**self.choices.get(number, {}), **taken})
        say_of(self.project, {number: {**said, "chosen": taken}})
        self.choices.setdefault(number, {}).update(taken)
        return len(taken)

    def _said(self, entry: Entry, choices: Mapping[str, str]) -> dict[str, object]:
        return {"chosen": dict(choices), "sheet": sheet_data(settled(*self.pair(entry.number), choices))}

    def _shared(self) -> list[Entry]:
        both = self.one.sheets.keys() & self.two.sheets.keys()
        return [each for each in self.project.entries if _key(each) in both]


def shared_pairs(one: Work, two: Work) -> dict[Key, tuple[Sheet, Sheet]]:
    """Return the sheets of both, of the documents that both have, in the order of the first."""
    return {key: (sheet, two.sheets[key]) for key, sheet in one.sheets.items() if key in two.sheets}


def _key(entry: Entry) -> Key:
    return entry.source.name, entry.document.id
