"""What one word announces: a second postcode, a plate in brackets, an age behind a date; and what looks alike."""

import pytest
from tests.unit.detectors.everything import found

from allonym.core.types import Document
from allonym.detectors.life.detector import life


def ages(text: str, language: str | None = None) -> list[str]:
    [mentions] = life().detect([Document("text", text, language)])
    return list(dict.fromkeys(each.span.of(text) for each in mentions if each.label == "AGE"))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("The postcodes 10115 and 20095 are wrong.", ["10115", "20095"]),
        ("Our zip codes are 10115, 20095, and 50667.", ["10115", "20095", "50667"]),
        ("Les codes postaux 75001 et 69002 manquent.", ["75001", "69002"]),
        ("PLZ 10115, 20095 und 50667", ["10115", "20095", "50667"]),
        ("Los códigos postales 28001 y 08002 son de aquí.", ["28001", "08002"]),
        ("I codici postali sono 20121 e 00184.", ["20121", "00184"]),
        ("Os códigos postais 1000-205 e 4000-001.", ["1000-205", "4000-001"]),
        ("Postnumren 114 55, 211 20 och 90325 stämmer.", ["114 55", "211 20", "90325"]),
        ("الرموز البريدية 11564 و12345 و54321 صحيحة", ["11564", "12345", "54321"]),
    ],
)
def test_one_word_announces_all_postcodes_behind_it(text: str, codes: list[str]) -> None:
    assert [surface for label, surface in found(text) if label == "ADDRESS.ZIP"] == codes


@pytest.mark.parametrize(
    "text",
    [
        "Between 10115 and 20095 people came.",
        "Postnumret saknas fortfarande här, men vi har 11455 och 21120 läsare.",
        "Le code manque, mais 75001 et 69002 lecteurs sont venus.",
    ],
)
def test_numbers_that_nothing_announces_are_no_postcodes(text: str) -> None:
    assert [surface for label, surface in found(text) if label == "ADDRESS.ZIP"] == []


@pytest.mark.parametrize(
    ("text", "plate"),
    [
        ("Min Volvo (ABC123) är stulen.", "ABC123"),
        ("Han kör en röd Saab (ABC 12D).", "ABC 12D"),
        ("Skåpbilen (XYZ 987) stod kvar.", "XYZ 987"),
        ("Lastbilens plåt (ABC 123) är borta.", "ABC 123"),
    ],
)
def test_a_swedish_plate_may_stand_in_brackets(text: str, plate: str) -> None:
    assert ("PLATE", plate) in found(text)


@pytest.mark.parametrize(
    "text", ["Se bilagan (ABC 123) nedan.", "Kursen (MAT 123) är svår.", "Volvo (SEK 123) per aktie."]
)
def test_a_code_in_brackets_is_no_plate(text: str) -> None:
    assert [surface for label, surface in found(text) if label == "PLATE"] == []


@pytest.mark.parametrize(
    ("text", "language", "age"),
    [
        ("Anna wurde im Mai achtzig.", "de", "achtzig"),
        ("Der Nachbar wurde im März 2020 achtzig.", "de", "achtzig"),
        ("Herr Klein wird im Herbst sechzig.", "de", "sechzig"),
        ("Anna fyllde i maj åttio.", "sv", "åttio"),
        ("Ana fez em maio oitenta.", "pt", "oitenta"),
        ("Anna cumplió en mayo ochenta.", "es", "ochenta"),
        ("A maggio ne ha compiuti ottanta.", "it", "ottanta"),
        ("Anna turned in May eighty.", "en", "eighty"),
        ("بلغ الثانية والستين يوم الثلاثاء.", "ar", "الثانية والستين"),
        ("بلغت الحادية والثمانين.", "ar", "الحادية والثمانين"),
        ("Mi abuela tiene noventa y un años.", "es", "noventa y un años"),
    ],
)
def test_an_age_in_words_is_found_with_a_date_beside_it_and_as_a_whole(text: str, language: str, age: str) -> None:
    assert ages(text, language) == [age]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Der Betrieb wurde im Mai achtzig Mal kontrolliert.", "de"),
        ("Das Haus wurde im Mai achtzig Euro teurer.", "de"),
        ("Der Termin wurde im Mai zwei Mal verschoben.", "de"),
        ("Der Verein wurde im Mai gegründet, mit achtzig Leuten.", "de"),
        ("Anna wurde achtzig Mal gefragt.", "de"),
        ("Priset blev i maj åttio kronor.", "sv"),
        ("A loja fez em maio oitenta vendas.", "pt"),
    ],
)
def test_what_is_counted_behind_a_date_is_no_age(text: str, language: str) -> None:
    assert ages(text, language) == []
