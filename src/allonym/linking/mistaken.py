"""Misspelt places that were taken for somebody.

"Jag bor i Stockholm. Stockhuml är fint."
"""

from collections.abc import Sequence
from dataclasses import replace

from allonym.core.types import UNSURE, Mention
from allonym.languages.lists import normal, open_lists
from allonym.linking.slips import SlipIndex
from allonym.linking.spelling import as_seen, fold

_DOUBTFUL = 0.7
"""Whoever is found less surely than that may be no person at all."""


def as_places(text: str, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """Return the mentions; a doubtful person of no known name is the place of the text that is spelt almost so."""
    surer = [each for each in mentions if each.score >= _DOUBTFUL and each.label.startswith("LOCATION")]
    if not surer or len(surer) == len(mentions):
        return mentions
    doubtful = [each for each in mentions if _is_doubtful(each) and _may_be_place(text, each)]
    if not doubtful:
        return mentions
    labels = {fold(as_seen(each.span.of(text))): each.label for each in surer}
    index = SlipIndex()
    for name in labels:
        index.add(name)
    found = {each.span: index.find(fold(as_seen(each.span.of(text)))) for each in doubtful}
    return [
        replace(each, label=labels[names[0]], features=()) if (names := found.get(each.span)) else each
        for each in mentions
    ]


def _is_doubtful(mention: Mention) -> bool:
    """Tell whether it is not sure that words name somebody: hardly a name at all, or one of a place as well."""
    maybe = next((value for name, value in mention.features if name == "maybe"), "")
    return mention.score < _DOUBTFUL or (mention.label == UNSURE and maybe.startswith("location"))


def _may_be_place(text: str, mention: Mention) -> bool:
    """Tell whether a mention is one word with a capital, of a person or nobody knows of what, that no list knows."""
    if mention.label != UNSURE and not mention.label.startswith("PERSON"):
        return False
    word = mention.span.of(text)
    return word.isalpha() and word.istitle() and not open_lists().find(normal(word))
