"""Keeps Python's collector of cycles away from work that makes many values and no cycles."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_MANY = 50_000
"""So many values a batch of texts makes at most; usually Python looks for cycles after 700."""


def seldom() -> None:
    """Have the collector look for cycles seldom, as long as the process lives: for a program to ask, not for a library.

    It would take a twentieth of the time of a command, and find nothing.
    """
    gc.set_threshold(_MANY)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Pause the collector: it would go over every value again and again, a tenth of the time, and find nothing.

    Who found it paused leaves it so; who paused it lets it go on.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
