"""Runs: stretches of text that hold digits, found once and shown to every judge.

    Mein Auto B-AB 1234 steht in 10115 Berlin       runs: "B-AB 1234", "10115"
                                                    parts of the first: "B-AB", "1234"

Nearly all identifiers hold digits, and digits are rare. So the text is searched for digits once; what stands around
them (capitals before and after, joined by a space or hyphen) belongs to the run. What a run is, judges say.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.nearby import Nearby

# Words that hold digits, joined by one separator; the look-aheads are bounded, so this is linear.
_RUN = re.compile(
    r"[0-9](?:[0-9A-Za-z]++|[,:'’](?=[0-9])|[.\-–/_](?=(?:[A-Za-z]{1,6}[\-–/_])?[0-9A-Za-z]{0,12}[0-9])"
    r"| (?=[0-9]|[A-Z]{1,3}[0-9]|[A-Z] [0-9])| ?[\-–] ?(?=[0-9]))*+"
)
_HEAD = re.compile(r"(?<![^\W_])(?:(?:[A-ZÄÖÜ]{1,5}[ \-–./·_])?[A-ZÄÖÜ]{1,5}[ \-–./·_]|[A-Za-z]{1,6}[\-_/])\Z")
_TAIL = re.compile(r"(?:[ \-–][A-Z]{1,3}){1,2}(?![\w])")
_PART = re.compile(r"[^ \-–][^ ]*")
_OPEN = frozenset(" \n\t\0([{<\"'«“„‘’:;,|*>=~¿¡!?")
_STUCK = frozenset("@#/&=%")
_LONGEST = 96


class Run:
    """A stretch with digits; `core` is its span without the capitals around it. Parts and cues are made on demand."""

    __slots__ = ("_cues", "_nearby", "_parts", "core", "end", "start", "text")

    def __init__(self, text: str, span: tuple[int, int], core: tuple[int, int], nearby: Nearby) -> None:
        self.text, self.core, self._nearby = text, core, nearby
        self.start, self.end = span
        self._cues: Mapping[str, int] | None = None
        self._parts: list[tuple[int, int]] | None = None

    @property
    def is_international(self) -> bool:
        """Tell whether a plus stands before the run, as before phone numbers."""
        return self.text[self.core[0] - 1 : self.core[0]] == "+"

    @property
    def parts(self) -> list[tuple[int, int]]:
        """Return where the parts between spaces begin and end, in the text."""
        if self._parts is None:
            self._parts = [part.span() for part in _PART.finditer(self.text, self.start, self.end)]
        return self._parts

    @property
    def cues(self) -> Mapping[str, int]:
        """Return the kinds of the cue words around the run, with their distances; "NHS 943" holds its own."""
        if self._cues is None:
            start, end = self.core
            while start > self.start and self.text[start - 1].isalpha():
                start -= 1
            self._cues = self._nearby.cues(start, end)
        return self._cues


Judge = Callable[[Run], Iterator[Found]]
"""Says what a run is, if it knows; in time linear in the run."""

Reader = Callable[[str, Nearby], Iterator[Found]]
"""A finder that reads the text by itself but asks for cues."""


class Panel(NamedTuple):
    """A judge, and the fewest characters of a run that it needs to see: most runs are one or two digits long."""

    least: int
    judge: Judge


@dataclass(frozen=True, slots=True)
class RunFinder:
    """A finder that shows every run of a text to its judges, and lets its readers ask for the same cues."""

    panels: tuple[Panel, ...] = field(default=(), repr=False)
    readers: tuple[Reader, ...] = field(default=(), repr=False)

    def __call__(self, text: str) -> Iterator[Found]:
        """Find what the judges and readers recognise."""
        nearby = Nearby(text)
        for reader in self.readers:
            yield from reader(text, nearby)
        if self.panels:
            sittings = _sittings(self.panels)
            for run in runs(text, nearby):
                for judge in sittings[min(run.end - run.start, len(sittings) - 1)]:
                    yield from judge(run)


@lru_cache(maxsize=64)
def _sittings(panels: tuple[Panel, ...]) -> tuple[tuple[Judge, ...], ...]:
    """Return the judges that see a run of each length."""
    longest = max(panel.least for panel in panels)
    return tuple(tuple(panel.judge for panel in panels if panel.least <= size) for size in range(longest + 1))


def runs(text: str, nearby: Nearby) -> Iterator[Run]:
    """Return the runs of a text, in order; digits inside links, addresses and hashtags are left out."""
    for match in _RUN.finditer(text):
        start, end = match.span()
        head = _head(text, start)
        if head is None:
            continue
        tail = _TAIL.match(text, end) if text[end : end + 1] in " -–" else None
        stop = tail.end() if tail else end
        if stop - head <= _LONGEST:
            yield Run(text, (head, stop), (start, end), nearby)
        else:
            for part in _parts(text, head, stop):
                yield Run(text, part, (max(part[0], start), min(part[1], end)), nearby)


def _head(text: str, start: int) -> int | None:
    """Return where the letters that lead to a run begin; None if the run is inside something else."""
    previous = text[start - 1 : start]
    if previous == " ":
        return start if not text[start - 2 : start - 1].isupper() else _head_of_word(text, start)
    if not previous or previous in _OPEN:
        return start
    if previous in "-–./·_":
        head = _head_of_word(text, start)
        return None if text[head - 1 : head] in _STUCK or (head == start and _in_link(text, start)) else head
    if previous.isascii() and previous.isalpha():
        word = start
        while word and text[word - 1].isascii() and text[word - 1].isalpha():
            word -= 1
        return None if text[word - 1 : word].isalnum() or _in_link(text, start) else _head_of_word(text, word)
    return None if (previous.isalnum() and previous.isascii()) or _in_link(text, start) else start


def _head_of_word(text: str, start: int) -> int:
    """Return where letters joined to a word by a space or hyphen begin: "AB 12", "KX-B7"."""
    if text[start - 1 : start] not in " -–./·_" or not text[start - 2 : start - 1].isalpha():
        return start
    head = _HEAD.search(before(text, start, 14))
    return start - len(head[0]) if head else start


def _in_link(text: str, at: int) -> bool:
    word = before(text, at, 200)
    word = word[max(word.rfind(" "), word.rfind("\n"), word.rfind("("), word.rfind("\t")) + 1 :]
    return (len(word) > 1 and word[0] in _STUCK) or "@" in word or "://" in word or word[:4].lower() == "www."


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Return the parts of a run that is too long for any identifier: a table of figures is no number."""
    for part in _PART.finditer(text, start, end):
        if 4 < part.end() - part.start() <= _LONGEST:
            yield part.span()
