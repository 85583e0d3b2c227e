"""What languages add to a name within one word, and how to take it off again.

Stockholms -> stockholm, gen      Mölndalsborna -> mölndal, def pl      وباريس -> باريس      annnna -> anna
"""

import re
from collections.abc import Iterator

from allonym.core.types import Features

GENITIVE: Features = (("gen", "yes"),)
_PEOPLE = (
    ("sborna", (("def", "yes"), ("pl", "yes"))),
    ("borna", (("def", "yes"), ("pl", "yes"))),
    ("sbor", (("pl", "yes"),)),
    ("bor", (("pl", "yes"),)),
)
# Conjunctions and prepositions are written together with the word after them, and with the article between.
_CLITICS = ("وبال", "وال", "فال", "بال", "كال", "ولل", "لل", "وب", "ول", "فب", "فل", "و", "ف", "ب", "ل", "ك")
_WITH_ARTICLE = {"وبال", "وال", "فال", "بال", "كال", "ولل", "لل"}
_STRETCHED = re.compile(r"(.)\1{2,}")
_ARABIC = re.compile("[\u0621-\u064a]")
_SHORTEST = 3


def stems(word: str) -> Iterator[tuple[str, Features]]:
    """Return what an unlisted word, as `normal` writes it, may be a form of, likeliest first."""
    if _ARABIC.match(word):
        yield from _without_clitics(word)
        return
    if word.endswith("s") and len(word) > _SHORTEST + 1:
        yield word[:-1], GENITIVE
    for ending, features in _PEOPLE:
        if word.endswith(ending) and len(word) > len(ending) + _SHORTEST:
            yield word[: -len(ending)], features
    if _STRETCHED.search(word):
        yield _STRETCHED.sub(r"\1", word), ()
        yield _STRETCHED.sub(r"\1\1", word), ()


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
