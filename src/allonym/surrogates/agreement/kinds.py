"""The tables of a language: which kind of noun a name is, and the words that its rules ask for."""

from collections.abc import Mapping
from functools import cache

from allonym.core.plain_toml import read_table
from allonym.surrogates.agreement.scene import normal


@cache
def kinds(code: str) -> Mapping[str, str]:
    """Return the kind of each name that the table of a language lists."""
    return _by_name(code, "kinds")


@cache
def heads(code: str) -> Mapping[str, str]:
    """Return the kind of each common noun that an organisation may begin with."""
    return _by_name(code, "heads")


@cache
def words(code: str, name: str) -> frozenset[str]:
    """Return a list of words from the table of a language."""
    return frozenset(_split(read_table(__package__, f"{code}.toml")["words"][name]))


def starts_with_one_of(name: str, code: str, key: str) -> bool:
    """Tell whether a name begins with a word, or the start of a word, of a list."""
    form = normal(name)
    return any(form.startswith(start) for start in words(code, key))


def first_word(name: str) -> str:
    """Return the first word of a name, as our tables write it."""
    parts = normal(name).split()
    return parts[0] if parts else ""


def _by_name(code: str, section: str) -> Mapping[str, str]:
    """Turn lists of names into the kind of each; a list called `none` has no article."""
    lists = read_table(__package__, f"{code}.toml").get(section, {})
    return {name: "" if kind == "none" else kind for kind, names in lists.items() for name in _split(names)}


def _split(names: str) -> list[str]:
    return [normal(name) for part in names.split(",") if (name := " ".join(part.split()))]


@cache
def endings_of(code: str) -> tuple[tuple[str, Mapping[str, str]], ...]:
    """Return the last parts of words that a language inflects, longest first, each with its forms."""
    rows = read_table(__package__, f"{code}.toml")["ending"]
    return tuple(sorted(((row["base"], row) for row in rows), key=lambda pair: -len(pair[0])))
