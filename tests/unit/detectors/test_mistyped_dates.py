"""Dates that no calendar has are dates where a word says so: a slip hides no birth."""

import pytest

from allonym.detectors.life.dates import dates


def found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in dates(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("geboren am 31.02.1980 in", "31.02.1980"), ("né le 31/02/1980,", "31/02/1980"),
        ("DOB: 13/25/1980", "13/25/1980"),
        ("Fecha de Ingreso: 14/14/2014.", "14/14/2014"), ("Fecha de nacimiento: 16/018/1961.", "16/018/1961"),
        ("Fecha de nacimiento: 24/08//1979.", "24/08//1979"), ("DOB: 24.08..1979", "24.08..1979"),
        ("born 1980/14/25", "1980/14/25"), ("nato il 31/02/1980", "31/02/1980"),
        ("nascida em 31-02-1980", "31-02-1980"),
        ("född den 31.02.1980", "31.02.1980"), ("مواليد 31/02/1980", "31/02/1980"),
    ],
)  # fmt: skip
def test_a_slip_in_a_date_does_not_hide_it(text: str, told: str) -> None:
    assert found(text) == [told]


@pytest.mark.parametrize(
    "text", ["version 14.14.2014", "the ratio 14/14/2014", "on 300/400/2019", "from 14/14/2014x", "law of 5/99/2001"]
)
def test_other_numbers_with_a_year_are_no_dates(text: str) -> None:
    assert found(text) == []


def test_a_whole_date_keeps_its_value() -> None:
    [date] = dates("born on 2018-12-01.")

    assert dict(date.features)["value"] == "2018-12-01"
