"""What is known of the words of names: titles, particles, other spellings and short names, from the lists and here.

bob -> robert      mohamed, محمد -> محمد      sergey -> sergei      mr -> a title, male
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from allonym.core.plain_toml import read_table
from allonym.languages.lists import Entry, open_lists
from allonym.languages.words import entries
from allonym.linking.spelling import fold

# A name that stands so high in the lists is one of its own, even if it is also short for another: José, Lisa.
_OWN_NAME = 0.75
# From this on a first name tells the gender of who bears it.
_TELLING = 0.4
# A word that stands lower in the lists may be a slip of the pen.
_WELL_KNOWN = 0.4


@dataclass(frozen=True, slots=True, repr=False)
class Known:
    """What is known of one folded word of a name."""

    same: frozenset[str]
    """What it is the same as, itself included."""
    gender: str = ""
    """Of a first name: m or f."""
    is_listed: bool = False
    """Whether it is a name that many bear, and so no misspelt one."""


@cache
def table() -> dict[str, Any]:
    """Return the table that lies beside this file."""
    return read_table("allonym.linking", "variants.toml")


@cache
def particles() -> frozenset[str]:
    """Return the small words that belong to the name after them: von, de, al."""
    return frozenset(entries(table()["particles"]))


@cache
def _titles() -> dict[str, str]:
    return {word: gender for gender, text in table()["titles"].items() for word in entries(text)}


@cache
def generations() -> dict[str, str]:
    """Return the words that tell father from son, and which of the two they mean."""
    return {word: which for which, text in table()["generations"].items() for word in entries(text)}


@cache
def _spelt() -> dict[str, str]:
    """Return the names of our table that are one in other spellings, each with the first of its group."""
    groups = (group.split() for group in table()["same"]["names"].split(","))
    return {word: group[0] for group in groups for word in group}


@cache
def _variants() -> dict[str, frozenset[str]]:
    """Return, for each word of our table, the names that it is a spelling of or short for."""
    made: dict[str, set[str]] = {word: {first} for word, first in _spelt().items()}
    for line in table()["short"]["names"].replace("\n", "").split(";"):
        name, _, shorts = line.strip().partition(": ")
        for short in shorts.split():
            made.setdefault(short, set()).update(made.get(name, {name}))
    return {word: frozenset(names) for word, names in made.items()}


@lru_cache(maxsize=1 << 14)
def title(word: str, language: str | None) -> str:
    """Return the gender that a folded word tells as a title: m, f or n; "" if it is none."""
    if word in _titles():
        return _titles()[word]
    for entry in open_lists().find(word):
        if entry.kind == "title" and (language is None or language in entry.languages.split()):
            return entry.gender or "n"
    return ""


@lru_cache(maxsize=1 << 15)
def known(word: str, language: str | None = None) -> Known:
    """Return what is known of one folded word of a name."""
    found = open_lists().find(word)
    if not found and word not in _variants():
        return Known(frozenset({word}))
    best = max((each.weight for each in found if each.kind in {"first", "last"}), default=0.0)
    same = {word, *_variants().get(word, ()), *_listed_as(found, language)}
    if "-" not in word:
        same |= {fold(name) for name in _of_arabic(found)}
    same |= {each for name in tuple(same) for each in _variants().get(name, ())}
    return Known(frozenset(same), _gender(found), best >= _WELL_KNOWN)


def _gender(found: tuple[Entry, ...]) -> str:
    firsts = [each for each in found if each.kind == "first" and each.weight >= _TELLING]
    best = max(firsts, key=lambda each: each.weight, default=None)
    return best.gender if best and best.gender != "n" else ""


def _listed_as(found: tuple[Entry, ...], language: str | None) -> Iterator[str]:
    """Return the names that a word is short for, unless many bear it as their own name."""
    first = max((each for each in found if each.kind == "first"), key=lambda each: each.weight, default=None)
    if first and first.weight >= _OWN_NAME:
        return
    for entry in found:
        fits = first is None or first.gender in {"n", "", entry.gender}
        if entry.kind == "nickname" and fits and (language is None or language in entry.languages.split()):
            yield fold(entry.canonical.removeprefix("name:"))


def _of_arabic(found: tuple[Entry, ...]) -> Iterator[str]:
    for entry in found:
        if entry.kind in {"first", "last"} and entry.canonical.startswith("name:"):
            yield entry.canonical.removeprefix("name:")


@lru_cache(maxsize=1 << 14)
def spelling_of(word: str) -> str:
    """Return the one name that a folded word is another spelling of, in any language and script, or the word."""
    word = _spelt().get(word, word)
    found = open_lists().find(word)
    arabic = [entry for entry in found if entry.kind in {"first", "last"} and entry.canonical.startswith("name:")]
    best = min(arabic, key=lambda each: (-each.weight, each.canonical), default=None)
    return fold(best.canonical.removeprefix("name:")) if best else word


def spellings_of(word: str) -> frozenset[str]:
    """Return a folded word and what it is only another spelling of, by our table and by the lists."""
    return frozenset({word, _spelt().get(word, word), spelling_of(word)})


@lru_cache(maxsize=1 << 14)
def root(word: str) -> str:
    """Return the one name that a folded word is another spelling of or short for; the word, if it is of several."""
    names = {spelling_of(each) for each in (*_variants().get(word, ()), *_listed_as(open_lists().find(word), None))}
    names.discard(word)
    return names.pop() if len(names) == 1 else spelling_of(word)
