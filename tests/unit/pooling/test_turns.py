"""Tasks reach those who ask for them in their turn, and no signal leaves anybody waiting."""

import signal
from threading import Thread
from typing import Any

import pytest

from allonym.pooling.turns import Turns

LAST = 10**9


def a_taker(turns: Turns[int], taken: list[int]) -> Thread:
    """Return a thread that takes all there is, until it is told that there is no more."""

    def take() -> None:
        while (task := turns.take()) < LAST:
            taken.append(task)

    thread = Thread(target=take, daemon=True)
    thread.start()
    return thread


def test_the_lowest_turn_is_taken_first() -> None:
    turns: Turns[int] = Turns()
    for turn in (3, 1, 2):
        turns.put(turn)

    first = turns.take()
    turns.put(0)

    assert [first, turns.take(), turns.take(), turns.take()] == [1, 0, 2, 3]


def test_everything_is_taken_once_by_some_who_wait() -> None:
    turns: Turns[int] = Turns()
    taken: list[int] = []
    takers = [a_taker(turns, taken) for _ in range(4)]
    for turn in range(200):
        turns.put(turn)
    while len(taken) < 200:
        takers[0].join(0.01)
    for _ in takers:
        turns.put(LAST)
    for taker in takers:
        taker.join(10)

    assert not any(taker.is_alive() for taker in takers)
    assert sorted(taken) == list(range(200))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers that send signals")
def test_a_signal_in_the_midst_of_putting_loses_nothing() -> None:
    """With a queue that has a lock and a condition, whoever waits is left waiting within a few thousand signals."""
    turns: Turns[int] = Turns()
    taken: list[int] = []

    class Stopped(BaseException):
        pass

    def stop(*_: Any) -> None:
        raise Stopped

    taker = a_taker(turns, taken)
    put, before = 0, signal.signal(signal.SIGALRM, stop)
    try:
        for number in range(300):
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.0002 + number % 7 * 0.0001)
                while True:
                    turns.put(put)
                    put += 1
            except Stopped:
                continue
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    turns.put(LAST)
    taker.join(60)

    assert not taker.is_alive()
    assert set(range(put)) <= set(taken)
