"""French: elision (d'Alice, qu'Antoine, l'Italie), and what stands before countries: en France, au Japon, aux Pays-Bas.

Kinds: m, f, mp, fp take an article; none stands after à, `en` after en; cm, cf, cp are cities that begin with an
article (Le Havre); rm, rf, rp are regions (dans le Limousin), af stands after à la, df after dans la.
"""

import unicodedata

from allonym.core.types import Span
from allonym.surrogates.agreement.grammar import Grammar, settle_with
from allonym.surrogates.agreement.kinds import starts_with_one_of, words
from allonym.surrogates.agreement.leads import Choice, Form, Frame, Noun
from allonym.surrogates.agreement.scene import Scene, normal

_ELIDED = {
    "de": "d'",
    "que": "qu'",
    "jusque": "jusqu'",
    "lorsque": "lorsqu'",
    "puisque": "puisqu'",
    "quoique": "quoiqu'",
}
_CITY_ARTICLES = {"cm": "Le ", "cf": "La ", "cp": "Les "}


def is_elided_before(name: str) -> bool:
    """Tell whether a word before this name loses its vowel; h is mute only in names that the table lists."""
    form = unicodedata.normalize("NFD", normal(name))[:2]
    if form[:1] == "y":
        return form[1:2] not in tuple("aeiou") or starts_with_one_of(name, "fr", "vowel_y")
    if form[:1] == "h":
        return starts_with_one_of(name, "fr", "mute_h")
    return form[:1] in tuple("aeiouœæ") and not starts_with_one_of(name, "fr", "no_elision")


def _elide(full: str, short: str, name: str) -> str:
    return short if is_elided_before(name) else full


def _forms(by_kind: dict[str, str], name: Noun) -> tuple[Form, ...]:
    """Return the form for the kind of a name: `full|elided`, the name's own article taken into account."""
    kind = name.kind or ""
    bare = _bare(name)
    pattern = by_kind.get(kind)
    if pattern is None:
        return ()
    full, _, short = pattern.partition("|")
    lead = _elide(full, short, bare) if short else full
    keeps_article = kind == "cf" or (kind in _CITY_ARTICLES and not lead)
    return ((lead, _CITY_ARTICLES[kind] + bare if keeps_article else bare),)


def _bare(name: Noun) -> str:
    """Return a name without the article that belongs to it: Havre."""
    article = _CITY_ARTICLES.get(name.kind or "", "")
    return name.words[len(article) :] if article and normal(name.words).startswith(normal(article)) else name.words


def _frame(**by_kind: str) -> Frame:
    table = {"": by_kind.pop("none", ""), **by_kind}
    return lambda name: _forms(table, name)


_IN = _frame(
    none="à", en="en", m="au|en", f="en", mp="aux", fp="aux", cm="au", cf="à", cp="aux",
    rm="dans le|dans l'", rf="en", rp="dans les", af="à la|à l'", df="dans la|dans l'",
)  # fmt: skip
_OF = _frame(
    none="de|d'", en="de|d'", m="du|d'", f="de|d'", mp="des", fp="des", cm="du", cf="de", cp="des",
    rm="du|de l'", rf="de|d'", rp="des", af="de la|de l'", df="de la|de l'",
)  # fmt: skip
_OF_THE = _frame(
    none="de|d'", en="de|d'", m="du|de l'", f="de la|de l'", mp="des", fp="des", cm="du", cf="de", cp="des",
    rm="du|de l'", rf="de la|de l'", rp="des", af="de la|de l'", df="de la|de l'",
)  # fmt: skip
_TO_THE = _frame(
    none="à", en="à", m="au|à l'", f="à la|à l'", mp="aux", fp="aux", cm="au", cf="à", cp="aux",
    rm="au|à l'", rf="à la|à l'", rp="aux", af="à la|à l'", df="à la|à l'",
)  # fmt: skip
_THE = _frame(
    none="", en="", m="le|l'", f="la|l'", mp="les", fp="les", cm="", cf="", cp="",
    rm="le|l'", rf="la|l'", rp="les", af="la|l'", df="la|l'",
)  # fmt: skip


def _the_of_a_city(name: Noun) -> tuple[Form, ...]:
    """Find the article of Le Havre outside the mention, too."""
    article = _CITY_ARTICLES.get(name.kind or "")
    return ((article.strip().lower(), _bare(name)),) if article else _THE(name)


def _sound(full: str, short: str) -> dict[str, Choice]:
    def choice(following: str) -> tuple[str, ...]:
        best, other = (short, full) if is_elided_before(following) else (full, short)
        # Writers differ in whether the h of a name is heard.
        return (best, other) if normal(following)[:1] == "h" else (best,)

    return {full: choice, short: choice}


def _guess(name: str) -> str:
    plain = unicodedata.normalize("NFD", normal(name))
    return "f" if plain.endswith("e") else "m"


def _grammar(frames: tuple[Frame, ...]) -> Grammar:
    return Grammar(
        code="fr",
        frames=frames,
        articled=(_OF_THE, _TO_THE, _THE),
        article=_THE,
        choices={word: choice for full, short in _ELIDED.items() for word, choice in _sound(full, short).items()},
        guess=_guess,
        articles=("le ", "la ", "les ", "l'"),
    )


_PLACED = _grammar((_IN, _OF, _OF_THE, _TO_THE, _the_of_a_city))
_GOVERNED = _grammar((_TO_THE, _OF, _OF_THE, _the_of_a_city))


def settle(scene: Scene) -> tuple[Span, str]:
    """Return where the stand-in goes and how it reads."""
    settled = settle_with(_GOVERNED if _is_governed(scene) else _PLACED, scene)
    return Span(settled.start, scene.mention.end), settled.words


def _is_governed(scene: Scene) -> bool:
    """Tell whether the word before asks for à, whatever the place: grâce au Japon, grâce à la France."""
    return any(token.word in words("fr", "governors") for token in scene.words_before(scene.mention.start))
