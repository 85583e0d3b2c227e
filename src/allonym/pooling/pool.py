"""A pool of workers: documents go in, what was found comes out, whatever happens to a worker.

submit -> tasks -> nurse (a thread) <-> worker (a process)        one nurse to each worker
                     | a long document is several tasks; when all are done, it is decided on before others are begun
                     | a worker that dies is replaced, and its documents are done again
                     | documents over which workers die are parted, until one is left: it failed
                     | where the time runs out over several, each is done alone: one that takes too long failed
                     | anything else over which that happens has no answer
"""

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from itertools import count
from threading import TIMEOUT_MAX
from types import TracebackType
from typing import Any, Self

from allonym.core.errors import UsageError
from allonym.core.types import Document
from allonym.pooling.nursing import Make, Nurse, Task
from allonym.pooling.parting import Awaited, Both, Decided, Findings, FoundAndDecided, Plans, ask_in_parts, is_long
from allonym.pooling.turns import Turns
from allonym.pooling.worker import BOTH, DECIDE, DETECT, PARTS, PLAN, finding
from allonym.settings import Settings

_LAST = sys.maxsize
_MOST_FOR_LAST = 5.0
"""So many seconds a nurse has to go home. A signal may have stopped whoever asked while they held what it waits for."""


class Pool:
    """So many processes, each with an engine for each of the settings."""

    def __init__(
        self, settings: Sequence[Settings], workers: int, timeout: float | None = None, make: Make = finding
    ) -> None:
        if type(workers) is not int or workers < 1:
            raise UsageError("workers is a number of processes, or 0 for none")
        if timeout is not None and not 0 < timeout <= TIMEOUT_MAX:
            raise UsageError("timeout is a number of seconds, or None for no limit")
        self.workers = workers
        self._timeout = timeout
        self._tasks: Turns[Task] = Turns()
        self._turns = count()
        self._nurses = [Nurse(self._tasks, (make, list(settings)), timeout) for _ in range(workers)]
        for nurse in self._nurses:
            nurse.start()

    def submit(self, which: int, documents: Sequence[Document]) -> Awaited[Findings]:
        """Have somebody look for things in documents, with the engine of the settings that stand at `which`.

        Parts of a long document go to whoever is free.
        """
        if self.shares(documents):
            return ask_in_parts(partial(self.ask, which, PARTS), documents)
        return self.ask(which, DETECT, documents)

    def shares(self, documents: Sequence[Document]) -> bool:
        """Tell whether these are the work of several: one is long, and no document has only so much time."""
        return self._timeout is None and is_long(documents)

    def plan(self, which: int, documents: Sequence[Document]) -> Awaited[Plans]:
        """Have somebody plan documents, with the engine of the settings that stand at `which`."""
        return self._decided(which, documents) if self.shares(documents) else self.ask(which, PLAN, documents)

    def submit_and_plan(self, which: int, documents: Sequence[Document]) -> Awaited[Both]:
        """Have somebody do both: what was found is for others to decide on, too."""
        if self.shares(documents):
            return FoundAndDecided(self._decided(which, documents))
        return self.ask(which, BOTH, documents)

    def _decided(self, which: int, documents: Sequence[Document]) -> Decided:
        turn = next(self._turns)
        parts = ask_in_parts(partial(self.ask, which, PARTS), documents)
        # Its turn was before that of its parts: whoever waits needs this first.
        return Decided(parts).begin(lambda found, plans: self._tasks.put(Task(turn, (which, DECIDE), found, plans)))

    def ask(self, which: int, what: str, given: object) -> "Future[Any]":
        """Have somebody do what `make` of this pool has made them ready for; None, if workers die over it."""
        future: Future[Any] = Future()
        self._tasks.put(Task(next(self._turns), (which, what), given, future))
        return future

    def close(self) -> None:
        """Send everybody home, whatever they are doing."""
        for nurse in self._nurses:
            nurse.dismiss()
        for _ in self._nurses:
            self._tasks.put(Task(_LAST))
        for nurse in self._nurses:
            nurse.join(_MOST_FOR_LAST)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def in_order(pool: Pool, batches: Iterable[Sequence[Document]]) -> Iterator[tuple[Sequence[Document], Findings]]:
    """Return batches with what was found in them, in order; only a few are taken in before they are needed."""
    waiting: deque[tuple[Sequence[Document], Awaited[Findings]]] = deque()
    remaining = iter(batches)
    stopped: Exception | None = None
    while True:
        while stopped is None and len(waiting) <= 2 * pool.workers:
            try:
                batch = next(remaining, None)
            except Exception as error:  # noqa: BLE001 - what came before it is finished first, as without workers
                stopped = error
                break
            if batch is None:
                break
            waiting.append((batch, pool.submit(0, batch)))
        if not waiting:
            break
        batch, future = waiting.popleft()
        yield batch, future.result()
    if stopped is not None:
        raise stopped
