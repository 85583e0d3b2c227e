"""Times, dates, ages and lengths of time as notes, chats and courts write them; and numbers that are none of these."""

import pytest

from allonym.detectors.life.ages import ages
from allonym.detectors.life.dates import dates
from allonym.detectors.life.durations import durations
from allonym.detectors.life.times import times


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Pt found down at 0340 by spouse.", "0340"), ("clinic 3/4/24 @ 1015. MRN", "1015"), ("on scene 1635.", "1635"),
        ("meds given at 2215, pt", "2215"), ("let's meet at 330 by the gate", "330"), ("radio 0430 UTC,", "0430"),
        ("Einsatz 1635 Uhr", "1635 Uhr"), ("kl 0340 larm", "0340"), ("a las 1530 hs", "1530 hs"),
        ("Shift: 2200-0600", "2200-0600"), ("ca kl 17 20, svart", "17 20"), ("tachipirina alle 7,30. La", "7,30"),
        ("Woke at five in the morning", "five in the morning"), ("um 3 Uhr nachts wach", "3 Uhr nachts"),
        ("9 in der Früh geht", "9 in der Früh"), ("state le tre del pomeriggio.", "tre del pomeriggio"),
        ("eran las tres de la madrugada", "tres de la madrugada"), ("sex på kvällen", "sex på kvällen"),
        ("صحيت 4 الفجر", "4 الفجر"), ("على عشرة الصبح", "عشرة الصبح"), ("off work at six-thirty", "six-thirty"),
        ("um viertel drei am Bahnhof", "viertel drei"), ("omkring klockan halv ett", "halv ett"),
        ("från kl ett å framåt", "ett"), ("sulle dieci e mezza", "dieci e mezza"),
        ("per le dieci e dieci", "dieci e dieci"),
        ("llegaré sobre la una menos diez", "una menos diez"), ("vi ses vid fyra då", "fyra"),
        ("لازم أكون في الشغل تسعة إلا ربع", "تسعة إلا ربع"), ("Support 8–21 på 0771", "8–21"),
        ("annandag pingst 11.00 i Borgå", "11.00"), ("pendeltåg 43 07.12", "07.12"), ("abre 18hs.", "18hs"),
        ("half 7 instead", "half 7"), ("strax efter sju.", "sju"), ("cinco para as nove", "cinco para as nove"),
    ],
)  # fmt: skip
def test_an_hour_is_told_by_its_unit_its_part_of_the_day_or_the_word_before_it(text: str, told: str) -> None:
    assert told in [text[each.start : each.end].removesuffix(" UTC") for each in times(text)]


@pytest.mark.parametrize(
    "text",
    [
        "at 1200 rpm", "room 1015, gate 22", "priced at 1500, sold", "code 1635", "um 350) Rueckmails",
        "als Profi 1000 z.B. nur",
        "alle 7,30 euro", "bus 12 4.50 fare", "um acht Punkte besser", "Punkt 9 der Tagesordnung", "las nueve reglas",
        "dois e dois são quatro.", "خمسة ونصف بالمئة", "بغرفة واحدة ونصف.", "segunda da noite", "1900-2000",
        "dial 0800-555-0199", "Cerfa 2042 est joint",
    ],
)  # fmt: skip
def test_a_number_that_nothing_makes_an_hour_is_none(text: str) -> None:
    assert not list(times(text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("s/p fall 2/19. LOS", "2/19"), ("boleto venceu 10/03.", "10/03"), ("Hüft-TEP re. 11/2021, stellt", "11/2021"),
        ("on the 12th day of May 2022.", "12th day of May 2022"), ("jueves por la tarde", "jueves por la tarde"),
        ("caiu na terça à noite", "terça à noite"), ("Freitag Nachmittag hab", "Freitag Nachmittag"),
        ("see you Thurs eve", "Thurs eve"), ("يوم الاتنين الجاي", "الاتنين الجاي"), ("وصلت في آب 2012، كان", "آب 2012"),
        ("for Q3 2022 look", "Q3 2022"), ("II trimestre 2023", "II trimestre 2023"),
        ("kvartal 3 2022", "kvartal 3 2022"),
        ("the third quarter of 2021", "third quarter of 2021"), ("3T22 fraco", "3T22"),
        ("Respondent: nineteen seventy-four.", "nineteen seventy-four"), ("en el dos mil diez me mudé", "dos mil diez"),
        ("né en mil neuf cent cinquante-sept à", "mil neuf cent cinquante-sept"), ("nel duemiladieci", "duemiladieci"),
        ("geboren neunzehnhundertzweiundfünfzig in", "neunzehnhundertzweiundfünfzig"),
        ("skrivit där sen 2007 nästan", "2007"),
        ("modelo 2012, 90.000 km", "2012"), ("coloc pr sept, budget", "sept"), ("para oct o nov", "oct"),
        ("am 24. und 25. ist zu", "24. und 25."), ("los días 24 y 25", "24 y 25"),
        ("due the 24th and 25th", "24th and 25th"),
        ("in den 90ern", "90ern"), ("rdv ven. 15 à 9h45", "ven. 15"), ("consulta sex 15, 9h45", "sex 15"),
        ("Di, 8. um 18 Uhr", "Di, 8."),
    ],
)  # fmt: skip
def test_dates_are_told_by_few_words(text: str, told: str) -> None:
    assert told in [text[each.start : each.end] for each in dates(text)]


@pytest.mark.parametrize(
    "text",
    [
        "T2 2000 mg", "artículos 24 y 25", "modelo 303, modelo 190", "in two thousand six homes",
        "in zweitausendzehn Fällen",
        "en sept étapes", "table pour sept, svp", "em dois mil casos", "Sek I und II", "pages 24 and 25",
    ],
)  # fmt: skip
def test_numbers_that_count_are_no_dates(text: str) -> None:
    assert not list(dates(text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("male, mid-30s, broken", "mid-30s"), ("a late-50s man with", "late-50s"),
        ("my twins, now seven, love it", "seven"),
        ("my son, now seven, loves", "seven"), ("Unser Sohn (5 ½) schläft", "5 ½"), ("he's 5 ½ and", "5 ½"),
        ("Il ventitreenne è stato", "ventitreenne"), ("jag är ju bara 15!!", "15"), ("ich bin 19 m und suche", "19"),
        ("Vår son (8 mån) vägrar", "8 mån"), ("na casa dos trinta", "casa dos trinta"),
        ("bin 17 Lenze jung", "17 Lenze"),
    ],
)  # fmt: skip
def test_ages_are_told_aside_by_halves_and_by_tens(text: str, told: str) -> None:
    assert told in [text[each.start : each.end] for each in ages(text)]


@pytest.mark.parametrize("text", ["temps in the mid-30s", "a late 90s song", "una festa solenne", "now seven days"])
def test_tens_of_other_things_are_no_ages(text: str) -> None:
    assert not list(ages(text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("so far 2h 15m.", "2h 15m"), ("LOS 5 d. F/u", "5 d"), ("On abx x 10d then stop", "10d"),
        ("terapia per 15 gg", "15 gg"),
        ("Control en 15 ds.", "15 ds"), ("hace 3 sem", "3 sem"), ("seit 3 Tg Fieber", "3 Tg"), ("i 3 v, sen", "3 v"),
        ("pdt 15 j, puis", "15 j"), ("6 Mon. Garantie", "6 Mon."), ("binnen eines Monats Widerspruch", "eines Monats"),
        ("délai d'un mois à", "un mois"), ("plazo de un mes", "un mes"), ("termine di giorni trenta", "giorni trenta"),
        ("pena di anni due", "anni due"), ("deux bonnes heures", "deux bonnes heures"),
        ("three whole days", "three whole days"),
    ],
)  # fmt: skip
def test_lengths_of_time_are_told_by_units_cut_short(text: str, told: str) -> None:
    assert told in [text[each.start : each.end] for each in durations(text)]


@pytest.mark.parametrize(
    "text",
    [
        "in 3D.",
        "6 mm di spessore",
        "em 301 d.C.",
        "per 100 g",
        "på 12 v",
        "Have a good day.",
        "t=4m20s",
        "1.300 man.",
        "Art. 14 GG",
        "1 Mos 1:27",
    ],
)
def test_measures_are_no_lengths_of_time(text: str) -> None:
    assert not list(durations(text))
