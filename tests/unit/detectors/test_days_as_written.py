"""Days of this month, years from when till when, and months that a list takes for a name."""

import pytest

from allonym import Pseudonymizer
from allonym.core.types import Document
from allonym.detectors.life.dates import dates
from allonym.settings import load_settings


def found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in dates(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Frist 15. d. M.", "15. d. M."), ("Schreiben vom 3. d.M. erhalten", "3. d.M."),
        ("bis 15. ds. Mts.", "15. ds. Mts."),
        ("On the 15th inst. we", "15th inst."), ("votre lettre du 15 courant", "15 courant"),
        ("el 15 del cte.", "15 del cte."),
        ("el 15 del corriente", "15 del corriente"), ("la Vs. del 15 c.m.", "15 c.m."), ("il 12 u.s.", "12 u.s."),
        ("no dia 15 do corrente", "15 do corrente"), ("den 15 dennes", "15 dennes"), ("في 15 الجاري", "15 الجاري"),
        ("jueves 21 de nov., 10 y", "jueves 21 de nov"), ("el 5 de ene.", "5 de ene"), ("em 5 de jan.", "5 de jan"),
        ("DOB 04 07 1981", "04 07 1981"), ("1o/05 é feriado", "1o/05"), ("A metà marzo.", "metà marzo"),
        ("Cita: jue 5, 11:15", "jue 5"), ("Party on Sun?", "Sun"), ("inne den 1:a.", "1:a"),
        ("le 5 ça marche", "5"), ("den 5:e går bra", "5:e"), ("the 5th works", "5th"),
        ("es el 21 a las 19.30", "21"), ("è il 21 alle 19.30", "21"), ("يوم 21 الساعة 7:30", "21"),
    ],
)  # fmt: skip
def test_a_day_has_its_month_in_other_words(text: str, told: str) -> None:
    assert found(text) == [told]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("i femton år, 2001 till 2016.", ["2001", "2016"]), ("fifteen years, 2001 to 2016.", ["2001", "2016"]),
        ("quinze ans, 2001 à 2016.", ["2001", "2016"]), ("Jahre, 2001 bis 2016.", ["2001", "2016"]),
        ("años, 2001 a 2016.", ["2001", "2016"]), ("سنة، 2001 إلى 2016.", ["2001", "2016"]),
        ("Kinder: 2011 und 2014", ["2011", "2014"]), ("vom 12.–14.6.", ["12", "14.6."]),
        ("am 12. und 14.6.", ["12", "14.6."]),
        ("الأولمبية 2008 و2012.", ["2008", "2012"]),
    ],
)  # fmt: skip
def test_both_ends_are_dates(text: str, told: list[str]) -> None:
    assert found(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "15. d. h. Platz", "el 15 actual campeón", "15 cm", "art. 15 del presente regolamento", "19 del gen",
        "5 de mar adentro",
        "38% من 1750 مشاركا", "38% of 1750 people", "artikel 1902 och 1903", "articles 2001 à 2016", "the 5 works of",
        "in the sun", "he sat down", "on Sun Microsystems", "room 04 07 1981x",
    ],
)  # fmt: skip
def test_other_numbers_are_no_days(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [("Still declined, Jan 5.", "Jan 5"), ("gio 14/11 ore 9", "gio 14/11"), ("See Thurs 5th,", "Thurs 5th")],
)
def test_a_month_or_day_with_its_number_is_nobody(text: str, told: str) -> None:
    [plan] = Pseudonymizer(load_settings("default").with_model(fast=True)).plan_many([Document("1", text)])
    labels = {(text[m.start : m.end], m.label) for each in plan.decisions for m in each.entity.mentions}

    assert (told, "DATE") in labels
    assert not any(label.startswith("PERSON") for _, label in labels)


def test_a_time_before_a_blood_pressure_is_no_case_of_a_court() -> None:
    text = "12/05/24 08:15 BP 120/80"
    [plan] = Pseudonymizer(load_settings("default").with_model(fast=True)).plan_many([Document("1", text)])

    assert "CONTRACT" not in {m.label for each in plan.decisions for m in each.entity.mentions}
