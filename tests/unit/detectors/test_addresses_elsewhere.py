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


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("habite au 8 place de l'église à Plouhinec et elle", "8 place de l'église"),
        ("fica na r. augusta 2190 ap 71 e a diária", "r. augusta 2190 ap 71"),
        ("rua do sol 12, ap 3", "rua do sol 12, ap 3"),
        ("via roma 12, milano", "via roma 12"),
        ("hämta på fågelvägen 12", "fågelvägen 12"),
        ("storgatan 4 lgh 1201", "storgatan 4 lgh 1201"),
        ("kaffe på Ågatan 21, 06100 Borgå.", "Ågatan 21, 06100 Borgå"),
        ("N. Vallgatan 4", "N. Vallgatan 4"),
        ("R. Quebra Costas 18", "R. Quebra Costas 18"),
        ("San Martín 845 (5500) Mendoza", "San Martín 845 (5500) Mendoza"),
        (
            "at No. 23/1, 2nd Cross, Anna Nagar West, Chennai - 600 040",
            "No. 23/1, 2nd Cross, Anna Nagar West, Chennai - 600 040",
        ),
        ("B-204, Shanti Apartments, MG Road, Pune 411001", "B-204, Shanti Apartments, MG Road, Pune 411001"),
        ("عمارة 4 شقة 12، مدينة نصر", "عمارة 4 شقة 12، مدينة نصر"),
    ],
)
def test_what_has_no_capitals_or_no_street_is_read_all_the_same(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize(
    "text",
    [
        "this place gets 5 out of 5", "3 place de parking.", "via mail 12.", "R. Kelly 1998", "hela vägen 12",
        "12 items, 30 boxes", "San Martín 845 (sic) Mendoza",
    ],
)  # fmt: skip
def test_what_small_letters_do_not_tell_is_left_alone(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize("text", ["vers 52 av. J.-C., César", "en 1500 av. J.-C. Rome", "52 av JC", "EN 52 AV. J.-C."])
def test_a_year_before_christ_is_no_avenue(text: str) -> None:
    assert _found(text) == []


def test_an_avenue_may_have_his_initials() -> None:
    assert _found("12 av. J.C. Dupont, 69003 Lyon") == ["12 av. J.C. Dupont, 69003 Lyon"]


@pytest.mark.parametrize(
    "text",
    [
        "Numéro fiscal : 30 23 217 600 053, TVA FR 40 303265045, SIREN 732 846 514.", "bus 12, Tram 4, MVG 123456",
        "métro ligne 4, T3a, TGV 8512, TER 857123", "777E, Wien W-12345X, ZH 123456",
    ],
)  # fmt: skip
def test_a_list_of_numbers_is_no_address_of_india(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    "address", ["12, MG Rd, Goa 403001", "B-204, SHANTI APARTMENTS, MG ROAD, PUNE 411001", "House 12, Road 5, Dhaka 1205"]
)
def test_an_address_of_india_may_be_short_or_in_capitals(address: str) -> None:
    assert _found(address) == [address]
