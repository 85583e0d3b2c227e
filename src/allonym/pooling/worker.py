"""What a worker does: make itself ready as it is told, then answer orders until nobody asks any more.

It answers over the pipe only. What it would print is thrown away, since nobody can say what is in it.
"""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from allonym.core.collecting import undisturbed
from allonym.core.dumping import forbid_core_dumps
from allonym.core.errors import AllonymError
from allonym.core.types import Document
from allonym.engine import Detected, Engine, decide, detect, look, plan
from allonym.pooling.failing import NOT_OF_A_DOCUMENT, Failed, each_alone, failed
from allonym.pooling.wire import Row, documents_of_rows, found_of_rows, receive, row_of_plan, rows_of_mentions, send
from allonym.settings import Settings, build

READY = "ready"
DETECT, PARTS, PLAN, BOTH, DECIDE = "detect", "parts", "plan", "both", "decide"
DOCUMENTS = frozenset({DETECT, PARTS, PLAN, BOTH, DECIDE})
"""Orders that come with documents. Parts are documents that are read as they are; to decide, all is found already."""
Serve = Callable[[int, str, Any], Any]
"""Answers an order: with the settings that stand at a number, what is to be done, and with what."""


def main() -> None:
    """Serve whoever started this process, and leave with them."""
    forbid_core_dumps()
    inbox, outbox = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    try:
        make, settings = _told(receive(inbox))
        serve = make(settings)
    except AllonymError as error:
        # Whoever asks is told what is wrong with the settings or with what they name.
        send(outbox, Failed(type(error).__name__, str(error)))
        return
    send(outbox, READY)
    orders: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(inbox, orders), daemon=True).start()
    while True:
        order = orders.get()
        with undisturbed():
            send(outbox, serve(*order))


def finding(settings: Sequence[Settings]) -> Serve:
    """Return what answers all orders that come with rows of documents."""
    return finding_with([build(each) for each in settings])


def finding_with(engines: Sequence[Engine]) -> Serve:
    """Return the same for engines that are there already."""

    def serve(which: int, what: str, rows: list[Row]) -> list[Row | Failed] | Failed:
        if what == DECIDE:
            return [_plan_row(engines[which], each) for each in found_of_rows(rows)]
        return answer(engines[which], documents_of_rows(rows), what)

    return serve


def answer(engine: Engine, documents: Sequence[Document], what: str = DETECT) -> list[Row | Failed] | Failed:
    """Return what is found in each document, or one failure if something is wrong that would be wrong with all.

    Where it is to plan, it returns plans, or both. The text does not go back: the other side has it.
    """
    try:
        with undisturbed():
            if what == PLAN:
                plans = each_alone(partial(plan, engine), documents)
                return [each if isinstance(each, Failed) else row_of_plan(each) for each in plans]
            found = each_alone(partial(look if what == PARTS else detect, engine), documents)
            if what == BOTH:
                return [each if isinstance(each, Failed) else _both(engine, each) for each in found]
            return [each if isinstance(each, Failed) else _without_text(each) for each in found]
    except NOT_OF_A_DOCUMENT as error:
        return failed(documents[0], error)


def _told(received: Any) -> tuple[Callable[[Sequence[Settings]], Serve], Sequence[Settings]]:
    make, settings = received
    return make, settings


def _both(engine: Engine, found: Detected) -> Row:
    return _without_text(found), _plan_row(engine, found)


def _plan_row(engine: Engine, found: Detected) -> Row | Failed:
    try:
        return row_of_plan(decide(engine, found))
    except Exception as error:  # noqa: BLE001 - whatever it is, the other documents go on
        return failed(found.document, error)


def _without_text(each: Detected) -> Row:
    return each.document.language, each.document.segments, rows_of_mentions(each.mentions), each.scanned


def _listen(inbox: BinaryIO, orders: "SimpleQueue[Any]") -> None:
    """Take orders while the last one is carried out; when nobody is there any more, leave at once."""
    try:
        while True:
            orders.put(receive(inbox))
    finally:
        os._exit(0)
