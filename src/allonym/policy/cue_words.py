"""Cue words by language, and the sentences in which they are looked for."""

import re
from functools import cache

from allonym.core.plain_toml import parse, read_text
from allonym.core.shadow import shadow
from allonym.core.types import Document, Entity, Mention

_ENDS = re.compile(r"[.!?؟;\n]+(?:\s|$)")
_FARTHEST = 300
"""How many characters before and after a mention a sentence may reach: some texts have no full stops."""


def sentence_around(text: str, mention: Mention) -> str:
    """Return what stands around a mention, up to the end of its sentence on both sides, without the mention."""
    begin, end = max(0, mention.start - _FARTHEST), mention.end + _FARTHEST
    before = _ENDS.split(text[begin : mention.start])[-1]
    after = _ENDS.split(text[mention.end : end])[0]
    return f"{before} \0 {after}"


def cued(document: Document, entity: Entity, table: str, *, itself: bool = False) -> bool:
    """Tell whether a word of a table stands in a sentence with the entity, or in the entity `itself`."""
    words, text = _expression(table, document.language), document.text
    said = [sentence_around(text, each) for each in entity.mentions]
    if itself:
        said += [each.span.of(text) for each in entity.mentions]
    return any(words.search(shadow(each).text) for each in said)


@cache
def _expression(table: str, language: str | None) -> re.Pattern[str]:
    """Return an expression for the words of a table in one language, or in all where it is unknown."""
    by_language = parse(read_text("allonym.policy", f"{table}.toml"))
    lists = [by_language[language]] if language in by_language else list(by_language.values())
    words = sorted({word for words in lists for word in words}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)
