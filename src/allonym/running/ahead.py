"""Goes over the inputs ahead of whoever writes, and has workers look at what stands there.

    scout:   input 1, input 2, …  -> chunks of documents -> pool          as far ahead as there is room
    writer:  input 1              <- what was found, in the same order

The writer reads for itself; the scout only sees to it that the answers are there when they are asked for. What the
scout has not foreseen is looked at here.

A writer that says what it is going to ask about is followed: it reads some batches before it writes them, and the
scout goes to the inputs after it only. So no input is read twice but the beginnings of the next ones.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from allonym.core.errors import AllonymError
from allonym.core.types import Document, Plan
from allonym.engine import Detected
from allonym.pooling.failing import Failed
from allonym.pooling.parting import Awaited
from allonym.pooling.pool import Pool
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.finding import Deciding, Foreseeing, Here, decided
from allonym.running.handing import Hands, can_carry
from allonym.running.plans import FreshPlans, Planner
from allonym.running.rewriting import documents_in
from allonym.running.sources import Source

CHUNK_DOCUMENTS = 100
CHUNK_CHARACTERS = 100_000
"""How much a worker is given at once."""
MOST_CHARACTERS = 4_000_000
"""How much may be under way. There is always room for something to do, however large."""
CHUNKS_FOR_EACH = 6


@dataclass(frozen=True, slots=True)
class Errand:
    """An input that a tool is going to ask about, and where the tool's settings stand in the pool."""

    tool: Pseudonymizer
    source: Source
    which: int


@dataclass(frozen=True, slots=True)
class _Asked:
    errand: int
    documents: Sequence[Document] = field(repr=False)
    answer: Awaited[Any]
    size: int


class Ahead:
    """Findings of a pool, asked for before they are needed. It fits Finding."""

    def __init__(
        self, pool: Pool, errands: Sequence[Errand], numbers: Mapping[int, int], *, carries: bool = False
    ) -> None:
        self._pool = pool
        self._carries = carries
        """Whether the workers take lines through from end to end."""
        self._numbers = numbers
        self._errands = errands
        self._at = 0
        self._asked: deque[_Asked] = deque()
        self._scout: Iterator[tuple[int, list[Document]]] = iter(())
        self._from = len(errands)
        self._begun = -1
        self._decides = False
        self._scouted = 0
        """The errand that the scout has gone to."""

    def start(self, tool: Pseudonymizer, source: Source, skip: int = 0) -> "_Awaiting | _Asking":
        """Return a finder for an input. Usually it is the one that the scout has gone to; else the scout turns back."""
        at = next((at for at, each in self._order() if (each.tool, each.source) == (tool, source)), None)
        if at is None:
            return _Asking(self._pool, self._numbers[id(tool)])
        while self._asked and self._asked[0].errand < at:
            self._asked.popleft().answer.cancel()
        # The scout keeps the order of the errands, so it has what is needed, or will have, unless that was used up.
        if skip or not self._from <= at or at <= self._begun:
            self._turn_to(at, skip)
        self._at = self._begun = at
        return _Awaiting(self, at, tool)

    def follow(self, tool: Pseudonymizer, source: Source) -> Planner:
        """Return a planner for an input whose reader says what comes next; workers decide, too.

        Nobody else decides on the same findings otherwise: who follows one input follows all.
        """
        self._decides = True
        at = next((at for at, each in self._order() if (each.tool, each.source) == (tool, source)), None)
        if at is None:
            return Deciding(tool, _Asking(self._pool, self._numbers[id(tool)]))
        while self._asked and (self._asked[0].errand < at or at <= self._begun):
            self._asked.popleft().answer.cancel()
        if at <= self._begun or self._scouted <= at:
            self._scout, self._scouted = self._chunks(at + 1, 0), at + 1
        self._at = self._begun = at
        return _Following(self, at, tool, source, sum(len(each.documents) for each in self._asked if each.errand == at))

    def hands(self, tool: Pseudonymizer, source: Source) -> Hands | None:
        """Return the workers who take the lines of an input through from end to end, if they can."""
        if not self._carries or not can_carry(tool, source):
            return None
        which = self._numbers[id(tool)]
        planner = Deciding(tool, _Asking(self._pool, which))
        return Hands(partial(self._pool.ask, which), CHUNKS_FOR_EACH * self._pool.workers, planner, self.go_on)

    def ask(self, errand: int, documents: Sequence[Document]) -> None:
        """Have somebody look at documents of an errand, and decide."""
        ask = self._pool.plan if self._decides else self._pool.submit_and_plan
        answer: Awaited[Any] = ask(self._errands[errand].which, documents)
        self._asked.append(_Asked(errand, documents, answer, sum(len(each.text) for each in documents)))

    def answered(self, errand: int) -> "deque[tuple[Document, Any]]":
        """Return the next documents of an errand that were asked about, each with its answer, if there are any."""
        while self._asked and self._asked[0].errand < errand:
            self._asked.popleft().answer.cancel()
        if not self._asked or self._asked[0].errand != errand:
            return deque()
        asked = self._asked.popleft()
        return deque(zip(asked.documents, asked.answer.result(), strict=True))

    def next_of(self, errand: int) -> dict[Document, tuple[Detected, Plan | Failed] | Failed]:
        """Return the next findings for an errand, and what is decided on them; none, if there are no more."""
        self.go_on()
        found = self.answered(errand)
        self.go_on()
        return dict(found)

    def _order(self) -> Iterator[tuple[int, Errand]]:
        """Return the errands, from the one that is being done on."""
        numbered = list(enumerate(self._errands))
        yield from (*numbered[self._at :], *numbered[: self._at])

    def _turn_to(self, at: int, skip: int) -> None:
        for each in self._asked:
            each.answer.cancel()
        self._asked.clear()
        self._from = at
        self._scout = self._chunks(at, skip)

    def go_on(self) -> None:
        """Ask ahead, as long as there is room."""
        while self.has_room():
            chunk = next(self._scout, None)
            if chunk is None:
                return
            errand, documents = chunk
            if errand >= self._at:
                self.ask(errand, documents)

    def has_room(self) -> bool:
        """Tell whether more can be asked ahead."""
        if len(self._asked) <= self._pool.workers:
            return True
        most = CHUNKS_FOR_EACH * self._pool.workers
        return len(self._asked) < most and sum(each.size for each in self._asked) < MOST_CHARACTERS

    def _chunks(self, first: int, skip: int) -> Iterator[tuple[int, list[Document]]]:
        for number in range(first, len(self._errands)):
            errand = self._errands[number]
            self._scouted = number
            if self._carries and can_carry(errand.tool, errand.source):
                # Whoever reads this input hands its lines on as they are.
                continue
            # Whoever reads this input for good meets the same error, and says so.
            with suppress(AllonymError, OSError, ValueError):
                for chunk in _cut(_after(documents_in(errand.tool, errand.source), skip if number == first else 0)):
                    yield number, chunk


@dataclass(slots=True)
class _Awaiting:
    """Waits for what was asked ahead. It fits Finder."""

    ahead: Ahead
    errand: int
    tool: Pseudonymizer
    found: dict[Document, tuple[Detected, Plan | Failed] | Failed] = field(default_factory=dict, repr=False)
    plans: dict[int, Plan | Failed] = field(default_factory=dict, repr=False)
    """What workers have decided on what was found last."""

    def find(self, documents: Sequence[Document]) -> list[Detected | Failed]:
        """Return what is found in each document, or why it failed."""
        self.plans = {}
        return [self._find(document) for document in documents]

    def decide(self, tool: Pseudonymizer, found: Sequence[Detected | Failed]) -> list[Plan | Failed]:
        """Return what is decided on what was found last; workers do it as the tool does for which they were asked."""
        if tool is not self.tool:
            return decided(tool, found)
        return [self.plans.get(id(each)) or decided(tool, [each])[0] for each in found]

    def _find(self, document: Document) -> Detected | Failed:
        while document not in self.found:
            self.found = self.ahead.next_of(self.errand)
            if not self.found:
                return Here(self.tool).find([document])[0]
        both = self.found[document]
        if isinstance(both, Failed):
            return both
        found, plan = both
        self.plans[id(found)] = plan
        return found


@dataclass(slots=True)
class _Following:
    """Waits for plans of what its reader has said it would ask about. It fits Planner, and Foreseeing."""

    errands: Ahead
    errand: int
    tool: Pseudonymizer
    source: Source
    asked: int
    """How many documents of the errand the scout has asked about before."""
    made: "deque[tuple[Document, Plan | Failed]]" = field(default_factory=deque, repr=False)

    @property
    def ahead(self) -> Foreseeing:
        """Return who is to be told of documents before they are planned."""
        return self

    @property
    def hands(self) -> Hands | None:
        """Return the workers who take the lines of the input through from end to end, if they can."""
        return self.errands.hands(self.tool, self.source)

    def has_room(self) -> bool:
        """Tell whether the reader may go on before it writes."""
        return self.errands.has_room()

    def foresee(self, documents: Sequence[Document]) -> None:
        """Have documents looked at that are asked about later; they come in order."""
        known, self.asked = min(self.asked, len(documents)), max(0, self.asked - len(documents))
        for chunk in _cut(iter(documents[known:])):
            self.errands.ask(self.errand, chunk)

    def is_read(self) -> None:
        """Say that the input has no more documents; the scout may go on to the next ones."""
        self.errands.go_on()

    def plan(self, documents: Sequence[Document]) -> list[Plan | Failed]:
        """Return the plan of each document, or why it has none."""
        return [self._plan(document) for document in documents]

    def _plan(self, document: Document) -> Plan | Failed:
        self.made = self.made or self.errands.answered(self.errand)
        if self.made:
            known, plan = self.made.popleft()
            if known is document or known == document:
                return plan
        # The scout has read something else there: whoever reads for good will say that the file has changed.
        return FreshPlans(self.tool).plan([document])[0]

    def finish(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class _Asking:
    """Asks the pool when there is something to ask: for what can be read only once. It fits Finder."""

    pool: Pool
    which: int

    def find(self, documents: Sequence[Document]) -> list[Detected | Failed]:
        """Return what is found in each document, or why it failed."""
        answers = [self.pool.submit(self.which, chunk) for chunk in _cut(iter(documents))]
        return [found for answer in answers for found in answer.result()]

    def decide(self, tool: Pseudonymizer, found: Sequence[Detected | Failed]) -> list[Plan | Failed]:
        """Return what is decided on each."""
        return decided(tool, found)


def _after(documents: Iterator[Document], skip: int) -> Iterator[Document]:
    for number, document in enumerate(documents):
        if number >= skip:
            yield document


def _cut(documents: Iterator[Document]) -> Iterator[list[Document]]:
    chunk: list[Document] = []
    size = 0
    for document in documents:
        chunk.append(document)
        size += len(document.text)
        if len(chunk) >= CHUNK_DOCUMENTS or size >= CHUNK_CHARACTERS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk
