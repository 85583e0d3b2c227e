"""Small sets of words that rules ask for, from tables/words.toml; read when first asked."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def word_set(name: str) -> frozenset[str]:
    """Return the words of a set."""
    return frozenset(_sets()[name].split())


@cache
def _sets() -> dict[str, str]:
    return tomllib.loads(files("allonym.detectors.identifiers").joinpath("tables", "words.toml").read_text("utf-8"))
