"""Sums behind a date: the currency between the two belongs to the sum, "al 30/09/2021 Euro 5.301,88"."""

import re

from allonym.detectors.expressions import Expression

_DAY = r"(?<![0-9])[0-9]{1,2}[./\-][0-9]{1,2}[./\-](?:[0-9]{4}|[0-9]{2})"
_DATED = Expression(_DAY)
_BEHIND_DAY = Expression(rf"{_DAY}:? ()([^\W\d_]{{4,11}}) \Z")
_LEADS = Expression(r" (?:[A-Za-z]{2,7}|[€$£]) ?[0-9]")
# Capitals between digits are one run with them: "30.09.2021 EUR 20,00".
_IN_RUN = Expression(rf"{_DAY} [A-Z]{{3}} (?=[0-9])")
SHORTEST = 12
"""So long is a run at least that has a date and a sum."""


def is_dated(text: str, start: int, end: int) -> bool:
    """Tell whether a number is a date, and the currency behind it goes with another number."""
    return _DATED.fullmatch(text, start, end) is not None and _LEADS.match(text, end) is not None


def word_behind_day(window: str) -> re.Match[str] | None:
    """Return the word between a date and the end of a window, as the second group."""
    return _BEHIND_DAY.search(window)


def sum_in_run(text: str, start: int, end: int) -> int:
    """Return where the sum of a run begins: behind its date and its currency, or where the run does."""
    match = _IN_RUN.match(text, start, end) if end - start >= SHORTEST else None
    return match.end() if match else start
