"""From when till when, and hours that only a day, a shop or the end of their phrase makes hours."""

import pytest

from allonym.detectors.life.times import times


def found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in times(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ring vardagar 8.00–16.30.", ["8.00", "16.30"]), ("Weekdays 8.00–16.30", ["8.00", "16.30"]),
        ("werktags 8.00–16.30", ["8.00", "16.30"]), ("Mo–Fr 8.00–16.30", ["8.00", "16.30"]),
        ("jours ouvrables 8.00–16.30", ["8.00", "16.30"]), ("días laborables 8.00–16.30", ["8.00", "16.30"]),
        ("Giorni feriali 8.00–16.30", ["8.00", "16.30"]), ("Dias úteis 8.00–16.30", ["8.00", "16.30"]),
        ("أيام العمل 8-4", ["8-4"]), ("lunes a viernes 8:00-16:30", ["8:00", "16:30"]), ("venerdì 9-13", ["9-13"]),
        ("الخميس 8-4", ["8-4"]), ("Mo, Di, Do 8-12 und 14-17 Uhr Sprechzeiten", ["14-17 Uhr"]),
        ("Sprechzeiten Mo, Di, Do 8-12 und 14-17 Uhr", ["8-12", "14-17 Uhr"]),
        ("9h-12h et 14h-18h", ["9h-12h", "14h-18h"]),
        ("har öppet 10–18 vardagar, 10–15 lördagar", ["10–18", "10–15"]), ("jobbar 07-16 imorgon", ["07-16"]),
        ("Fri 9 to 5", ["9", "5"]), ("viernes de 9 a 14", ["9", "14"]), ("sexta, das 9 às 18", ["9", "18"]),
        ("från 9 till 12 på lördag", ["9", "12"]), ("vardagar mellan 8 och 17", ["8", "17"]),
        ("الدوام من 8 إلى 3", ["8", "3"]), ("lördag kl 10 till 14", ["10", "14"]),
        ("Call between 2 and 4 on Tuesday", ["2", "4"]), ("الثلاثاء والخميس 6-7", ["6-7"]),
    ],
)  # fmt: skip
def test_hours_of_opening_are_two(text: str, told: list[str]) -> None:
    assert found(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("till söndag, öppet till 20.", "20"), ("Open till 8.", "8"), ("offen bis 20", "20"),
        ("Aperto fino a 20", "20"),
        ("We're open until 10 on Fridays", "10"), ("Vi har öppet till 22 ikväll", "22"), ("butiken stänger 17", "17"),
        ("jueves 21 de nov., 10 y media", "10 y media"), ("7 menos cuarto, en la puerta", "7 menos cuarto"),
        ("10 e mezza, in piazza", "10 e mezza"), ("10 e meia, no portão", "10 e meia"),
        ("10 ونصف صباحا", "10 ونصف صباحا"), ("picking her up at ten to six", "ten to six"),
        ("dez para as nove", "dez para as nove"), ("cinco para las nueve", "cinco para las nueve"),
        ("Andiamo a pranzo all'una,", "all'una"), ("llegué a la una y media", "a la una y media"),
        ("Wir essen um acht.", "acht"), ("Samling 18.30 vid entrén", "18.30"), ("ritrovo 18.30 in piazza", "18.30"),
        ("tors 5/12, 11.15", "11.15"), ("às 19h30min", "19h30min"), ("I get off at 5:30ish", "5:30"),
        ("Montag früh um 7", "7"), ("Heure : 9.15", "9.15"), ("Ora: 9.15", "9.15"), ("it opens at 8 and shuts", "8"),
        ("um viertel acht", "viertel acht"),
    ],
)  # fmt: skip
def test_a_bare_hour_has_company(text: str, told: str) -> None:
    assert found(text) == [told]


@pytest.mark.parametrize(
    "text",
    [
        "öppet till 20 personer", "open to 20 people", "abierto a 20 socios", "ouvert à 20 personnes",
        "offen 3-4 Stellen",
        "helg 3-4 personer", "the vote was 9 to 5", "a rating of 4 to 5.", "index 8.00–16.30",
        "från 9 till 12 personer",
        "entre 2 et 4.", "zwischen 2 und 4.", "da 3 a 2", "10 y media tonelada", "talla 10 y media", "10 e meia dúzia",
        "المعدل 10 ونصف", "um fünf Euro", "Você tem um segundo?", "dez para as crianças", "un quarto alle donne",
        "dall'una parte", "a la una y a la otra", "Lunch 89.50", "stänger 17 butiker", "vann 3-2 lördag",
        "1h40min corriendo", "$CYP 85 16.04.96 24.35 24.45", "من 8 إلى 3 أشخاص",
    ],
)  # fmt: skip
def test_shares_scores_and_counts_are_no_hours(text: str) -> None:
    assert found(text) == []


def test_whole_hours_have_their_values() -> None:
    first, last = times("vardagar 8.00–16.30")

    assert [dict(each.features)["value"] for each in (first, last)] == ["T08:00", "T16:30"]
