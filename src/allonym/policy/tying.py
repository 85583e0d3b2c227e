"""How an entity is tied to the writer: by a sentence that speaks of the writer (B06), or as somebody's work place."""

import re
from dataclasses import replace
from functools import cache

from allonym.core.labels import is_a
from allonym.core.plain_toml import parse, read_text
from allonym.core.types import Document, Entity, Mention
from allonym.policy.cue_words import cued

WORK = "ORGANIZATION.WORK"
_BEFORE = 80
"""How many characters before a mention a verb of working may stand."""


def tied(document: Document, entity: Entity) -> bool:
    """Tell whether the writer speaks of himself or herself, or of kin, in a sentence with the entity."""
    return cued(document, entity, "writer")


def at_work(document: Document, entity: Entity) -> Entity:
    """Return an organisation as a work place, if somebody is said to work there; anything else as it is."""
    if not is_a(entity.label, "ORGANIZATION") or not any(_is_worked_at(document, each) for each in entity.mentions):
        return entity
    return replace(entity, label=WORK, mentions=tuple(replace(each, label=WORK) for each in entity.mentions))


def _is_worked_at(document: Document, mention: Mention) -> bool:
    before = document.text[max(0, mention.start - _BEFORE) : mention.start]
    return bool(_verbs(document.language).search(before))


@cache
def _verbs(language: str | None) -> re.Pattern[str]:
    """Return an expression for a verb of working and at most five words after it, in one clause."""
    by_language = parse(read_text("allonym.policy", "work.toml"))
    lists = [by_language[language]] if language in by_language else list(by_language.values())
    words = "|".join(sorted({re.escape(word) for words in lists for word in words}, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{words})(?:[ \n][^\s.,;:!?،؛؟]+){{0,5}}[ \n](?:[dl]['’])?\Z", re.IGNORECASE)
