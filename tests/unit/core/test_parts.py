import pytest

from allonym.core.parts import moved, read, told, worded
from allonym.core.types import Span


def shift(span: Span) -> Span:
    return Span(span.start + 2, span.end + 3)


def test_parts_are_read_as_they_are_told() -> None:
    parts = {"number": Span(0, 2), "street": Span(3, 23)}

    assert told(parts) == "number:0-2 street:3-23"
    assert read((("form", "x"), ("parts", told(parts)))) == parts


def test_parts_are_moved_and_other_features_stay() -> None:
    assert moved((("form", "x"), ("parts", "zip:1-6")), shift) == (("form", "x"), ("parts", "zip:3-9"))


def test_features_without_parts_stay_as_they_are() -> None:
    features = (("form", "x"),)

    assert moved(features, shift) is features


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("  Main St. ", "Main St"),
        ("(12)", None),
        ("12B", "12B"),
        (", of ", None),
        (" the ", "the"),
        (" NY,", "NY"),
        ("--", None),
        ("", None),
    ],
)
def test_a_stretch_has_words_without_the_marks_around_it(text: str, words: str | None) -> None:
    found = worded(text, 0, len(text))

    assert (None if found is None else found.of(text)) == words


def test_only_the_stretch_itself_is_looked_at() -> None:
    assert worded("aaa Main, bbb", 3, 9) == Span(4, 8)
