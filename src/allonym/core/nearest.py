"""Guess what a misspelt name was meant to be."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str:
    """Return ", did you mean 'x'?", or nothing when no known name is close."""
    close = get_close_matches(name.casefold(), {each.casefold(): each for each in known}, n=1, cutoff=0.6)
    found = {each.casefold(): each for each in known}
    return f", did you mean {found[close[0]]!r}?" if close else ""
