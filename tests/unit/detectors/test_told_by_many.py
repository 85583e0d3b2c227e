"""What a chat with many people says of them: found alike, and made ready once."""

from allonym.core.types import Document
from allonym.detectors import told

MANY = tuple((f"Anna{chr(97 + number // 26)}{chr(97 + number % 26)} Svensson", "PERSON") for number in range(300))


def messages(known: tuple[tuple[str, str], ...]) -> list[Document]:
    """Return a message of each person, who is named first among all."""
    return [
        Document(str(place), "I saw Svensson and Annaab Svensson.", known=(each, *known[:place], *known[place + 1 :]))
        for place, each in enumerate(known)
    ]


def test_the_messages_of_a_chat_share_what_finds_its_people() -> None:
    told._detector.cache_clear()
    found = [told.known_in(each) for each in messages(MANY)]

    assert told._detector.cache_info().misses < 10
    assert all(each == found[0] for each in found)
    assert [(each.span.start, each.label) for each in found[0]] == [
        (6, "PERSON.LAST"),
        (19, "PERSON.FIRST"),
        (19, "PERSON"),
        (26, "PERSON.LAST"),
    ]


def test_of_a_word_with_two_labels_the_one_that_is_named_first_counts() -> None:
    text = "I saw Svensson."
    first, last = ("Svensson Will", "PERSON"), ("Will Svensson", "PERSON")
    found = [told.known_in(Document("a", text, known=known)) for known in ((first, last), (last, first))]

    assert [[each.label for each in some] for some in found] == [["PERSON.FIRST"], ["PERSON.LAST"]]
