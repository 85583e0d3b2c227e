"""Addresses: their parts."""

import pytest

from allonym.detectors.life.addresses import addresses


def _all(text: str) -> list[str]:
    return [text[each.start : each.end] for each in addresses(text)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("12 rue Hubert Couturier, 75011 Paris", "number:12 street:rue Hubert Couturier zip:75011 city:Paris"),
        ("Hauptstr. 5a, 10115 Berlin", "street:Hauptstr. number:5a zip:10115 city:Berlin"),
        ("221B Baker Street, London NW1 6XE", "number:221B street:Baker Street city:London zip:NW1 6XE"),
        ("Storgatan 4, 211 42 Malmö", "street:Storgatan number:4 zip:211 42 city:Malmö"),
        ("Rua Augusta 10, 1100-053 Lisboa", "street:Rua Augusta number:10 zip:1100-053 city:Lisboa"),
        (
            "Av. Paulista, 1578, Bela Vista, São Paulo - SP, 01310-200",
            "street:Av. Paulista number:1578 city:São Paulo zip:01310-200",
        ),
        ("104 Long Avenue, Boston, MA 02101", "number:104 street:Long Avenue city:Boston zip:02101"),
        ("Corso Dante 8, 10121 Torino (TO)", "street:Corso Dante number:8 zip:10121 city:Torino"),
        ("Corso Dante 8, 10121, Torino (TO)", "street:Corso Dante number:8 zip:10121 city:Torino"),
        (
            "Flat 3, 22 Castle Road, Clifton, Bristol BS8 4AB",
            "number:22 street:Castle Road city:Bristol zip:BS8 4AB",
        ),
        ("12 Bay Street Suite 40, Toronto, ON M5V 2T6", "number:12 street:Bay Street city:Toronto zip:M5V 2T6"),
        ("266 Birch Hollow Apt. 3, St. Paul, MN 55102", "number:266 street:Birch Hollow city:St. Paul zip:55102"),
        ("Prato della Valle 12, 35123 Padova", "street:Prato della Valle number:12 zip:35123 city:Padova"),
        ("Sankt Eriksgatan 27 A, 112 39 Stockholm", "street:Sankt Eriksgatan number:27 A zip:112 39 city:Stockholm"),
        ("Unter den Linden 77, 10117 Berlin", "street:Unter den Linden number:77 zip:10117 city:Berlin"),
        ("R. Augusta, 10, 1100-053 Lisboa", "street:R. Augusta number:10 zip:1100-053 city:Lisboa"),
    ],
)
def test_the_parts_of_an_address_are_told_by_their_places(text: str, parts: str) -> None:
    [found] = addresses(text)
    told = [each.partition(":") for each in dict(found.features)["parts"].split()]
    named = [(name, text[slice(*map(int, place.split("-")))]) for name, _, place in told]

    assert (found.start, found.end, found.label) == (0, len(text), "ADDRESS")
    assert " ".join(f"{name}:{words}" for name, words in named) == parts


def test_features_hold_places_and_no_words_of_the_text() -> None:
    [found] = addresses("Via Roma 1, 00184 Roma")

    assert dict(found.features)["parts"] == "street:0-8 number:9-10 zip:12-17 city:18-22"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Address: 14 Rose Bank, Leeds LS8 2QT", "14 Rose Bank, Leeds LS8 2QT"),
        ("She lives at 90 Lamb Bridge.", "90 Lamb Bridge"),
        ("Er wohnt in der Aue 5.", "Aue 5"),
        ("J'habite au 12 clos des Vignes, 21000 Dijon", "12 clos des Vignes, 21000 Dijon"),
        ("To: P.O. Box 1182, Austin, TX 78767", "P.O. Box 1182, Austin, TX 78767"),
        ("PSC 75, Box 917, APO AE 09128", "PSC 75, Box 917, APO AE 09128"),
    ],
)
def test_a_cue_or_a_postcode_makes_an_address_without_a_street_word(text: str, address: str) -> None:
    assert [text[found.start : found.end] for found in addresses(text) if found.label == "ADDRESS"] == [address]


@pytest.mark.parametrize(
    "text",
    [
        "Omkring 45 000 personer", "Circuito de Jerez 2023", "vive en Madrid, 34 años", "R. Kelly 13 counts",
        "450 kr. Hälsa Doktor Lindqvist", "Stasera alle 19", "Level 68, 33118 XP, all night",
        "(Rule 59 § 1 of the Rules of Court)", "section 33a of the Administrative Court Act", "Betyg: 5 av 6 Det har",
        "skriven 1642 av Johan Beijer.", "Smith v. Sweden, no. 27033/95, decision", "i. S. v. Art. 33, Abs. 2",
        "véase el apartado 15 infra", "Relator 2 Documento", "Remembering 25 years", "slaget vid Brunkeberg 1471.",
        "esta Corte cancelou a Orientação Jurisprudencial nº 351, da", "in galera David Green 18 mesi",
    ],
)  # fmt: skip
def test_what_looks_like_an_address_and_is_none(text: str) -> None:
    assert [found for found in addresses(text) if found.label == "ADDRESS"] == []


@pytest.mark.parametrize(
    "text",
    [
        "the judgment of the Grand Chamber", "in St. Pölten", "the village of St. Mary", "mit Kristallen",
        "T.J. Lane said", "nel corso del Festival", "Die Straße ist lang", "O Rio Ave venceu", "في الشارع تركض",
        "على نهج أبيه", "drame de M. C. de Morlhon", "2 Pc Halo Wedding Ring Set",
    ],
)  # fmt: skip
def test_what_is_called_like_a_street_and_is_none(text: str) -> None:
    assert list(addresses(text)) == []


@pytest.mark.parametrize(
    ("text", "street"),
    [
        ("severity of Goodridge Street fire", "Goodridge Street"),
        ("sites around the Outer Ring Road.", "Outer Ring Road"),
        ("12 The Avenue", "12 The Avenue"),
        ("Visit 5 St. Mary's Road, Bath", "5 St. Mary's Road, Bath"),
        ("45 av Victor Hugo, Lyon", "45 av Victor Hugo, Lyon"),
        ("v. Roma 12, Milano", "v. Roma 12, Milano"),
        ("Apartado 1182, 1000-001 Lisboa", "Apartado 1182, 1000-001 Lisboa"),
        ("Domicilio: Avenida nuestra señora del Pilar 19", "Avenida nuestra señora del Pilar 19"),
        ("im Frankfurter Ring 247, Haus 2", "Frankfurter Ring 247"),
    ],
)
def test_the_doubts_leave_streets_alone(text: str, street: str) -> None:
    assert [text[found.start : found.end] for found in addresses(text)] == [street]


@pytest.mark.parametrize(
    "text", ["via Twitter", "Umweg 5", "a two way street", "during 2020", "on the road", "Arbeitsplatz 5"]
)
def test_what_is_no_address(text: str) -> None:
    assert [found for found in addresses(text) if found.label == "ADDRESS"] == []


@pytest.mark.parametrize("text", ["Ort: Köln\nStraße: unbekannt", "Telefon 070-174 06 05\n211 42 Malmö"])
def test_the_end_of_a_line_makes_no_street_of_a_label_or_a_phone(text: str) -> None:
    assert list(addresses(text)) == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("send it to 14 high st, leeds ls1 4dy pls", "14 high st, leeds ls1 4dy"),
        ("party @ 48 oak ave apt 3b, springfield il 62704", "48 oak ave apt 3b, springfield il 62704"),
        ("ship to 77 maple dr, unit 2, denver co 80202", "77 maple dr, unit 2, denver co 80202"),
        ("lives at 301 w 5th st apt 4, austin tx 78701", "301 w 5th st apt 4, austin tx 78701"),
        ("we moved to 12 elm close, york yo1 7hh", "12 elm close, york yo1 7hh"),
        ("party 1600 n clark st chicago", "1600 n clark st"),
        ("mailing addr po box 1182, boise id 83701", "po box 1182, boise id 83701"),
    ],
)
def test_addresses_in_small_letters(text: str, address: str) -> None:
    assert [text[found.start : found.end] for found in addresses(text) if found.label == "ADDRESS"] == [address]


@pytest.mark.parametrize(
    "address",
    [
        "شارع الملك فهد، حي العليا، الرياض 12214",
        "فيلا 12، شارع الوصل، جميرا، دبي",
        "عمارة 5، شارع عباس العقاد، مدينة نصر، القاهرة",
        "حي النخيل، شارع العليا، مبنى 4821",
        "حي الرياض، شارع النخيل رقم 34، الرباط",
        "شقة 4، الدور الثاني، عمارة 7، شارع التحرير، القاهرة",
    ],
)
def test_the_parts_of_an_arabic_address_stand_in_any_order(address: str) -> None:
    assert [address[found.start : found.end] for found in addresses(address)] == [address]


@pytest.mark.parametrize(
    "address",
    [
        "Straße des 17. Juni 135, 10623 Berlin", "12 rue du 11 Novembre 1918, 38000 Grenoble", "Rue du 4-Septembre 12",
        "Avenida 9 de Julio 1234, Buenos Aires", "Rua 25 de Abril 12, Porto", "Via 25 Aprile 7, 20121 Milano",
        "Straße der Einheit 5", "Mariahilfer Straße 114/2/15, 1070 Wien", "Mannerheimvägen 12 A 4, 00100 Helsingfors",
        "S:t Eriksgatan 101, 4 tr", "77 King Street West, Toronto ON M5K 1A1", "1200 rue Peel, Montréal (QC) H2X 3K8",
        "2450, boulevard Laurier, bureau 310, Québec (Québec) G1V 2L1", "BP 214, 44007 Nantes Cedex 1",
        "Rue de la Station 45 bte 3, 5000 Namur", "Calle Hidalgo 45, Col. Centro, 76000 Querétaro",
        "Av. Corrientes 1450, C1042AAN Buenos Aires", "Carrera 15 No. 93-60, Bogotá",
        "Carrera 7 # 72-41, Bogotá, apto 502", "Av. Providencia 1208, oficina 603, Providencia, Santiago",
        "S.S. 106 km 12,5, 89100 Reggio Calabria",
    ],
)  # fmt: skip
def test_addresses_of_many_countries_are_found_whole(address: str) -> None:
    assert [address[found.start : found.end] for found in addresses(address)] == [address]


@pytest.mark.parametrize(
    "text",
    [
        "Kör väg 40 mot Borås.", "Ta väg 27", "الطريق السريع 40 مغلق", "Fritz!Box 7590 con WiFi", "an X-Box 360",
        "turn left after 2 miles on oak st", "a 5 min drive from main st", "3 new st albans shops", "2 head ct scans",
        "the 21 st of may", "me encontré en el callejón el 23 de septiembre",
    ],
)  # fmt: skip
def test_roads_boxes_and_small_words_are_no_addresses(text: str) -> None:
    assert [found for found in addresses(text) if found.label == "ADDRESS"] == []


@pytest.mark.parametrize(
    "address",
    [
        "5 Elm St, Apt #12, Boise, ID 83701", "5 Elm St, Unit # 4, Boise, ID 83701", "5 Elm St, No. 7, Boise, ID 83701",
        "5 Elm St Ste #200, Boise, ID 83701", "Apt #12, 5 Elm St, Boise, ID 83701",
        "5 Elm St, Apt. #4B, Boise, ID 83701",
        "5 Elm St, Unit #B, Boise, ID 83701", "5 Elm St, Apt B-12, Boise, ID 83701",
        "5 Elm St, Apt 4-C, Boise, ID 83701",
        "5 Elm St, Apt number 12, Boise, ID 83701", "266 Ralph Forest Apt #3, Portland, ME 04101",
    ],
)  # fmt: skip
def test_a_sign_may_stand_before_the_number_of_a_flat(address: str) -> None:
    assert _all(address) == [address]


def test_a_word_behind_a_street_is_no_flat() -> None:
    assert _all("at 5 Elm St, no kidding") == ["5 Elm St"]


@pytest.mark.parametrize(
    "text",
    [
        "Carrera 7 # 71-21, Bogotá; Av. Corrientes 1234, Buenos Aires",
        "Rua das Flores 12, Lisboa; Av. da Liberdade 45, Porto",
        "Calle Mayor 3; Av. Menor 5", "Calle Mayor 3; C/ Goya 5", "Rua A 12; Rua das Flores, 45, Porto",
        "Rua A 12; Av. Central, 45, Porto", "Hauptstr. 5; Beethovenstr. 7", "Hauptstr. 5; Berliner Str. 7, Bonn",
        "via Roma 3, Milano; via Dante 5, Torino", "12 rue Foch, Paris; 14, rue Hoche, Lyon",
        "Storgatan 5; Södra vägen 7",
        "Storgatan 5, Lund; Kungsg. 7, Lund", "Via Roma 3, Milano; P.za Dante 5, Torino",
    ],
)  # fmt: skip
def test_a_new_street_begins_a_new_address(text: str) -> None:
    assert _all(text.replace(";", ",")) == text.split("; ")


def test_a_new_arabic_street_begins_a_new_address() -> None:
    text = "شارع الملك فهد 12، الرياض، شارع التحرير 5، القاهرة"

    assert _all(text) == ["شارع الملك فهد 12، الرياض", "شارع التحرير 5، القاهرة"]
