import pickle

import pytest

from allonym.core.types import Document, Draw, Edit, Manifest, OutputText, Plan, Result, Span, digest

SECRET = "Anna Berg"


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2)])
def test_a_span_must_run_forwards(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="not a span"):
        Span(start, end)


def test_spans_that_touch_do_not_overlap() -> None:
    assert not Span(0, 2).overlaps(Span(2, 4))
    assert Span(0, 3).overlaps(Span(2, 4))
    assert Span(0, 2).cover(Span(5, 6)) == Span(0, 6)


def test_no_repr_shows_words_of_a_document() -> None:
    plan = Plan("d", digest(SECRET), ())
    values = [
        Document("d", SECRET, author=SECRET),
        Edit(Span(0, 1), SECRET),
        Result("d", OutputText(SECRET, "d"), (), (), plan),
        Manifest("d", b"", SECRET.encode(), (Edit(Span(0, 1), SECRET),), SECRET.encode()),
        Draw(1, 0, SECRET.encode()),
    ]

    assert not [value for value in values if SECRET in repr(value)]


def test_output_text_is_a_str_that_remembers_its_document_even_pickled() -> None:
    text = OutputText("words", "post-17")

    assert text == "words"
    assert hash(text) == hash("words")
    assert pickle.loads(pickle.dumps(text)).id == "post-17"  # noqa: S301 - made right here
    assert not hasattr(text.upper(), "id")
