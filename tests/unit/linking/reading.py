"""Marked text as documents and mentions: [Anna Berg]1 met [Volvo]C2."""

import re
from dataclasses import dataclass, field

from allonym.core.types import Document, Entity, Mention, Span

LABELS = {
    "": "PERSON",
    "F": "PERSON.FIRST",
    "S": "PERSON.LAST",
    "I": "PERSON.INITIALS",
    "O": "ORGANIZATION",
    "C": "ORGANIZATION.COMPANY",
    "L": "LOCATION",
    "T": "LOCATION.CITY",
    "U": "USERNAME",
    "E": "EMAIL",
    "W": "URL",
    "H": "HASHTAG",
}
_MARK = re.compile(r"\[([^\]]*)\]([A-Z]?)(\d+)(\??)(?:<(\d+))?")
UNSURE = ("unsure_link", "yes")


@dataclass(slots=True)
class Marked:
    """A marked text: what stands there, and for each mention its entity, its kin, and whether it is unsure."""

    document: Document
    mentions: list[Mention] = field(default_factory=list)
    entities: list[str] = field(default_factory=list)
    kin: dict[str, str] = field(default_factory=dict)
    unsure: list[bool] = field(default_factory=list)

    def wanted(self) -> list[tuple[list[str], list[bool], list[str]]]:
        """Return each entity as its surfaces, which of them are unsure, and the surfaces of its kin."""
        return [
            (self._surfaces(each), self._unsure(each), self._surfaces(self.kin.get(each, "")))
            for each in dict.fromkeys(self.entities)
        ]

    def _surfaces(self, entity: str) -> list[str]:
        pairs = zip(self.entities, self.mentions, strict=True)
        return [mention.span.of(self.document.text) for each, mention in pairs if each == entity]

    def _unsure(self, entity: str) -> list[bool]:
        return [unsure for each, unsure in zip(self.entities, self.unsure, strict=True) if each == entity]


def read(marked: str, language: str | None = None) -> Marked:
    """Return a marked text without its marks."""
    text, done = "", 0
    found: list[tuple[Span, str, str, bool, str]] = []
    for match in _MARK.finditer(marked):
        text += marked[done : match.start()]
        span = Span(len(text), len(text) + len(match[1]))
        found.append((span, LABELS[match[2]], match[3], bool(match[4]), match[5] or ""))
        text += match[1]
        done = match.end()
    made = Marked(Document("d", text + marked[done:], language))
    for span, label, entity, is_unsure, kin in found:
        made.mentions.append(Mention(span, label, 1.0, "test"))
        made.entities.append(entity)
        made.unsure.append(is_unsure)
        if kin:
            made.kin[entity] = kin
    return made


def told(document: Document, entities: tuple[Entity, ...]) -> list[tuple[list[str], list[bool], list[str]]]:
    """Return entities in the same way as `Marked.wanted`."""
    surfaces = {each.id: [mention.span.of(document.text) for mention in each.mentions] for each in entities}
    return [
        (surfaces[each.id], [UNSURE in mention.features for mention in each.mentions], surfaces.get(each.kin, []))
        for each in entities
    ]
