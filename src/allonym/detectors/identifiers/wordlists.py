"""Small sets of words that rules ask for, from tables/words.toml, and how ordinary a word is; read when first asked."""

from functools import cache

from allonym.core.plain_toml import read_table
from allonym.languages.lists import normal, open_lists


@cache
def word_set(name: str) -> frozenset[str]:
    """Return the words of a set."""
    return frozenset(_sets()[name].split())


def ordinary(word: str, language: str | None = None) -> float:
    """Return how ordinary a word is, from 0 to 1, in one language or where it is commonest."""
    return open_lists().ambiguity(normal(word), language)


@cache
def _sets() -> dict[str, str]:
    return read_table("allonym.detectors.identifiers", "tables/words.toml")
