"""How a finder that minds the language goes over a batch: all texts at once, those in several by their segments."""

from collections.abc import Callable, Iterator, Sequence

from allonym.core.making import quickly
from allonym.core.types import Document, Mention, Span
from allonym.detectors.finding import BOUNDARY, Finder, find_in_batch

_document, _mention = quickly(Document), quickly(Mention)
FinderFor = Callable[[Sequence[str | None]], Finder]
"""Makes the finder for texts in some languages: one for each text between two boundaries; None: it is not known."""

_Part = tuple[int, int, Document]
"""Which document a part is of, where in its text it begins, and the part as a document of its own."""


def find_by_language(documents: Sequence[Document], finder_for: FinderFor, source: str) -> list[list[Mention]]:
    """Look through documents, each in its language; one in several languages is read segment by segment."""
    if not any(document.segments for document in documents):
        return _find(documents, finder_for, source)
    parts = list(_parts(documents))
    own = _find([part for _, _, part in parts], finder_for, source)
    found: list[list[Mention]] = [[] for _ in documents]
    for (which, shift, _), mentions in zip(parts, own, strict=True):
        found[which] += [_shifted(mention, shift) for mention in mentions] if shift else mentions
    return found


def _find(documents: Sequence[Document], finder_for: FinderFor, source: str) -> list[list[Mention]]:
    languages = [document.language for document in documents]
    # A text may have boundaries of its own.
    if any(BOUNDARY in document.text for document in documents):
        languages = [document.language for document in documents for _ in document.text.split(BOUNDARY)]
    return find_in_batch(documents, (finder_for(languages),), source)


def _parts(documents: Sequence[Document]) -> Iterator[_Part]:
    for which, document in enumerate(documents):
        if not document.segments:
            yield which, 0, document
        for each in document.segments:
            yield which, each.span.start, _document(document.id, each.span.of(document.text), each.language)


def _shifted(mention: Mention, shift: int) -> Mention:
    span = Span(mention.span.start + shift, mention.span.end + shift)
    return _mention(span, mention.label, mention.score, mention.source, mention.features)
