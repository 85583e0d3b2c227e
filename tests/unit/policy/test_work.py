import pytest

from allonym.core.types import Document, Entity, Mention, Span
from allonym.policy.tying import at_work

SCHOOL = "Mittelskolan"


def label_of(text: str, language: str | None) -> str:
    start = text.index(SCHOOL)
    mention = Mention(Span(start, start + len(SCHOOL)), "ORGANIZATION.SCHOOL", 0.9, "test")
    made = at_work(Document("d", text, language), Entity("e1", mention.label, (mention,)))
    assert {each.label for each in made.mentions} == {made.label}
    return made.label


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("sv", "Jag jobbar som lärare på Mittelskolan."),
        ("sv", "Min man är anställd på Mittelskolan."),
        ("en", "My sister works as a nurse at the Mittelskolan."),
        ("de", "Ich arbeite seit drei Jahren bei Mittelskolan."),
        ("fr", "Je travaille chez Mittelskolan."),
        ("fr", "Elle est employée de l'Mittelskolan."),
        ("es", "Mi padre trabaja en la Mittelskolan."),
        ("it", "Mia madre lavora presso Mittelskolan."),
        ("pt", "Eu trabalho na Mittelskolan."),
        ("ar", "أعمل في Mittelskolan."),
        (None, "I work at Mittelskolan."),
    ],
)
def test_where_somebody_works_is_a_work_place(language: str | None, text: str) -> None:
    assert label_of(text, language) == "ORGANIZATION.WORK"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("sv", "Min syster går på Mittelskolan."),
        ("sv", "Jag jobbar på ICA, men min syster går på Mittelskolan."),
        ("en", "I work hard. Mittelskolan is my school."),
        ("en", "The network of Mittelskolan was down."),
        ("de", "Ich lerne an der Mittelskolan."),
    ],
)
def test_where_nobody_is_said_to_work_stays_what_it_is(language: str, text: str) -> None:
    assert label_of(text, language) == "ORGANIZATION.SCHOOL"


def test_a_person_is_no_work_place() -> None:
    mention = Mention(Span(10, 14), "PERSON", 0.9, "test")
    anna = Entity("e1", "PERSON", (mention,))

    assert at_work(Document("d", "I work at Anna", "en"), anna) == anna
