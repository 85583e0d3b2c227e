"""How slow the machine is just now: bars in seconds are meant for one that counts to ten million in a second."""

import time

_STEPS = 200_000
_MEANT = 0.02


def pace() -> float:
    """Return how many times slower than meant the machine counts, at its best of five; at least 1."""
    return max(1.0, min(_counting() for _ in range(5)) / _MEANT)


def _counting() -> float:
    begun, total = time.process_time(), 0
    for each in range(_STEPS):
        total += each
    return time.process_time() - begun
