"""The `exact` linker: mentions of one label with the same canonical form are one entity."""

from collections.abc import Sequence
from dataclasses import dataclass

from allonym.core.canon import canonical
from allonym.core.making import quickly
from allonym.core.types import Document, Entity, Mention

_entity = quickly(Entity)


@dataclass(frozen=True, slots=True)
class ExactLinker:
    """Links equal spellings; case, spacing and hidden characters do not count."""

    def link(self, document: Document, mentions: Sequence[Mention]) -> tuple[Entity, ...]:
        """Return one entity per label and canonical form."""
        if len({mention.label for mention in mentions}) == len(mentions):
            # Nothing here can be the same as anything else.
            return tuple([_entity(f"e{number}", each.label, (each,)) for number, each in enumerate(mentions, 1)])
        together: dict[tuple[str, str], list[Mention]] = {}
        text = document.text
        for mention in mentions:
            span = mention.span
            key = mention.label, canonical(mention.label, text[span.start : span.end])
            together.setdefault(key, []).append(mention)
        numbered = enumerate(together.items(), 1)
        return tuple([_entity(f"e{number}", label, tuple(found)) for number, ((label, _), found) in numbered])

    def key(self, document: Document, entity: Entity) -> str:
        """Return the canonical form of the first mention."""
        return canonical(entity.label, entity.mentions[0].span.of(document.text))


def exact() -> ExactLinker:
    """Make the linker."""
    return ExactLinker()
