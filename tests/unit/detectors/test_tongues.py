"""Finders that mind the language: each text, or segment of one, is read in its own."""

from collections.abc import Iterator, Sequence

from allonym.core.types import Document, Mention, Segment, Span
from allonym.detectors.finding import BOUNDARY, Finder, Found
from allonym.detectors.tongues import find_by_language


def finder_for(languages: Sequence[str | None]) -> Finder:
    """Return a finder that finds every capital A, by a rule called like the language."""

    def find(text: str) -> Iterator[Found]:
        assert text.count(BOUNDARY) + 1 == len(languages)
        for at, sign in enumerate(text):
            if sign == "A":
                yield Found(at, at + 1, "PERSON", 1.0, str(languages[text.count(BOUNDARY, 0, at)]))

    return find


def found(*documents: Document) -> list[list[tuple[int, str]]]:
    return [[_place(each) for each in mentions] for mentions in find_by_language(documents, finder_for, "test")]


def _place(mention: Mention) -> tuple[int, str]:
    return mention.start, mention.source


def test_each_document_is_read_in_its_language() -> None:
    documents = (Document("1", "xA", "sv"), Document("2", "A"), Document("3", "A", "sv"))

    assert found(*documents) == [[(1, "test:sv")], [(0, "test:None")], [(0, "test:sv")]]


def test_a_document_in_several_languages_is_read_segment_by_segment() -> None:
    segments = (Segment(Span(0, 3), "fr"), Segment(Span(3, 6), "de"))

    assert found(Document("1", "A b A ", "fr", segments=segments)) == [[(0, "test:fr"), (4, "test:de")]]


def test_a_text_with_a_boundary_inside_does_not_shift_the_languages_behind_it() -> None:
    documents = (Document("1", "A\0A", "sv"), Document("2", "A", "fr"))

    assert found(*documents) == [[(0, "test:sv"), (2, "test:sv")], [(0, "test:fr")]]
