import pytest

from allonym.core.types import Mention, Span
from allonym.linking.mistaken import as_places


@pytest.mark.parametrize(
    ("text", "label", "score", "wanted"),
    [
        ("Jag bor i Stockholm. Stockhuml!", "PERSON.FIRST", 0.55, ["LOCATION.CITY"] * 2),
        ("Jag bor i Stockholm. Stockhuml!", "EXTRA", 0.55, ["LOCATION.CITY"] * 2),
        ("Jag bor i Stockholm. Stockhuml!", "PERSON", 0.9, ["LOCATION.CITY", "PERSON"]),
        ("Jag bor i Stockholm. Stackelrm!", "PERSON", 0.5, ["LOCATION.CITY", "PERSON"]),
        ("Jag bor i Martinsby. Martin sa.", "PERSON", 0.5, ["LOCATION.CITY", "PERSON"]),
    ],
)
def test_a_misspelt_place_that_is_hardly_a_person_is_that_place(
    text: str, label: str, score: float, wanted: list[str]
) -> None:
    end = 27 if "Martin" in text else 30
    mentions = [Mention(Span(10, 19), "LOCATION.CITY", 0.99, "t"), Mention(Span(21, end), label, score, "t")]

    found = as_places(text, mentions)

    assert [each.label for each in found] == wanted
