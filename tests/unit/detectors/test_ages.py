"""Ages: their values, and what is none."""

import pytest

from allonym.detectors.life.ages import ages


@pytest.mark.parametrize(
    ("text", "surface", "value"),
    [
        ("tengo veinte años", "veinte años", "20"),
        ("im Alter von fünf", "fünf", "5"),
        ("diciottenne", "diciottenne", "18"),
        ("jag är sIxtton år", "sIxtton år", "16"),
        ("niotton år gammal", "niotton år gammal", "19"),
        ("åttonde år gammal", "åttonde år gammal", "8"),
        ("عمري عشرون سنة", "عشرون سنة", "20"),
        ("12yo", "12yo", "12"),
    ],
)
def test_an_age_has_its_value(text: str, surface: str, value: str) -> None:
    found = {(text[each.start : each.end], dict(each.features)["value"]) for each in ages(text)}

    assert found == {(surface, value)}


def test_digits_and_words_are_told_apart() -> None:
    [digits] = ages("aged 34")
    [words] = ages("turned thirty")

    assert dict(digits.features)["form"] == "digits"
    assert dict(words.features)["form"] == "words"


@pytest.mark.parametrize(
    "text",
    [
        "niotton gammal",
        "sixteenth century",
        "I am 5 minutes late",
        "page 34",
        "130 years old",
        "il y a 5 ans",
        "aged cheese",
        "im 15. Jahrhundert",
        "la cinquantaine de personnes",
        "entra na quadra",
    ],
)
def test_what_is_no_age(text: str) -> None:
    assert list(ages(text)) == []
