"""What would stand in the output for each mark, now. Nothing is remembered: pseudonyms are drawn as in the output.

A document that is quickly written is written whole after each command. In a long one only the entities that changed
are written at once; the whole is written as soon as there is time, and what comes out otherwise is told later.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from time import thread_time

from allonym.core.types import Document, Edit, Plan, Span
from allonym.reviewing.values import Mark, Sheet, plan_of
from allonym.substituting import Desk, Substitution

QUICK = 0.015
"""A document that takes longer than so many seconds of computing is not written whole while somebody waits."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The words in the output for a mark, and the place that they take, which may hold an article before it."""

    words: str = field(repr=False)
    span: Span


Group = Sequence[tuple[Document, Plan, tuple[str, ...]]]
"""Documents that are written before this one with the same ledger, each with the texts that its stand-ins must be new
to: the cells of a row, the parts of a letter."""


@dataclass(slots=True)
class Preview:
    """The output of one document as far as it is known. `desk` makes a new desk, `before` says who else sits there."""

    substitution: Substitution = field(repr=False)
    desk: Callable[[], Desk] = field(repr=False)
    before: Callable[[], Group] = field(repr=False)
    shown: dict[str, Shown] = field(default_factory=dict, repr=False)
    seconds: float | None = None
    sheet: Sheet | None = field(default=None, repr=False)
    """The sheet that was last written whole."""
    at: Desk | None = field(default=None, repr=False)

    def follow(self, old: Sheet | None, new: Sheet) -> dict[str, Shown]:
        """Return what stands for each mark of a sheet that comes after another."""
        if old is None or self.at is None or self.seconds is None or self.seconds < QUICK:
            return self.whole(new)
        return self._partly(old, new)

    def whole(self, sheet: Sheet) -> dict[str, Shown]:
        """Write the whole document."""
        begun, desk = thread_time(), self.desk()
        for document, plan, texts in self.before():
            beside = desk if texts == desk.texts else replace(desk, texts=texts, seen={})
            self.substitution.edits(replace(document, language=plan.language), plan, beside)
        edits = self.substitution.edits(sheet.document, plan_of(sheet), desk)
        self.shown = paired(sheet.marks, edits)
        self.at, self.sheet, self.seconds = desk, sheet, thread_time() - begun
        return self.shown

    def is_whole(self, sheet: Sheet) -> bool:
        """Tell whether a sheet was written whole."""
        return self.sheet is sheet

    def _partly(self, old: Sheet, new: Sheet) -> dict[str, Shown]:
        parties = changed_parties(old, new)
        some = _some(new, parties)
        edits = self.substitution.edits(new.document, plan_of(some), self._desk_for(old, new))
        written = paired(some.marks, edits)
        theirs = {each.id for each in some.marks if each.entity in parties}
        ids = {each.id for each in new.marks}
        kept = {id_: each for id_, each in self.shown.items() if id_ in ids and id_ not in theirs}
        self.shown = {**kept, **{id_: each for id_, each in written.items() if id_ in theirs}}
        return self.shown

    def _desk_for(self, old: Sheet, new: Sheet) -> Desk:
        """Return the desk of the whole; if numbers have changed, one that has given out none."""
        numbers = {each.id: each.number for each in old.parties}
        if self.at is None or any(numbers.get(each.id, each.number) != each.number for each in new.parties):
            made = self.desk()
            return made if self.at is None else replace(made, seen=self.at.seen)
        return self.at


def changed_parties(old: Sheet, new: Sheet) -> set[str]:
    """Return the entities of a sheet that were not the same before, or whose marks were not."""
    parties = {each.id: each for each in old.parties}
    changed = {each.id for each in new.parties if parties.get(each.id) is not each and parties.get(each.id) != each}
    marks = {each.id: each for each in old.marks}
    for mark in new.marks:
        before = marks.pop(mark.id, None)
        if before is not mark and before != mark:
            changed.add(mark.entity)
            changed |= {before.entity} if before else set()
    changed |= {each.entity for each in marks.values()}
    return changed & {each.id for each in new.parties}


def paired(marks: Sequence[Mark], edits: Sequence[Edit]) -> dict[str, Shown]:
    """Return what stands for each mark; both are in reading order, and an edit holds the mark that it is for."""
    found: dict[str, Shown] = {}
    at = 0
    for edit in edits:
        while at < len(marks) and (marks[at].end <= edit.span.start or marks[at].start < edit.span.start):
            at += 1
        if at < len(marks) and marks[at].end <= edit.span.end:
            found[marks[at].id] = Shown(edit.replacement, edit.span)
            at += 1
    return found


def _some(sheet: Sheet, parties: set[str]) -> Sheet:
    """Return the sheet with only some entities, those that they are kin to, and those that are called the same."""
    text = sheet.document.text
    names = {each.span.of(text) for each in sheet.marks if each.entity in parties}
    same = {each.entity for each in sheet.marks if text[each.span.start : each.span.end] in names}
    kin = {each.kin for each in sheet.parties if each.id in parties and each.kin}
    wanted = {each.id for each in sheet.parties if each.id in parties | same | kin}
    marks = tuple(each for each in sheet.marks if each.entity in wanted)
    return replace(sheet, marks=marks, parties=tuple(each for each in sheet.parties if each.id in wanted))
