"""Days, hours, ages, sums and trains as testers wrote them who had not read the rules: English, French and German."""

import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import FINDERS
from allonym.detectors.life.detector import life


def _found(text: str, label: str) -> list[str]:
    [mentions] = life().detect([Document("x", text)])
    best = [each for each in mentions if each.label.startswith(label) and each.score >= 0.45]
    whole = [e for e in best if not any(o is not e and o.start <= e.start and e.end <= o.end for o in best)]
    return [text[each.start : each.end] for each in whole]


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("kickoff 1500, then the pub", "1500"),
        ("pub from 12ish", "12ish"),
        ("free at 7-ish", "7-ish"),
        ("She works 9-5 and sleeps.", "9-5"),
        ("rdv ou 15 heures 20 au pire", "15 heures 20"),
        ("arrivée 21 h 05 heure locale", "21 h 05 heure locale"),
        ("um 8.05 h am Zoo", "8.05 h"),
        ("IC 8 ab Brig, Gleis 3, 7.49", "7.49"),
        ("Er kam um Punkt zwölf.", "zwölf"),
    ],
)
def test_an_hour_is_told_by_its_company(text: str, time: str) -> None:
    assert _found(text, "TIME") == [time]


@pytest.mark.parametrize(
    "text",
    ["By 1859, the works of Norton sold well", "Gleis 3, 7.49 Euro", "Tagesordnung, Punkt zwölf der Liste"],
)
def test_what_only_looks_like_an_hour_is_none(text: str) -> None:
    assert _found(text, "TIME") == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I will be out 2/5-2/9.", "2/5-2/9"),
        ("on vacation 5/28 - 6/2", "5/28 - 6/2"),
        ("1 200 €/mois CC, dispo 01/09", "01/09"),
        ("absent 02/05-09/05", "02/05-09/05"),
        ("Meine Kreditkarte läuft 11/26 ab", "11/26"),
        ("28. Hornung 1871, laut Taufbuch", "28. Hornung 1871"),
        ("Ich bin 1998 weg.", "1998"),
        ("am 3. Christmonat 1790", "3. Christmonat 1790"),
    ],
)
def test_a_day_is_told_by_its_company(text: str, day: str) -> None:
    assert _found(text, "DATE") == [day]


@pytest.mark.parametrize(
    "text", ["Der 1.6 TDI mit 105 PS säuft.", "a 1/2-3/4 inch gap", "Hornung spielte gut", "Ich bin 1998 Euro los"]
)
def test_an_engine_a_fraction_or_a_name_is_no_day(text: str) -> None:
    assert _found(text, "DATE") == []


@pytest.mark.parametrize(
    ("text", "age"),
    [("82F fall at home, PMH: AF.", "82F"), ("79M unwitnessed collapse", "79M"), ("enfant de 3 ans ½", "3 ans ½")],
)
def test_an_age_is_told_by_a_note(text: str, age: str) -> None:
    assert _found(text, "AGE") == [age]


@pytest.mark.parametrize("text", ["82F and sunny all day", "60F tonight"])
def test_a_temperature_is_no_age(text: str) -> None:
    assert _found(text, "AGE") == []


@pytest.mark.parametrize(
    ("finder", "text", "found"),
    [
        ("money", "only a fiver, or 75p each", "75p"),
        ("money", "bananas 35p per kilo", "35p"),
        ("line", "Train 1A42 to Paddington", "1A42"),
        ("line", "TER 884417 supprimé, remplacé par car", "884417"),
        ("line", "prendre la ligne 12 du métro", "12"),
    ],
)
def test_coins_and_trains_are_found(finder: str, text: str, found: str) -> None:
    assert [text[each.start : each.end] for each in FINDERS[finder](text)] == [found]


@pytest.mark.parametrize(
    ("finder", "text"),
    [
        ("money", "720p each way"),
        ("money", "on p 75p"),
        ("line", "Supprimez le point-virgule à la ligne 1187."),
        ("line", "voir ligne 12 du tableau"),
        ("line", "FR 9612"),
    ],
)
def test_screens_and_lines_of_files_are_none(finder: str, text: str) -> None:
    assert list(FINDERS[finder](text)) == []
