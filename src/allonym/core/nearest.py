"""Guess what a misspelt name was meant to be."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import PurePath


def nearest(name: str, known: Iterable[str]) -> str:
    """Return ", did you mean 'x'?", or nothing when no known name is close."""
    close = get_close_matches(name.casefold(), {each.casefold(): each for each in known}, n=1, cutoff=0.6)
    found = {each.casefold(): each for each in known}
    return f", did you mean {found[close[0]]!r}?" if close else ""


def nearest_file(name: str, known: Iterable[str]) -> str:
    """Return the same of files: that both end in .csv makes no two names alike."""
    stem = PurePath(name).stem
    return nearest(name, [each for each in known if nearest(stem, [PurePath(each).stem])])
