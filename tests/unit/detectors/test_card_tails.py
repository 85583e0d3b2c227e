import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import identifiers

DETECTOR = identifiers(["card-tail"])


@pytest.mark.parametrize(
    "front",
    [
        "the last four digits are ",
        "LAST 4 NUMBERS: ",
        "last four of my card, ",
        "Endziffern ",
        "meine letzten vier Ziffern sind ",
        "die letzte 4 Stellen ",
        "fyra sista: ",
        "de sista fyra siffrorna är ",
        "les quatre derniers chiffres sont ",
        "los últimos cuatro dígitos son ",
        "ultimas 4 cifras ",
        "os últimos quatro dígitos ",
        "le ultime quattro cifre ",
        "le 4 ultime cifre sono ",
        "آخر 4 أرقام ",
        "اخر أربعة أرقام هي ",
    ],
)
def test_the_last_digits_of_a_card_are_found_by_what_announces_them(front: str) -> None:
    [found] = DETECTOR.detect([Document("d", f"{front}3921")])

    assert [(each.start, each.end) for each in found] == [(len(front), len(front) + 4)]


@pytest.mark.parametrize("text", ["in the year 1998", "at last, 2024", "letzte Nacht 2001", "sista bussen 1930"])
def test_years_and_times_are_no_cards(text: str) -> None:
    assert DETECTOR.detect([Document("d", text)]) == [[]]
