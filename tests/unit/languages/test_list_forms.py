import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.languages.list_forms import normal


@given(st.text())
def test_every_character_stays_in_its_place(text: str) -> None:
    assert len(normal(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "looked_up"),
    [
        ("Malmö", "malmö"),
        ("L’Haÿ", "l'haÿ"),
        ("أحمد", "احمد"),
        ("الإسكندرية", "الاسكندريه"),
        ("مصطفى", "مصطفي"),
        ("New\nYork", "new york"),
        ("İzmir", "İzmir"),
        (string.ascii_uppercase, string.ascii_lowercase),
    ],
)
def test_a_text_is_folded(text: str, looked_up: str) -> None:
    assert normal(text) == looked_up


def test_a_long_text_is_folded_as_its_words_are() -> None:
    words = ["L’Haÿ", "أحمد", "ÀÉ", "tab\there", "Straße", "1–2", "İzmir", "plain"]
    text = "\n".join(words * 40)

    assert normal(text) == " ".join(map(normal, words * 40))
