"""Codes that are grouped otherwise than usual behind their words, and numbers of people with a mask or a plus."""

import pytest
from tests.unit.detectors.everything import found


@pytest.mark.parametrize(
    ("label", "before", "code"),
    [
        ("ID.TAX", "Codice fiscale: ", "BNCLRA 91D52 F205V"),
        ("ID.TAX", "il mio codice fiscale è ", "BNC LRA 91D52 F205 V"),
        ("ID.TAX", "codice fiscale ", "bnclra 91d52 f205v"),
        ("VIN", "VIN ", "1HG CM826 33A 004352"),
        ("VIN", "VIN: ", "1HGCM 82633 A004352"),
        ("VIN", "chassis no. ", "WVW ZZZ 1JZ XW 000001"),
        ("VIN", "Fahrgestellnummer ", "WVW-ZZZ-1JZ-XW-000001"),
        ("CARD", "card no ", "4556.7375.8689.9855"),
        ("CARD", "", "4556.7375.8689.9855"),
        ("ID.PASSPORT", "Reisepass ", "C01X 00T47"),
        ("ID.PASSPORT", "Reisepassnummer: ", "C 01X 00T 47"),
        ("ID.NATIONAL", "ss# ", "536.22.8741"),
        ("ID.NATIONAL", "SS#", "536-22-8741"),
        ("ID.NATIONAL", "Personnummer ", "920714+2382"),
        ("ID.NATIONAL", "pnr ", "120101+2380"),
        ("ID.NATIONAL", "", "19120101+2380"),
        ("ID.NATIONAL", "henkilötunnus ", "131052+308T"),
        ("ID.NATIONAL", "pnr ", "920714-XXXX"),
        ("ID.NATIONAL", "född ", "19920714-****"),
        ("ID.NATIONAL", "dni ", "48263917 t"),
        ("ID.NATIONAL", "NIF/DNI: ", "48263917 - L"),
        ("ID.NATIONAL", "DNI 48.263.916 y DNI ", "48.263.917 - L"),
    ],
)
def test_a_code_is_found_whole_however_it_is_grouped(label: str, before: str, code: str) -> None:
    assert (label, code) in found(f"{before}{code}, thanks")


@pytest.mark.parametrize(
    "text",
    [
        "vin rouge 2015 et pain", "passé 4 HOURS", "run 12 kilometres",
        "codice fiscale non indicato nel modulo 730", "4556.7375.8689.9854 of them",
        "100000-XXXX", "a1920714-XXXX", "920714-XXXXX", "999999+2382",
    ],
)  # fmt: skip
def test_what_is_grouped_alike_is_left_alone(text: str) -> None:
    labels = {label for label, _ in found(text)}

    assert not labels & {"VIN", "ID.PASSPORT", "ID.TAX", "ID.NATIONAL", "CARD"}


def test_a_word_behind_a_number_is_no_check_letter() -> None:
    assert found("dni 48263917 y mi nombre") == [("ID.NATIONAL", "48263917")]
    assert found("dni 48263917 de Ana") == [("ID.NATIONAL", "48263917")]
