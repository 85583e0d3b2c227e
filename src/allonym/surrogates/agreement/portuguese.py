"""Portuguese: do, no, ao, pelo and their kin before countries, regions and persons.

Kinds: m, f, mp, fp have their article; am, af are used without it, too (em França); none has none (em Portugal).
"""

import unicodedata
from dataclasses import replace

from allonym.core.types import Span
from allonym.surrogates.agreement.grammar import Grammar, by_last_vowel, settle_with
from allonym.surrogates.agreement.leads import Form, Frame, Noun
from allonym.surrogates.agreement.scene import Scene, normal

_ARTICLES = {"m": "o", "f": "a", "mp": "os", "fp": "as"}
_STEMS = {"de": "d", "em": "n", "por": "pel"}


def _joined(preposition: str, article: str) -> str:
    if preposition == "a":
        return {"a": "à", "as": "às"}.get(article, f"a{article}")
    return _STEMS[preposition] + article if preposition else article


def _with(preposition: str) -> Frame:
    def frame(name: Noun) -> tuple[Form, ...]:
        kind = name.kind or ""
        article = _ARTICLES.get(kind.removeprefix("a"), "")
        bare = (preposition, name.words)
        if not article:
            return (bare,)
        joined = (_joined(preposition, article), name.words)
        return (joined, bare) if kind.startswith("a") else (joined,)

    return frame


def _guess(name: str) -> str:
    return "f" if unicodedata.normalize("NFD", normal(name)).endswith("a") else "m"


# The article a comes before the preposition a, which looks the same.
_FRAMES = (_with("de"), _with("em"), _with("por"), _with(""), _with("a"))
GRAMMAR = Grammar(
    code="pt",
    frames=_FRAMES,
    articled=_FRAMES,
    article=_with(""),
    choices={},
    guess=_guess,
    first_name=by_last_vowel,
    articles=("o ", "a ", "os ", "as "),
)


def settle(scene: Scene) -> tuple[Span, str]:
    """Return where the stand-in goes and how it reads."""
    before = scene.words_before(scene.mention.start, 1)
    # Before a person, a small a may be the article or the preposition, which does not agree.
    unclear = bool(before) and before[0].written.strip() == "a"
    settled = settle_with(replace(GRAMMAR, first_name=lambda _: None) if unclear else GRAMMAR, scene)
    return Span(settled.start, scene.mention.end), settled.words
