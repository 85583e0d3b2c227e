"""Codes under which something was booked, and serial numbers, in the words that announce them."""

import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import identifiers


def found(text: str) -> list[tuple[str, str]]:
    [mentions] = identifiers().detect([Document("d", text)])
    return [(text[each.start : each.end], each.label) for each in mentions]


@pytest.mark.parametrize(
    "text",
    [
        "Room booked under code QK7T2M.",
        "Chambre réservée sous le code QK7T2M.",
        "Zimmer gebucht unter dem Code QK7T2M.",
        "Stanza prenotata con il codice QK7T2M.",
        "Rummet är bokat med koden QK7T2M.",
        "Serienumret QK7T2M står under luckan.",
    ],
)
def test_a_code_that_something_is_booked_under_is_found(text: str) -> None:
    assert found(text) == [("QK7T2M", "CONTRACT")]


@pytest.mark.parametrize("text", ["10 % off with code SAVE20", "error code E5X2", "the colour code FF8800"])
def test_other_codes_are_nobodys(text: str) -> None:
    assert not [label for _, label in found(text) if label == "CONTRACT"]
