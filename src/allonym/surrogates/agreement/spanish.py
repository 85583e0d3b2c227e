"""Spanish: del and al, the article of some countries, y and o before the same vowel.

Kinds: m, f, mp, fp always have their article; om, of, omp may have it (Perú, el Perú).
"""

import re
import unicodedata

from allonym.core.types import Span
from allonym.surrogates.agreement.grammar import Grammar, by_last_vowel, settle_with
from allonym.surrogates.agreement.leads import Form, Frame, Noun
from allonym.surrogates.agreement.scene import Scene, normal

_ARTICLES = {"m": "el", "f": "la", "mp": "los", "fp": "las"}
_LIKE_I = re.compile(r"h?i(?![aeo])|y(?![aeiou])")
_LIKE_O = re.compile(r"h?o|8|11(?!\d)")  # ocho, once


def _with(preposition: str) -> Frame:
    def frame(name: Noun) -> tuple[Form, ...]:
        kind = name.kind or ""
        article = _ARTICLES.get(kind.removeprefix("o"), "")
        joined = {"de el": "del", "a el": "al"}.get(f"{preposition} {article}", f"{preposition} {article}".strip())
        if kind.startswith("o"):
            return (preposition, name.words), (joined, name.words)
        return ((joined if article else preposition, name.words),)

    return frame


def _sounds(following: str) -> str:
    return unicodedata.normalize("NFD", normal(following))


def _and(following: str) -> tuple[str, ...]:
    return ("e",) if _LIKE_I.match(_sounds(following)) else ("y",)


def _or(following: str) -> tuple[str, ...]:
    return ("u",) if _LIKE_O.match(_sounds(following)) else ("o",)


_PLACED = (_with("de"), _with("a"), _with(""))
GRAMMAR = Grammar(
    code="es",
    frames=_PLACED,
    articled=_PLACED,
    article=_with(""),
    choices={"y": _and, "e": _and, "o": _or, "u": _or},
    guess=lambda _: "",
    first_name=by_last_vowel,
    articles=("el ", "la ", "los ", "las "),
)


def settle(scene: Scene) -> tuple[Span, str]:
    """Return where the stand-in goes and how it reads."""
    settled = settle_with(GRAMMAR, scene)
    return Span(settled.start, scene.mention.end), settled.words
