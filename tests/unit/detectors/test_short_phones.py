"""Phones of few digits, extensions, and numbers written with slashes; addresses written so that machines miss them."""

import pytest
from tests.unit.detectors.everything import found


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Textphone: 18001 0345 496 0204.", ["18001 0345 496 0204"]),
        ("Freecall 1800 975 711 or 13 11 14 at any time.", ["1800 975 711", "13 11 14"]),
        ("call Lifeline on 13 11 14", ["13 11 14"]),
        ("tel 06-12-48-73-91 ou 06/12/48/73/92", ["06-12-48-73-91", "06/12/48/73/92"]),
        ("06/48/12/73/92 le soir", ["06/48/12/73/92"]),
        ("Numéro court 3949 ou 36 46, service gratuit", ["3949", "36 46"]),
        ("Composez le 36 46", ["36 46"]),
        ("Zentrale, Durchwahl -37.", ["37"]),
        ("Zentrale 05361 9-44820, Nebenstelle 4417", ["05361 9-44820", "4417"]),
        ("Bereitschaft: 116 117, danke", ["116 117"]),
        ("Bereitschaftsdienst unter der 116117", ["116117"]),
        ("Aadhaar linked w/ mobile ending 4471.", ["4471"]),
        ("le portable se terminant par 4471", ["4471"]),
        ("Handynummer endet auf 4471", ["4471"]),
        ("el móvil que termina en 4471", ["4471"]),
    ],
)
def test_short_phones_are_found(text: str, numbers: list[str]) -> None:
    assert [surface for label, surface in found(text) if label == "PHONE"] == numbers


@pytest.mark.parametrize(
    "text",
    [
        "les 01/02/03/04/05 juin",
        "flexion 120, extension -10",
        "Die Stadt hat 116 117 Einwohner",
        "we won 13 11 14 and 12 9 15",
        "the call ended in 2019",
        "the mobile era ending 2024",
        "le 3646 est passé",
    ],
)
def test_figures_that_nobody_dials_are_no_phones(text: str) -> None:
    assert "PHONE" not in [label for label, _ in found(text)]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("mail pierre_point_caron_arobase_free_point_fr lol", "pierre_point_caron_arobase_free_point_fr"),
        ("mail: hannes-ät-brunner-punkt-org (Spamschutz)", "hannes-ät-brunner-punkt-org"),
        ("paul_arroba_correo_punto_es", "paul_arroba_correo_punto_es"),
        ("carla_chiocciola_libero_punto_it", "carla_chiocciola_libero_punto_it"),
        ("anna_at_gmail.com", "anna_at_gmail.com"),
        ('She signs as "a.k.sharma"@example.org these days.', '"a.k.sharma"@example.org'),
    ],
)
def test_addresses_in_other_spellings_are_found_whole(text: str, address: str) -> None:
    assert ("EMAIL", address) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "look_at_point_in the code",
        "state-of-the-art-at-home-dot-com",
        "look-at-me.com",
        '"foo","@bar.com"',
        '"a b"@home',
    ],
)
def test_names_in_programs_and_quotes_are_no_addresses(text: str) -> None:
    assert "EMAIL" not in [label for label, _ in found(text)]


@pytest.mark.parametrize(
    ("text", "plate"),
    [
        ("Tatfahrzeug: W-48217T, weißer Kastenwagen", "W-48217T"),
        ("Das Moped GU 418 XK war nicht versperrt.", "GU 418 XK"),
        ("Auto: S-AB 1E oder so", "S-AB 1E"),
        ("Kennz. I 482 KL (Innsbruck), Parkschaden", "I 482 KL"),
        ("Remorque QAB-418, Liège", "QAB-418"),
    ],
)
def test_plates_of_austria_and_belgium_are_found(text: str, plate: str) -> None:
    assert ("PLATE", plate) in found(text)


@pytest.mark.parametrize(
    "text", ["Mein BMW L 80 PS stark", "Der Audi A 4 TDI fährt", "VW G 60 GTI", "remorque de 750 kg"]
)
def test_names_of_engines_are_no_plates(text: str) -> None:
    assert "PLATE" not in [label for label, _ in found(text)]
