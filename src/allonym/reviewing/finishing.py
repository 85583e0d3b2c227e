"""What comes out of a review: the corrected plan of each input and, carried out by it, the output.

The output is made as every output is: the vault remembers first, recovery is proven, then the file appears.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from allonym.core.errors import SafetyError, UsageError
from allonym.core.types import Document, Plan
from allonym.reviewing.entries import Entry
from allonym.reviewing.project import Project
from allonym.reviewing.values import DONE, plan_of
from allonym.running.files import Run, pseudonymize_file
from allonym.running.places import make_private
from allonym.running.plans import header_line, plan_line
from allonym.running.publishing import publish
from allonym.running.reports import Report
from allonym.running.sources import Source

Watch = Callable[[int, int], None]
"""Is told how many documents of how many are planned."""


class NotDone(UsageError):
    """Some documents have not been looked through."""

    def __init__(self, count: int) -> None:
        super().__init__(f"{count} documents are not done yet")
        self.count = count


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was made of one input."""

    source: Source
    plan: Path
    output: Path | None
    report: Report | None


@dataclass(frozen=True, slots=True)
class SheetPlans:
    """The plans of one input as they were reviewed. It fits PlanSource."""

    name: str
    plans: Sequence[Plan] = field(repr=False)

    def start(self) -> "SheetsInOrder":
        """Return a planner that begins with the first document."""
        return SheetsInOrder(self.name, iter(self.plans))

    def digest(self) -> str:
        """Return a fingerprint of the plans."""
        return sha256("".join(map(plan_line, self.plans)).encode()).hexdigest()


@dataclass(slots=True)
class SheetsInOrder:
    """Hands out reviewed plans; each must fit the document that is asked for, or nothing is written."""

    name: str
    plans: Iterator[Plan] = field(repr=False)

    def plan(self, documents: Sequence[Document]) -> list[Plan]:
        """Return the next plans, one for each document."""
        return [self._next(document) for document in documents]

    def finish(self) -> None:
        """Raise SafetyError if plans are left over."""
        if next(self.plans, None) is not None:
            raise SafetyError(f"{self.name}: it has fewer documents than were reviewed; nothing is written")

    def _next(self, document: Document) -> Plan:
        plan = next(self.plans, None)
        if plan is None or plan.id != document.id or plan.digest != document.digest():
            raise SafetyError(f"{self.name}: it was changed since it was reviewed; nothing is written")
        return plan


def finish(
    project: Project, folder: Path, *, take_open: bool, output: bool, watch: Watch | None = None
) -> list[Outcome]:
    """Write the corrected plans and, if wanted, the outputs; documents that are open only if that was said."""
    ready(project, watch)
    if not take_open and (count := open_documents(project)):
        raise NotDone(count)
    make_private(folder)
    return [_finished(project, folder, source, entries, output=output) for source, entries in by_source(project)]


def ready(project: Project, watch: Watch | None = None) -> None:
    """Plan whatever is not planned yet. A document that cannot be planned stops it."""
    for number in range(len(project.entries)):
        project.ready(number)
        if watch is not None:
            watch(number + 1, len(project.entries))


def open_documents(project: Project) -> int:
    """Return how many documents nobody has said to be done."""
    return sum(1 for each in project.entries if each.history is None or each.history.sheet.status != DONE)


def by_source(project: Project) -> list[tuple[Source, list[Entry]]]:
    """Return the documents of each input, in order."""
    found: dict[Path, tuple[Source, list[Entry]]] = {}
    for entry in project.entries:
        found.setdefault(entry.source.path, (entry.source, []))[1].append(entry)
    return list(found.values())


def plans_in(project: Project, entries: Sequence[Entry]) -> list[Plan]:
    """Return the plans of documents as they are now."""
    with project.lock:
        return [plan_of(project.history(each.number).sheet) for each in entries]


def _finished(project: Project, folder: Path, source: Source, entries: Sequence[Entry], *, output: bool) -> Outcome:
    plans = plans_in(project, entries)
    target = folder / source.name
    if folder.resolve() not in target.resolve().parents:
        raise UsageError("an input has a name that leads out of the folder of outputs")
    make_private(target.parent)
    plan = target.with_name(f"{target.name}.plan.jsonl")
    with publish(plan, private=True) as (_, stream):
        stream.write(header_line(project.tool.settings).encode())
        stream.writelines(plan_line(each).encode() for each in plans)
    if not output:
        return Outcome(source, plan, None, None)
    run = Run(project.tool, plans=SheetPlans(source.name, plans))
    return Outcome(source, plan, target, pseudonymize_file(run, source, target))
