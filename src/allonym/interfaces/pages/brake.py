"""Whoever tries passphrases at a vault has to wait: a minute after the first few wrong ones, then twice as long."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from allonym.core.errors import WrongPassphrase
from allonym.interfaces.rest.limits import Failures, whole_seconds
from allonym.interfaces.rest.problems import Problem

WRONG = 5
"""So many wrong passphrases in a minute, before nothing is tried for a while."""


class Brake:
    """Counts wrong passphrases, for each vault by itself. While it brakes, a right one is not tried either."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._failures = Failures(WRONG - 1, clock)
        self._until: dict[str, float] = {}

    @contextmanager
    def trying(self, vault: str) -> Iterator[None]:
        """Let somebody try to open a vault, unless too many tries have failed."""
        wait = self._until.get(vault, 0.0) - self._clock()
        if wait > 0:
            raise _too_many(wait)
        try:
            yield
        except WrongPassphrase:
            wait = self._failures.note(vault)
            if wait:
                self._until[vault] = self._clock() + wait
                raise _too_many(wait) from None
            raise


def _too_many(wait: float) -> Problem:
    return Problem(429, f"too many wrong passphrases for this vault; try again in {whole_seconds(wait)} seconds", wait)
