"""Times of day as people write them in short; and numbers with a colon or a point that are no times."""

import pytest

from allonym.detectors.life.dates import dates
from allonym.detectors.life.times import times


def found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in times(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("meet 730pm ok", "730pm"), ("1030 PM we depart", "1030 PM"), ("at 0640 hrs.", "0640 hrs"), ("at 0930.",
        "0930"),
        ("03-Nov-25 1420h;", "1420h"), ("lets do half 8", "half 8"), ("half ten.", "half ten"),
        ("quarter past 8", "quarter past 8"), ("um halb 8 kommen", "halb 8"), ("kvart över 8", "kvart över 8"),
        ("um zehn nach vier gegangen", "zehn nach vier"), ("a las 8 y media o", "8 y media"),
        ("alle 8 e mezza al", "8 e mezza"), ("às 8 e meia", "8 e meia"), ("à 9 heures et demie", "9 heures et demie"),
        ("à six heures moins le quart.", "six heures moins le quart"), ("Appelle après six heures.", "six heures"),
        ("à midi et demi", "midi et demi"), ("friday at 7", "7"), ("on Wed 5 Mar at 7?", "7"), ("Freitag um 7.", "7"),
        ("rng me after 6", "6"), ("Ring after six, love", "six"), ("Ruf nach sechs an!", "sechs"),
        ("vid 15-tiden", "15-tiden"), ("Telefontid 8-9 vardagar", "8-9"), ("mon-fri 9-5", "9-5"),
        ("Mo-Fr 8-16 Uhr", "8-16 Uhr"), ("von 17-20 Uhr", "17-20 Uhr"), ("Dejt 20.00 på fredag", "20.00"),
        ("um 8 Uhr 30.", "8 Uhr 30"), ("à 8 heures 15,", "8 heures 15"), ("lör 4 maj 20.30", "20.30"),
        ("vid åttatiden", "åttatiden"), ("tipo 21 hs.", "21 hs"), ("delle 23.10.", "23.10"), ("dopo le 18.", "18"),
        ("avgår 12.04.", "12.04"),
        ("10:30 ص", "10:30 ص"), ("7:15 م", "7:15 م"), ("الساعة خمسة ونص", "خمسة ونص"), ("الساعة 5 ونص", "5 ونص"),
        ("الثامنة والنصف صباحا في", "الثامنة والنصف صباحا"), ("5 العصر", "5 العصر"), ("at 10.15 am.", "10.15 am"),
        ("at 5 p.m. and", "5 p.m."), ("a las 9:00 p. m. en", "9:00 p. m."), ("Juan 10:30", "10:30"),
        ("mar. 4 juin, 10h-11h.", "10h-11h"), ("tis 4 juni, 10–11. Zoom", "10–11"), ("tisdag kl. 9–12. Ring", "9–12"),
        ("desde las 4 de la madrugada.", "4 de la madrugada"), ("desde as 4 da madrugada.", "4 da madrugada"),
        ("debout jusqu'à 2h du mat. Ou", "2h du mat"), ("prima delle otto di sera.", "otto di sera"),
        ("aperti 9-18. Chieda", "9-18"), ("los sábados desde las 10.", "10"), ("lämna den runt 22.15.", "22.15"),
        ("Drän ut 09.00. Sedan", "09.00"), ("متاح السبت من 10 ص.", "10 ص"), ("من 10 ص إلى 5 م", "10 ص إلى 5 م"),
        ("meet me at 1:10 by the water", "1:10"), ("Das Handballspiel beginnt um 18:10.", "18:10"),
    ],
)  # fmt: skip
def test_times_are_told_in_short(text: str, told: str) -> None:
    assert found(text) == [told]


@pytest.mark.parametrize(
    "text",
    [
        "Fastigheten Berga 4:12 styckades", "Vreten 1:14, köpeskilling", "Skala 1:50 000", "escala 1:25",
        "échelle 1:10",
        "in rapporto 1:10", "Maßstab 1:25", "proporción 2:10", "verdünnt 1:10", "João 3:16", "Juan 3:16", "Salmo 23:10",
        "سورة النساء 4:34", "Endstand: 24:28", "kap. 4:12", "worked 1420 hours", "at 0171 234567", "the first half 8",
        "after 6 beers", "at 7 people", "von 100 am besten", "depuis plus de deux heures", "après six heures de route",
        "lost Sunday 17-24", "pages 8-9", "Rain today 0.00 in", "call me at 7 Main St", "cost 20.00 today or",
        "الدور الثانية عشرة",
        "halv 3 liter", "halb 3 Liter", "one and a half 8", "5 م", "Mix 1:10 with water.", "1:10 mit Wasser verdünnen",
        "Diluer à 1:10.", "Späd 1:10 med vatten", "diluire 1:10 in acqua", "im Volleyball 21:14, 18:21, 15:13",
        "تمرين 3 ص", "mellan 8 och 13 personer", "between 8 and 13 people", "2h-3h de route",
        "May 3, 17-24", "costs 00.30",
    ],
)  # fmt: skip
def test_ratios_counts_and_places_are_no_times(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Leverans mellan 8 och 13.", ["8", "13"]), ("Delivery between 8 and 1.", ["8", "1"]),
        ("Lieferung zwischen 8 und 13.", ["8", "13"]), ("Livraison entre 8 et 13.", ["8", "13"]),
        ("يعمل من 4 إلى 9 مساء", ["4", "9 مساء"]), ("بين 10:00 و12:00.", ["10:00", "12:00"]),
    ],
)  # fmt: skip
def test_both_hours_of_a_time_are_found(text: str, told: list[str]) -> None:
    assert found(text) == told


def test_an_hour_is_no_day() -> None:
    assert [*dates("dopo le 18."), *dates("avgår 12.04."), *dates("entro le 23!")] == []


def test_a_run_of_digits_has_its_value() -> None:
    [late] = times("730pm")
    [noon] = times("1215pm")

    assert dict(late.features)["value"] == "T19:30"
    assert dict(noon.features)["value"] == "T12:15"
