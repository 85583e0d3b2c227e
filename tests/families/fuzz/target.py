"""A target of fuzzing: something that reads bytes from anywhere, and bytes to begin with.

Whatever it is given, it may refuse with an error of ours, and nothing else: no other error, no second of work.
"""

import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import FrameType

from allonym.core.errors import AllonymError

SECONDS = 1.0
"""How much CPU time an input may take."""


@dataclass(frozen=True)
class Target:
    """What is tried, and with what it begins; `tries` is how often in the quick form."""

    name: str
    run: Callable[[bytes], object] = field(repr=False)
    seeds: Callable[[], Sequence[bytes]] = field(repr=False)
    tries: int = 200


class TooLong(Exception):
    """An input took more than its second."""


def attempt(target: Target, data: bytes, seconds: float = SECONDS) -> bool:
    """Give bytes to a target; return whether it took them. What is no error of ours goes on up."""
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        target.run(data)
    except AllonymError:
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return True


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TooLong
