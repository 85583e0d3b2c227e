"""Years behind an event, and on into the next; and numbers that a unit, a share, a dilution or a list explains."""

import pytest

from allonym.detectors.life.dates import dates
from allonym.detectors.life.times import times


def found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in dates(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("während der Fußball-EM 2016 verletzt", "2016"), ("des Bosnienkrieges 1995 zögernd", "1995"),
        ("World Cup 2014 winners", "2014"), ("the elections 2016 showed", "2016"), ("les élections 2017 ont", "2017"),
        ("las elecciones 2015 dieron", "2015"), ("los Juegos Olímpicos 2016 fueron", "2016"),
        ("le Olimpiadi 2012 hanno", "2012"), ("as eleições 2018 deram", "2018"), ("efter kriget 1914 började", "1914"),
        ("انتخابات 2018 شهدت", "2018"),
        ("Im Geschäftsjahr 2015 / 16 wurden", "2015 / 16"), ("in der Saison 1999 / 00 war", "1999 / 00"),
        ("en la temporada 2015 / 2016 fue", "2015 / 2016"), ("in 2015 / 18 people", "2015"),
        ("16 / 02 01:38", "16 / 02"), ("wrapped am 3.\n5.2016 ok", "3.\n5.2016"), ("in 12/2024.", "12/2024"),
        ("valid until 12/2048", "12/2048"), ("el 10 y el 25 de mayo", "10 y el 25 de mayo"),
        ("in 1990 l'azienda", "1990"), ("in 1990 and/or later", "1990"),
    ],
)  # fmt: skip
def test_a_year_is_told_by_its_company(text: str, told: str) -> None:
    assert found(text) == [told]


@pytest.mark.parametrize(
    "text",
    [
        "fueron de 1571 UI/ml", "CPK (hasta 1864 UI/L)", "ferritina de 1950 ng/mL", "Wert von 1950 U/l",
        "à 1950 mm de", "de 1980 kcal al", "up to 2020 µg of", "positivo 1/2048.", "titre 12/2048",
        "entre el 10 y el 25% de", "entre le 10 et le 25 %", "between the 10th and 25th percent",
        "tra il 10 e il 25 per cento",
        "entre o dia 10 e 25 por cento", "abweichend von 3.\n5. Datum", "the cup 1400 people", "Wahl 2000 Stimmen",
        "2 / 3 10:30",
    ],
)  # fmt: skip
def test_units_shares_and_lists_make_no_days(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Viehtransport in der RB42 17.18.", ["17.18"]), ("der RE7 7.24, verspätet", ["7.24"]),
        ("Tåg 43 07.12", ["07.12"]),
        ("meine PS5 17.18.", []), ("Corb42 17.18.", []), ("RB42 17.18 Euro", []),
    ],
)  # fmt: skip
def test_the_hour_of_a_train_stands_behind_its_line(text: str, told: list[str]) -> None:
    assert [text[each.start : each.end] for each in times(text)] == told
