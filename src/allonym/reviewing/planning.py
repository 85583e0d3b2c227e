"""Plans documents before somebody asks for them: a few after the one that is looked at, or all, one by one."""

import threading
from collections import deque

from allonym.core.errors import AllonymError
from allonym.reviewing.noticing import look_through
from allonym.reviewing.project import Project

AHEAD = 3


class Planning:
    """A thread that plans documents of a review. Whoever needs one at once does not wait for the others."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._waiting: deque[int] = deque()
        self._again: deque[int] = deque()
        self._awake = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._work, daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def want(self, number: int) -> None:
        """Have the documents after this one planned next."""
        last = min(number + AHEAD + 1, len(self._project.entries))
        self._put(range(last - 1, number, -1), first=True)

    def want_all(self) -> None:
        """Have all documents planned, in order."""
        self._put(range(len(self._project.entries)), first=False)

    def look_again(self, number: int) -> None:
        """Have the output of a long document written whole, of which only a part was written in haste."""
        with self._awake:
            if number not in self._again:
                self._again.append(number)
            self._awake.notify_all()

    def planned(self) -> int:
        """Return how many documents are planned, or cannot be."""
        return sum(1 for each in self._project.entries if each.history is not None or each.failed)

    def end(self) -> None:
        """Stop after the document at hand."""
        with self._awake:
            self._ended = True
            self._awake.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout=30)

    def _put(self, numbers: range, *, first: bool) -> None:
        with self._awake:
            for number in numbers:
                if self._project.entries[number].history is None and (first or number not in self._waiting):
                    (self._waiting.appendleft if first else self._waiting.append)(number)
            self._awake.notify_all()

    def _work(self) -> None:
        while True:
            with self._awake:
                while not (self._waiting or self._again or self._ended):
                    self._awake.wait()
                if self._ended:
                    return
                again = bool(self._again)
                number = (self._again or self._waiting).popleft()
            if again:
                self._refresh(number)
                continue
            try:
                self._project.ready(number)
                self._refresh(number)
            except AllonymError:
                continue
            except Exception:  # noqa: BLE001 - whoever opens the document is told
                self._project.entries[number].failed = f"document {number + 1}: it cannot be reviewed"

    def _refresh(self, number: int) -> None:
        """Write a document whole, beside what is shown; whatever comes out otherwise is told with the next step."""
        project, entry = self._project, self._project.entries[number]
        with project.lock:
            history, old = entry.history, entry.preview
            if history is None:
                return
            sheet, entry.preview = history.sheet, None
            fresh = project.preview_of(entry)
            entry.preview = old
        look_through(entry, sheet)
        if old is not None and old.is_whole(sheet):
            return
        try:
            fresh.whole(sheet)
        except AllonymError:
            return
        with project.lock:
            if history.sheet is sheet:
                entry.preview = fresh
