"""A text as a sweep compares it: as seen, in small letters, without accents, cut into words; with the way back."""

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache

from allonym.core.shadow import Shadow, shadow
from allonym.core.types import Span
from allonym.languages.list_forms import normal

_OTHER = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"}
_WORD = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class Word:
    """A run of letters, or of digits: folded, and where it stands in the text itself."""

    folded: str = field(repr=False)
    span: Span


def fold(text: str) -> str:
    """Return words as they are compared."""
    return "".join(map(_fold, shadow(text).text))


def words_of(text: str) -> list[Word]:
    """Return the words of a text; what is hidden in one, or only looks like a letter of it, is no matter."""
    cast = shadow(text)
    if cast.text.isascii():
        return [Word(match[0], cast.span(*match.span())) for match in _WORD.finditer(cast.text.lower())]
    return list(_folded_words(cast))


def _folded_words(cast: Shadow) -> list[Word]:
    made: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(cast.text):
        for part in _fold(letter):
            made.append(part)
            places.append(place)
    whole = "".join(made)
    return [
        Word(match[0], cast.span(places[match.start()], places[match.end() - 1] + 1)) for match in _WORD.finditer(whole)
    ]


@lru_cache(maxsize=1 << 13)
def _fold(letter: str) -> str:
    small = normal(letter.casefold())
    plain = (each for each in unicodedata.normalize("NFKD", small) if not unicodedata.combining(each))
    return "".join(_OTHER.get(each, each) for each in plain)
