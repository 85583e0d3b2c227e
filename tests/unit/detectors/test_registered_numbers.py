"""Short numbers under which something is registered; under others one is called, or somebody stands on a list."""

import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import identifiers


def found(text: str) -> list[str]:
    [mentions] = identifiers().detect([Document("d", text)])
    return [each.span.of(text) for each in mentions if each.label == "CONTRACT"]


@pytest.mark.parametrize(
    "text",
    [
        "It was registered under number 5299 in the book", "the deed is filed under no. 5299",
        "Estaba registrada con el número 5299, hoja", "una finca inscrita bajo el n.º 5299",
        "société enregistrée sous le numéro 5299 à Lyon", "inscrite sous le n° 5299",
        "eingetragen unter der Nummer 5299 im Grundbuch", "registriert unter Nr. 5299",
        "La casa è registrata con il numero 5299", "registrato al n. 5299 del",
        "O imóvel está registado sob o número 5299 na", "registrada sob o nº 5299",
        "Fastigheten är registrerad under nummer 5299 hos", "العقار مسجل تحت رقم 5299 في",
    ],
)  # fmt: skip
def test_a_number_in_a_register_is_an_identifier(text: str) -> None:
    assert found(text) == ["5299"]


@pytest.mark.parametrize(
    "text",
    [
        "erreichbar unter der Nummer 5299", "eingetragen unter Nummer 12 der Liste", "registered under number 7",
        "registrada con el nombre de Sala 5299", "registered the number of 5299 visitors", "unter anderem 5299 Leute",
    ],
)  # fmt: skip
def test_other_numbers_are_none(text: str) -> None:
    assert found(text) == []
