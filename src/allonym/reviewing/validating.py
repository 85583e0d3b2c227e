"""What should be looked at before a document is done: rules over a sheet, each with its severity.

An error would give a wrong text or none; a warning may be meant so. No sentence here holds words of the document.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from allonym.core.canon import canonical
from allonym.core.labels import LABELS, is_a
from allonym.core.types import Action, Document
from allonym.reviewing.entries import is_uncertain
from allonym.reviewing.typed import typed_warnings
from allonym.reviewing.values import DONE, Mark, Sheet

ERROR, WARNING = "error", "warning"
MOST = 200
"""So many warnings are told at once; whoever has more has other worries."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Warned:
    """One thing to look at: the mark that it is about, or none for the whole document."""

    mark: str | None
    severity: str
    code: str
    text: str = field(repr=False)


def warnings_of(sheet: Sheet) -> list[Warned]:
    """Return what should be looked at, errors first, in reading order."""
    places = {each.id: each.start for each in sheet.marks}
    found = [each for rule in _RULES for each in rule(sheet)]
    found.sort(key=lambda each: (each.severity != ERROR, places.get(each.mark or "", -1), each.code))
    return found[:MOST]


def _labels(sheet: Sheet) -> Iterator[Warned]:
    parties = {each.id: each for each in sheet.parties}
    for mark in sheet.marks:
        if mark.label not in LABELS or not is_a(mark.label, parties[mark.entity].label):
            yield Warned(mark.id, ERROR, "label", "The label is not one of its entity's.")


def _numbers(sheet: Sheet) -> Iterator[Warned]:
    """Tell of entities with one label and one number: nobody could tell them apart in the output."""
    counts = Counter((sheet.series(each.label), each.number) for each in sheet.parties)
    first = _first_marks(sheet)
    for party in sheet.parties:
        if counts[sheet.series(party.label), party.number] > 1:
            yield Warned(first[party.id], ERROR, "number", "Two entities have the same label and number.")


def _borders(sheet: Sheet) -> Iterator[Warned]:
    text = sheet.document.text
    for mark in sheet.marks:
        inside = text[mark.start : mark.end]
        if not inside.strip():
            yield Warned(mark.id, ERROR, "empty", "There is no word in the mark.")
        elif inside != inside.strip():
            yield Warned(mark.id, WARNING, "space", "The mark begins or ends with white space.")
        elif _cuts(text, mark.start) or (_cuts(text, mark.end) and "clitic" not in dict(mark.features)):
            yield Warned(mark.id, WARNING, "cut", "The mark ends inside a word.")


def _flags(sheet: Sheet) -> Iterator[Warned]:
    if sheet.status == DONE:
        for mark in sheet.marks:
            if mark.obs is not None:
                yield Warned(mark.id, WARNING, "obs-left", "OBS! is still there, although the document is done.")
            if is_uncertain(mark):
                yield Warned(mark.id, WARNING, "unsure-left", "Nobody has looked at it, and it is not sure.")


def _same_words(sheet: Sheet) -> Iterator[Warned]:
    """Tell of words that are marked in one place and not in another, or as two things: that is seldom meant so."""
    parties = {each.id: each for each in sheet.parties}
    found: dict[str, list[Mark]] = {}
    for mark in sheet.marks:
        found.setdefault(mark.span.of(sheet.document.text), []).append(mark)
    for words, marks in found.items():
        if len({each.label for each in marks}) > 1:
            yield Warned(marks[-1].id, WARNING, "labels-differ", "The same words have another label elsewhere.")
        elif len({each.entity for each in marks}) > 1:
            yield Warned(marks[-1].id, WARNING, "entities-differ", "The same words are another entity elsewhere.")
        gone = [each for each in marks if parties[each.entity].action is Action.REPLACE]
        if gone and any(_is_bare(sheet, start, start + len(words)) for start in _places(sheet.document, words)):
            yield Warned(gone[0].id, WARNING, "bare-elsewhere", "The same words stand elsewhere and would stay there.")


def _itself(sheet: Sheet) -> Iterator[Warned]:
    parties = {each.id: each for each in sheet.parties}
    for mark in sheet.marks:
        party = parties[mark.entity]
        if party.action is Action.REPLACE and party.replacement:
            own = canonical(mark.label, mark.span.of(sheet.document.text))
            if own == canonical(mark.label, party.replacement):
                yield Warned(mark.id, ERROR, "typed-itself", "The pseudonym is what it should replace.")


def _typed(sheet: Sheet) -> Iterator[Warned]:
    first = _first_marks(sheet)
    for each in typed_warnings(sheet):
        yield Warned(first.get(each.entity), each.severity, each.code, each.text)


_RULES: tuple[Callable[[Sheet], Iterable[Warned]], ...] = (
    _labels,
    _numbers,
    _borders,
    _flags,
    _same_words,
    _itself,
    _typed,
)


def _first_marks(sheet: Sheet) -> dict[str, str]:
    return {mark.entity: mark.id for mark in reversed(sheet.marks)}


def _cuts(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


def _is_bare(sheet: Sheet, start: int, end: int) -> bool:
    """Tell whether no mark covers any of a place; marks are in reading order."""
    marks, low, high = sheet.marks, 0, len(sheet.marks)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if marks[middle].end <= start else (low, middle)
    return low == len(marks) or marks[low].start >= end


def _places(document: Document, words: str) -> Iterator[int]:
    """Return where words stand in a text, not inside of others."""
    first = _WORD.search(words)
    if first is None:
        return
    text = document.text
    for at in _index(text).get(first[0], ()):
        start = at - first.start()
        end = start + len(words)
        if start >= 0 and text.startswith(words, start) and not _cuts(text, start) and not _cuts(text, end):
            yield start


@lru_cache(maxsize=8)
def _index(text: str) -> dict[str, list[int]]:
    """Return where each word of a text stands; kept for the documents that somebody works on."""
    found: dict[str, list[int]] = {}
    for word in _WORD.finditer(text):
        found.setdefault(word[0], []).append(word.start())
    return found


def summary(sheet: Sheet) -> Counter[str]:
    """Return how many things of each severity should be looked at."""
    return Counter(each.severity for each in warnings_of(sheet))
