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
from allonym.engine import Detected, Engine, detect, plan
from allonym.pooling.failing import NOT_OF_A_DOCUMENT, Failed, each_alone, failed
from allonym.pooling.wire import Row, documents_of_rows, receive, row_of_plan, rows_of_mentions, send
from allonym.settings import Settings, build

READY = "ready"
DETECT, PLAN = "detect", "plan"
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
        send(outbox, serve(*orders.get()))


def finding(settings: Sequence[Settings]) -> Serve:
    """Return what answers orders to detect and to plan; both come with rows of documents."""
    return finding_with([build(each) for each in settings])


def finding_with(engines: Sequence[Engine]) -> Serve:
    """Return the same for engines that are there already."""

    def serve(which: int, what: str, rows: list[Row]) -> list[Row | Failed] | Failed:
        return answer(engines[which], documents_of_rows(rows), decides=what == PLAN)

    return serve


def answer(engine: Engine, documents: Sequence[Document], *, decides: bool = False) -> list[Row | Failed] | Failed:
    """Return what is found in each document, or one failure if something is wrong that would be wrong with all.

    Where it `decides`, it returns plans. The text does not go back: the other side has it.
    """
    try:
        with undisturbed():
            if decides:
                plans = each_alone(partial(plan, engine), documents)
                return [each if isinstance(each, Failed) else row_of_plan(each) for each in plans]
            return [_without_text(each) for each in each_alone(partial(detect, engine), documents)]
    except NOT_OF_A_DOCUMENT as error:
        return failed(documents[0], error)


def _told(received: Any) -> tuple[Callable[[Sequence[Settings]], Serve], Sequence[Settings]]:
    make, settings = received
    return make, settings


def _without_text(each: Detected | Failed) -> Row | Failed:
    if isinstance(each, Failed):
        return each
    return each.document.language, each.document.segments, rows_of_mentions(each.mentions), each.scanned


def _listen(inbox: BinaryIO, orders: "SimpleQueue[Any]") -> None:
    """Take orders while the last one is carried out; when nobody is there any more, leave at once."""
    try:
        while True:
            orders.put(receive(inbox))
    finally:
        os._exit(0)
