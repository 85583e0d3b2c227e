from allonym.core.types import Document, Mention, Span
from allonym.linking.alone import AloneLinker
from allonym.testing import check_linker


def test_it_passes_the_kit() -> None:
    check_linker(AloneLinker())


def test_the_same_words_twice_are_two() -> None:
    mentions = [Mention(Span(start, start + 4), "PERSON", 1.0, "test") for start in (0, 5)]

    entities = AloneLinker().link(Document("d", "Berg Berg"), mentions)

    assert [(entity.id, entity.mentions) for entity in entities] == [("e1", (mentions[0],)), ("e2", (mentions[1],))]
