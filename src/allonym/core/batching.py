"""How many documents are taken at once."""

from collections.abc import Iterable, Iterator

from allonym.core.types import Document

BATCH_DOCUMENTS = 500
BATCH_CHARACTERS = 500_000
"""How much is taken at once: enough to search texts together, little enough to hold in memory."""


def in_batches(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """Cut a stream into batches by number and size, never between the documents of one record."""
    batch: list[Document] = []
    size = 0
    for document in documents:
        full = len(batch) >= BATCH_DOCUMENTS or size >= BATCH_CHARACTERS
        if full and (document.record is None or document.record != batch[-1].record):
            yield batch
            batch, size = [], 0
        batch.append(document)
        size += len(document.text)
    if batch:
        yield batch
