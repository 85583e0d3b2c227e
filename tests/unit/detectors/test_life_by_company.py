"""Times, dates, ages and lengths of time that only their company tells; and numbers in other company."""

import pytest

from allonym.detectors.life.ages import ages
from allonym.detectors.life.dates import dates
from allonym.detectors.life.detector import find_life
from allonym.detectors.life.durations import durations
from allonym.detectors.life.times import times

_LABELS = ("TIME", "DATE", "AGE", "DURATION")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("you'll be here by ten to six easy", "ten to six"), ("at approximately 21:40 hours on", "21:40 hours"),
        ("denuncia sporta alle ore 11,20 presso", "11,20"), ("ieri alle 14 e 20 ma io", "14 e 20"),
        ("Kom in i torsdags 22.47 och", "22.47"), ("Ta Pågatåg mot Ystad 16.08 och byt", "16.08"),
        ("fredag v. 42, 9.10 till 10.30 i sal", "9.10"), ("Leverans tors 16/5 mellan 13-16, kolli", "13-16"),
        ("från klockan åtta till tolv.", "åtta till tolv"), ("hon går vid fyra", "fyra"), ("tågen 14.05 och", "14.05"),
        ("ودفن بعد صلاة العصر في الرابعة.", "الرابعة"), ("هتوصلي على 9 ونص كده", "9 ونص"),
        ("الوقت: من 5م إلى 8م", "8م"), ("الدخول من 3 م والخروج 12 ظ", "12 ظ"), ("c u @ 7ish 2nite", "7ish"),
        ("Rufen Sie zwischen sieben und acht Uhr an", "sieben und acht Uhr"), ("quarter of nine", "quarter of nine"),
        ("jobbar 7-16 imorgon", "7-16"), ("vi syns 17.30 utanför", "17.30"), ("كل خميس من 6 ل 8", "6"),
        ("between eight and nine tomorrow", "eight and nine"), ("entre las ocho y las nueve.", "ocho y las nueve"),
    ],
)  # fmt: skip
def test_an_hour_is_told_by_its_company(text: str, told: str) -> None:
    assert told in [text[each.start : each.end] for each in times(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("elle expire en 09/27, et", "09/27"), ("check-in 14/07 a partir", "14/07"), ("venceu 10/03.", "10/03"),
        ("Consegna tentata 22/3 h 12:50", "22/3"), ("de ontem, 28/9, durou", "28/9"), ("Abend des 9.1. durch", "9.1."),
        ("راجعت الطوارئ 3/11.", "3/11"), ("eso sería por el 92 o así.", "92"), ("خالي مات سنة 87 كان", "87"),
        ("nací en el 85 y mi hermano en el 88, o sea", "88"), ("dal 98 al 2004 ho lavorato", "98"),
        ("Från sextiotvå till 1979, så", "sextiotvå"), ("Employment: 03/19 – 11/22", "03/19 – 11/22"),
        ("كامري موديل 2018 رقم الهيكل", "2018"), ("للبيع كامري 2014 ماشية", "2014"), ("Golf 2012 mit TÜV", "2012"),
        ("بالمدرسة قبل نهاية آب، تلفوني", "آب"), ("Avis d'impôt 2023 joint", "2023"), ("le 3 au soir", "3"),
        ("im vorletzten November.", "vorletzten November"), ("Besichtigung Sa. ab 10h, Tel", "Sa"),
        ("bora jogar sexta às 21:30?", "sexta"), ("début 2019 jusqu'à mi-2021", "mi-2021"), ("lör 10-14", "lör"),
        ("Sie ist Jahrgang 04.", "04"), ("han e född 04", "04"), ("Han dog i fjol.", "i fjol"),
    ],
)  # fmt: skip
def test_a_date_is_told_by_its_company(text: str, told: str) -> None:
    assert told in [text[each.start : each.end] for each in dates(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("avait 61 ans et ma grand-mère 58. Ils", "58"), ("due ragazze di 24 e 27 anni, insta", "24"),
        ("suche nette Sie bis 50. Schreib", "50"), ("Oma wird am 24. neunzig! Kaffee", "neunzig"),
        ("وتزوجت وأنا بنت ستة عشر، وكان", "ستة عشر"), ("كان مكمل الستين وخالتي", "الستين"), ("edad: 57a", "57a"),
        ("él tiene 35 tacos jajaja", "35 tacos"), ("Paciente masc., 58a, cartão", "58a"),
        ("jag e 17 bast o", "17 bast"),
        ("ich bin 34, meine Schwester 31 und", "31"), ("dos hijos de 8 y 11", "11"), ("cumple los 18 en junio", "18"),
        ("hon var fem och jag nio", "nio"), ("عمري 23 وأخوي 27", "27"), ("ich bin 19 m aus dortmund", "19"),
        ("mon fils de 4 ans, ma fille de 6", "6"), ("tjej 19, söker rum", "19"),
    ],
)  # fmt: skip
def test_an_age_is_told_by_its_company(text: str, told: str) -> None:
    assert told in [text[each.start : each.end] for each in ages(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("steh seit einer Stunde in Solingen", "einer Stunde"), ("estive internada uma semana.", "uma semana"),
        ("inte ens funkade en vecka", "en vecka"), ("y estuve año y pico en el paro", "año y pico"),
        ("Been on hold an hour and 10", "an hour"), ("un paio di settimane fa", "un paio di settimane fa"),
        ("depuis une dizaine de jours", "une dizaine de jours"), ("degenza: 4 gg", "4 gg"), ("smoker x 20y", "20y"),
    ],
)  # fmt: skip
def test_a_length_of_time_is_told_by_its_company(text: str, told: str) -> None:
    assert told in [text[each.start : each.end] for each in durations(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Pneus 195/65 R15 91H, serrage", "Me faltan el 2, el 5 y el 11 para", "Tornillo M8, broca del 10, taco",
        "set fechado em 6/3, tie-break", "vann med 6/3, 7/5", "a été diluée au 1/10.", "estragou o modo 16:10; voltei",
        "läuft Version 7.4.33, ab 8.2 kommt Fehler", "mellan -12 och -18 grader", "sticka 2 rm 2 am.",
        "عربية نيسان بيضا", "الطول 5 م والعرض 3 م", "من 5 م إلى 8 م", "فاز في الثالثة على خصمه", "5 أمتار في الثانية.",
        "ganaba en el 79, empata", "costs 6.50 to 7.20 per kg", "von 10-12 Personen besucht",
        "between five and six people", "zwischen zwei und drei Metern", "linje 4 mot Gränby 2.30 kr", "de bonne heure",
        "يلعب الكرة كل يوم.", "toyota 4000 km", "leben Frauen zehnmal länger",
    ],
)  # fmt: skip
def test_other_numbers_in_like_company_are_none(text: str) -> None:
    assert [text[each.start : each.end] for each in find_life(text) if each.label.startswith(_LABELS)] == []


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("Hemtjänst dagligen kl 8, 12 och 18.", ["8", "12", "18"]),
        ("tabletter kl. 08, 14, 20", ["08", "14", "20"]),
        ("Vi ses kl 8, 12 personer kommer", ["8"]),
        ("from 9:00, 12 people came", ["9:00"]),
        ("Next review 21.06.23 0915 with HV", ["0915"]),
        ("on 21.06.2023 2024 was far away", []),
    ],
)
def test_hours_go_on_in_lists_and_behind_dates(text: str, hours: list[str]) -> None:
    assert [text[each.start : each.end] for each in times(text)] == hours
