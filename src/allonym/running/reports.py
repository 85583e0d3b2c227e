"""What happened to a file: counts by label, and places where something was wrong. Never words."""

import re
from collections import Counter
from dataclasses import dataclass, field

from allonym.core.types import Action, Plan
from allonym.core.withdrawal import RULE

MOST_PROBLEMS = 1000
_REPLACE = Action.REPLACE
HIDDEN = "(not a plain name)"
"""Stands for the name of a column that may be data."""
# A key of a JSON object can be anything that somebody wrote; only what looks like a name is shown.
_NAME = re.compile(r"[\w.\[\]#\-]{1,40}(?: [\w.\[\]#\-]{1,20}){0,2}")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong at one place of a file."""

    file: str
    reason: str
    number: int | None = None
    column: str | None = None
    unit: str = "row"

    def __str__(self) -> str:
        place = self.file
        if self.number is not None:
            place += f" {self.unit} {self.number}"
        if self.column:
            place += f" column {self.plain_column()}"
        return f"{place}: {self.reason}"

    def plain_column(self) -> str | None:
        """Return the name of the column, if it looks like one."""
        return self.column if not self.column or _NAME.fullmatch(self.column) else HIDDEN


@dataclass(slots=True)
class Report:
    """Counts for one file, filled while it is read. Only the first problems are kept, but all are counted."""

    file: str
    documents: int = 0
    changed: int = 0
    characters: int = 0
    scanned: int = 0
    """How many of the characters the detectors were given for the plans that were counted."""
    replaced: Counter[str] = field(default_factory=Counter)
    marked: Counter[str] = field(default_factory=Counter)
    entities: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
    failed: int = 0
    exact: bool = False
    made_from: str = ""
    """What the input was called that a recovered file gives back, as the vault has it."""
    withdrawn: int = 0
    """How many places of people who have withdrawn got the fixed stand-in."""
    withheld_people: bool = False
    """Whether words of people who have withdrawn are missing from what was recovered."""
    notes: list[str] = field(default_factory=list)
    """What the user should know although nothing is wrong."""

    def add_plan(self, plan: Plan, characters: int) -> None:
        """Count one document."""
        self.documents += 1
        self.characters += characters
        self.scanned += plan.scanned
        self.languages[plan.language or "unknown"] += 1
        is_changed = False
        for decision in plan.decisions:
            entity, is_replaced = decision.entity, decision.action is _REPLACE
            label, mentioned = entity.label, len(entity.mentions)
            counter = self.replaced if is_replaced else self.marked
            counter[label] += mentioned
            self.entities[label] += is_replaced
            if decision.rule == RULE:
                self.withdrawn += mentioned
            is_changed = is_changed or is_replaced
        self.changed += is_changed

    def add(self, other: "Report") -> None:
        """Count what was counted elsewhere, in another part of the same file."""
        self.documents += other.documents
        self.changed += other.changed
        self.characters += other.characters
        self.scanned += other.scanned
        self.withdrawn += other.withdrawn
        self.replaced.update(other.replaced)
        self.marked.update(other.marked)
        self.entities.update(other.entities)
        self.languages.update(other.languages)
        self.failed += other.failed
        self.problems += other.problems[: MOST_PROBLEMS - len(self.problems)]

    def add_problem(self, problem: Problem) -> None:
        """Count a problem, and keep it if there is room."""
        self.failed += 1
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)
