"""The words that detection knows of each language: languages/<code>/<topic>.toml, and how its lists are written.

A list is one string, for it is read far faster than an array:

    "nurse/s, midwife, midwives"       entries between commas or line ends; "/" adds endings to what stands before it
    "5: may, mai"                      a line may begin with the number that its words mean

Words are kept as a shadow in lower case has them. People leave accents out, and Arabic hamzas; so do we, besides.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

from allonym.core.plain_toml import read_table
from allonym.languages.pack import CODES, require_language

_BARE_ARABIC = str.maketrans("أإآٱى", "ااااي")
# Arabic hamzas are handled apart; the rings and dots of Swedish and German are letters, but left out all the same.
_NO_ACCENTS = dict.fromkeys(range(0x300, 0x370))


@cache
def topic(code: str, name: str) -> dict[str, Any]:
    """Return what a language's file on a topic says; without such a file, nothing."""
    return read_table("allonym.languages", f"{require_language(code)}/{name}.toml")


def everywhere(name: str, *keys: str) -> Iterator[tuple[str, str]]:
    """Return, for each language that has it, its code and the list that stands under these keys of a topic."""
    for code in CODES:
        found: Any = topic(code, name)
        for key in keys:
            found = found.get(key, {})
        if isinstance(found, str):
            yield code, found


def all_entries(name: str, *keys: str) -> list[str]:
    """Return the words of all languages under these keys of a topic, each once."""
    lists = [entries(text) for _, text in everywhere(name, *keys)]
    return list(dict.fromkeys(word for each in lists for word in each))


def entries(text: str) -> Iterator[str]:
    """Return the words of a list with all their endings."""
    for entry in text.replace("\n", ",").split(","):
        word = entry.strip()
        # "c/" is itself, short for "calle".
        if "/" in word and not word.endswith("/"):
            stem, *endings = word.split("/")
            yield stem
            yield from (stem + ending for ending in endings)
        elif word:
            yield word


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """Return the words of a list of numbered lines, each with its number."""
    for line in text.splitlines():
        number, colon, words = line.partition(":")
        if colon:
            yield from ((int(number), word) for word in entries(words))


def spellings(word: str) -> Iterator[str]:
    """Return a word, and the word as those write it who leave accents, or hamzas, out."""
    yield word
    if word.isascii():
        return
    arabic = word.translate(_BARE_ARABIC)
    if arabic != word:
        yield arabic
    if word.endswith("ة"):
        yield arabic[:-1] + "ه"
    # Without its accent a short word is too often another one: "år", "mån".
    bare = unicodedata.normalize("NFD", word).translate(_NO_ACCENTS) if len(word) > 3 else word
    if bare not in {word, arabic}:
        yield unicodedata.normalize("NFC", bare)


def either(words: list[str]) -> str:
    """Return a regular expression for any of the words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(set(words), key=lambda word: (-len(word), word)))
