"""What the languages with articles share: find the noun's kind, refit the words before it, mend the sounds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from allonym.core.labels import is_a
from allonym.core.types import Span
from allonym.surrogates.agreement.kinds import first_word, heads, kinds, words
from allonym.surrogates.agreement.leads import Choice, Frame, Noun, Settled, insert, refit, resound, stay
from allonym.surrogates.agreement.scene import Scene, normal

_PLACES = ("LOCATION", "LOCATION.CITY", "LOCATION.COUNTRY", "LOCATION.REGION")


@dataclass(frozen=True)
class Grammar:
    """The rules of one language."""

    code: str
    frames: tuple[Frame, ...]
    """For places of a known kind, the likelier first."""
    articled: tuple[Frame, ...]
    """For other names: only what shows an article."""
    article: Frame
    choices: Mapping[str, Choice]
    guess: Callable[[str], str]
    """The kind of a country or region that no table knows."""
    every_kind: tuple[str, ...] = ("m", "f", "mp", "fp")
    first_name: Callable[[str], str | None] = lambda _: None
    """The kind of a first name, where its ending tells."""
    articles: tuple[str, ...] = ()
    """As they may stand inside a mention, with the space or apostrophe behind them."""


def settle_with(grammar: Grammar, scene: Scene) -> Settled:
    """Return the stand-in with the words before it in agreement."""
    inner = _without_article(grammar, scene)
    settled = resound(inner, _with_article(grammar, inner), grammar.choices)
    if settled.start <= scene.mention.start:
        return settled
    kept = scene.text[scene.mention.start : settled.start]
    return Settled(scene.mention.start, kept + settled.words)


def _with_article(grammar: Grammar, scene: Scene) -> Settled:
    old = noun(grammar, scene, scene.surface)
    new = noun(grammar, scene, scene.words)
    place = _is_place(grammar, scene)

    def renew(matched: Noun, lead: str) -> Noun:
        if new.kind is not None:
            return new
        if old.kind is not None:
            return replace(new, kind="" if scene.mention.label == "LOCATION" else grammar.guess(new.words))
        # What nobody knows is taken to be of the kind that the article shows, unless elision hides it.
        kind = matched.kind or ""
        return replace(new, kind=kind[:-1] + grammar.guess(new.words) if kind and lead.endswith("'") else kind)

    settled = refit(scene, grammar.frames if place else grammar.articled, _readings(grammar, old, place), renew)
    if place and settled == stay(scene) and _wants_article(grammar, scene, old):
        return insert(scene, grammar.article(renew(replace(old, kind=""), ""))[0])
    return settled


def _readings(grammar: Grammar, old: Noun, place: bool) -> list[Noun]:
    if old.kind is not None:
        return [old]
    return [replace(old, kind=kind) for kind in (*(("",) if place else ()), *grammar.every_kind)]


def noun(grammar: Grammar, scene: Scene, name: str) -> Noun:
    """Return a name with its kind: from the table, by its label, or by the gender of a person."""
    label = scene.mention.label
    kind = kinds(grammar.code).get(normal(name))
    if kind is None and label == "LOCATION.CITY":
        kind = ""
    if kind is None and is_a(label, "PERSON"):
        kind = {"female": "f", "male": "m"}.get(scene.features.get("gender", ""))
        if kind is None and label == "PERSON.FIRST":
            kind = grammar.first_name(name)
    if kind is None:
        kind = heads(grammar.code).get(first_word(name))
    return Noun(name, kind)


def by_last_vowel(name: str) -> str | None:
    """Return the kind of a first name in -a or -o."""
    return {"a": "f", "o": "m"}.get(normal(name)[-1:])


def _is_place(grammar: Grammar, scene: Scene) -> bool:
    return scene.mention.label in _PLACES or (
        not is_a(scene.mention.label, "PERSON") and normal(scene.surface) in kinds(grammar.code)
    )


def _wants_article(grammar: Grammar, scene: Scene, old: Noun) -> bool:
    bare = not old.kind or any(not lead and normal(name) == normal(old.words) for lead, name in grammar.article(old))
    if bare:
        before = scene.words_before(scene.mention.start, 1)
        if before:
            return before[0].word in words(grammar.code, "openers")
        return scene.opens_sentence and scene.next_word in words(grammar.code, "verbs")
    return False


def _without_article(grammar: Grammar, scene: Scene) -> Scene:
    form = normal(scene.surface)
    if form in kinds(grammar.code):
        return scene
    for article in grammar.articles:
        rest = form.removeprefix(article)
        if rest != form and rest in kinds(grammar.code) and len(form) == len(scene.surface):
            span = Span(scene.mention.start + len(article), scene.mention.end)
            return replace(scene, mention=replace(scene.mention, span=span))
    return scene
