"""Requests that wait together are carried out together, and each gets its own answer."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from allonym.core.types import Document, Plan
from allonym.interfaces.rest.gathering import Gathering, Outcome


class Recorded:
    """Work that takes as long as it is told to, and remembers what it was given at once."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.go = asyncio.Event()

    def apply(self, planned: Sequence[tuple[Document, Plan]]) -> list[dict[str, Any]]:
        self.batches.append([document.id for document, _ in planned])
        if any(document.text == "boom" for document, _ in planned):
            raise RuntimeError("boom")
        return [{"id": document.id, "text": document.text.upper()} for document, _ in planned]

    async def run(self, work: Callable[[], list[Outcome]]) -> list[Outcome]:
        await self.go.wait()
        return work()


def planned(*named: tuple[str, str]) -> list[tuple[Document, Plan]]:
    return [(Document(name, text), Plan(name, b"", ())) for name, text in named]


async def _gathered(recorded: Recorded, most: int, *orders: list[tuple[Document, Plan]]) -> list[Any]:
    gathering = Gathering(recorded.apply, most, recorded.run)
    tasks = [asyncio.create_task(gathering.carry_out(order)) for order in orders]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    recorded.go.set()
    return list(await asyncio.gather(*tasks, return_exceptions=True))


def test_what_waits_is_carried_out_together_and_answered_apart() -> None:
    recorded = Recorded()
    first, second, third = planned(("a", "x")), planned(("b", "y"), ("c", "z")), planned(("d", "w"))
    answers = asyncio.run(_gathered(recorded, 32, first, second, third))

    assert [[each["text"] for each in answer] for answer in answers] == [["X"], ["Y", "Z"], ["W"]]
    assert recorded.batches == [["a", "b", "c", "d"]]


@pytest.mark.parametrize(("most", "sizes"), [(1, [1] * 6), (2, [2, 2, 2]), (32, [6])])
def test_no_more_are_taken_together_than_may_be(most: int, sizes: list[int]) -> None:
    recorded = Recorded()
    asyncio.run(_gathered(recorded, most, *(planned((f"{n}", "x")) for n in range(6))))

    assert [len(batch) for batch in recorded.batches] == sizes


def test_the_same_id_is_never_taken_twice_together() -> None:
    recorded = Recorded()
    orders = [planned((name, f"{n}")) for n, name in enumerate("aabab")]
    answers = asyncio.run(_gathered(recorded, 32, *orders))

    assert [answer[0]["text"] for answer in answers] == ["0", "1", "2", "3", "4"]
    assert all(len(set(batch)) == len(batch) for batch in recorded.batches)


def test_one_that_fails_spoils_no_other() -> None:
    recorded = Recorded()
    orders = [planned(("a", "x")), planned(("b", "boom")), planned(("c", "y"))]
    first, second, third = asyncio.run(_gathered(recorded, 32, *orders))

    assert (first[0]["text"], third[0]["text"]) == ("X", "Y")
    assert isinstance(second, RuntimeError)


def test_who_has_given_up_is_not_waited_for() -> None:
    async def tried() -> list[dict[str, Any]]:
        recorded = Recorded()
        gathering = Gathering(recorded.apply, 32, recorded.run)
        impatient = asyncio.create_task(gathering.carry_out(planned(("a", "x"))))
        await asyncio.sleep(0)
        impatient.cancel()
        patient = asyncio.create_task(gathering.carry_out(planned(("b", "y"))))
        await asyncio.sleep(0)
        recorded.go.set()
        return await patient

    assert asyncio.run(tried()) == [{"id": "b", "text": "Y"}]
