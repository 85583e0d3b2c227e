"""What goes to a worker and back is what was sent, field by field."""

from io import BytesIO

from allonym.core.types import Document, Mention, Segment, Span
from allonym.pooling.wire import (
    documents_of_rows,
    mentions_of_rows,
    receive,
    rows_of_documents,
    rows_of_mentions,
    send,
    told_again,
)

SEGMENTS = (Segment(Span(0, 4), "sv"), Segment(Span(4, 9), "en"))
WHOLE = Document("d1", "Anna said", "sv", "author", "record", SEGMENTS, "PERSON", (("Anna", "PERSON"),), "row 1")


def through(value: object) -> object:
    pipe = BytesIO()
    send(pipe, value)
    pipe.seek(0)
    return receive(pipe)


def test_documents_arrive_with_every_field() -> None:
    documents = [WHOLE, Document("d2", "\ud83d\ude00 plain")]

    assert documents_of_rows(through(rows_of_documents(documents))) == documents  # type: ignore[arg-type]


def test_mentions_arrive_with_every_field() -> None:
    mentions = [
        Mention(Span(0, 4), "PERSON.FIRST", 0.75, "lists:name", (("gender", "f"),)),
        Mention(Span(5, 9), "URL", 1.0, "x"),
    ]

    assert mentions_of_rows(through(rows_of_mentions(mentions))) == mentions  # type: ignore[arg-type]


def test_a_document_keeps_all_but_what_was_told_of_its_language() -> None:
    bare = Document("d1", "Anna said", None, "author", "record", (), "PERSON", (("Anna", "PERSON"),), "row 1")

    assert told_again(bare, "sv", SEGMENTS) == WHOLE
