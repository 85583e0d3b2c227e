"""Long numbers with what stands behind or in them: cards with their expiry or a mask, IBANs of more countries, ids."""

import pytest
from tests.unit.detectors.everything import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("carte bleue 4539 5787 6362 1486 09/27 crypto 448", ["4539 5787 6362 1486", "09/27", "448"]),
        ("My card is 4539 5787 6362 1486 09/27 448, thanks", ["4539 5787 6362 1486", "09/27", "448"]),
        ("Kreditkarte 4539578763621486 09/27", ["4539578763621486", "09/27"]),
        ("Kort 4539 5787 6362 1486 09 27", ["4539 5787 6362 1486", "09 27"]),
        ("tarjeta 4539 5787 6362 1486 0927 448", ["4539 5787 6362 1486", "0927", "448"]),
        ("carta 4539 5787 6362 1486, 09/2027", ["4539 5787 6362 1486", "09/2027"]),
        ("cartão 4539-5787-6362-1486 09-27", ["4539-5787-6362-1486", "09-27"]),
        ("بطاقة 4539 5787 6362 1486 09/27", ["4539 5787 6362 1486", "09/27"]),
        ("amex 3782 822463 10005 09/27 1234", ["3782 822463 10005", "09/27", "1234"]),
    ],
)
def test_a_card_is_found_with_its_expiry_right_behind_it(text: str, expected: list[str]) -> None:
    assert [surface for _, surface in found(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "4539 5787 6362 1487 09/27",
        "Crypto 448 was listed, and crypto 201 too",
    ],
)
def test_what_a_wrong_card_is_followed_by_is_no_expiry(text: str) -> None:
    assert not [label for label, _ in found(text) if label in {"CARD", "DATE"}]


@pytest.mark.parametrize(
    "card",
    [
        "5350 31** **** 2847",
        "5350 31XX XXXX 2847",
        "5350 31xx xxxx 2847",
        "5350-31**-****-2847",
        "535031******2847",
        "5350 **** **** 2847",
    ],
)
def test_the_first_digits_of_a_masked_card_go_with_it(card: str) -> None:
    assert found(f"Payé par carte {card}, merci") == [("CARD", card)]


@pytest.mark.parametrize(
    "iban",
    [
        "MA64 0077 8000 0123 4567 8901 2396",
        "DZ58 0002 1000 0111 3000 0005 70",
        "SN08 SN01 0015 2000 0485 0000 3035",
        "MA64007780000123456789012396",
    ],
)
def test_ibans_of_countries_that_are_not_in_the_registry_are_found_in_groups(iban: str) -> None:
    assert found(f"Virement sur {iban} svp") == [("IBAN", iban)]


@pytest.mark.parametrize(
    ("label", "text", "surface"),
    [
        ("ID.NATIONAL", "immatriculé sous le 1 79 03 13 055 417 14.", "1 79 03 13 055 417 14"),
        ("ID.NATIONAL", "immatriculée sous le numéro 179031305541714", "179031305541714"),
        ("ID.NATIONAL", "Numéro d'identification national (Luxembourg) : 1979030944848", "1979030944848"),
        ("ID.NATIONAL", "42101-4482017-3, issued in Karachi", "42101-4482017-3"),
        ("ID.NATIONAL", "CNIE AB 294713", "AB 294713"),
        ("ID.TAX", "ICE de la société : 001514276743262", "001514276743262"),
        ("ID.TAX", "référence de l'avis 23 69 A104892 17", "23 69 A104892 17"),
        ("ID.TAX", "TPS 144820177 RT0001", "144820177 RT0001"),
        ("ID.TAX", "TVQ 1044820177 TQ0001", "1044820177 TQ0001"),
        ("ID.HEALTH", "Versichertenkarte 80756 00815 04417 29036", "80756 00815 04417 29036"),
        ("CONTRACT", "diarienummer 5000-K748213-23", "5000-K748213-23"),
        ("CONTRACT", "communication +++090/9337/55493+++", "+++090/9337/55493+++"),
        ("CONTRACT", "communication 090/9337/55493", "090/9337/55493"),
        ("CONTRACT", "Geschäftszahl 24 Cg 48/22k", "24 Cg 48/22k"),
        ("CONTRACT", "OGH 8 Ob 13/20v", "8 Ob 13/20v"),
    ],
)
def test_long_numbers_are_found_whole(label: str, text: str, surface: str) -> None:
    assert (label, surface) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "immatriculé sous le 1 79 03 13 055 417 15, sic",
        "communication 090/9337/55494",
        "+++090/9337/55493***",
        "in 3 Schritten 48/22k",
        "24 Xy 48/22k",
    ],
)
def test_what_only_looks_like_a_long_number_is_left_alone(text: str) -> None:
    assert not [label for label, _ in found(text) if label in {"ID.NATIONAL", "CONTRACT"}]


@pytest.mark.parametrize("behind", [" 13/27 448", " 00/27", " 1/3", " 09/27/448", " 09/27 448"])
def test_a_card_in_four_groups_is_found_whatever_stands_behind_it(behind: str) -> None:
    assert ("CARD", "4111 1111 1111 1111") in found(f"4111 1111 1111 1111{behind}")
