"""Phone numbers in lists of which some have their ending only, with a carrier left open, or in words with "and"."""

import pytest
from tests.unit.detectors.everything import found


def phones(text: str) -> list[str]:
    return [surface for label, surface in found(text) if label == "PHONE"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Tels.: 93 217 44 08 / 09 / 620 114 873", ["93 217 44 08 / 09", "620 114 873"]),
        ("tél. 01 42 34 56 78 / 79 / 06 12 48 73 92", ["01 42 34 56 78 / 79", "06 12 48 73 92"]),
        ("93 217 44 08 / 93 217 44 09 / 620 114 873", ["93 217 44 08", "93 217 44 09", "620 114 873"]),
        ("Tel: 93 217 44 08/09", ["93 217 44 08/09"]),
        ("tel 06/12/48/73/92, après 18h", ["06/12/48/73/92"]),
        ("Fone/Fax (0xx11) 3482-1773", ["(0xx11) 3482-1773"]),
        ("0xx11 3482-1773", ["0xx11 3482-1773"]),
        ("celu 9-7741 2083", ["9-7741 2083"]),
    ],
)
def test_all_numbers_of_a_list_are_found_whole(text: str, numbers: list[str]) -> None:
    assert phones(text) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "-0,03 1.000 30/11/79 2.023 2.023 0 509", "il 12/03/2024 / 14/03/2024 / 16/03/2024",
        "9-7 im Tiebreak", "0xx1", "sei 12/06/48/73 fertig", "3821-447-09 è sostituito",
    ],
)  # fmt: skip
def test_tables_and_dates_are_no_list_of_phones(text: str) -> None:
    assert phones(text) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (
            "mi numero es el seiscientos doce, treinta y cuatro, cincuenta y siete, ochenta",
            "seiscientos doce, treinta y cuatro, cincuenta y siete, ochenta",
        ),
        ("llámame al noventa y tres, cuarenta y cinco, doce, siete", "noventa y tres, cuarenta y cinco, doce, siete"),
    ],
)
def test_a_number_in_words_is_whole_with_its_and(text: str, number: str) -> None:
    assert phones(text) == [number]


@pytest.mark.parametrize("text", ["tengo treinta y cuatro años y siete gatos", "tres y cuatro son siete"])
def test_what_is_counted_in_words_is_no_phone(text: str) -> None:
    assert phones(text) == []
