"""Addresses as people tell them: kilometres of roads, floors with quotes, numbers in words, towns before codes."""

from itertools import pairwise

import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import patterns
from allonym.detectors.life.addresses import addresses
from allonym.resolving import resolve


def _found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in addresses(text) if each.label == "ADDRESS"]


def _told(text: str) -> list[str]:
    [mentions] = patterns(["road", "postcode", "identifier"]).detect([Document("t", text)])
    return [text[each.span.start : each.span.end] for each in resolve(mentions) if each.label.startswith("ADDRESS")]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("circulaba por la A-6, p.k. 23,400 cuando", "A-6, p.k. 23,400"),
        ("AP-7 p.k. 214+300", "AP-7 p.k. 214+300"),
        ("N-340, pk 118", "N-340, pk 118"),
        ("en el km 23 de la A-6 sentido Madrid", "km 23 de la A-6"),
        ("al km 812+300 della SS16", "km 812+300 della SS16"),
        ("ao km 214 da BR-101", "km 214 da BR-101"),
        ("au km 12 de l'A7", "km 12 de l'A7"),
        ("bei km 12,5 der A9", "km 12,5 der A9"),
        ("at km 12 of the M4", "km 12 of the M4"),
    ],
)
def test_a_kilometre_is_a_place_beside_its_road(text: str, place: str) -> None:
    assert _told(text) == [place]


@pytest.mark.parametrize(
    "text", ["12 km with the A4", "nach 12 km der B-Plan", "km 10 en 2019", "p.k. 23,400", "la página pk 12"]
)
def test_a_distance_without_a_road_is_no_place(text: str) -> None:
    assert _told(text) == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (
            'en Av. Corrientes 3247, piso 5° "B", C1193AAE CABA.',
            'Av. Corrientes 3247, piso 5° "B", C1193AAE CABA',
        ),
        ('Vivo en San Martín 482 2do "A", 5000 Córdoba.', 'San Martín 482 2do "A", 5000 Córdoba'),
        ('San Martín 482 2° "A", 5000 Córdoba', 'San Martín 482 2° "A", 5000 Córdoba'),
        ("Largo do Rato, 4-2.o Dto, 1250-186 Lisboa", "Largo do Rato, 4-2.o Dto, 1250-186 Lisboa"),
        ("via Roma 12, scala B, terzo piano.", "via Roma 12, scala B, terzo piano"),
        ("12 rue de Metz, 2ème étage", "12 rue de Metz, 2ème étage"),
        ("Hauptstr. 12, zweiter Stock", "Hauptstr. 12, zweiter Stock"),
        ("12 Main Street, first floor, London", "12 Main Street, first floor, London"),
        ("Storgatan 12, andra våningen", "Storgatan 12, andra våningen"),
        ("Pº de la Castellana 259-D, planta 14", "Pº de la Castellana 259-D, planta 14"),
        ("Praceta Nuno Torres 10-A", "Praceta Nuno Torres 10-A"),
        ("Pct. Dr. Nuno Torres 10-A 1500-246 LISBOA", "Pct. Dr. Nuno Torres 10-A 1500-246 LISBOA"),
        ("Bairro da Boavista, Bloco 7", "Bairro da Boavista, Bloco 7"),
        ("Bo da Boavista, Bloco 7, 1500 Lisboa", "Bo da Boavista, Bloco 7, 1500 Lisboa"),
        ("Qd. 12 Lt. 7, Setor Bueno, Goiânia-GO", "Qd. 12 Lt. 7, Setor Bueno, Goiânia-GO"),
        ("Manzana 4 Lote 12, Barrio Los Pinos", "Manzana 4 Lote 12, Barrio Los Pinos"),
        ("Rodovia BR-101, km 214, s/no, São José - SC", "Rodovia BR-101, km 214, s/no, São José - SC"),
        ("Strada Statale 16 km 812+300, 70026 Modugno", "Strada Statale 16 km 812+300, 70026 Modugno"),
    ],
)
def test_floor_and_door_belong_to_an_address(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Calle Mayor 3, primero comemos", "Calle Mayor 3"),
        ("Via Roma 3, primo premio", "Via Roma 3"),
        ("Hauptstr. 5, zweiter Versuch", "Hauptstr. 5"),
        ("12 Main Street, first choice", "12 Main Street"),
        ('Calle Mayor 5 "El Patio"', "Calle Mayor 5"),
        ("rua do sol 3 no Porto", "rua do sol 3"),
    ],
)
def test_what_is_first_is_not_always_a_floor(text: str, address: str) -> None:
    assert _found(text) in ([address], [])


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Vivo en la calle del Pez número doce, segundo izquierda", "calle del Pez número doce, segundo izquierda"),
        ("Abito in via Roma numero dodici, terzo piano.", "via Roma numero dodici, terzo piano"),
        ("na rua do Sol número trinta e dois, em Faro", "rua do Sol número trinta e dois"),
        ("rue de Rivoli numéro douze.", "rue de Rivoli numéro douze"),
        ("in der Hauptstraße Nummer zwölf, bei", "Hauptstraße Nummer zwölf"),
        ("Abito al civico 14 di via Roma, scala B", "civico 14 di via Roma, scala B"),
        ("vivo en el número 14 de la calle Mayor", "14 de la calle Mayor"),
        ("moro no número 12 da rua do Sol", "12 da rua do Sol"),
        ("j'habite au 14 de la rue de Rivoli", "14 de la rue de Rivoli"),
    ],
)
def test_a_number_may_be_in_words_or_before_its_street(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize(
    "text",
    [
        "Calle 13 número uno en ventas", "Baker Street number one hit", "la calle número uno",
        "calle Mayor número equivocado.", "bus 14 de la calle Mayor", "el 14 de la Liga",
        "Prices rose 5 pct. Mortgage 3", "87 pct MaxTemp 10",
    ],
)  # fmt: skip
def test_what_is_number_one_has_no_house(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("chocó en Rivadavia al 4500 a las 15.20", "Rivadavia al 4500"),
        ("vive por Corrientes al 3250, cerca", "Corrientes al 3250"),
        ("Avenida Rivadavia al 4527", "Avenida Rivadavia al 4527"),
        ("en la calle Belgrano al 700", "calle Belgrano al 700"),
        ("Dirección: Pasaje Los Aromos 0482, Villa El Sol, Maipú.", "Pasaje Los Aromos 0482, Villa El Sol, Maipú"),
        ("Av. Gral. Paz 482, Córdoba", "Av. Gral. Paz 482, Córdoba"),
        ("Rua Brig. Luís Antônio 12", "Rua Brig. Luís Antônio 12"),
        (
            "Av. Pres. Vargas, no 482, sala 1107 - Centro - Rio de Janeiro - 20071-000",
            "Av. Pres. Vargas, no 482, sala 1107 - Centro - Rio de Janeiro - 20071-000",
        ),
        ("Rua Alm. Barroso 63, Rio de Janeiro - RJ", "Rua Alm. Barroso 63, Rio de Janeiro - RJ"),
        (
            "R. XV de Novembro 482 fundos, Curitiba, cep 80020310",
            "R. XV de Novembro 482 fundos, Curitiba, cep 80020310",
        ),
    ],
)
def test_streets_of_south_america_are_read_whole(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize(
    "text",
    [
        "Llame por Movistar al 3030", "llegó a España al 2000", "en España al 50 %", "La casa de Borbón al 1400",
        "en Chile al 1987",
    ],
)  # fmt: skip
def test_what_is_called_or_reached_is_no_block(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("på Klostergatan 7 i Lund, 222 22.", "Klostergatan 7 i Lund, 222 22"),
        ("Klostergatan 7, Lund 222 22", "Klostergatan 7, Lund 222 22"),
        ("Hauptstraße 7 in Leipzig, 04277", "Hauptstraße 7 in Leipzig, 04277"),
        ("12 rue X à Lyon, 69003.", "12 rue X à Lyon, 69003"),
        ("rua do Sol 12 em Coimbra, 3000-171", "rua do Sol 12 em Coimbra, 3000-171"),
        ("Trav. das Flores, 9 R/C, 3000 - 171 Coimbra", "Trav. das Flores, 9 R/C, 3000 - 171 Coimbra"),
        ("på Norrby 214, FI-66640 Maxmo, följ", "Norrby 214, FI-66640 Maxmo"),
        ("bor på S:t Pauli kyrkogata 4, 211 49 MALMÖ.", "S:t Pauli kyrkogata 4, 211 49 MALMÖ"),
        ("Hon bor på S:ta Gertruds väg 12 C.", "S:ta Gertruds väg 12 C"),
        ("Hon bor på Pauli kyrkogata 4.", "Pauli kyrkogata 4"),
    ],
)
def test_town_and_code_stand_in_any_order(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("på Klostergatan 7 i Lund, 222 22 personer", "Klostergatan 7"),
        ("Rua do Ouro 10, 1990 - 200 Pessoas vieram", "Rua do Ouro 10"),
    ],
)
def test_what_is_counted_is_no_code_of_an_address(text: str, address: str) -> None:
    assert all(each.startswith(address) and "22 22" not in each and "200" not in each for each in _found(text))


@pytest.mark.parametrize(
    "text",
    [
        "Flug 12, LH-1234 München", "Airbus 320, AB-1234 Berlin", "Längs Svenska riksväg 50 till",
        "Nästa väg 4 är", "Malmö gata 4 000 kr",
    ],
)  # fmt: skip
def test_flights_and_highways_are_no_addresses(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Jag bor i Lund, 222 22.", "222 22"),
        ("J'habite à Lyon, 69003.", "69003"),
        ("Moro em Coimbra, 3000-171", "3000-171"),
        ("Morada: 3000 - 171 Coimbra", "3000 - 171"),
        ("العنوان المختصر: RRRD2929", "RRRD2929"),
        ("العنوان الوطني المختصر RHMA3184", "RHMA3184"),
        ("الرمز المختصر RRRD2929", "RRRD2929"),
        ("Short address: RRRD2929", "RRRD2929"),
    ],
)
def test_a_code_is_told_by_its_town_or_its_name(text: str, code: str) -> None:
    assert _told(text) == [code]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Die Post geht an 8001 Zürich.", "8001"),
        ("Brevet ska skickas till 211 20 Malmö.", "211 20"),
        ("Le courrier doit être adressé à 1000 Bruxelles.", "1000"),
        ("Le courrier doit être adressé à 33000 Bordeaux.", "33000"),
        ("Er wohnt in 3011 Bern", "3011"),
    ],
)
def test_a_code_stands_before_a_town_that_is_known(text: str, code: str) -> None:
    assert _told(text) == [code]


@pytest.mark.parametrize(
    "text",
    [
        "Dank an 1200 Helfer.", "Wir liefern an 1500 Schulen.", "In 1200 Haushalten.",
        "Linné besökte Celsius grav i 1749. Vid den tidpunkten", "logga in i 1177 Vårdguidens e-tjänster",
        "descobriu o Brasil em 1500. Ele era português.",
    ],
)  # fmt: skip
def test_what_is_counted_or_a_year_is_no_code(text: str) -> None:
    assert _told(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Vi bor i Lund, 222 22 personer bor där.", "J'ai vu à Paris, 15000.", "Em 1990 - 200 Pessoas",
        "Saldo 3000 - 171 euros", "RRRD2929", "in May, 12345.",
    ],
)  # fmt: skip
def test_numbers_behind_towns_are_not_always_codes(text: str) -> None:
    assert _told(text) == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("بغداد، حي المنصور، محلة 609 زقاق 12 دار 8", "بغداد، حي المنصور، محلة 609 زقاق 12 دار 8"),
        ("يسكن في محلة 609 زقاق 12 دار 8", "محلة 609 زقاق 12 دار 8"),
        ("المحلة 609 الزقاق 12 الدار 8", "المحلة 609 الزقاق 12 الدار 8"),
        ("م 609 ز 12 د 8 بغداد", "م 609 ز 12 د 8 بغداد"),
        ("السكن: الكرادة م/903 ز/14 د/22", "الكرادة م/903 ز/14 د/22"),
    ],
)
def test_quarter_alley_and_house_are_an_address_of_iraq(text: str, address: str) -> None:
    assert _found(text) == [address]


@pytest.mark.parametrize("text", ["م 609 ز 12 د 45", "دار 45 زقاق 12 محلة 609", "قطعة 4، شارع 12، منزل 3"])
def test_no_part_of_an_address_lies_in_another(text: str) -> None:
    [(_, told)] = [feature for each in addresses(text) for feature in each.features]
    spans = sorted(tuple(map(int, part.partition(":")[2].split("-"))) for part in str(told).split())

    assert all(before[1] <= behind[0] for before, behind in pairwise(spans))
    assert spans


@pytest.mark.parametrize(
    "text", ["م 5 ز 3", "المسافة 12 م 5 د", "الساعة 5 م 12 د", "دار 8 رقم 5", "عن طريق سلسلة عالم المعرفة عدد 243 التي"]
)
def test_letters_and_numbers_are_no_address_of_iraq(text: str) -> None:
    assert _found(text) == []
