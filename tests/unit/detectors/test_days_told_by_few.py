"""Feasts, seasons, parts of a year, years of laws and of events, and days in digits as Swedish writes them."""

import pytest

from allonym import Pseudonymizer
from allonym.core.types import Document
from allonym.detectors.life.dates import dates
from allonym.detectors.life.durations import durations
from allonym.detectors.life.times import times
from allonym.settings import load_settings


def found(text: str) -> list[str]:
    return [text[each.start : each.end] for each in dates(text)]


def moments(text: str) -> list[str]:
    return [text[each.start : each.end] for each in durations(text) if each.label == "DATE"]


def hours(text: str) -> list[str]:
    return [text[each.start : each.end] for each in times(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Tatzeit: Silvester, kurz", "Silvester"), ("zu Weihnachten schenken", "Weihnachten"),
        ("Am Neujahrsmorgen fanden", "Neujahrsmorgen"), ("home for Christmas.", "Christmas"),
        ("sober since Easter.", "Easter"), ("On Thanksgiving after", "Thanksgiving"), ("avant Noël.", "Noël"),
        ("à Pâques on", "Pâques"), ("En Navidad vienen", "Navidad"), ("en Nochevieja.", "Nochevieja"),
        ("A Natale torno", "Natale"), ("dopo Pasqua.", "Pasqua"), ("No Natal a gente", "Natal"),
        ("vi ses till jul", "till jul"), ("sedan i höstas", "i höstas"), ("i somras", "i somras"),
        ("في عيد الأضحى", "عيد الأضحى"), ("Last summer we", "Last summer"), ("L'été dernier on", "été dernier"),
        ("Letzten Sommer war", "Letzten Sommer"), ("el verano pasado", "verano pasado"),
        ("L'estate scorsa", "estate scorsa"), ("no verão passado", "verão passado"),
        ("Förra sommaren var", "Förra sommaren"), ("الصيف الماضي", "صيف الماضي"), ("quest'estate", "quest'estate"),
        ("gli anni ottanta", "anni ottanta"), ("Mitte der Achtziger", "Mitte der Achtziger"),
        ("början av nittiotalet", "början av nittiotalet"), ("in the eighties", "the eighties"),
        ("sommaren -09.", "sommaren -09"),
    ],
)  # fmt: skip
def test_feasts_and_seasons_are_told(text: str, told: str) -> None:
    assert found(text) == [told]


@pytest.mark.parametrize(
    "text",
    [
        "the Christmas tree", "for Christmas presents", "Merry Christmas!", "le père Noël", "Noël Dupont",
        "Frohe Weihnachten", "Feliz Navidad", "Buon Natale", "Moro em Natal", "God jul!", "in summer", "i vår familj",
        "vintern -15 grader", "Buon Ferragosto",
    ],
)  # fmt: skip
def test_wishes_and_things_are_no_feasts(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Bis Ende des Jahrzehnts", "Ende des Jahrzehnts"), ("Anfang des Jahres zog", "Anfang des Jahres"),
        ("in dieser Woche", "dieser Woche"), ("Ende letzten Jahres", "Ende letzten Jahres"),
        ("at the end of the month", "end of the month"), ("a principios de año", "principios de año"),
        ("a fine mese", "fine mese"), ("no fim do mês", "fim do mês"), ("à la fin du mois", "fin du mois"),
        ("i slutet av månaden", "slutet av månaden"), ("نهاية الشهر", "نهاية الشهر"),
        ("cette semaine", "cette semaine"),
        ("this year", "this year"), ("suspendu l'an dernier.", "l'an dernier"),
        ("quest'anno", "quest'anno"), ("denna vecka", "denna vecka"),
        ("começo da semana que vem", "começo da semana que vem"), ("igår kväll", "igår kväll"),
        ("yesterday evening", "yesterday evening"), ("gestern Abend", "gestern Abend"),
        ("domani mattina", "domani mattina"),
        ("ayer por la tarde", "ayer por la tarde"), ("ontem à noite", "ontem à noite"),
    ],
)  # fmt: skip
def test_parts_of_a_year_or_day_are_moments(text: str, told: str) -> None:
    assert moments(text) == [told]


@pytest.mark.parametrize(
    "text",
    [
        "buen fin de semana",
        "bom fim de semana",
        "buon fine settimana",
        "بداية العقد",
        "end of year 2014",
        "رئيس عام هذه",
    ],
)
def test_weekends_and_contracts_are_no_moments(text: str) -> None:
    assert moments(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Bis Mitte 2017 war", "Mitte 2017"), ("late 2019 we", "late 2019"), ("i början av 2022", "i början av 2022"),
        ("Winterspiele 2022 fanden", "2022"), ("Im Rekordjahr 2015 kamen", "2015"), ("seien 2015 weiter", "2015"),
        ("Ich bin 2015 nach", "2015"), ("„1989 habe ich", "1989"), ('sagte: "1987 tjänade jag', "1987"),
        ("hon dog 2011 i Lund", "2011"), ("geheiratet, 2014 kam unsere", "2014"), ("Wir haben 2011 geheiratet", "2011"),
        ("Hyran för april är", "april"), ("rum från september,", "september"), ("sista mars.", "sista mars"),
        ("last day of March", "last day of March"), ("dec -16.", "dec -16"),
        ("Kan börja: 1/6", "1/6"), ("eller 2/4 efter 16.", "2/4"), ("Tvättid 3/4 16-19", "3/4"),
        ("Tandläkare på torget 14/5 08.15", "14/5"), ("Treffen Sa 20 Uhr", "Sa"), ("Do. 18:30 Yoga", "Do"),
        ("tog jag -87, sen", "-87"), ("Sprang Göteborgsvarvet 2019 på", "2019"), ("en juin 98, puis", "juin 98"),
        ("repars dim. soir.", "dim. soir"), ("riparto lun mattina", "lun mattina"), ("Annars tors 18?", "tors"),
        ("Arrivo sab 16 alle 21", "sab 16"), ("منتصف عام 2016 انتقل", "منتصف عام 2016"), ("@a: 2014 wird das", "2014"),
        ("in the early 80s", "the early 80s"),
        ("Vou no Procon segunda.", "segunda"), ("Chego sexta à noite", "sexta à noite"),
    ],
)  # fmt: skip
def test_years_months_and_days_are_told_by_little(text: str, told: str) -> None:
    assert found(text) == [told]


def test_months_in_a_row_make_each_other_sure() -> None:
    assert found("de Marzo a Mayo del 2000") == ["Marzo a Mayo del 2000"]
    assert found("de Enero a Junio en") == ["Enero a Junio"]
    assert found("teens may or may not") == []


@pytest.mark.parametrize(
    "text",
    [
        "The 1985 Act applies", "the 1996 Housing Act he", "The 1951 Convention on", "La loi de 1988 est",
        "la Ley de 2004,", "Ley de Arrendamientos Urbanos de 1994", "La Constitución de 1978 lo", "Gesetz von 1998",
        "Mietrechtsgesetz von 2001", "La legge del 1970", "Statuto dei lavoratori del 1970", "A lei de 1991 protege",
        "Lagen från 1974 gäller", "1974 års lag", "قانون عام 1996", "قانون العمل لسنة 2003", "Equal Pay Act of 1963",
        "la norme NF EN 1992-1-1 s'applique", "If you still run 2.7.18, upgrade", "Helligkeit 10,1 mag",
        "kostet 1984 in bar", "Vehicle: 2014 Honda", "hon har feber sedan", "Oddset är 11/4 för", "Betyg 4/5 på",
        "i segunda marcha", "vintern var -15.", "8/2 mg för att", "em primeira ou segunda.",
        "Avgår kl. 10.04. Sedan", "a las 19.05. Luego",
    ],
)  # fmt: skip
def test_laws_versions_and_counts_are_no_dates(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Hamm (17.41), Bielefeld (18.12) und", ["17.41", "18.12"]), ("Lokal bokad 24/1 13–15.", ["13–15"]),
        ("2/4 efter 16.", ["16"]), ("tra le 9 e le 11 al mercato", ["9", "11"]), ("entre las 9 y las 11.", ["9", "11"]),
        ("entre as 14 e as 16.", ["14", "16"]), ("por volta de meio-dia", ["meio-dia"]), ("alle 18 e 30.", ["18 e 30"]),
        ("Mon-Thurs, 9.30 and", ["9.30"]), ("any time after 2?", ["2"]), ("på torsdag 18.", ["18"]),
        ("11 mars ca 21.40.", ["21.40"]),
        ("Abierto de lunes a viernes de 9 a 14 y de 17 a 20.", ["9", "14", "17", "20"]),
    ],
)  # fmt: skip
def test_hours_are_told_by_their_company(text: str, told: list[str]) -> None:
    assert hours(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "passe de 3,75 à 4,25 %",
        "Anna (17.41) und Berta (12.18)",
        "values (17.41), (18.12)",
        "entre las 9 y 11 casas",
        "tra le 9 e le 11 case",
        "$CYP 85 16.04.96 24.35",
    ],
)
def test_shares_and_results_are_no_hours(text: str) -> None:
    assert hours(text) == []


def test_a_nurse_passes_on_monday_and_a_list_knows_mitte() -> None:
    assert found("L'infirmière passe lundi.") == ["lundi"]
    plan = Pseudonymizer(load_settings("default").with_model(fast=True)).plan_many(
        [Document("a", "Bis Mitte 2017 war er dort. Bis Ende des Jahrzehnts soll es fertig sein.")]
    )[0]
    labels = {mention.label for each in plan.decisions for mention in each.entity.mentions}

    assert labels <= {"DATE", "DATE.YEAR"}
