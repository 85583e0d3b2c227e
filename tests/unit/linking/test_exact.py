from allonym.core.types import Document, Mention, Span
from allonym.linking.exact import exact
from allonym.testing import check_linker


def test_it_passes_the_kit() -> None:
    check_linker(exact())


def test_spellings_of_one_label_are_one_entity_and_labels_stay_apart() -> None:
    text = "Berg BERG Berg"
    labels = ("PERSON", "PERSON", "LOCATION.CITY")
    spans = (Span(0, 4), Span(5, 9), Span(10, 14))
    mentions = [Mention(span, label, 1.0, "test") for span, label in zip(spans, labels, strict=True)]

    entities = exact().link(Document("d", text), mentions)

    assert [(entity.id, entity.label, len(entity.mentions)) for entity in entities] == [
        ("e1", "PERSON", 2),
        ("e2", "LOCATION.CITY", 1),
    ]


def test_mentions_of_different_labels_are_numbered_as_they_come() -> None:
    mentions = [Mention(Span(0, 4), "PERSON", 1.0, "test"), Mention(Span(5, 9), "LOCATION.CITY", 1.0, "test")]

    entities = exact().link(Document("d", "Berg Berg"), mentions)

    assert [(entity.id, entity.label, entity.mentions) for entity in entities] == [
        ("e1", "PERSON", (mentions[0],)),
        ("e2", "LOCATION.CITY", (mentions[1],)),
    ]
