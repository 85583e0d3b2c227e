"""The documents of a review, each with what is known of it by now: nothing, its plan, or its whole history."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from allonym.core.types import MAYBE_PERSON, UNSURE, Document, Plan
from allonym.reviewing.history import History
from allonym.reviewing.journal import Line
from allonym.reviewing.preview import Preview, Shown
from allonym.reviewing.values import PERSON, Mark, Sheet
from allonym.running.plans import plan_from, plan_line
from allonym.running.sources import Source

if TYPE_CHECKING:
    from allonym.reviewing.validating import Warned

SURE = 0.8
"""What scores less should be looked at by somebody."""


@dataclass(slots=True)
class Entry:
    """One document of a review. `lines` wait until it is planned; `stale` ones were said of another text."""

    number: int
    source: Source = field(repr=False)
    document: Document = field(repr=False)
    lines: list[Line] = field(default_factory=list, repr=False)
    stale: int = 0
    stored: Plan | None = field(default=None, repr=False)
    history: History | None = field(default=None, repr=False)
    preview: Preview | None = field(default=None, repr=False)
    failed: str = ""
    told: dict[str, Shown] = field(default_factory=dict, repr=False)
    """What the page was last told to stand for each mark."""
    warned: "tuple[Sheet, list[Warned]] | None" = field(default=None, repr=False)
    """What should be looked at, and the sheet that it was found in."""

    @property
    def digest(self) -> str:
        """Return the hash of the text."""
        return self.document.digest().hex()

    def line(self, said: Mapping[str, object]) -> Line:
        """Return a line of a journal about this document."""
        return Line(self.source.name, self.document.id, self.digest, said)


@dataclass(frozen=True, slots=True)
class Key:
    """How a journal calls a document."""

    file: str
    id: str


def settled_plan(plan: Plan) -> Plan:
    """Return a plan as it is read from a file: what is shown, what is stored and what is written are one."""
    return replace(plan_from(json.loads(plan_line(plan))), scanned=plan.scanned)


def is_uncertain(mark: Mark) -> bool:
    """Tell whether somebody should look at a mark, and nobody has."""
    if mark.source == PERSON:
        return False
    unsure = mark.label == UNSURE or mark.score < SURE
    return unsure or ("unsure_link", "yes") in mark.features or MAYBE_PERSON in mark.features


def given_out(entries: Sequence[Entry], lines: Sequence[Line], plans: Sequence[tuple[str, Plan]]) -> int:
    """Give each document its lines and its plan from before; return how many lines fit no document that is there."""
    known = {Key(each.source.name, each.document.id): each for each in entries}
    lost = 0
    for line in lines:
        entry = known.get(Key(line.file, line.id))
        if entry is None:
            lost += 1
        elif line.digest == entry.digest:
            entry.lines.append(line)
        else:
            entry.stale += 1
    for file, plan in plans:
        entry = known.get(Key(file, plan.id))
        if entry is not None and plan.digest == entry.document.digest():
            entry.stored = plan
    return lost
