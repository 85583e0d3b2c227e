from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.errors import SettingsError
from allonym.surrogates.dates.forms import Hints
from allonym.surrogates.dates.moving import moved_date
from allonym.surrogates.shift import shift
from allonym.testing import desk_for, subject_for

DATES = st.lists(st.dates(date(1950, 1, 1), date(2035, 1, 1)), min_size=2, max_size=5)


@given(DATES, st.booleans(), st.integers(7, 900))
def test_distances_stay_and_weekdays_if_asked(days: list[date], weekdays: bool, most: int) -> None:
    maker, desk = shift(days=most, weekdays=weekdays), desk_for("")
    moved = [date.fromisoformat(maker.write(subject_for("DATE", day.isoformat()), desk)[0]) for day in days]
    steps = {(new - old).days for new, old in zip(moved, days, strict=True)}

    assert len(steps) == 1
    assert 0 < abs(steps.pop()) <= most
    assert not weekdays or [each.weekday() for each in moved] == [each.weekday() for each in days]


def test_one_author_has_one_shift_and_another_another() -> None:
    subject = subject_for("DATE", "2018-12-01")
    steps = {shift().write(subject, desk_for("", author=f"author {number}"))[0] for number in range(20)}

    assert len(steps) > 10
    assert shift().write(subject, desk_for("a", author="x")) == shift().write(subject, desk_for("b", author="x"))


def test_what_cannot_be_read_becomes_its_kind() -> None:
    made = shift().write(subject_for("DATE", "yesterday", "last week", language="en"), desk_for(""))

    assert made == ["[DATE]", "[DATE]"]
    assert shift().write(subject_for("AGE", "19"), desk_for("")) == ["[AGE]"]


@pytest.mark.parametrize("options", [{"days": 0}, {"days": 6, "weekdays": True}])
def test_a_shift_of_nothing_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(SettingsError, match="needs days"):
        shift(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("surface", ["August", "14 August"])
@pytest.mark.parametrize("days", [365, 366, -365, -366, 364])
def test_without_its_year_a_date_is_another_even_a_year_later(surface: str, days: int) -> None:
    assert moved_date(surface, days, Hints("en")) not in {surface, None}
