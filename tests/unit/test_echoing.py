import pytest

from allonym.core.types import Mention, Span
from allonym.echoing import echoes


def found(text: str, name: str, language: str | None) -> list[str]:
    start = text.index(name)
    mention = Mention(Span(start, start + len(name)), "PERSON", 0.9, "test")
    return [each.span.of(text) for each in echoes(text, [mention], language)]


@pytest.mark.parametrize(
    ("text", "name", "language", "again"),
    [
        ("L'affaire Dumas concerne Roland Dumas.", "Roland Dumas", "fr", ["Dumas"]),
        ("Karin Lindqvist kom. Lindqvists hund. LINDQVIST!", "Karin Lindqvist", "sv", ["Lindqvists", "LINDQVIST"]),
        ("Will Smith said he will. Will you come? So Will came.", "Will Smith", "en", ["Will"]),
        ("Erik Sommar kom. Sommar är varm. Då sa Sommar nej.", "Erik Sommar", "sv", ["Sommar"]),
        ("Der Hund von Anna Hund. Ein Hund.", "Anna Hund", "de", []),
        ("anna berg and a berg", "anna berg", "en", []),
        ("قال أحمد الخطيب إنه بخير. الخطيب هنا.", "أحمد الخطيب", "ar", ["الخطيب"]),
        ("Anna left. Annabel came.", "Anna", "en", []),
        ("Jo Li, Li", "Jo Li", "en", []),
    ],
)
def test_a_name_that_was_found_in_full_is_known_by_its_parts(
    text: str, name: str, language: str, again: list[str]
) -> None:
    assert found(text, name, language) == again


def test_what_is_already_found_is_not_found_again() -> None:
    text = "Roland Dumas, Rue Dumas"
    mentions = [Mention(Span(0, 12), "PERSON", 0.9, "t"), Mention(Span(14, 23), "ADDRESS.STREET", 0.9, "t")]

    assert echoes(text, mentions, "fr") == []
