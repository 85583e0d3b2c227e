"""Goes over the inputs ahead of whoever writes, and has workers look at what stands there.

    scout:   input 1, input 2, …  -> chunks of documents -> pool          as far ahead as there is room
    writer:  input 1              <- what was found, in the same order

The writer reads for itself; the scout only sees to it that the answers are there when they are asked for. What the
scout has not foreseen is looked at here.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field

from allonym.core.errors import AllonymError
from allonym.core.types import Document
from allonym.engine import Detected
from allonym.pooling.failing import Failed
from allonym.pooling.pool import Findings, Pool
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.finding import Here
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
    answer: "Future[Findings]"
    size: int


class Ahead:
    """Findings of a pool, asked for before they are needed. It fits Finding."""

    def __init__(self, pool: Pool, errands: Sequence[Errand], numbers: Mapping[int, int]) -> None:
        self._pool = pool
        self._numbers = numbers
        self._errands = errands
        self._at = 0
        self._asked: deque[_Asked] = deque()
        self._scout: Iterator[tuple[int, list[Document]]] = iter(())
        self._from = len(errands)
        self._begun = -1

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

    def next_of(self, errand: int) -> dict[Document, Detected | Failed]:
        """Return the next findings for an errand; none, if there are no more."""
        self._go_on()
        if not self._asked or self._asked[0].errand != errand:
            return {}
        asked = self._asked.popleft()
        found = asked.answer.result()
        self._go_on()
        return dict(zip(asked.documents, found, strict=True))

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

    def _go_on(self) -> None:
        """Ask ahead, as long as there is room."""
        while self._has_room():
            chunk = next(self._scout, None)
            if chunk is None:
                return
            errand, documents = chunk
            if errand < self._at:
                continue
            answer = self._pool.submit(self._errands[errand].which, documents)
            self._asked.append(_Asked(errand, documents, answer, sum(len(each.text) for each in documents)))

    def _has_room(self) -> bool:
        if len(self._asked) <= self._pool.workers:
            return True
        most = CHUNKS_FOR_EACH * self._pool.workers
        return len(self._asked) < most and sum(each.size for each in self._asked) < MOST_CHARACTERS

    def _chunks(self, first: int, skip: int) -> Iterator[tuple[int, list[Document]]]:
        for number in range(first, len(self._errands)):
            errand = self._errands[number]
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
    found: dict[Document, Detected | Failed] = field(default_factory=dict, repr=False)

    def find(self, documents: Sequence[Document]) -> list[Detected | Failed]:
        """Return what is found in each document, or why it failed."""
        return [self._find(document) for document in documents]

    def _find(self, document: Document) -> Detected | Failed:
        while document not in self.found:
            self.found = self.ahead.next_of(self.errand)
            if not self.found:
                return Here(self.tool).find([document])[0]
        return self.found[document]


@dataclass(frozen=True, slots=True)
class _Asking:
    """Asks the pool when there is something to ask: for what can be read only once. It fits Finder."""

    pool: Pool
    which: int

    def find(self, documents: Sequence[Document]) -> list[Detected | Failed]:
        """Return what is found in each document, or why it failed."""
        answers = [self.pool.submit(self.which, chunk) for chunk in _cut(iter(documents))]
        return [found for answer in answers for found in answer.result()]


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
