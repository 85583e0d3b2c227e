"""A time has its zone with it; the same letters in a sentence are other words."""

import pytest

from allonym import Pseudonymizer
from allonym.core.types import Document
from allonym.detectors.life.dates import dates
from allonym.detectors.life.times import times
from allonym.settings import load_settings
from allonym.surrogates.dates.forms import Hints
from allonym.surrogates.dates.moving import moved_date

AT_CST = [("11:14 AM CST", "TIME"), ("4:17 AM CST", "TIME")]


def found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in times(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("am Mon Jul 18 2016 05:35:26 GMT +0200 (CEST) mit", "05:35:26 GMT +0200 (CEST)"),
        ("Tue, 15 Nov 1994 08:12:31 +0100", "08:12:31 +0100"), ("at 08:12:31-08:00", "08:12:31-08:00"),
        ("meet at 14:00 UTC or", "14:00 UTC"), ("13:00 UTC+2 und", "13:00 UTC+2"),
        ("13:00 UTC-03:00,", "13:00 UTC-03:00"),
        ("live at 9 pm EST!", "9 pm EST"), ("until 10:00 (CET)", "10:00 (CET)"), ("14:00+01:00", "14:00+01:00"),
        ("um 15:30 MEZ los", "15:30 MEZ"), ("8.30 Uhr MESZ", "8.30 Uhr MESZ"), ("à 15:30 CET,", "15:30 CET"),
        ("a las 15:30 CEST.", "15:30 CEST"), ("alle 15:30 CET", "15:30 CET"), ("às 22h00 GMT (19", "22h00 GMT"),
        ("kl. 16:00 GMT", "16:00 GMT"), ("الساعة 16:00 UTC", "16:00 UTC"),
    ],
)  # fmt: skip
def test_a_zone_belongs_to_its_time(text: str, told: str) -> None:
    assert found(text) == [told]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("le train de 14:00 est annulé", ["14:00"]), ("um 14:00 ist Schluss", ["14:00"]),
        ("LE TRAIN DE 14:00 EST ANNULÉ", ["14:00"]), ("UM 14:00 IST SCHLUSS", ["14:00"]),
        ("10:30-11:30 PST", ["10:30", "11:30 PST"]), ("at 14:00 -0200", ["14:00"]), ("um 14:00 (Estrich)", ["14:00"]),
        ("call at 14:00 +49 171 2345678", ["14:00"]), ("14:00 ESTA", ["14:00"]),
    ],
)  # fmt: skip
def test_what_follows_a_time_is_mostly_no_zone(text: str, told: list[str]) -> None:
    assert found(text) == told


def test_an_offset_stays_with_a_date_that_moves() -> None:
    text = "commit 2021-03-04 08:12:31 +0100 by"
    [date] = dates(text)

    assert text[date.start : date.end] == "2021-03-04 08:12:31 +0100"
    assert moved_date("2021-03-04 08:12:31 +0100", 3, Hints("en")) == "2021-03-07 08:12:31 +0100"
    assert [each.end for each in dates("on 2021-03-04 08:12 -2000 people")] == [19]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("issued January 04 at 11:14 AM CST until 4:17 AM CST", [("January 04", "DATE"), *AT_CST]),
        ("LE VOL DE 14:00 A DU RETARD", [("14:00", "TIME")]),
    ],
)
def test_a_zone_is_no_organisation_and_a_time_no_flight(text: str, told: list[tuple[str, str]]) -> None:
    [plan] = Pseudonymizer(load_settings("default").with_model(fast=True)).plan_many([Document("1", text)])
    mentions = sorted((m.start, m.end, m.label) for each in plan.decisions for m in each.entity.mentions)

    assert [(text[start:end], label) for start, end, label in mentions] == told
