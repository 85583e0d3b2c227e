"""Tasks in their turn, for those who tend workers.

Whoever puts a task in may be stopped by a signal in the midst of it (Ctrl-C, a request to end). A queue with a lock
would then stay locked, or its next call go unheard, and whoever waits at it wait for ever.
"""

from heapq import heappop, heappush
from queue import SimpleQueue
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar


class _InTurn(Protocol):
    def __lt__(self, other: Any, /) -> bool:
        """Tell whether this is before the other."""


_Task = TypeVar("_Task", bound=_InTurn)


class Turns(Generic[_Task]):
    """Gives each task to one who asks: of those that wait, the one with the lowest turn."""

    def __init__(self) -> None:
        self._new: SimpleQueue[_Task] = SimpleQueue()
        self._waiting: list[_Task] = []
        self._taking = Lock()

    def put(self, task: _Task) -> None:
        """Put a task in; from any thread, and no signal can break it."""
        self._new.put(task)

    def take(self) -> _Task:
        """Wait for a task; not from the main thread, which gets the signals."""
        with self._taking:
            while not self._waiting or not self._new.empty():
                heappush(self._waiting, self._new.get())
            return heappop(self._waiting)
