"""Dates, times and lengths of time: what the golden cases do not show, above all their values."""

import time

import pytest

from allonym.core.types import Document
from allonym.detectors.finding import Finder
from allonym.detectors.identifiers.patterns import PatternDetector
from allonym.detectors.life.dates import dates
from allonym.detectors.life.detector import FINDERS_LIFE, find_life, life
from allonym.detectors.life.durations import durations
from allonym.detectors.life.times import times
from allonym.testing import TEXTS, check_detector

MORE_TEXTS = (
    "On Monday, 3 May 2020 at 10:30, aged 34, at 12 rue de Rivoli, 75001 Paris; I am a nurse.",
    "may", "3", "mai 2020", "1999", "Montag", "12", "18:16", "years", "Rue", "19 år", "il y a", "Calle Mayor",
)  # fmt: skip
HOSTILE = (
    "1", "1 ", "1.", "1-", "1/1/", "may ", "3 may ", "mai-", "Av.", "Rue ", "rue de la ", "12 rue ", "C/", "A",
    "A-", "St.", "Straße ", "1 Aa ", "year ", "two-", "vingt et un ", "i'm ", "aged ", "1:00:", "(1999",
    "le 3 et ", "monday, ", "شارع ", "و", "والوال", "nurse ", "a\0", "1\0", "1999–", "uhr ", "d'", "Gata ",
    "12/6-", "1/1-1/1 ", "1 | ", "v.1 ", "kw 1 ", "mo-fr ", "mon-fri ", "mon ", "lun y ", "dos mil ", "3 may mil y ",
    "'09 ", " -09", "8-9 ", "open 8-9 ", "730pm ", "half 8 ", "after six ", "3-XI-", "mañana ", "الثامنة ", "1 h ",
)  # fmt: skip


def values(finder: Finder, text: str) -> dict[str, str]:
    return {text[each.start : each.end]: dict(each.features).get("value", "") for each in finder(text)}


@pytest.mark.parametrize(
    ("text", "surface", "value"),
    [
        ("on 2018-12-01.", "2018-12-01", "2018-12-01"),
        ("am 1. 2. 2020", "1. 2. 2020", "2020-02-01"),
        ("on 5/25/1934", "5/25/1934", "1934-05-25"),
        ("le 3 mai 2020", "3 mai 2020", "2020-05-03"),
        ("den 1:a maj", "1:a maj", "--05-01"),
        ("in March", "March", "--03"),
        ("el 3.", "3", "---03"),
        ("in 1994", "1994", "1994"),
        ("12/2018", "12/2018", "2018-12"),
        ("28 تموز 1925", "28 تموز 1925", "1925-07-28"),
    ],
)
def test_a_date_has_its_value_as_iso_8601_writes_it(text: str, surface: str, value: str) -> None:
    assert values(dates, text) == {surface: value}


@pytest.mark.parametrize("text", ["on 04/05/2019", "3–5 May 2020", "18/01/12"])
def test_a_date_that_can_be_read_in_two_ways_has_no_value(text: str) -> None:
    assert list(values(dates, text).values()) == [""]


@pytest.mark.parametrize("text", ["deux hier soir", "20 hier", "um 20 hier", "le 3 hier matin"])
def test_a_number_before_a_word_that_is_no_unit_makes_no_length_of_it(text: str) -> None:
    assert not [each for each in durations(text) if each.label == "DURATION"]


def test_lengths_and_times_have_values() -> None:
    assert values(durations, "1000 hours") == {"1000 hours": "PT1000H"}
    assert values(durations, "trois semaines") == {"trois semaines": "P3W"}
    assert values(times, "at 7:45 pm") == {"7:45 pm": "T19:45"}


def test_a_moment_says_whether_it_is_past() -> None:
    [ago] = durations("för två år sedan")
    [later] = durations("three weeks later")

    assert dict(ago.features)["when"] == "past"
    assert dict(later.features)["when"] == "future"


@pytest.mark.parametrize(
    "text",
    [
        "I may go",
        "on Mars",
        "the Marsch",
        "sete pessoas",
        "chapter 12",
        "2000 people",
        "1990 €",
        "Act 1984",
        "24/7",
        "1.2.3",
    ],
)
def test_near_misses_are_no_dates(text: str) -> None:
    assert list(dates(text)) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("at noon", "noon"), ("found at half past six", "half past six"), ("gegen halb sieben", "halb sieben"),
        ("vid halv sju", "halv sju"), ("a las siete y media de la tarde", "siete y media de la tarde"),
        ("alle otto.", "otto"), ("às nove e meia", "nove e meia"), ("vers midi", "midi"),
        ("الساعة السادسة مساء", "السادسة مساء"), ("à 14 h 30", "14 h 30"), ("8.30 Uhr", "8.30 Uhr"),
        ("Öppet 08.30–17.00", "08.30"), ("between 9 am and noon", "9 am"),
    ],
)  # fmt: skip
def test_times_are_told_in_words_and_apart(text: str, told: str) -> None:
    assert told in {text[found.start : found.end] for found in times(text)}


@pytest.mark.parametrize(
    "text", ["a las tres amigas", "High Noon", "wir alle an", "Röhre 1 am Tunnel", "L 30 W 11 H 24"]
)
def test_words_of_the_clock_are_no_times_everywhere(text: str) -> None:
    assert list(times(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "ratio 16:09",
        "10.30 euros",
        "2:1",
        "25:10",
        "10:3",
        "steg 2:50 kronor",
        "alle 20 Minuten",
        "de 0.25 mg",
        "Joh 8:28",
    ],
)
def test_near_misses_are_no_times(text: str) -> None:
    assert list(times(text)) == []


def test_the_detector_keeps_its_promises() -> None:
    check_detector(PatternDetector(tuple(FINDERS_LIFE.values())), (*TEXTS, *MORE_TEXTS))
    check_detector(life(), (*TEXTS, *MORE_TEXTS))


def test_one_pass_finds_what_all_finders_find() -> None:
    text = "\0".join((*TEXTS, *MORE_TEXTS))

    assert sorted(find_life(text)) == sorted(found for finder in FINDERS_LIFE.values() for found in finder(text))


@pytest.mark.parametrize("name", FINDERS_LIFE)
def test_hostile_texts_are_read_in_no_time(name: str) -> None:
    detector = PatternDetector((FINDERS_LIFE[name],))
    detector.detect([Document("warm", "3 may")])
    slowest = 0.0
    for unit in HOSTILE:
        start = time.process_time()
        detector.detect([Document("hostile", unit * (40_000 // len(unit)))])
        slowest = max(slowest, time.process_time() - start)

    # A linear finder takes some hundredths of a second for this; quadratic work on it takes many seconds.
    assert slowest < 1.0
