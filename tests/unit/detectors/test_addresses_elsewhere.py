"""Addresses as other countries write them: Arabic ones in parts, and streets without a word for one."""

import pytest

from allonym.detectors.life.addresses import addresses


def _found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in addresses(text) if each.label == "ADDRESS"]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("ساكن في السالمية، قطعة 4، شارع 12، منزل 33. الهاتف", "السالمية، قطعة 4، شارع 12، منزل 33"),
        ("تسكن حي 200 مسكن، عمارة 7، رقم 14، وهران، رقم الهاتف", "حي 200 مسكن، عمارة 7، رقم 14، وهران"),
        ("في 15 شارع 9، المعادي، القاهرة", "15 شارع 9، المعادي، القاهرة"),
        ("العنوان طريق الملك فهد، حي العليا، الرياض 12214. الهاتف", "طريق الملك فهد، حي العليا، الرياض 12214"),
        ("حي السلام، عمارة ب، رقم 5، قسنطينة", "حي السلام، عمارة ب، رقم 5، قسنطينة"),
        ("7 ش النصر، المعادي، القاهرة", "7 ش النصر، المعادي، القاهرة"),
        ("12 نهج فلسطين، تونس 1002", "12 نهج فلسطين، تونس 1002"),
        ("المنصور، محلة 609، زقاق 12، دار 33، بغداد", "المنصور، محلة 609، زقاق 12، دار 33، بغداد"),
        ("تجزئة النسيم، رقم 45، مراكش", "تجزئة النسيم، رقم 45، مراكش"),
    ],
)
def test_an_arabic_address_is_read_in_parts(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize("text", ["أبحث عن شريك سكن في حي الرياض، 1500 درهم شاملة", "شارع 12 مزدحم جدا"])
def test_an_arabic_quarter_with_a_price_is_no_address(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("con domicilio real en San Martín 1120, Rosario, autoriza", "San Martín 1120, Rosario"),
        ("Nos mudamos a Gorriti 4821, Buenos Aires.", "Gorriti 4821, Buenos Aires"),
        ("Humberto Primo 630, Córdoba", "Humberto Primo 630, Córdoba"),
        ("domicilio real en Mitre 234 2° B, Bahía Blanca", "Mitre 234 2° B, Bahía Blanca"),
        ("demeurant villa 88, Sicap Liberté 3, déclare", "villa 88, Sicap Liberté 3"),
        ("résidence Les Acacias, bât. C, 31400 Toulouse", "résidence Les Acacias, bât. C, 31400 Toulouse"),
        ("24 Grand-Rue, 68000 Colmar", "24 Grand-Rue, 68000 Colmar"),
        ("the lot at 600 Harbor Boulevard in 1997 for a tenth", "600 Harbor Boulevard"),
        ("at 77b Green Lanes, London N16 9DA ever since", "77b Green Lanes, London N16 9DA"),
        ("in der Lindenstraße 44, 04277 Leipzig am Freitag.", "Lindenstraße 44, 04277 Leipzig"),
        ("Dorfstr. 8 in 18055 Rostock", "Dorfstr. 8 in 18055 Rostock"),
        ("Estrada Nacional 10, km 12, 2830-411 Coina", "Estrada Nacional 10, km 12, 2830-411 Coina"),
        ("Box 112, 761 22 Norrtälje", "Box 112, 761 22 Norrtälje"),
    ],
)
def test_an_address_is_read_whole(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize(
    "text",
    [
        "Ruta 148, San Luis",
        "Boeing 737, Buenos Aires",
        "Ley 1420, Buenos Aires",
        "Palermo 2, Rosario 1",
        "un box 55 balles",
        "Mélanger 200 g de farine",
        "Expediente 634, Rosario",
        "Mundial 1978, Buenos Aires",
        "place Bellecour 2019 Lyon",
    ],
)
def test_what_has_a_number_and_a_town_is_not_always_a_street(text: str) -> None:
    assert _found(text) == []
