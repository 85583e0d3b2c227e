"""Warnings of a document as they are told: at once where that is quick, else those of a moment ago."""

from allonym.reviewing.entries import Entry
from allonym.reviewing.typed import typed_warnings
from allonym.reviewing.validating import Warned, warnings_of
from allonym.reviewing.values import Sheet

QUICK = 600
"""A document with more marks than so many is looked through in the background."""


def look_through(entry: Entry, sheet: Sheet) -> list[Warned]:
    """Return what should be looked at in a document, and keep it."""
    if entry.warned is None or entry.warned[0] is not sheet:
        entry.warned = sheet, warnings_of(sheet)
    return entry.warned[1]


def warned_now(entry: Entry, sheet: Sheet) -> list[Warned]:
    """Return what is known by now. What was typed is always looked at; of marks that are gone nothing is said."""
    if len(sheet.marks) <= QUICK:
        return look_through(entry, sheet)
    if entry.warned is not None and entry.warned[0] is sheet:
        return entry.warned[1]
    ids = {each.id for each in sheet.marks}
    before = entry.warned[1] if entry.warned is not None else []
    kept = [each for each in before if each.mark in ids and not each.code.startswith("typed")]
    first: dict[str, str] = {}
    typed = typed_warnings(sheet)
    for mark in sheet.marks if typed else ():
        first.setdefault(mark.entity, mark.id)
    return [*(Warned(first.get(each.entity), each.severity, each.code, each.text) for each in typed), *kept]


def count(entry: Entry) -> int:
    """Return how many warnings are known."""
    return 0 if entry.warned is None else len(entry.warned[1])
