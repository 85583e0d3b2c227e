import pickle

import pytest

from allonym.core import types
from allonym.core.types import (
    Action,
    Document,
    Draw,
    Edit,
    Entity,
    Manifest,
    Mention,
    OutputText,
    Plan,
    Result,
    Span,
    by_start,
    digest,
)

SECRET = "Anna Berg"


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2)])
def test_a_span_must_run_forwards(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="not a span"):
        Span(start, end)


def test_plans_with_the_same_decisions_are_equal_however_much_was_looked_at() -> None:
    assert Plan("d", b"", (), scanned=1) == Plan("d", b"", (), scanned=2)
    assert Plan("d", b"", ()) != Plan("e", b"", ())


def test_spans_that_touch_do_not_overlap() -> None:
    assert not Span(0, 2).overlaps(Span(2, 4))
    assert not Span(2, 4).overlaps(Span(0, 2))
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


def test_mentions_come_in_reading_order_the_longer_one_first() -> None:
    late, short, long = (Mention(Span(*place), "PERSON", 1.0, "x") for place in ((5, 6), (1, 2), (1, 4)))

    assert by_start([late, short]) == [short, late]
    assert by_start([short, late, long]) == [long, short, late]
    assert by_start([]) == []


def test_what_plans_and_features_are_called_in_files_stays() -> None:
    assert [each.value for each in Action] == ["replace", "mark", "keep"]
    assert (types.DENIED, types.UNSURE) == ((("denied", "yes"),), "EXTRA")
    assert (types.MAYBE_PERSON, types.HINT) == (("maybe", "person"), ("hint", "yes"))


def test_what_is_not_said_is_empty() -> None:
    assert Edit(Span(0, 1), "x") == Edit(Span(0, 1), "x", "", "", "", "")
    assert Document("d", "x") == Document("d", "x", None, None, None, (), "", (), None)
    assert Manifest("d", b"o", b"i", ()) == Manifest("d", b"o", b"i", (), None, False, None, None)
    assert Mention(Span(0, 1), "PERSON", 1.0, "x").features == ()
    assert Entity("e", "PERSON", ()).kin == ""
