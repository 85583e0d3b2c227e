"""Who tends a worker: hands it what is to be done, waits, and replaces it when it is gone.

several documents take too long    -> each alone: the time is for one text, and it runs only while that is read
workers die over several           -> parted, until one is left: it failed
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread, Timer
from typing import Any

from allonym.core.errors import SafetyError
from allonym.core.types import Document
from allonym.engine import Detected
from allonym.pooling.failing import Failed
from allonym.pooling.turns import Turns
from allonym.pooling.wire import found_of_row, found_with_plan, plan_of_row, receive, rows_of, send
from allonym.pooling.worker import BOTH, DECIDE, DETECT, DOCUMENTS, PARTS, PLAN, READY, Serve
from allonym.settings import Settings

_Given = Document | Detected
_Order = tuple[int, str]
"""Where the settings stand that are meant, and what is to be done."""
Make = Callable[[Sequence[Settings]], Serve]
"""Makes a worker ready. It goes by its name, so it is a function of a module."""

_MADE: dict[str, Callable[[Document, Any], Any]] = {
    DETECT: found_of_row,
    PARTS: found_of_row,
    PLAN: plan_of_row,
    DECIDE: plan_of_row,
    BOTH: found_with_plan,
}
"""What is made of a row that a worker sends back."""
_FIRST_TEXT = Document("first", "Anna Berg, born 3 May 1980, has written to anna@example.org.")
"""What a worker reads before the clock runs: whatever is loaded with the first text is not held against it."""
_MOST_FOR_FIRST = 60.0

# The path is handed on, so that a worker finds the same modules; what `-m` or a script ran is not run again.
_BOOT = "import sys; sys.path[:] = sys.argv[1:]; from allonym.pooling.worker import main; main()"


@dataclass(frozen=True, slots=True, order=True)
class Task:
    """Something to do, in its turn; without a future, to go home."""

    turn: int
    order: _Order = field(default=(0, ""), compare=False)
    given: Any = field(default=None, compare=False, repr=False)
    future: "Future[Any] | None" = field(default=None, compare=False, repr=False)


class Nurse(Thread):
    """Tends one worker: hands it documents, waits, and replaces it when it is gone."""

    def __init__(self, tasks: Turns[Task], told: tuple[Make, list[Settings]], timeout: float | None) -> None:
        super().__init__(daemon=True, name="allonym nurse")
        self._tasks = tasks
        self._told = told
        self._timeout = timeout
        self._worker: subprocess.Popen[bytes] | None = None
        self._dismissed = False
        self._one_by_one = False
        """Whether several texts at once have taken too long, although none of them did alone."""

    def run(self) -> None:
        """Go on until there is nothing to do any more."""
        # Begun before there is work. If it cannot start, the first task says so.
        with suppress(Exception):
            self._ready()
        while (future := (task := self._tasks.take()).future) is not None:
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
        if self._one_by_one and len(documents) > 1:
            return self._each(order, documents)
        found, reason = self._ask(order, documents)
        if found is not None:
            return found
        if not reason and deaths == 0 and not self._dismissed:
            # Somebody may have ended the worker for reasons of their own.
            return self._find(order, documents, deaths=1)
        if len(documents) > 1 and not self._dismissed:
            if reason:
                # The time is for one text, so nobody knows yet whether any of them takes too long.
                each = self._each(order, documents)
                self._one_by_one = not any(isinstance(one, Failed) for one in each)
                return each
            half = len(documents) // 2
            return [*self._find(order, documents[:half], 1), *self._find(order, documents[half:], 1)]
        return [Failed("InputError", f"{_document(documents[0]).id}: {reason or 'two workers died over it'}")]

    def _each(self, order: _Order, documents: Sequence[_Given]) -> list[Any]:
        return [found for document in documents for found in self._find(order, [document], 0)]

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
        return worker if self._timeout is None else self._warmed(worker)

    def _warmed(self, worker: "subprocess.Popen[bytes]") -> "subprocess.Popen[bytes]":
        """Have a worker read something before the clock runs; if it dies over that, the next ones do without."""
        watch = Timer(_MOST_FOR_FIRST, worker.kill)
        watch.start()
        try:
            for which in range(len(self._told[1])):
                send(_pipe(worker.stdin), (which, PLAN, rows_of([_FIRST_TEXT])))
                receive(_pipe(worker.stdout))
        except (EOFError, OSError):
            self._end()
            worker = self._begun() or worker
        finally:
            watch.cancel()
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
