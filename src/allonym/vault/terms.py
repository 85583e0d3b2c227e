"""What a replaced thing is found by: the words of a name, the letters of a handle, the whole form of a number.

Nicolas Sarkozy            -> nicolas, sarkozy
nicolas.sarkozy@example.org -> the whole address, nicolassarkozy, nicolas, sarkozy
+33 6 12 34 56 78          -> the whole number
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from allonym.core.canon import canonical
from allonym.core.labels import LABELS, Kind
from allonym.core.shadow import is_plain, shadow
from allonym.core.types import Manifest
from allonym.languages.list_forms import normal

NAMED = frozenset({"PERSON", "EXTRA"})
"""What is found by its words: persons, and what may be one."""
HANDLES = frozenset({"USERNAME", "EMAIL", "URL", "HASHTAG"})
"""What may be made from a name."""

_BODIES = frozenset({"ORGANIZATION", "LOCATION"})
_WHOLE = frozenset(name for name, label in LABELS.items() if "." not in name and label.kind is Kind.DIRECT) | _BODIES
_WORD = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_HOST = re.compile(r"\A(?:[a-z][a-z0-9+.\-]*://)?[^/?#]*", re.IGNORECASE)
_SHORTEST_WORD, _SHORTEST_IN_HANDLE = 2, 3
_MOST_WORDS, _MOST_LEFT_OUT = 8, 500
_WAY_BACK = ":way back"
_WITH_GENITIVE = "s"
_BEFORE_ARABIC = ("ال", "و", "ب", "ل", "ف", "ك", "وال", "بال", "لل")
_ARABIC = re.compile(r"[\u0621-\u064a]")


@lru_cache(maxsize=1 << 14)
def terms_of(label: str, surface: str) -> tuple[str, ...]:
    """Return the terms of one thing; dates, ages, amounts and the like have none."""
    top = label.partition(".")[0]
    if top in NAMED:
        return tuple(words_of(surface)[:_MOST_WORDS]) or (form_of(label, surface),)
    if top in HANDLES:
        parts = handle_words(top, surface)
        return tuple(dict.fromkeys((form_of(label, surface), *parts)))
    return (form_of(label, surface),) if top in _WHOLE else ()


def terms_in(manifest: Manifest) -> frozenset[str]:
    """Return the terms of all that was replaced in a text; of a row that was left out, every word."""
    if manifest.withheld:
        return frozenset(words_in(manifest))
    return frozenset(term for edit in manifest.edits for term in terms_of(edit.label, edit.replacement))


def words_of(surface: str) -> list[str]:
    """Return the words of a name as they are indexed: folded, each once; initials are none."""
    words = _WORD.findall(folded(surface))
    return list(dict.fromkeys(word for word in words if len(word) >= _SHORTEST_WORD or not word.isascii()))


def words_in(manifest: Manifest) -> list[str]:
    """Return the words of a row that was left out; of the way back to a container, which is no text, none."""
    if is_way_back(manifest):
        return []
    return words_of((manifest.raw or b"").decode("utf-8", "replace"))[:_MOST_LEFT_OUT]


def is_way_back(manifest: Manifest) -> bool:
    """Tell whether this is a part of the way back to a container: bytes of it, mostly compressed."""
    return manifest.withheld and manifest.id.endswith(_WAY_BACK)


def form_of(label: str, surface: str) -> str:
    """Return the term of a whole thing. A colon stands in no word, so the two never meet."""
    return f"{label.partition('.')[0]}:{canonical(label, surface)}"


def handle_words(top: str, surface: str) -> list[str]:
    """Return the letters of the part of a handle that somebody chose: together and, if it has several, its words."""
    chosen = surface
    if top == "EMAIL":
        chosen = surface.rpartition("@")[0]
    elif top == "URL":
        chosen = _HOST.sub("", surface, count=1)
    parts = _LETTERS.findall(folded(chosen))[:_MOST_WORDS]
    words = [part for part in parts if len(part) >= _SHORTEST_IN_HANDLE]
    return list(dict.fromkeys(["".join(parts), *words])) if parts else []


def asked_for(words: Iterable[str]) -> list[str]:
    """Return the terms under which somebody with these words in the name may stand, inflected or in a handle."""
    whole = [word for word in dict.fromkeys(words) if len(word) >= _SHORTEST_WORD]
    asked = [*whole, *(word + _WITH_GENITIVE for word in whole), *shapes(whole)]
    asked += [before + word for word in whole if _ARABIC.match(word) for before in _BEFORE_ARABIC]
    return list(dict.fromkeys(asked))


def shapes(words: Iterable[str]) -> list[str]:
    """Return what handles are made of a first name and a surname: nicolassarkozy, nsarkozy, sarkozyn."""
    several = list(words)
    if len(several) < 2:
        return []
    first, last = several[0], several[-1]
    return [first + last, last + first, first[0] + last, last + first[0], first + last[0]]


def folded(surface: str) -> str:
    """Return words as a reader compares them: as seen, in small letters, without accents."""
    seen = surface if is_plain(surface) else shadow(surface).text
    small = normal(seen.casefold())
    if small.isascii():
        return small
    parts = unicodedata.normalize("NFKD", small)
    return "".join(character for character in parts if not unicodedata.combining(character))
