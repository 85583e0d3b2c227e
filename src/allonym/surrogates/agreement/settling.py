"""The door of the package: which language settles a stand-in into its place."""

from collections.abc import Callable

from allonym.core.types import Mention, Span
from allonym.surrogates.agreement import arabic, english, french, german, italian, portuguese, spanish, swedish
from allonym.surrogates.agreement.endings import carry_genitive
from allonym.surrogates.agreement.scene import Scene

_SETTLERS: dict[str, Callable[[Scene], tuple[Span, str]]] = {
    "ar": arabic.settle,
    "de": german.settle,
    "en": english.settle,
    "es": spanish.settle,
    "fr": french.settle,
    "it": italian.settle,
    "pt": portuguese.settle,
    "sv": swedish.settle,
}


def settle(text: str, mention: Mention, words: str, language: str | None, room: Span) -> tuple[Span, str]:
    """Return the span to replace, which holds the mention and stays inside the room, and the words to put there.

    `words` is the stand-in in its base form, without an article. Its own capitals are left as they are.
    """
    scene = Scene(text, mention, words, room.cover(mention.span))
    if not scene.surface or not words:
        return mention.span, words
    settler = _SETTLERS.get(language or "")
    return settler(scene) if settler else (mention.span, carry_genitive(scene))
