"""A long text goes to several workers, part by part; what they find is put together in the order of the text.

    document -> parts, as many at once as are read at once -> workers -> what was found in each -> the same as in one

So one text of some megabytes is not the work of one worker, while the others wait.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import chain, groupby
from threading import Lock
from typing import Any, Protocol, TypeVar

from allonym.core.errors import AllonymError
from allonym.core.types import Document, Plan
from allonym.detectors.parting import LONGEST, Part, batches
from allonym.engine import Detected, joined, require_text
from allonym.pooling.failing import Failed, failed, require_found

LONG = 2 * LONGEST
"""From so many characters on a text is the work of several."""
T_co = TypeVar("T_co", covariant=True)
Findings = list[Detected | Failed]
Plans = list[Plan | Failed]
Both = list[tuple[Detected, Plan | Failed] | Failed]
"""What was found in each document, and what is decided on it; or why it failed."""
Ask = Callable[[Sequence[Document]], "Future[Findings]"]


class Awaited(Protocol[T_co]):
    """An answer that comes later."""

    def result(self) -> T_co:
        """Return the answer; wait, if it is not there."""
        ...

    def cancel(self) -> object:
        """Say that nobody needs it."""
        ...


@dataclass(frozen=True, slots=True)
class InParts:
    """What is found in documents of which the long ones were parted. It fits Awaited."""

    documents: Sequence[Document] = field(repr=False)
    parts: Sequence[Part] = field(repr=False)
    answers: "Sequence[Future[Findings]]" = field(repr=False)

    def result(self) -> Findings:
        """Return what is found in each document, or why it failed; wait for all parts."""
        found = chain.from_iterable(answer.result() for answer in self.answers)
        by_document = groupby(zip(self.parts, found, strict=True), key=lambda pair: pair[0].which)
        return [_together(self.documents[which], list(pairs)) for which, pairs in by_document]

    def cancel(self) -> None:
        """Say that nobody needs it: what is not begun is not done."""
        for answer in self.answers:
            answer.cancel()

    def then(self, go_on: "Callable[[], None]") -> None:
        """Have something done, once, when all parts have come, by whoever brings the last."""
        lock, left = Lock(), [len(self.answers)]

        def count(_: "Future[Any]") -> None:
            with lock:
                left[0] -= 1
                is_last = not left[0]
            if is_last:
                go_on()

        for answer in self.answers:
            answer.add_done_callback(count)


@dataclass(frozen=True, slots=True)
class Decided:
    """Plans of documents that were parted: somebody decides when all parts have come. It fits Awaited."""

    parts: InParts
    found: "Future[Findings]" = field(default_factory=Future, repr=False)
    plans: "Future[Plans]" = field(default_factory=Future, repr=False)

    def begin(self, decide: "Callable[[Sequence[Detected], Future[Plans]], None]") -> "Decided":
        """Have what is found, when it is, decided by somebody."""

        def go_on() -> None:
            try:
                found = self.parts.result()
            except Exception as error:  # noqa: BLE001 - it belongs to whoever waits
                self.found.set_exception(error)
                self.plans.set_exception(error)
                return
            self.found.set_result(found)
            if whole := [each for each in found if isinstance(each, Detected)]:
                decide(whole, self.plans)
            else:
                self.plans.set_result([])

        self.parts.then(go_on)
        return self

    def result(self) -> Plans:
        """Return the plan of each document, or why it has none."""
        plans = iter(self.plans.result())
        return [each if isinstance(each, Failed) else next(plans) for each in self.found.result()]

    def cancel(self) -> None:
        """Say that nobody needs it."""
        self.parts.cancel()


@dataclass(frozen=True, slots=True)
class FoundAndDecided:
    """What is found in documents that were parted, and their plans. It fits Awaited."""

    decided: Decided

    def result(self) -> Both:
        """Return both for each document, or why it failed."""
        pairs = zip(self.decided.found.result(), self.decided.result(), strict=True)
        return [found if isinstance(found, Failed) else (found, plan) for found, plan in pairs]

    def cancel(self) -> None:
        """Say that nobody needs it."""
        self.decided.cancel()


def is_long(documents: Sequence[Document]) -> bool:
    """Tell whether a text among these is the work of several; what has a label is not looked through."""
    return any(len(each.text) >= LONG for each in documents) and not any(each.label for each in documents)


def ask_in_parts(ask: Ask, documents: Sequence[Document]) -> InParts:
    """Have workers look at documents, the long ones in parts."""
    parted = list(batches(documents))
    answers = [ask([part.document for part in batch]) for batch in parted]
    return InParts(documents, list(chain.from_iterable(parted)), answers)


def _together(document: Document, parts: Sequence[tuple[Part, Detected | Failed]]) -> Detected | Failed:
    try:
        require_text(document)
        return joined(document, ((part, require_found(found)) for part, found in parts))
    except AllonymError as error:
        return failed(document, error)
