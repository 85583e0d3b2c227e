"""Runs: stretches of text that hold digits, found once and shown to every judge.

    Mein Auto B-AB 1234 steht in 10115 Berlin       runs: "B-AB 1234", "10115"
                                                    parts of the first: "B-AB", "1234"

Nearly all identifiers hold digits, and digits are rare. So the text is searched for digits once; what stands around
them (capitals before and after, joined by a space or hyphen) belongs to the run. What a run is, judges say: each goes
over the places of all runs, passes by most of them at a glance, and asks for a `Run` where it must know more.
"""

import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from string import ascii_letters
from typing import NamedTuple

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import BOUNDARY, Found
from allonym.detectors.identifiers.columns import Columns
from allonym.detectors.identifiers.digits import STUCK, in_link, odd_head
from allonym.detectors.identifiers.likeness import Pause, likeness
from allonym.detectors.identifiers.nearby import SEEN_AFTER, SEEN_BEFORE, Nearby, shape_of_digits

# Words that hold digits, joined by one separator; the look-aheads are bounded, so this is linear.
_RUN = Expression(
    r"[0-9](?:[0-9A-Za-z]++|[,:'’](?=[0-9])|[.\-–/_](?=(?:[A-Za-z]{1,6}[\-–/_])?[0-9A-Za-z]{0,12}[0-9])"
    r"| (?=[0-9]|[A-Z]{1,3}[0-9]|[A-Z] [0-9]|[A-Z]{2,3} [0-9]{2}(?![0-9A-Za-z]))| ?[\-–] ?(?=[0-9])|//(?=[0-9]))*+"
)
_DIGIT = Expression(r"[0-9]")
# Read backwards, from the run to the left: "21 BA".
_HEAD = Expression(
    r"(?:[ \-–./·•_][A-ZÄÖÜ]{1,5}(?:[ \-–./·•_][A-ZÄÖÜ]{1,5})?|[\-_/][A-Za-z]{1,6}|/[ء-ي]{1,2})(?![^\W_])"
)
_TAIL = Expression(r"(?:/[A-Z]{1,3}|(?:[ \-–][A-Z]{1,3}){1,2})(?![\w/])")
PART = Expression(r"[^ \-–][^ ]*")
"""What stands between spaces."""
_BEFORE_TAIL = frozenset(" -–/")
_OPEN = frozenset(" \n\t\0([{<\"'«“„‘’:;,|*>=~¿¡!?")
_GAPS = frozenset(("", *" \n\t\0("))
_LINK = Expression(r"://[^ \0\n(\t]++")
_NO_LINK = (sys.maxsize, sys.maxsize)
_LINK_ENDS = (BOUNDARY, "\n", "(", "\t")
_LONGEST = 96
_LETTERS = frozenset(ascii_letters)
_STEP = 16
# Cues that only set the scene: they do not say that the next number is theirs.
_SCENES = frozenset(
    ("number", "coordinates", "transport", "flight", "not", "id", "code", "perhaps_contract", "perhaps_id")
)
_MOST_SAID, _MOST_VERDICTS = 1024, 256
_FEW = 1000
"""To remember what was said of runs that are alike takes longer than to judge as few as these."""
FAR = 32
"""A distance at which a cue says nothing any more."""


Place = tuple[int, int, int, int]
"""Where a run begins, where its core of digits begins and ends, and where it ends."""


class Run:
    """A stretch with digits; `core` is its span without the capitals around it. Parts and cues are made on demand."""

    __slots__ = ("_columns", "_cues", "_nearby", "_parts", "_rival", "core", "end", "start", "text")

    def __init__(self, text: str, place: Place, nearby: Nearby, columns: Columns) -> None:
        self.text, self._nearby, self._columns = text, nearby, columns
        self.start, begin, stop, self.end = place
        self.core = begin, stop
        self._cues: Mapping[str, int] | None = None
        self._parts: list[tuple[int, int]] | None = None
        self._rival = -1

    @property
    def is_international(self) -> bool:
        """Tell whether a plus stands before the run, as before phone numbers."""
        return self.text[self.core[0] - 1 : self.core[0]] == "+"

    @property
    def parts(self) -> list[tuple[int, int]]:
        """Return where the parts between spaces begin and end, in the text."""
        if self._parts is None:
            text, start, end = self.text, self.start, self.end
            whole = text.find(" ", start, end) < 0 and text[start] not in "-–"
            self._parts = [(start, end)] if whole else [part.span() for part in PART.finditer(text, start, end)]
        return self._parts

    @property
    def cues(self) -> Mapping[str, int]:
        """Return the kinds of the cue words around the run, with their distances; "NHS 943" holds its own."""
        if self._cues is None:
            start, end = self.core
            while start > self.start and self.text[start - 1].isalpha():
                start -= 1
            column = self._columns.exist and self._of_column()
            self._cues = column or self._nearby.cues(start, end)
        return self._cues

    def _of_column(self) -> Mapping[str, int]:
        """Return the cues on top of the column, if the run begins a cell of a table."""
        if "|" not in self.text[max(0, self.start - 2) : self.start]:
            return {}
        return _cues_of(self._columns.head(self.start))

    @property
    def rival(self) -> int:
        """Return how far the nearest cue is that says what the digits are; `FAR` if there is none."""
        if self._rival < 0:
            self._rival = min((far for kind, far in self.cues.items() if kind not in _SCENES), default=FAR)
        return self._rival


@lru_cache(maxsize=1024)
def _cues_of(head: str) -> Mapping[str, int]:
    """Return the cues in the head of a column."""
    return Nearby(head).cues(len(head), len(head)) if head else {}


Test = tuple[int, int, Callable[[str], Hashable]]
"""From where to where, counted from the start of a run, what is written there must be looked at in every run."""


def _none(_run: Run) -> Sequence[Test]:
    return ()


class Said(NamedTuple):
    """What was said of runs that are alike: by what their tests tell, where one stood, and what was found in it."""

    tests: Sequence[Test]
    verdicts: dict[tuple[Hashable, ...], tuple[int, Sequence[Found]]]


class Runs:
    """The runs of a text: their places in order, and each of them as a `Run` for who must know more."""

    __slots__ = ("_columns", "_few", "_known", "_nearby", "_pause", "_said", "_shape", "longer", "places", "text")

    def __init__(self, text: str, nearby: Nearby) -> None:
        self.text, self._nearby, self._columns = text, nearby, Columns(text)
        self.places = list(_places(text))
        # Most are one digit or two, and those identify nobody.
        self.longer = [place for place in self.places if place[3] - place[0] > 2]
        self._known: dict[Place, Run] = {}
        self._said: dict[tuple[object, ...], Said] = {}
        self._pause = Pause()
        self._few = len(self.places) < _FEW
        self._shape = "" if self._few else shape_of_digits(text)

    def at(self, place: Place) -> Run:
        """Return the run at a place; all judges are given the same one."""
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = Run(self.text, place, self._nearby, self._columns)
        return known

    def ask(
        self,
        judge: Callable[[Run], Sequence[Found]],
        place: Place,
        tests: Callable[[Run], Sequence[Test] | None] = _none,
    ) -> Sequence[Found]:
        """Return what is judged of a run: once only, if runs that are alike stand between the same words.

        `tests` returns all in which a judge tells numbers apart that are alike; None if he must see each of them.
        """
        text, (start, begin, stop, end) = self.text, place
        # What stands on top of a column may be far away.
        if self._few or "|" in text[start - 2 if start > 2 else 0 : start] or self._pause.is_on():
            return judge(self.at(place))
        first = start - SEEN_BEFORE if start > SEEN_BEFORE else 0
        shape = self._shape[first : end + SEEN_AFTER]
        key = (judge, start - first, begin - start, stop - start, end - start, likeness(text[start:end]), shape)
        said = self._said.get(key)
        if said is None:
            self._pause.count_new()
            asked = tests(self.at(place))
            if asked is None:
                return judge(self.at(place))
            if len(self._said) >= _MOST_SAID:
                self._said.clear()
            said = self._said[key] = Said(asked, {})
        told = tuple([test(text[start + at : start + till]) for at, till, test in said.tests])
        verdict = said.verdicts.get(told)
        if verdict is None:
            if len(said.verdicts) >= _MOST_VERDICTS:
                said.verdicts.clear()
            verdict = said.verdicts[told] = start, judge(self.at(place))
        moved = start - verdict[0]
        return [Found(each[0] + moved, each[1] + moved, *each[2:]) for each in verdict[1]] if moved else verdict[1]


Judge = Callable[[Runs], Iterator[Found]]
"""Says what runs are, where it knows; in time linear in the runs."""

Reader = Callable[[str, Nearby], Iterator[Found]]
"""A finder that reads the text by itself but asks for cues."""


class RunFinder:
    """A finder that shows the runs of a text to its judges, and lets its readers ask for the same cues."""

    __slots__ = ("judges", "readers")

    def __init__(self, judges: tuple[Judge, ...] = (), readers: tuple[Reader, ...] = ()) -> None:
        self.judges, self.readers = judges, readers

    def __call__(self, text: str) -> Iterator[Found]:
        """Find what the judges and readers recognise."""
        nearby = Nearby(text)
        for reader in self.readers:
            yield from reader(text, nearby)
        # Most short texts have no digits, and nothing for a judge to see.
        if self.judges and _DIGIT.search(text):
            runs = Runs(text, nearby)
            for judge in self.judges:
                yield from judge(runs)


def _places(text: str) -> Iterator[Place]:
    """Return where runs stand; digits inside links, addresses and hashtags are left out."""
    links = (match.span() for match in _LINK.finditer(text))
    link_start, link_end = next(links, _NO_LINK)
    gaps = tuple(gap for gap in _LINK_ENDS if gap in text)
    for match in _RUN.finditer(text):
        start, end = match.span()
        while link_end < start:
            link_start, link_end = next(links, _NO_LINK)
        if link_start < start < link_end and text[start - 1] not in _OPEN:
            continue
        previous = text[start - 1 : start]
        if previous == " " and not text[start - 2 : start - 1].isupper():
            head = start
        elif (head := _head(text, start, previous, gaps)) < 0:
            continue
        has_tail = text[end + 1 : end + 2].isupper() and text[end] in _BEFORE_TAIL
        tail = _TAIL.match(text, end) if has_tail else None
        stop = tail.end() if tail else end
        if stop - head <= _LONGEST:
            yield head, start, end, stop
        else:
            for begin, last in _parts(text, head, stop):
                yield begin, max(begin, start), min(last, end), last


def _head(text: str, start: int, previous: str, gaps: tuple[str, ...]) -> int:
    """Return where the letters that lead to a run begin; -1 if the run is inside something else."""
    if previous == " ":
        return _head_of_word(text, start)
    if not previous or previous in _OPEN:
        return start
    if previous in "-–./·•_":
        head = _head_of_word(text, start)
        # "#GB-204": a hashtag has no dash in it.
        stuck = text[head - 1 : head] in STUCK and not (text[head - 1] == "#" and previous == "-" and head < start)
        return -1 if stuck or ((head == start or previous == "/") and in_link(text, start, gaps)) else head
    if previous.isascii() and previous.isalpha():
        word = start - 1
        # Mostly it is one letter.
        while text[word - 1 : word] in _LETTERS:
            letters = text[word - _STEP if word > _STEP else 0 : word]
            word -= len(letters) - len(letters.rstrip(ascii_letters))
        opening = text[word - 1 : word]
        if opening in _GAPS:
            return _head_of_word(text, word)
        odd, inside = odd_head(text, word, start, opening), opening == "@" or opening.isalnum()
        return odd if odd >= 0 or inside or in_link(text, start, gaps) else _head_of_word(text, word)
    return -1 if (previous.isalnum() and previous.isascii()) or in_link(text, start, gaps) else start


def _head_of_word(text: str, start: int) -> int:
    """Return where letters joined to a word by a space or hyphen begin: "AB 12", "KX-B7"."""
    if text[start - 1 : start] not in " -–./·•_" or not text[start - 2 : start - 1].isalpha():
        return start
    head = _HEAD.match(text[start - 14 if start > 14 else 0 : start][::-1])
    return start - head.end() if head else start


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Return the parts of a run that is too long for any identifier: a table of figures is no number."""
    for part in PART.finditer(text, start, end):
        if 4 < part.end() - part.start() <= _LONGEST:
            yield part.span()
