import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.core.errors import SettingsError
from allonym.surrogates.jitter import bounded, jitter
from allonym.testing import desk_for, subject_for


@given(st.lists(st.integers(5, 110), min_size=2, max_size=6, unique=True), st.integers(1, 4))
def test_ages_move_together_by_at_most_so_much(ages: list[int], by: int) -> None:
    desk = desk_for("")
    moved = [int(jitter(by=by).write(subject_for("AGE", str(age)), desk)[0]) for age in ages]
    steps = {new - old for new, old in zip(moved, ages, strict=True)}

    assert len(steps) == 1
    assert 0 < abs(steps.pop()) <= by


def test_without_order_each_original_moves_by_itself() -> None:
    desk = desk_for("")
    made = [int(jitter(ordered=False).write(subject_for("AGE", str(age)), desk)[0]) - age for age in range(20, 60)]

    assert set(made) == {-2, -1, 1, 2}


def test_a_profile_may_let_numbers_stay() -> None:
    maker, desk = jitter(by=1, ordered=False, zero=True), desk_for("")
    stayed = {maker.write(subject_for("AGE", str(age)), desk)[0] == str(age) for age in range(20, 60)}

    assert stayed == {True, False}


@pytest.mark.parametrize(
    ("label", "language", "surface", "shape"),
    [
        ("AGE", "sv", "nitton år", r"(?:sjutton|arton|tjugo|tjugoett) år"),
        ("AGE", "sv", "niotton år", r"(?:sjutton|arton|tjugo|tjugoett) år"),
        ("AGE", "sv", "19-årig", r"(?:17|18|20|21)-årig"),
        ("AGE", "de", "achtzehnjährig", r"(?:sech|sieb|neun|zwan)z(?:ehn|ig)jährig"),
        ("AGE", "en", "eighteen", r"sixteen|seventeen|nineteen|twenty"),
        ("AGE", "fr", "dix-neuf ans", r"(?:dix-sept|dix-huit|vingt|vingt et un) ans"),
        ("AGE", "es", "diecinueve años", r"(?:diecisiete|dieciocho|veinte|veintiún) años"),
        ("AGE", "it", "diciannove anni", r"(?:diciassette|diciotto|venti|ventuno) anni"),
        ("AGE", "pt", "dezanove anos", r"(?:dezassete|dezoito|vinte|vinte e um) anos"),
        ("AGE", "ar", "تسع سنوات", r"(?:سبع|ثماني|عشر) سنوات"),
        ("AGE", "ar", "٢٥ سنة", r"٢[٣٤٦٧] سنة"),
        ("AGE", "en", "1 year old", r"[23] year old"),
        ("AGE", "en", "20–25", r"(?:18–23|19–24|21–26|22–27)"),
        ("DATE.YEAR", "sv", "2013", r"201[1245]"),
        ("DATE.DAY", "sv", "28", r"2[67]"),
        ("DATE.MONTH", "sv", "12", r"1[01]"),
        ("DATE.MONTH", "sv", "december", r"oktober|november"),
        ("DATE", "en", "15 May 2018", r"1[3467] May 2018"),
        ("ADDRESS.NUMBER", "en", "12 B", r"1[0134] B"),
        ("NUMBER", "en", "1000", r"998|999|1001|1002"),
        ("DURATION", "en", "three weeks", r"(?:two|four|five) weeks"),
        ("AGE", "fr", "la trentaine", r"\[AGE\]"),
        ("PERSON", "en", "Anna", r"\[PERSON\]"),
        ("EMAIL", "en", "anna.berg17@example.org", r"\[EMAIL\]"),
        ("TRANSPORT.NUMBER", "sv", "528", r"5(?:26|27|29|30)"),
    ],
)
def test_a_number_stays_in_digits_or_words_and_in_bounds(label: str, language: str, surface: str, shape: str) -> None:
    [made] = jitter().write(subject_for(label, surface, language=language), desk_for(surface))

    assert re.fullmatch(shape, made), made


@given(st.integers(1, 10**9), st.integers(1, 90))
def test_percents_keep_the_number_of_digits_and_never_the_number(value: int, percent: int) -> None:
    [made] = jitter(percent=percent).write(subject_for("MONEY", f"{value:,} €"), desk_for(""))
    digits = re.sub(r"\D", "", made)

    assert len(digits) == len(str(value))
    assert int(digits) != value
    assert made.endswith(" €")


@given(st.integers(0, 30), st.integers(-40, 40).filter(bool), st.integers(0, 5), st.integers(6, 30))
def test_bounds_hold_and_nothing_stays(value: int, offset: int, low: int, high: int) -> None:
    value = max(low, min(value, high))
    moved = bounded(value, offset, low, high)

    assert low <= moved <= high
    assert moved != value


@pytest.mark.parametrize("options", [{"by": 0}, {"percent": 91}, {"percent": -1}])
def test_options_that_cannot_work_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(SettingsError, match="jitter"):
        jitter(by=options.get("by", 2), percent=options.get("percent", 0))
