"""The context criterion (B06): a place is replaced if the writer is tied to it, and not if it is only talked about."""

from allonym.core.types import Document, Entity
from allonym.policy.cue_words import cued


def tied(document: Document, entity: Entity) -> bool:
    """Tell whether the writer speaks of himself or herself, or of kin, in a sentence with the entity."""
    return cued(document, entity, "writer")
