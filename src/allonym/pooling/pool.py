"""A pool of workers: documents go in, what was found comes out, whatever happens to a worker.

submit -> tasks -> nurse (a thread) <-> worker (a process)        one nurse to each worker
                     | a long document is several tasks; when all are done, it is decided on before others are begun
                     | a worker that dies is replaced, and its documents are done again
                     | documents over which workers die or time runs out are parted, until one is left: it failed
                     | anything else over which that happens has no answer
"""

import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from queue import PriorityQueue
from threading import Thread, Timer
from types import TracebackType
from typing import Any, Self

from allonym.core.errors import SafetyError, UsageError
from allonym.core.making import quickly
from allonym.core.types import Document, Plan
from allonym.engine import Detected
from allonym.pooling.failing import Failed
from allonym.pooling.parting import Awaited, Both, Decided, Findings, FoundAndDecided, Plans, ask_in_parts, is_long
from allonym.pooling.wire import Row, mentions_of_rows, plan_of_row, receive, rows_of, send, told_again
from allonym.pooling.worker import BOTH, DECIDE, DETECT, DOCUMENTS, PARTS, PLAN, READY, Serve, finding
from allonym.settings import Settings

_detected = quickly(Detected)
_Given = Document | Detected
_Order = tuple[int, str]
"""Where the settings stand that are meant, and what is to be done."""
_LAST = sys.maxsize
Make = Callable[[Sequence[Settings]], Serve]
"""Makes a worker ready. It goes by its name, so it is a function of a module."""

# The path is handed on, so that a worker finds the same modules; what `-m` or a script ran is not run again.
_BOOT = "import sys; sys.path[:] = sys.argv[1:]; from allonym.pooling.worker import main; main()"


@dataclass(frozen=True, slots=True, order=True)
class _Task:
    """Something to do, in its turn; without a future, to go home."""

    turn: int
    order: _Order = field(default=(0, ""), compare=False)
    given: Any = field(default=None, compare=False, repr=False)
    future: "Future[Any] | None" = field(default=None, compare=False, repr=False)


class Pool:
    """So many processes, each with an engine for each of the settings."""

    def __init__(
        self, settings: Sequence[Settings], workers: int, timeout: float | None = None, make: Make = finding
    ) -> None:
        if type(workers) is not int or workers < 1:
            raise UsageError("workers is a number of processes, or 0 for none")
        self.workers = workers
        self._timeout = timeout
        self._tasks: PriorityQueue[_Task] = PriorityQueue()
        self._turns = count()
        self._nurses = [_Nurse(self._tasks, (make, list(settings)), timeout) for _ in range(workers)]
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
        return Decided(parts).begin(lambda found, plans: self._tasks.put(_Task(turn, (which, DECIDE), found, plans)))

    def ask(self, which: int, what: str, given: object) -> "Future[Any]":
        """Have somebody do what `make` of this pool has made them ready for; None, if workers die over it."""
        future: Future[Any] = Future()
        self._tasks.put(_Task(next(self._turns), (which, what), given, future))
        return future

    def close(self) -> None:
        """Send everybody home, whatever they are doing."""
        for nurse in self._nurses:
            nurse.dismiss()
        for _ in self._nurses:
            self._tasks.put(_Task(_LAST))
        for nurse in self._nurses:
            nurse.join()

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


class _Nurse(Thread):
    """Tends one worker: hands it documents, waits, and replaces it when it is gone."""

    def __init__(self, tasks: "PriorityQueue[_Task]", told: tuple[Make, list[Settings]], timeout: float | None) -> None:
        super().__init__(daemon=True, name="allonym nurse")
        self._tasks = tasks
        self._told = told
        self._timeout = timeout
        self._worker: subprocess.Popen[bytes] | None = None
        self._dismissed = False

    def run(self) -> None:
        """Go on until there is nothing to do any more."""
        # Begun before there is work. If it cannot start, the first task says so.
        with suppress(Exception):
            self._ready()
        while (future := (task := self._tasks.get()).future) is not None:
            if self._dismissed or not future.set_running_or_notify_cancel():
                future.cancel()
                continue
            try:
                done = self._find if task.order[1] in DOCUMENTS else self._do
                future.set_result(done(task.order, task.given, 0))
            except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits
                future.set_exception(error)
        self._end()

    def dismiss(self) -> None:
        """Have it stop: what its worker is doing is not needed."""
        self._dismissed = True
        if (worker := self._worker) is not None:
            worker.kill()

    def _do(self, order: _Order, given: Any, deaths: int) -> Any:
        try:
            return self._answer(self._ready(), order, given)
        except (EOFError, OSError):
            self._end()
        return None if deaths or self._dismissed else self._do(order, given, 1)

    def _find(self, order: _Order, documents: Sequence[_Given], deaths: int) -> list[Any]:
        found, reason = self._ask(order, documents)
        if found is not None:
            return found
        if not reason and deaths == 0 and not self._dismissed:
            # Somebody may have ended the worker for reasons of their own.
            return self._find(order, documents, deaths=1)
        if len(documents) > 1 and not self._dismissed:
            half = len(documents) // 2
            return [*self._find(order, documents[:half], 1), *self._find(order, documents[half:], 1)]
        return [Failed("InputError", f"{_document(documents[0]).id}: {reason or 'two workers died over it'}")]

    def _ask(self, order: _Order, documents: Sequence[_Given]) -> tuple[list[Any] | None, str]:
        """Return what the worker found; or nothing, and why: the time is over, or (no reason) it has died."""
        worker = self._ready()
        late: list[str] = []
        watch = None if self._timeout is None else Timer(self._timeout, self._interrupt, [worker, late])
        try:
            if watch is not None:
                watch.start()
            answer = self._answer(worker, order, rows_of(documents))
        except (EOFError, OSError):
            self._end()
            return None, "".join(late)
        finally:
            if watch is not None:
                watch.cancel()
        pairs = zip(documents, answer, strict=True)
        made = _MADE[order[1]]
        return [row if isinstance(row, Failed) else made(_document(each), row) for each, row in pairs], ""

    def _answer(self, worker: "subprocess.Popen[bytes]", order: _Order, given: object) -> Any:
        send(_pipe(worker.stdin), (*order, given))
        answer = receive(_pipe(worker.stdout))
        if isinstance(answer, Failed):
            raise answer.error()
        return answer

    def _interrupt(self, worker: "subprocess.Popen[bytes]", late: list[str]) -> None:
        late.append(f"took longer than {self._timeout:g} s")
        worker.kill()

    def _ready(self) -> "subprocess.Popen[bytes]":
        """Return a worker that is ready, a new one if there is none."""
        if self._worker is not None:
            return self._worker
        worker = self._begun()
        if worker is None and not self._dismissed:
            # Somebody may have ended the first while it started.
            worker = self._begun()
        if worker is None:
            raise SafetyError("a worker process cannot start; --workers 0 does without")
        return worker

    def _begun(self) -> "subprocess.Popen[bytes] | None":
        """Start a worker; return None if it is gone before it is ready."""
        command = [sys.executable, "-c", _BOOT, *sys.path]
        # A session of its own: Ctrl-C at a terminal is for whoever started it all.
        worker = self._worker = subprocess.Popen(  # noqa: S603 - our own interpreter
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            send(_pipe(worker.stdin), self._told)
            said = receive(_pipe(worker.stdout))
        except (EOFError, OSError):
            said = None
        if said == READY:
            return worker
        self._end()
        if isinstance(said, Failed):
            raise said.error()
        return None

    def _end(self) -> None:
        if (worker := self._worker) is not None:
            worker.kill()
            for pipe in (worker.stdin, worker.stdout):
                with suppress(OSError):
                    _pipe(pipe).close()
            worker.wait()
            self._worker = None


def _pipe(pipe: Any) -> Any:
    """Return one of the pipes that were asked for."""
    return pipe


def _document(given: _Given) -> Document:
    return given.document if isinstance(given, Detected) else given


def _with_text(document: Document, found: Row) -> Detected:
    language, segments, mentions, scanned = found
    return _detected(told_again(document, language, segments), mentions_of_rows(mentions), scanned)


def _with_plan(document: Document, both: Row) -> tuple[Detected, Plan | Failed]:
    found, plan = both
    return _with_text(document, found), plan if isinstance(plan, Failed) else plan_of_row(document, plan)


_MADE: dict[str, Callable[[Document, Row], Any]] = {
    DETECT: _with_text,
    PARTS: _with_text,
    PLAN: plan_of_row,
    DECIDE: plan_of_row,
    BOTH: _with_plan,
}
