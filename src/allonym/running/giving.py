"""Give texts and files back to somebody who says why: the reason is noted before anything is opened."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, BinaryIO

from allonym.engine import recover
from allonym.running.files import recover_file
from allonym.running.reports import Report
from allonym.running.sources import Source

if TYPE_CHECKING:
    from allonym.core.protocols import Giver
    from allonym.vault.sealed import SealedVault


def give_back_texts(
    vault: "SealedVault", texts: Sequence[tuple[str, str | None]], reason: str, who: str
) -> list[tuple[str, str]]:
    """Return the id and the original of each text; texts come with the ids of their documents, where they are known."""
    vault.require("recover")
    vault.note_access(reason, who, len(texts))
    with vault.audit.watching("recover", texts=len(texts)):
        manifests = [(vault.recall(text, id_), text) for text, id_ in texts]
        return [(manifest.id, recover(manifest, text)) for manifest, text in manifests]


def give_back_file(
    vault: "SealedVault", source: Source, output: BinaryIO, reason: str, grant: int | None = None
) -> Report:
    """Write the original of a file; with the number of a request, from what somebody else has handed over for it."""
    if grant is None:
        vault.require("recover")
    giver: Giver = vault if grant is None else vault.requests.use(grant)
    # Noted first: what has been seen cannot be unseen, whatever happens next.
    vault.note_access(reason, source.name, 1)
    return recover_file(giver, source, output)
