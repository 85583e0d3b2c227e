"""How much is taken: sizes, times, and how often somebody may ask."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

T = TypeVar("T")

MINUTE = 60.0
_KEYS = 10_000
"""So many callers are remembered; whoever came least recently is forgotten first."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a service. Sizes are bytes and characters, times are seconds, rates are per minute."""

    body: int = 20 * 1024 * 1024
    text: int = 1_000_000
    documents: int = 100
    id: int = 1_000
    reason: int = 10_000
    seconds: float = 60.0
    """For one request, from its first byte to its answer."""
    body_seconds: float = 30.0
    idle_seconds: float = 300.0
    """How long a stream may say nothing."""
    requests: int = 6_000
    recoveries: int = 10
    """Texts that are given back, however many of them a request asks for."""
    failures: int = 5
    """Refused tokens from one address, before it has to wait."""
    waiting: int = 200
    """Connections at one time."""


class Rate:
    """Lets every caller do something so many times a minute, evenly or in a burst."""

    def __init__(self, per_minute: int, clock: Callable[[], float]) -> None:
        self._most = float(per_minute)
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str, turns: int = 1) -> float:
        """Take turns and return 0, or take none and return how many seconds to wait for them."""
        now = self._clock()
        left, since = self._left.pop(caller, (self._most, now))
        left = min(self._most, left + (now - since) * self._most / MINUTE)
        wait = 0.0 if left >= turns else (turns - left) * MINUTE / self._most
        _remember(self._left, caller, (left if wait else left - turns, now))
        return wait


@dataclass(frozen=True, slots=True)
class _Guessing:
    count: int = 0
    since: float = 0.0
    until: float = 0.0
    series: int = 0


class Failures:
    """Has an address wait that brings wrong tokens: a minute after the first few, then twice as long each time."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most = most
        self._clock = clock
        self._known: OrderedDict[str, _Guessing] = OrderedDict()

    def note(self, address: str) -> float:
        """Note a wrong token; return 0, or how many seconds the address gets no answer."""
        now = self._clock()
        known = self._known.pop(address, _Guessing(since=now))
        if now >= known.until:
            known = self._counted(known, now)
        _remember(self._known, address, known)
        return max(0.0, known.until - now)

    def _counted(self, known: _Guessing, now: float) -> _Guessing:
        series = known.series if now - known.until < 60 * MINUTE else 0
        if now - known.since >= MINUTE:
            return _Guessing(1, now, 0.0 if not series else known.until, series)
        if known.count < self._most:
            return _Guessing(known.count + 1, known.since, known.until, series)
        return _Guessing(0, now, now + min(MINUTE * 2**series, 60 * MINUTE), series + 1)


def whole_seconds(wait: float) -> str:
    """Return a time to wait as a header says it; what a clock loses in the last digits is no second more."""
    return str(max(1, ceil(round(wait, 3))))


def _remember(table: OrderedDict[str, T], key: str, value: T) -> None:
    table[key] = value
    if len(table) > _KEYS:
        table.popitem(last=False)
