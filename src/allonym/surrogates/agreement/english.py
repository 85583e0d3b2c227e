"""English: 's and ', a and an, the before some countries.

An owner takes 's, also after s (James's), unless the name is a plural (the Netherlands') or the writer prefers the
bare apostrophe (James' dog -> Charles' dog).
"""

from dataclasses import replace

from allonym.core.types import Span
from allonym.surrogates.agreement.endings import APOSTROPHES, apostrophe_after, ending
from allonym.surrogates.agreement.grammar import Grammar, settle_with
from allonym.surrogates.agreement.kinds import kinds, starts_with_one_of, words
from allonym.surrogates.agreement.leads import Form, Noun
from allonym.surrogates.agreement.scene import Scene, normal

_LETTERS_WITH_A_VOWEL_FIRST = "aefhilmnorsx"


def _the(name: Noun) -> tuple[Form, ...]:
    return (("the" if name.kind else "", name.words),)


def _a_or_an(following: str) -> tuple[str, ...]:
    return ("an",) if _sounds_like_a_vowel(following) else ("a",)


def _sounds_like_a_vowel(following: str) -> bool:
    first = "".join(following.split(maxsplit=1)[:1])
    if starts_with_one_of(first, "en", "mute_h"):
        return True
    if first.isupper() and _is_spelt_out(first):
        return first[0].lower() in _LETTERS_WITH_A_VOWEL_FIRST
    if first[:1].isdigit():
        return first[0] == "8" or first[:2] in ("11", "18")
    return normal(first)[:1] in tuple("aeiouáàâäåéèêëíìîóòôöøúùûü") and not starts_with_one_of(first, "en", "glide")


def _is_spelt_out(first: str) -> bool:
    """Tell an abbreviation that is read letter by letter; longer ones with a vowel are mostly read as a word."""
    return len(first) <= 3 or "." in first or not set("AEIOUY") & set(first)


GRAMMAR = Grammar(
    code="en",
    frames=(_the,),
    articled=(),
    article=_the,
    choices={"a": _a_or_an, "an": _a_or_an},
    guess=lambda _: "",
    every_kind=("the",),
    articles=("the ",),
)


def settle(scene: Scene) -> tuple[Span, str]:
    """Return where the stand-in goes and how it reads."""
    if scene.features.get("pl") and normal(scene.surface).endswith("s"):
        return scene.mention.span, scene.words + ending(scene, _plural(scene.words))
    scene, inside = _without_owner(scene)
    settled = settle_with(GRAMMAR, scene)
    mark = inside or _owner_after(scene)
    end = scene.mention.end + len(mark)
    if not mark or end > scene.room.end:
        return Span(settled.start, scene.mention.end), settled.words
    return Span(settled.start, end), settled.words + _owner(scene, mark)


def _without_owner(scene: Scene) -> tuple[Scene, str]:
    form = scene.surface
    if len(form) < 3 or form[-1] not in "sS" or form[-2] not in APOSTROPHES:
        return scene, ""
    span = Span(scene.mention.start, scene.mention.end - 2)
    return replace(scene, mention=replace(scene.mention, span=span)), form[-2:]


def _owner_after(scene: Scene) -> str:
    after = scene.after
    if len(after) > 1 and after[0] in APOSTROPHES and after[1] in "sS" and not after[2:3].isalnum():
        return after[:2]
    return apostrophe_after(scene) if normal(scene.surface).endswith("s") else ""


def _owner(scene: Scene, mark: str) -> str:
    """Return the mark of an owner; the one that the writer chose stays wherever it may."""
    ends_in_s = normal(scene.words).endswith("s")
    if len(mark) == 1:
        return mark if ends_in_s else mark + ending(scene, "s")
    if ends_in_s and normal(scene.words) in kinds("en") and normal(scene.words) != normal(scene.surface):
        return mark[0]
    return mark


def _plural(name: str) -> str:
    return "es" if normal(name).endswith(tuple(words("en", "plural_es"))) else "s"
