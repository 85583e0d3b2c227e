"""What opens a door or says who one is: door codes, PINs, codes by message; and the numbers inside a firm."""

import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import FINDERS, ON_REQUEST, patterns
from allonym.resolving import resolve

ALL = patterns([name for name in FINDERS if name not in ON_REQUEST])


def found(text: str) -> list[tuple[str, str]]:
    """Return the labels and words of what is found in a text, but for numbers that say nothing."""
    [mentions] = ALL.detect([Document("d", text)])
    return [(each.label, each.span.of(text)) for each in resolve(mentions) if each.label != "NUMBER"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("portkod 4471.", "4471"),
        ("Portkoden är 1984, ring när du är framme", "1984"),
        ("Koden till dörren är 9183", "9183"),
        ("kod 2580 i porten", "2580"),
        ("The gate code is 4471#", "4471"),
        ("the code for the door is 1379", "1379"),
        ("the code's 2580 for the side gate", "2580"),
        ("Your verification code is 482913.", "482913"),
        ("My PIN is 1984", "1984"),
        ("code porte 4B719.", "4B719"),
        ("Digicode : 47A19, 3e étage", "47A19"),
        ("sonner puis code 2580", "2580"),
        ("Der Türcode ist 4471.", "4471"),
        ("Der Code für die Haustür lautet 2580", "2580"),
        ("Haustür: Code 2580", "2580"),
        ("el código de la puerta es 4471", "4471"),
        ("clave de la alarma 8812", "8812"),
        ("il codice del cancello è 7812", "7812"),
        ("o código do portão é 7812", "7812"),
        ("رمز الباب 4471", "4471"),
        ("كود البوابة ٧٨١٢", "٧٨١٢"),
    ],
)
def test_what_opens_a_door_is_found(text: str, code: str) -> None:
    assert found(text) == [("ID", code)]


@pytest.mark.parametrize(
    "text",
    [
        "Error code 5003 at gate",
        "bar code 4006 on the door",
        "the source code for 1200 doors",
        "the code 2023 for buildings",
        "discount code SUMMER20 gives 20%",
        "Rabattcode WINTER25 einlösen",
        "country code 44, garage",
        "we counted 4500 lines of code",
    ],
)
def test_what_opens_nothing_is_left_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Durchwahl -218", "218"),
        ("Sie erreichen mich unter der Durchwahl - 218.", "218"),
        ("Frau Berg, DW 218", "218"),
        ("Reception (ext. 214)", "214"),
        ("my Ext 4471", "4471"),
        ("my extension is 4471", "4471"),
        ("Anna, ankn. 214", "214"),
        ("poste 2145, merci", "2145"),
    ],
)
def test_the_number_inside_a_firm_is_found(text: str, number: str) -> None:
    assert found(text) == [("PHONE", number)]


@pytest.mark.parametrize(
    "text", ["the next 214 pages", "le bureau de poste 441", "context 4471", "an extension 300 m long"]
)
def test_what_is_inside_no_firm_is_left_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text", ["Bonuskarte 1234567890", "library card 21234 56789", "bibliotekskort P123456", "carte Navigo 1234567890"]
)
def test_the_number_of_a_customers_card_is_found(text: str) -> None:
    [(label, number)] = found(text)

    assert label in {"ID", "CONTRACT"}
    assert text.endswith(number)
