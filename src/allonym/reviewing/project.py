"""A review: documents that are listed at once and planned when they are needed, and the journal of what is said.

open -> entries (no plan yet) -> ready(n): plan, replay the journal -> acting.py, deferring.py, finishing.py
"""

import json
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import takewhile
from typing import IO, Any

from allonym.core.errors import AllonymError, InputError
from allonym.core.types import Document, Plan
from allonym.pooling.failing import Failed, each_alone
from allonym.pseudonymizer import Pseudonymizer
from allonym.reviewing.alike import alike
from allonym.reviewing.changing import Rules, reopened, with_known_rules
from allonym.reviewing.commands import do
from allonym.reviewing.entries import Entry, settled_plan
from allonym.reviewing.history import History
from allonym.reviewing.journal import Journal, Line
from allonym.reviewing.preview import Group, Preview
from allonym.reviewing.storing import sheet_from
from allonym.reviewing.values import Sheet, plan_of, sheet_of
from allonym.running.containers import one_ledger
from allonym.running.plans import plan_line
from allonym.substituting import Desk, Substitution


@dataclass(slots=True)
class Project:
    """A review that is open. `lock` is held while something is said, `planning` while something is planned."""

    tool: Pseudonymizer
    entries: Sequence[Entry] = field(repr=False)
    journal: Journal = field(repr=False)
    plans: IO[bytes] = field(repr=False)
    rules: Rules = field(repr=False)
    substitution: Substitution = field(repr=False)
    by_kind: bool = True
    lost: int = 0
    """How many lines of the journal are about documents that are not there."""
    ones: dict[str, bool] = field(default_factory=dict, repr=False)
    unsynced: bool = False
    """Whether plans were written that may not be on the disk yet."""
    now: Callable[[], datetime] = field(default=lambda: datetime.now(UTC), repr=False)
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    planning: threading.RLock = field(default_factory=threading.RLock, repr=False)

    def ready(self, number: int) -> Entry:
        """Return a document with its history; the first time, plan it and take all steps again."""
        entry = self.entries[number]
        if entry.history is None:
            with self.planning:
                if entry.history is None:
                    self._begin(entry)
        return entry

    def history(self, number: int) -> History:
        """Return the history of a document."""
        history = self.ready(number).history
        if history is None:
            raise InputError("the document cannot be reviewed")
        return history

    def words(self, said: Mapping[str, Any]) -> frozenset[str]:
        """Return the words that a line means by their places in another document."""
        like = said["like"]
        found = (each for each in self.entries if (each.source.name, each.document.id) == (like["in"], like["id"]))
        origin = next((each for each in found if each.digest == like["digest"]), None)
        if origin is None:
            return frozenset()
        return frozenset(origin.document.text[start:end] for start, end in like["spans"])

    def said(self, sheet: Sheet, said: Mapping[str, Any]) -> Sheet:
        """Return a sheet after what a line says: a command here, the same wherever the words stand, or both.

        A line may also bring a whole sheet that another tool has made.
        """
        if "sheet" in said:
            sheet = with_known_rules(sheet_from(sheet, said["sheet"]), self.rules)
        if "command" in said:
            sheet = do(sheet, said["command"], self.rules)
        for each in said.get("commands", ()):
            sheet = do(sheet, each, self.rules)
        if "like" not in said:
            return sheet
        done = with_known_rules(alike(sheet, self.words(said), said["then"], self.rules), self.rules)
        return reopened(sheet, done)

    def write(self, lines: Sequence[Line]) -> None:
        """Put lines on the disk, after the plans that they speak of."""
        if self.unsynced:
            os.fsync(self.plans.fileno())
            self.unsynced = False
        self.journal.add(lines, self.now().isoformat(timespec="seconds"))

    def preview_of(self, entry: Entry) -> Preview:
        """Return what knows the output of a document."""
        if entry.preview is None:
            entry.preview = Preview(self.substitution, lambda: self._desk(entry), lambda: self._before(entry))
        return entry.preview

    def close(self) -> None:
        """Let others open it."""
        self.journal.close()
        self.plans.close()

    def _begin(self, entry: Entry) -> None:
        if entry.failed:
            raise InputError(entry.failed)
        fresh = entry.stored is None
        plan = entry.stored or self._planned(entry)
        sheet = with_known_rules(sheet_of(entry.document, plan, by_kind=self.by_kind), self.rules)
        history = History(sheet)
        if fresh:
            # On the disk before a step can be said of it: the steps mean its marks by their ids.
            self.plans.write(json.dumps({"in": entry.source.name}).encode() + b"\n" + plan_line(plan).encode())
            self.plans.flush()
            self.unsynced = True
        for line in entry.lines:
            self.replay(history, line.said)
        entry.lines, entry.stored = [], None
        entry.history = history

    def replay(self, history: History, said: Mapping[str, Any]) -> None:
        """Take one step of a journal again."""
        if said.get("undo"):
            history.undo()
        elif said.get("redo"):
            history.redo()
        else:
            history.step(self.said(history.sheet, said))

    def _planned(self, entry: Entry) -> Plan:
        [made] = each_alone(self.tool.plan_many, [entry.document])
        if isinstance(made, Failed):
            entry.failed = f"document {entry.number + 1}: it cannot be planned"
            raise InputError(entry.failed)
        return settled_plan(made)

    def _desk(self, entry: Entry) -> Desk:
        document = entry.document
        if self._is_one(entry):
            ledger = self.tool.local_ledger(entry.source.name)
        else:
            ledger = self.tool.local_ledger(document.scope or document.record or document.id)
        return Desk(ledger, ledger.scope, tuple(each.document.text for each in self._row(entry)), document.author)

    def _is_one(self, entry: Entry) -> bool:
        """Tell whether all documents of a file are one: the parts of a long text, the body and margins of a letter."""
        source = entry.source
        if source.name not in self.ones:
            try:
                self.ones[source.name] = one_ledger(source.format, source.inspect())
            except (AllonymError, OSError):
                return source.format.is_cut
        return self.ones[source.name]

    def _row(self, entry: Entry) -> list[Entry]:
        """Return the documents of one record: they stand side by side."""
        record = entry.document.record
        if record is None:
            return [entry]

        def same(other: Entry) -> bool:
            return other.document.record == record and other.source is entry.source

        before = list(takewhile(same, (self.entries[at] for at in range(entry.number - 1, -1, -1))))
        after = takewhile(same, (self.entries[at] for at in range(entry.number + 1, len(self.entries))))
        return [*reversed(before), entry, *after]

    def _before(self, entry: Entry) -> Group:
        """Return what is written before a document with the same ledger."""
        whole = (self.entries[at] for at in range(entry.number - 1, -1, -1))
        mine = list(takewhile(lambda each: each.source is entry.source, whole)) if self._is_one(entry) else []
        earlier = reversed(mine) if mine else (each for each in self._row(entry) if each.number < entry.number)
        return [self._written(each) for each in earlier]

    def _written(self, entry: Entry) -> tuple[Document, Plan, tuple[str, ...]]:
        texts = tuple(each.document.text for each in self._row(entry))
        return entry.document, plan_of(self.history(entry.number).sheet), texts
