"""Small sets of words that rules ask for, from tables/words.toml; read when first asked."""

from functools import cache

from allonym.core.plain_toml import read_table


@cache
def word_set(name: str) -> frozenset[str]:
    """Return the words of a set."""
    return frozenset(_sets()[name].split())


@cache
def _sets() -> dict[str, str]:
    return read_table("allonym.detectors.identifiers", "tables/words.toml")
