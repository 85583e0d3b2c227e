"""Italian: articles and the prepositions joined with them, in or a before places, and ad, ed, d' before vowels.

Kinds: m, f, mp, fp take an article; nm, nf keep it after `in` (nel Regno Unito); none stands after `a`, `in` after in.
"""

import re
import unicodedata

from allonym.core.types import Span
from allonym.surrogates.agreement.grammar import Grammar, by_last_vowel, settle_with
from allonym.surrogates.agreement.kinds import words
from allonym.surrogates.agreement.leads import Form, Frame, Noun
from allonym.surrogates.agreement.scene import Scene, normal

_HEAVY = re.compile(r"s[bcdfghjklmnpqrstvwxz]|z|gn|ps|pn|x|y[aeiou]")
_VOWEL = re.compile(r"[aeiou]|(8\d*|11|1)(?![\dº°])")  # otto, undici, uno
_JOINED = {"il": "l", "lo": "llo", "l'": "ll'", "la": "lla", "i": "i", "gli": "gli", "le": "lle"}
_STEMS = {"di": "de", "a": "a", "da": "da", "in": "ne", "su": "su"}


def _plain(name: str) -> str:
    return unicodedata.normalize("NFD", normal(name))


def _article(name: Noun) -> str:
    form, kind = _plain(name.words), (name.kind or "").removeprefix("n")
    vowel = bool(_VOWEL.match(form))
    heavy = bool(_HEAVY.match(form))
    if kind == "m":
        return "l'" if vowel else "lo" if heavy else "il"
    if kind == "mp":
        return "gli" if vowel or heavy else "i"
    if kind == "f":
        return "l'" if vowel else "la"
    return {"fp": "le"}.get(kind, "")


def _joined(preposition: str) -> Frame:
    def frame(name: Noun) -> tuple[Form, ...]:
        article = _article(name)
        if article:
            return ((_STEMS[preposition] + _JOINED[article], name.words),)
        return tuple((lead, name.words) for lead in _before_vowel(preposition, name.words))

    return frame


def _before_vowel(preposition: str, following: str) -> tuple[str, ...]:
    """Return di or d', a or ad: both are right before some vowels."""
    first = _plain(following)[:1]
    vowel = first in tuple("aeiou")
    if preposition == "di":
        return ("di", "d'") if vowel else ("di",)
    if preposition in {"a", "e"}:
        if first == preposition:
            return (f"{preposition}d",)
        return (preposition, f"{preposition}d") if vowel else (preposition,)
    return (preposition,)


def _in(name: Noun) -> tuple[Form, ...]:
    if name.kind in {"m", "f", "in"}:
        return (("in", name.words),)
    return _in_the(name)


def _in_the(name: Noun) -> tuple[Form, ...]:
    return _joined("in" if name.kind else "a")(name)


def _of(name: Noun) -> tuple[Form, ...]:
    """Of a country without its article: il re di Francia."""
    if name.kind == "f":
        return tuple((lead, name.words) for lead in _before_vowel("di", name.words))
    return _joined("di")(name)


def _the(name: Noun) -> tuple[Form, ...]:
    return ((_article(name), name.words),)


def _guess(name: str) -> str:
    return "f" if _plain(name).rstrip("\u0300\u0301").endswith("a") else "m"


def _first_name(name: str) -> str | None:
    return "m" if normal(name) in words("it", "men_in_a") else by_last_vowel(name)


def _grammar(frames: tuple[Frame, ...]) -> Grammar:
    return Grammar(
        code="it",
        frames=frames,
        articled=(*(_joined(preposition) for preposition in _STEMS), _the),
        article=_the,
        choices={
            "a": lambda following: _before_vowel("a", following),
            "ad": lambda following: _before_vowel("a", following),
            "e": lambda following: _before_vowel("e", following),
            "ed": lambda following: _before_vowel("e", following),
            "di": lambda following: _before_vowel("di", following),
            "d'": lambda following: _before_vowel("di", following),
        },
        guess=_guess,
        every_kind=("nm", "nf", "m", "f", "mp", "fp"),
        first_name=_first_name,
        articles=("il ", "lo ", "la ", "i ", "gli ", "le ", "l'"),
    )


_COMMON = (_joined("di"), _of, _joined("da"), _joined("su"))
_PLACED = _grammar((_in, _in_the, *_COMMON, _joined("a"), _the))
_GOVERNED = _grammar((_joined("a"), _in, _in_the, *_COMMON, _the))


def settle(scene: Scene) -> tuple[Span, str]:
    """Return where the stand-in goes and how it reads."""
    settled = settle_with(_GOVERNED if _is_governed(scene) else _PLACED, scene)
    return Span(settled.start, scene.mention.end), settled.words


def _is_governed(scene: Scene) -> bool:
    """Tell whether the word before asks for `a`, whatever the place: grazie a Cuba, grazie alla Francia."""
    return any(token.word in words("it", "governors") for token in scene.words_before(scene.mention.start))
