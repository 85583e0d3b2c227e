"""Requests that wait at the same time are written to the vault together, so that the disk is waited for once for all.

plan, each request in a thread of its own -> gather whatever waits, and wait for no more -> one batch of the vault
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from allonym.interfaces.rest.work import Answer, Planned

Apply = Callable[[Sequence[Planned]], list[Answer]]
Run = Callable[[Callable[[], "list[Outcome]"]], Awaitable["list[Outcome]"]]
Outcome = list[Answer] | Exception


@dataclass(frozen=True, slots=True)
class _Order:
    planned: Sequence[Planned] = field(repr=False)
    answer: "asyncio.Future[list[Answer]]" = field(repr=False)

    def ids(self) -> set[str]:
        return {document.id for document, _ in self.planned}


class Gathering:
    """Takes orders, and has those that wait carried out together; one that fails spoils no other."""

    def __init__(self, apply: Apply, most: int, run: Run) -> None:
        self._apply = apply
        self._most = most
        self._run = run
        self._waiting: deque[_Order] = deque()
        self._task: asyncio.Task[None] | None = None

    async def carry_out(self, planned: Sequence[Planned]) -> list[Answer]:
        """Return what comes of planned documents, as soon as the vault has them."""
        order = _Order(planned, asyncio.get_running_loop().create_future())
        self._waiting.append(order)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work_off())
        return await order.answer

    async def _work_off(self) -> None:
        while self._waiting:
            orders = self._next()
            for order, outcome in zip(orders, await self._run(partial(self._outcomes, orders)), strict=True):
                # Whoever has given up meanwhile is not told.
                if order.answer.done():
                    continue
                if isinstance(outcome, Exception):
                    order.answer.set_exception(outcome)
                else:
                    order.answer.set_result(outcome)

    def _next(self) -> list[_Order]:
        """Return the orders that come next; in no two of them there is the same id, which would make them one text."""
        orders = [self._waiting.popleft()]
        ids = orders[0].ids()
        while self._waiting and len(ids) < self._most and ids.isdisjoint(self._waiting[0].ids()):
            orders.append(self._waiting.popleft())
            ids |= orders[-1].ids()
        return orders

    def _outcomes(self, orders: Sequence[_Order]) -> list[Outcome]:
        try:
            made = iter(self._apply([each for order in orders for each in order.planned]))
            return [[next(made) for _ in order.planned] for order in orders]
        except Exception as error:  # noqa: BLE001 - each order is told of its own
            if len(orders) == 1:
                return [error]
        return [outcome for order in orders for outcome in self._outcomes([order])]
