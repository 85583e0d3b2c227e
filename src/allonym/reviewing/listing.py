"""The list of documents: what each needs, and which comes next."""

from collections.abc import Sequence
from dataclasses import dataclass

from allonym.core.labels import is_a
from allonym.reviewing.entries import Entry, is_uncertain
from allonym.reviewing.project import Project
from allonym.reviewing.values import OPEN, Sheet


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which documents are wanted: None is no matter."""

    status: str | None = None
    label: str | None = None
    uncertain: bool = False
    flagged: bool = False
    search: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One document in the list; what is not planned yet has no counts."""

    entry: Entry
    status: str = OPEN
    planned: bool = False
    marks: int = 0
    uncertain: int = 0
    flags: int = 0


def rows(project: Project, wanted: Wanted) -> list[Row]:
    """Return the documents that are wanted, in their order; those without a plan, unless it is asked about."""
    return [row_of(each) for each in project.entries if _fits(each, wanted)]


def row_of(entry: Entry) -> Row:
    """Return one document as the list shows it."""
    if entry.history is None:
        return Row(entry)
    sheet = entry.history.sheet
    flags = sum((each.obs is not None) + (each.com is not None) for each in sheet.marks)
    uncertain = sum(map(is_uncertain, sheet.marks))
    return Row(entry, sheet.status, True, len(sheet.marks), uncertain, flags)


def next_uncertain(project: Project, number: int, mark: str | None) -> tuple[int, str] | None:
    """Return the next mark that nobody has looked at, after a mark or from the beginning of a document on.

    Documents that are not planned yet are planned on the way; after the last one it goes on at the first.
    """
    count = len(project.entries)
    for step in range(count + 1):
        here = (number + step) % count
        entry = project.entries[here]
        if entry.failed:
            continue
        marks = project.history(here).sheet.marks
        after = _after(marks, mark) if step == 0 else 0
        until = _after(marks, mark) if step == count else len(marks)
        found = next((each for each in marks[after:until] if is_uncertain(each)), None)
        if found is not None:
            return here, found.id
    return None


def _after(marks: Sequence[object], id_: str | None) -> int:
    at = next((at for at, each in enumerate(marks) if getattr(each, "id", "") == id_), None)
    return 0 if at is None else at + 1


def _fits(entry: Entry, wanted: Wanted) -> bool:
    if wanted.search and wanted.search not in entry.document.id.casefold():
        return False
    if entry.history is None:
        asks = wanted.label or wanted.uncertain or wanted.flagged
        return not asks and wanted.status in (None, OPEN)
    return _fits_sheet(entry.history.sheet, wanted)


def _fits_sheet(sheet: Sheet, wanted: Wanted) -> bool:
    label = wanted.label
    return (
        wanted.status in (None, sheet.status)
        and (not label or any(is_a(each.label, label) for each in sheet.marks))
        and (not wanted.uncertain or any(map(is_uncertain, sheet.marks)))
        and (not wanted.flagged or any(each.obs is not None or each.com is not None for each in sheet.marks))
    )
