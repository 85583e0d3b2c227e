"""What languages add to a name within one word, and how to take it off again.

Stockholms -> stockholm, gen      Mölndalsborna -> mölndal, def pl      وباريس -> باريس      annnna -> anna
"""

import re
from collections.abc import Iterator

from allonym.core.types import Features
from allonym.languages.list_forms import is_arabic

GENITIVE: Features = (("gen", "yes"),)
_PEOPLE = (
    ("sborna", (("def", "yes"), ("pl", "yes"))),
    ("borna", (("def", "yes"), ("pl", "yes"))),
    ("sbor", (("pl", "yes"),)),
    ("bor", (("pl", "yes"),)),
)
_OF_PEOPLE = tuple(ending for ending, _ in _PEOPLE)
_LAST_LETTERS = frozenset(("s", *(ending[-1] for ending in _OF_PEOPLE)))
# Conjunctions and prepositions are written together with the word after them, and with the article between.
_CLITICS = ("وبال", "وال", "فال", "بال", "كال", "ولل", "لل", "وب", "ول", "فب", "فل", "و", "ف", "ب", "ل", "ك")
_WITH_ARTICLE = {"وبال", "وال", "فال", "بال", "كال", "ولل", "لل"}
_STRETCHED = re.compile(r"(.)\1{2,}")
_SHORTEST = 3
_SHORTEST_OWNER = _SHORTEST + 1


def may_have_stems(word: str) -> bool:
    """Tell at a glance whether a word of letters with case may have stems; most have none."""
    return word[-1] in _LAST_LETTERS or len(set(word)) < len(word) - 1


def stems(word: str, shortest_owner: int = _SHORTEST_OWNER) -> list[tuple[str, Features]]:
    """Return what an unlisted word, as `normal` writes it, may be a form of, likeliest first.

    Who knows the names to look for may ask for genitives of shorter ones: Evas, Bos.
    """
    if is_arabic(word):
        return list(_without_clitics(word))
    found: list[tuple[str, Features]] = []
    if word[-1] == "s" and len(word) > shortest_owner:
        found.append((word[:-1], GENITIVE))
    if word.endswith(_OF_PEOPLE):
        found += [
            (word[: -len(ending)], features)
            for ending, features in _PEOPLE
            if word.endswith(ending) and len(word) > len(ending) + _SHORTEST
        ]
    if _STRETCHED.search(word):
        found += [(_STRETCHED.sub(r"\1", word), ()), (_STRETCHED.sub(r"\1\1", word), ())]
    return found


def _without_clitics(word: str) -> Iterator[tuple[str, Features]]:
    for clitic in _CLITICS:
        rest = word[len(clitic) :]
        if word.startswith(clitic) and len(rest) >= _SHORTEST:
            features = (("clitic", clitic.removesuffix("ال") if clitic in _WITH_ARTICLE else clitic),)
            if clitic in _WITH_ARTICLE:
                yield "ال" + rest, features
            yield rest, features
    if word.startswith("ال") and len(word) > _SHORTEST + 2:
        yield word[2:], (("def", "yes"),)
