"""Plates with Arabic letters: "أ ب ج 1234", "12345-أ-6"; a word for a plate or car must stand near."""

import re
from collections.abc import Iterator

from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.runs import Run

_LETTER = r"[\u0621-\u064a]"
_BEFORE = re.compile(rf"(?<![\w])(?:{_LETTER} ?){{1,4}}[ \-|]?\Z")
_AFTER = re.compile(rf"[ \-|]?{_LETTER}(?: {_LETTER}){{0,3}}(?![\w])(?:[ \-|][0-9]{{1,2}}(?![\w]))?")


def arabic_plates(run: Run) -> Iterator[Found]:
    """Find digits with single Arabic letters before or after them."""
    start, end = run.core
    around = run.text[max(0, start - 2) : start] + run.text[end : end + 2]
    if around.isascii() or end - start > 6 or not run.text[start:end].isdigit():
        return
    head = _BEFORE.search(before(run.text, start, 10))
    tail = _AFTER.match(run.text, end)
    if head and not _is_spaced(head[0]):
        head = None
    if (head or tail) and run.cues.get("plate", 99) <= 24:
        yield Found(start - len(head[0]) if head else start, tail.end() if tail else end, "PLATE", 0.9, "arabic-plate")


def _is_spaced(letters: str) -> bool:
    """Tell whether the letters stand one by one: a word is no plate."""
    return all(len(part) == 1 for part in letters.split())
