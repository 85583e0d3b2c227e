from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.languages.pack import CODES
from allonym.surrogates.dates.calendar_names import month_name
from allonym.surrogates.dates.forms import Hints, read_date
from allonym.surrogates.dates.moving import moved_date

DAYS = st.dates(date(1930, 1, 1), date(2039, 12, 31))


@pytest.mark.parametrize(
    ("language", "surface", "week", "forty_back"),
    [
        ("en", "2018-12-01", "2018-12-08", "2018-10-22"),
        ("en", "1 December 2018", "8 December 2018", "22 October 2018"),
        ("de", "Sa, 1. Dez. 2018", "Sa, 8. Dez. 2018", "Mo, 22. Okt. 2018"),
        ("fr", "24 avril 2020", "1er mai 2020", "15 mars 2020"),
        ("fr", "1er mai 2020", "8 mai 2020", "22 mars 2020"),
        ("es", "3 de mayo de 2020", "10 de mayo de 2020", "24 de marzo de 2020"),
        ("en", "May 3rd, 2020", "May 10th, 2020", "March 24th, 2020"),
        ("sv", "180112", "180119", "171203"),
        ("sv", "4/11 2023", "11/11 2023", "25/9 2023"),
        ("sv", "måndagen den 3 maj", "måndagen den 10 maj", "onsdagen den 24 mars"),
        ("en", "18/01/12", "25/01/12", "09/12/11"),
        ("en", "8/5/2018", "15/5/2018", "29/3/2018"),
        ("en", "12/25/2019", "01/01/2020", "11/15/2019"),
        ("en", "3–5 May 2020", "10–12 May 2020", "24–26 March 2020"),
        ("de", "17.05.", "24.05.", "07.04."),
        (
            "pt",
            "terça-feira, 3 de março de 2020",
            "terça-feira, 10 de março de 2020",
            "quinta-feira, 23 de janeiro de 2020",
        ),
        ("ar", "٢١ يوليو ٢٠٢٠", "٢٨ يوليو ٢٠٢٠", "١١ يونيو ٢٠٢٠"),
        ("ar", "21 كانون الثاني 2020", "28 كانون الثاني 2020", "12 كانون الأول 2019"),
        ("en", "2018-12-01T10:30:00Z", "2018-12-08T10:30:00Z", "2018-10-22T10:30:00Z"),
        ("en", "twenty-first of May", "twenty-eighth of May", "eleventh of April"),
        ("en", "DEC 2018", "JAN 2019", "NOV 2018"),
        ("fr", "mars et avril 1993", "avril et mai 1993", "février et mars 1993"),
        ("en", "1939–45", "1940–46", "1938–44"),
        ("en", "2018", "2019", "2017"),
        ("sv", "sommaren 2018", "sommaren 2019", "sommaren 2017"),
        ("en", "the 80s", "the 90s", "the 70s"),
        ("en", "the 9th", "the 16th", "the 25th"),
        ("en", "Tuesday", "Tuesday", "Thursday"),
    ],
)
def test_a_date_moves_in_its_own_form(language: str, surface: str, week: str, forty_back: str) -> None:
    hints = Hints(language)

    assert moved_date(surface, 7, hints) == week
    assert moved_date(surface, -40, hints) == forty_back


@pytest.mark.parametrize("surface", ["yesterday", "", "45/45/2018", "99", "30–31 May 2020 and 7 000 more", "0/0/0"])
def test_what_cannot_be_read_whole_is_not_read(surface: str) -> None:
    assert moved_date(surface, 7, Hints("en")) is None


def test_days_that_share_a_month_may_not_part() -> None:
    assert moved_date("29–31 May 2020", 1, Hints("en")) is None


@pytest.mark.parametrize(
    ("surface", "value", "moved"),
    [("03/04/2020", "2020-03-04", "03/05/2020"), ("03/04/2020", "2020-04-03", "04/04/2020")],
)
def test_a_known_value_decides_between_orders(surface: str, value: str, moved: str) -> None:
    assert moved_date(surface, 1, Hints("en", value)) == moved


def test_a_profile_may_say_that_months_come_first() -> None:
    assert moved_date("03/04/2020", 1, Hints("en", month_first=True)) == "03/05/2020"


@pytest.mark.parametrize(("label", "moved"), [("DATE.MONTH", "08"), ("DATE.DAY", "17"), ("DATE.YEAR", "06")])
def test_the_label_tells_what_a_number_is(label: str, moved: str) -> None:
    assert moved_date("05", 96, Hints("sv", label=label)) == moved


@given(st.sampled_from(CODES), DAYS, st.integers(-4000, 4000).filter(bool), st.integers(0, 4))
def test_a_whole_date_moves_by_so_many_days_in_every_form(code: str, day: date, days: int, form: int) -> None:
    def written(each: date) -> str:
        name = month_name(each.month, code)
        ordinal = "er" if code == "fr" and each.day == 1 else ""
        return (
            each.isoformat(),
            f"{each.day:02d}.{each.month:02d}.{each.year}",
            f"{each.day}{ordinal} {name} {each.year}",
            f"{each.year}/{each.month:02d}/{each.day:02d}",
            f"{name} {each.year}, {each.day}{ordinal}",
        )[form]

    later = day + timedelta(days)

    assert moved_date(written(day), days, Hints(code, day.isoformat())) == written(later)


@given(st.text(st.sampled_from("0123456789./- maj Dec,th"), max_size=24))
def test_reading_never_fails_and_parts_never_overlap(surface: str) -> None:
    for language in ("en", "sv", None):
        parts = sorted((part.start, part.end) for moment in read_date(surface, Hints(language)) for part in moment)

        assert all(first[1] <= second[0] for first, second in pairwise(parts))
        moved_date(surface, 30, Hints(language))
