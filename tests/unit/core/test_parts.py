from allonym.core.parts import moved, read, told
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
