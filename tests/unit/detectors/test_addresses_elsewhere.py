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
        "NIF 123 456 789, NISS 11 122 233 344, IBAN 812 345",
        "métro ligne 4, T3a, TGV 8512, TER 857123", "777E, Wien W-12345X, ZH 123456",
    ],
)  # fmt: skip
def test_a_list_of_numbers_is_no_address_of_india(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    "address",
    ["12, MG Rd, Goa 403001", "B-204, SHANTI APARTMENTS, MG ROAD, PUNE 411001", "House 12, Road 5, Dhaka 1205"],
)
def test_an_address_of_india_may_be_short_or_in_capitals(address: str) -> None:
    assert _found(address) == [address]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("J'habite au 12 r. des Lilas à Paris.", "12 r. des Lilas"),
        ("J'habite au 12 r. des Lilas, 75019 Paris", "12 r. des Lilas, 75019 Paris"),
        ("au 14, r. Pasteur, 33000 Bordeaux", "14, r. Pasteur, 33000 Bordeaux"),
        ("14 R. Victor Hugo, 37000 Tours", "14 R. Victor Hugo, 37000 Tours"),
        ("2 sq. du Temple, Paris", "2 sq. du Temple, Paris"),
        ("au 14 fg. Saint-Honoré", "14 fg. Saint-Honoré"),
        ("vivo in v. Roma 12 a Milano", "v. Roma 12"),
        ("vive en el p.º de Gracia 12, Barcelona", "p.º de Gracia 12, Barcelona"),
        ("R. das Flores 12, Lisboa", "R. das Flores 12, Lisboa"),
        ("Schillerpl. 3, Wien", "Schillerpl. 3, Wien"),
        ("Berliner Pl. 3, Bonn", "Berliner Pl. 3, Bonn"),
        ("bor på Drottningg. 5 i Lund", "Drottningg. 5"),
        ("Kungsv. 3, 123 45 Lund", "Kungsv. 3, 123 45 Lund"),
        ("N. Storg. 12 A, Umeå.", "N. Storg. 12 A, Umeå"),
        ("au 12 R. des Lilas à Paris", "12 R. des Lilas"),
    ],
)
def test_a_street_word_may_be_cut_short(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize(
    "text",
    [
        "fol. 12 r. Marge", "S. 12 r. Spalte", "12 r. o.", "14 R. Kelly songs", "Procedimento n. 4471/2022 R.G.N.R.",
        "J Med 2004; Suppl. 3",
        "150 ch. Peugeot",
        "Vi reser till Göteborg. 5 personer", "Vi såg Göteborg. 12, säger han", "Vi var i Göteborg. 3 rum, Lund",
        "Smith v. Jones 12 in London",
    ],
)  # fmt: skip
def test_what_is_cut_short_is_not_always_a_street(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Ich wohne In den Wiesen 22 in Halle", "In den Wiesen 22"),
        ("Ich wohne An der Alster 12 in Hamburg", "An der Alster 12"),
        ("Adresse: Auf dem Berge 3", "Auf dem Berge 3"),
        ("Wir treffen uns Zum Alten Hof 7 in Celle", "Zum Alten Hof 7"),
        ("Er lebt Unter den Eichen 5a, Bonn", "Unter den Eichen 5a, Bonn"),
        ("Müller, Im Winkel 7, 12345 Berlin", "Im Winkel 7, 12345 Berlin"),
        ("das Büro Am Sande 12 ist zu", "Am Sande 12"),
        ("Ich wohne zur Zeit Am Hang 5.", "Am Hang 5"),
        ("Praxis: Vor dem Holstentor 4", "Vor dem Holstentor 4"),
    ],
)
def test_a_german_street_may_be_called_by_where_it_lies(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize(
    "text",
    [
        "Am Montag 12", "sie kam Am Montag 12 Uhr", "es war Im Jahr 2020", "war Im Geschäftsjahr 12",
        "Zum Preis von 12",
        "Am Samstag um 20 Uhr", "In der Saison 12", "in der Saison 12", "er stand Am Gleis 7",
        "siehe Im Kapitel 7, Absatz 2",
        "Im Alter von 12", "siehe Zur Version 3", "Am Fluss 3 Enten", "Neu: Im Turm 4 brennt Licht",
        "dann Im Schatten 30 Grad",
        "it is I Am Legend 2", "es waren Im Wald 12%", "an der Alster 12", "Im Wald 3 Tage",
    ],
)  # fmt: skip
def test_a_german_preposition_with_a_capital_is_not_always_a_street(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Jag bor Backen 14, Ljusdal", "Backen 14, Ljusdal"),
        ("Jag bor på Backen 14 i Ljusdal", "Backen 14"),
        ("Vi flyttade till Kullen 3, Umeå", "Kullen 3, Umeå"),
        ("Ich wohne Rosenau 14, Halle", "Rosenau 14, Halle"),
        ("Mi sono trasferito in Prato 12, Milano", "Prato 12, Milano"),
        ("Mudei para Palmeira 12, Lisboa", "Palmeira 12, Lisboa"),
    ],
)
def test_who_lives_or_moves_somewhere_tells_an_address(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize(
    "text",
    [
        "Där bor Anna Berg, 34, i Lund.", "In Berlin wohnt Anna Berg, 34, seit drei Jahren.", "I huset bor Anna 34 år.",
        "Hon bodde i Lund 1998", "Vi flyttade till Lund 2015, Sverige.",
        "Laget flyttade till Division 2.", "Ele mudou para Windows 11.",
    ],
)  # fmt: skip
def test_who_lives_somewhere_and_how_old_is_no_address(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "1 Stunde backen, bis es braun ist", "1 Std. backen bis es braun ist", "30 Sekunden backen, bis",
        "Playing Silent Hill 4",
        "Jurassic Park 3 was great", "Baldur's Gate 3", "3 piazza pulita", "10000 av News of the World",
        "10 000 av News of the World", "Vila Nova de Gaia, 16 de maio de 1981", "Place Foch, 3 juin 2020",
        "جسر بلغ طوله 2345", "Endstand 1:0 Erschfeld 16.Spieltag", "Erschfeld 16. Spieltag", "C/C 12",
    ],
)  # fmt: skip
def test_what_has_the_number_of_something_else_is_no_street(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize("text", ["C/C++ developer", "in C/C", "C/F........ 17.58"])
def test_a_letter_behind_a_slash_is_no_street(text: str) -> None:
    assert list(addresses(text)) == []


@pytest.mark.parametrize(
    "address",
    [
        "Notting Hill 12, London", "12 Notting Hill", "C/ Goya 5", "C/A 5", "Calmeyers gate 8", "12 Berliner Straße",
        "Berliner Platz 4", "Via Roma 12", "8 place de l'église, Dijon", "1200 av. du Parc", "Vila Nova 16, 4400 Gaia",
    ],
)  # fmt: skip
def test_a_street_with_its_own_number_is_one(address: str) -> None:
    assert _found(address) == [address]
