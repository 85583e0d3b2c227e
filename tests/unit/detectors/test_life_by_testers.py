"""Dates, times and ages in the forms in which testers wrote them who had not read the rules."""

import pytest

from allonym.core.types import Document
from allonym.detectors.life.ages import ages
from allonym.detectors.life.dates import dates
from allonym.detectors.life.detector import life
from allonym.detectors.life.durations import durations
from allonym.detectors.life.times import times
from allonym.resolving import resolve


def found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in dates(text)]


def hours(text: str) -> list[str]:
    return [text[each.start : each.end] for each in times(text)]


def labelled(text: str) -> list[tuple[str, str]]:
    [mentions] = life().detect([Document("d", text)])
    return [(each.label, each.span.of(text)) for each in resolve(mentions)]


def test_a_text_that_begins_with_a_number_and_ends_with_a_v_has_no_week() -> None:
    assert found("1. Mein Name steht dabei: Jakob V.") == []
    assert found("2 und dann v.") == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # Who learns a language writes its months as English does.
        ("Läkaren skrev ut mig Oktober 3, 2022 men", "Oktober 3, 2022"), ("kom hit mars 3, 2021 och", "mars 3, 2021"),
        ("octubre 3, 2022", "octubre 3, 2022"), ("am Dezember 7, 1997", "Dezember 7, 1997"),
        ("ottobre 3 2022.", "ottobre 3 2022"), ("في مايو 15, 1927،", "مايو 15, 1927"),
        ("سبتمبر 1، 2009", "سبتمبر 1، 2009"), ("em outubro 3, 2022", "outubro 3, 2022"),
        # Swedish is written so in Finland.
        ("Mötet hålls 21.6.", "21.6."), ("Öppet 1.5.–30.9.", "1.5.–30.9."), ("Vi reser 2.9. och är hemma", "2.9."),
        # Short years.
        ("Nato il 3-8-'61 a", "3-8-'61"), ("Né le 3/8/'61 à", "3/8/'61"), ("Geboren am 3.8.'61 in", "3.8.'61"),
        ("Fez quarenta em outubro de 22.", "outubro de 22"), ("años en octubre del 22.", "octubre del 22"),
        ("nel marzo del 20, a Bergamo", "marzo del 20"),
        # Other words.
        ("Internamento de 5/2 a 9/2, consulta", "5/2 a 9/2"), ("نهار 20/05.", "20/05"), ("وموديل 2013.", "2013"),
        ("dispo 01/09", "01/09"), ("Karte läuft 11/26 ab", "11/26"), ("Ihr Schreiben vom 12.d.M. liegt", "12.d.M."),
        ("el tres de abril de mil novecientos ochenta y uno en Soria",
         "tres de abril de mil novecientos ochenta y uno"),
        ("em mil novecentos e oitenta e um em Lisboa", "mil novecentos e oitenta e um"),
        # Sets, and months that are called so in Italian and Portuguese.
        ("Dal 12 set al 3 ott", "12 set al 3 ott"), ("3 set 2024", "3 set 2024"), ("Consulta dia 3 set.", "3 set"),
        ("born 5 may, in", "5 may"), ("the 5th of may go", "5th of may"), ("5 May be there", "5 May"),
        ("na primeira semana, jogo nesta terça-feira", "terça-feira"), ("Vou na segunda.", "segunda"),
    ],
)  # fmt: skip
def test_days_are_found_in_other_orders_and_with_other_marks(text: str, told: str) -> None:
    assert found(text) == [told]


def test_both_days_are_found_that_have_points() -> None:
    assert found("Incheckning 21.6., utcheckning 23.6.2024.") == ["21.6.", "23.6.2024"]


@pytest.mark.parametrize(
    "text",
    [
        "Betyget blev 4.5. Han var nöjd.", "Se avsnitt 3.2., 4.1. och 5.2. för detaljer.", "version 2.1., som är ny",
        "Gör 3 set om 12 repetitioner", "Do 3 set of pushups", "Ha vinto in 3 set.", "3 set, 12 reps, vila",
        "Of the 12 patients, 5 may need surgery.", "only 3 may go", "9 out of 10",
        "al abrir Excel 2016.", "l'installazione di Office 2019.", "SQL Server 2019.", "ao ativar o Office 2021.",
        "med Windows Server 2003.", "تثبيت أوفيس 2019.",
        "18 valores à primeira e 16,5 à segunda.", "perde a primeira, espera na segunda;",
        "Der 1.6 TDI säuft zu viel.", "ab dem 2.0 Turbo", "6/4-6/3'4", "la 3/4'5", "von 7 auf 3-8'",
    ],
)  # fmt: skip
def test_what_looks_like_them_is_no_date(text: str) -> None:
    assert found(text) == []


def test_a_month_does_not_take_what_is_counted_for_its_year() -> None:
    assert found("en octubre de 20 personas") == ["octubre"]
    assert found("del 5 al 9 de octubre de 20 a 22") == ["5 al 9 de octubre"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ring helst efter 17 på 0739-12 34 56", ["17"]), ("Ring helst före 9 eller efter 16.", ["9", "16"]),
        ("alle ore quindici il signore", ["quindici"]), ("alle quindici si è presentato", ["quindici"]),
        ("a las siete se presentó", ["siete"]), ("às sete se apresentou", ["sete"]),
        ("مع السبعة ونص ديال العشية", ["السبعة ونص ديال العشية"]), ("مع الثمنية د الصباح", ["الثمنية د الصباح"]),
        ("a las 10.15 h.", ["10.15 h"]), ("en Rivadavia a las 15.20hs.", ["15.20hs"]), ("um Punkt zwölf", ["zwölf"]),
        ("kickoff 1500, pub", ["1500"]), ("She works 9-5 and", ["9-5"]),
        ("Kom efter 3 på 20 mils resa", []), ("alle tre sorelle", []), ("a las tres les dura el enojo", []),
        ("duró 10.15 h", []), ("Punkt zwei der Liste", []),
    ],
)  # fmt: skip
def test_hours_are_found_by_more_of_what_follows_them(text: str, told: list[str]) -> None:
    assert hours(text) == told


@pytest.mark.parametrize("text", ["Edad: 67a Sexo: M", "Edad: 67 a Sexo: M"])
def test_an_age_ends_where_the_next_field_begins(text: str) -> None:
    assert {text[each.start : each.end].strip(" a") for each in ages(text)} == {"67"}


def test_an_age_with_its_sex_opens_a_note_of_a_fall() -> None:
    assert [text[each.start : each.end] for text in ["82F fall at home"] for each in ages(text)] == ["82F"]
    assert list(ages("82F outside, dry")) == []


def test_years_are_an_age_where_they_are_said_of_somebody() -> None:
    assert ("AGE", "72") in labelled("Paziente di anni 72, ricoverata")
    assert ("AGE", "6 år") in labelled("barn under 6 år gratis")
    assert ("DURATION", "anni due") in labelled("alla pena di anni due")
    assert ("DURATION", "anni 30") in labelled("alla reclusione di anni 30")


def test_the_hour_behind_a_year_is_not_its_length() -> None:
    assert list(durations("il 15 gennaio 2025 ore 9")) == []
    assert len(list(durations("dura 2 ore 30"))) == 1
