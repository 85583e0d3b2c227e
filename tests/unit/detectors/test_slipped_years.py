"""Misspelt years are an age behind what tells one, and nothing elsewhere."""

import pytest

from allonym.detectors.life.ages import ages


def found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in ages(text)]


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("I am 18 yeras old", "18 yeras old"),
        ("My brother is 18 yers old.", "18 yers old"),
        ("J'ai 22 an.", "22 an"),
        ("Ich bin 30 Jare alt", "30 Jare alt"),
        ("Tengo 20 añs.", "20 añs"),
        ("Ho 30 ani e vivo qui", "30 ani"),
        ("Tenho 30 annos.", "30 annos"),
        ("Jag är 25 årr gammal", "25 årr gammal"),
    ],
)
def test_a_slip_in_the_word_for_years_hides_no_age(text: str, age: str) -> None:
    assert set(found(text)) == {age}


@pytest.mark.parametrize(
    "text",
    [
        "I am 18 ears",
        "I am 12 yards away",
        "18 yers ago",
        "j'ai 20 amis",
        "jag är 25 åt",
        "ich habe 30 Jare",
        "page 18 yer",
    ],
)
def test_other_words_and_other_places_are_no_slips(text: str) -> None:
    assert found(text) == []
