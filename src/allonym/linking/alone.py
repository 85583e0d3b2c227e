"""Every mention is an entity of its own: for who asks what stands where, and not who is who."""

from collections.abc import Sequence
from dataclasses import dataclass

from allonym.core.canon import canonical
from allonym.core.making import quickly
from allonym.core.types import Document, Entity, Mention

_entity = quickly(Entity)


@dataclass(frozen=True, slots=True)
class AloneLinker:
    """Links nothing."""

    def link(self, document: Document, mentions: Sequence[Mention]) -> tuple[Entity, ...]:  # noqa: ARG002 - as all linkers
        """Return one entity for each mention."""
        return tuple([_entity(f"e{number}", each.label, (each,)) for number, each in enumerate(mentions, 1)])

    def key(self, document: Document, entity: Entity) -> str:
        """Return the canonical form of the mention."""
        return canonical(entity.label, entity.mentions[0].span.of(document.text))
