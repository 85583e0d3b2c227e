"""Years of two digits, and years in words."""

import pytest

from allonym.detectors.life.dates import dates


def found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in dates(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("back in '09 we had", "'09"), ("class of '99", "'99"), ("Sono del '85, ho", "'85"), ("nel ’68", "’68"),
        ("född -49, 75 år", "-49"), ("Slutade jobba -09, började", "-09"), ("sommaren -98", "sommaren -98"),
        ("En 98 j'avais vingt ans", "98"), ("né en 62.", "62"), ("Nací en el 85, tengo", "85"), ("soy del 62", "62"),
        ("Sou de 85, tenho", "85"), ("nasci em 62", "62"), ("Jahrgang 85", "85"), ("geb. 62", "62"),
        ("dell'85 e", "85"), ("7 juli -88", "7 juli -88"), ("عام 1447هـ", "1447"), ("midsommarafton 1998",
        "midsommarafton 1998"),
        ("halloween 2018 was", "halloween 2018"), ("Heiligabend 2019", "Heiligabend 2019"),
        ("nochevieja de 2019", "nochevieja de 2019"),
    ],
)  # fmt: skip
def test_years_are_told_in_short(text: str, told: str) -> None:
    assert found(text) == [told]


@pytest.mark.parametrize(
    "text",
    [
        "in 98 percent", "in 50 minutes", "in 60.", "en 45 minutos", "en 60 pays", "it was -15 outside", "DW -45",
        "5'11",
        "he said '12 people came' and left", "dell'85 per cento", "em 50 dias", "ganaba en el 79, empata", "5 maj-10",
        "soy del 99, 9%", "in 83 a esercizi", "Ficou em 53.o entre", "ute -12.", "f. -12 C",
        "los artículos 1902 y 1903",
        "§§ 1570 bis 1573", "liasse 2065.",
    ],
)  # fmt: skip
def test_other_numbers_are_no_years(text: str) -> None:
    assert [each for each in found(text) if "maj" not in each] == []


@pytest.mark.parametrize(
    "text",
    [
        "veintidós de octubre de dos mil veinte", "ventitré settembre duemilaventi", "vingt-deux mars deux mille vingt",
        "vinte e três de abril de dois mil e dezenove", "third of May nineteen ninety-eight",
        "zweiten März zweitausendzwanzig",
        "femte maj nittonhundranittioåtta", "siete de febrero de mil novecientos sesenta y cuatro",
    ],
)  # fmt: skip
def test_the_words_of_a_year_belong_to_its_date(text: str) -> None:
    assert found(f"{text}, und") == [text]


@pytest.mark.parametrize(("text", "told"), [("May twenty people", []), ("3 May two thousand people", ["3 May"])])
def test_the_words_of_a_number_do_not(text: str, told: list[str]) -> None:
    assert found(text) == told
