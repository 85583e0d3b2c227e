"""Days in digits, by their weekday and by their week, as people write them in short; and what only looks so."""

import pytest

from allonym.detectors.finding import Finder
from allonym.detectors.life.dates import dates


def found(finder: Finder, text: str) -> list[str]:
    return [text[each.start : each.end] for each in finder(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Senast 24/12 ska det vara klart", "24/12"), ("due by 12/31", "12/31"), ("meeting 10/24 @ noon", "10/24"),
        ("rdv 14/07 au plus tard", "14/07"), ("avant 14/07", "14/07"), ("cita 14/7", "14/7"),
        ("appuntamento 14/7", "14/7"), ("reunião 14/7", "14/7"), ("spätestens 3.5. fertig", "3.5."),
        ("från 3/9", "3/9"), ("موعد 14/7", "14/7"), ("de 10/7 a 20/7", "10/7 a 20/7"), ("12/6-15/6", "12/6-15/6"),
        ("stängt 3/8 – 17/8", "3/8 – 17/8"), ("inkom 5/2-24", "5/2-24"), ("den 4/11 -23", "4/11 -23"),
        ("Ringde upp 3/11 kl 14:20.", "3/11"), ("called 3/11 at 10:30", "3/11"), ("Anruf 3.11., 14 Uhr", "3.11."),
        ("Fysioterapeut 18/3: ont i", "18/3"), ("hat am 1.4. 875,00 € gezahlt", "1.4."),
    ],
)  # fmt: skip
def test_a_day_and_month_are_led_by_more_than_articles(text: str, told: str) -> None:
    assert found(dates, text) == [told]


def test_both_ends_of_a_time_are_dates() -> None:
    assert found(dates, "إجازة من 10/7 إلى 20/7") == ["10/7", "20/7"]
    assert found(dates, "zwischen 10.7. und 20.7.") == ["10.7.", "20.7."]
    assert found(dates, "149 kr den 3/7 och igen 5/7.") == ["3/7", "5/7"]
    assert found(dates, "DAX 14.06. 11.06. fest") == ["14.06.", "11.06."]


@pytest.mark.parametrize(
    "text",
    [
        "by 3/4 of them", "from 3/4 of the people", "before 8/10", "we scored 7/10", "open 24/7",
        "till 24/7", "tension 12/8", "note 15/20", "nota 8/10", "1/4-20 UNC", "1/2-3/4", "rose by 3.5", "kap 5/2-24",
        "6/4-6/3", "version 3.5.", "Apgar 9/10/10", "firmware 7.2.19", "release 7.2.19", "Ley Orgánica 3/2018",
        "LGH 12/6-15", "figure 12.04.", "Version 12.04. von", "la mer 12/20", "acta 12/2023", "Decreto-Lei 3/2020",
        "Legge regionale 3/2020", "upgrade from 3.9 first", "till 3.9 och", "on 2.4 GHz", "den halva, 3/4 kl",
        "Prop. 2017/18:105", "prop. 1999/2000:43", "NJW 2010, 2453", "y el 1902 del Código Civil", "Verse 14 bis 28.",
        "repite el 2.o.", "9 out of 10", "Psalm 23 mag ich", "al secondo set", "score 1999/2005",
        "Ergebnis: 18/3: knapp",
    ],
)  # fmt: skip
def test_fractions_marks_threads_and_laws_are_no_days(text: str) -> None:
    assert found(dates, text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ons 12/6", "ons 12/6"), ("last seen wed 10/4", "wed 10/4"), ("appt weds 3/9", "weds 3/9"),
        ("Treffen Do, 6.3., um", "Do, 6.3."), ("Mo. 5.5. frei", "Mo. 5.5."), ("mar. 12/03", "mar. 12/03"),
        ("rdv lun 12/05", "lun 12/05"), ("cita jue 12/5", "jue 12/5"), ("visita ven. 12/5", "ven. 12/5"),
        ("consulta seg 12/5", "seg 12/5"), ("sat june 22nd", "sat june 22nd"), ("terça, 12/3", "terça, 12/3"),
        ("jeudi 6 vers 19 h", "jeudi 6"), ("viernes 9, en Caracas", "viernes 9"), ("see you fri 8pm", "fri"),
        ("from Mon 3rd to", "Mon 3rd"), ("next Friday, the 5th", "next Friday, the 5th"), ("Mon 3rd March",
        "Mon 3rd March"),
        ("Sa 4.5. 20 Uhr", "Sa 4.5."), ("this coming fri", "fri"), ("mid-June", "mid-June"), ("tors 18.30", "tors"),
        ("on wed then", "wed"), ("på fre", "fre"), ("até sexta.", "sexta"),
        ("na terça às", "terça"), ("lundi prochain", "lundi prochain"), ("domenica scorsa", "domenica scorsa"),
        ("exam mon im dead", "mon"), ("I'm free Wed after 3.", "Wed"), ("Practice on Sat at 8:30", "Sat"),
        ("rdv lun avec", "lun"), ("tenta fre!", "fre"), ("el miércoles 13 vienen a", "miércoles 13"),
        ("mercoledì 13 vengono per", "mercoledì 13"), ("Séance : mar. 4 juin, 10h", "mar. 4 juin"),
        ("il martedì 6 persone", "martedì"), ("el lunes 6 personas", "lunes"),
        ("mars dernier", "mars dernier"), ("الأحد القادم", "الأحد القادم"), ("quinta passada", "quinta passada"),
    ],
)  # fmt: skip
def test_short_weekdays_stand_before_dates_and_times(text: str, told: str) -> None:
    assert told in found(dates, text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Turno: lun y mié", ["lun", "mié"]), ("lun e mer", ["lun", "mer"]), ("seg e qua", ["seg", "qua"]),
        ("tues or thurs?", ["tues", "thurs"]), ("mån-fre", ["mån", "fre"]), ("Mo-Fr 8-16", ["Mo-Fr"]),
        ("Sa/So frei", ["Sa/So"]), ("mar. et jeu.", ["mar", "jeu"]), ("de segunda a sexta", ["segunda", "sexta"]),
        ("Mon, Wed", ["Mon", "Wed"]),
    ],
)  # fmt: skip
def test_short_weekdays_stand_beside_one_another(text: str, told: list[str]) -> None:
    assert found(dates, text) == told


@pytest.mark.parametrize(
    "text",
    [
        "we sat 2/3 of the way", "the sun 3/4 gone", "à qui", "till fri omsättning", "na segunda parte", "So, Do you",
        "na quinta do avô", "la mer et", "mon ami", "he sat at home", "he sat at 8", "the Sun at 3",
        "so 12/6", "pela quinta vez", "on tue",
    ],
)  # fmt: skip
def test_words_that_look_like_short_weekdays_are_none(text: str) -> None:
    assert found(dates, text) == []


def test_a_verdict_of_a_day_is_no_sunday() -> None:
    assert found(dates, "dom 2023-10-05") == ["2023-10-05"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("v. 32 är jag ledig", "v. 32"), ("vecka 32-34", "vecka 32-34"), ("v.7 stängt för semester", "v.7"),
        ("KW 14", "KW 14"), ("in der 32. KW", "32. KW"), ("KW 12/2024", "KW 12/2024"), ("2022-W14 var", "2022-W14"),
        ("calendar week 12", "calendar week 12"), ("Möte med dem v. 12, ja", "v. 12"),
    ],
)  # fmt: skip
def test_weeks_have_numbers(text: str, told: str) -> None:
    assert found(dates, text) == [told]


@pytest.mark.parametrize("text", ["Joh 3, v. 16", "see v. 12", "gravid i vecka 32", "v. 60 är jag", "week 12", "KW 70"])
def test_verses_and_unborn_children_have_other_numbers(text: str) -> None:
    assert found(dates, text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Födelsetid 19850312, sista", "19850312"), ("Inlagd 240118, i dag", "240118"), ("opererad 220314", "220314"),
        ("Vårdtid 240118–240122", "240118–240122"), ("OP 230504", "230504"), ("scad. 11/26", "11/26"),
        ("exp 05/32", "05/32"), ("caduca 03-26", "03-26"),
        ("F. nac.: 3-XI-1971", "3-XI-1971"), ("5.IV.2021", "5.IV.2021"),
        ("Le 1er/04/2022", "1er/04/2022"), ("15/03/1447هـ", "15/03/1447"), ("بتاريخ 30/02/1446هـ", "30/02/1446"),
        ("1978/3/18م", "1978/3/18"), ("960771 | 22/02/1979", "22/02/1979"), ("3 | 13/05/2024 | 4", "13/05/2024"),
        ("Room 12 / 13.05.2024", "13.05.2024"), ("17,13.05.2024", "13.05.2024"), ("no 1.º de maio", "1.º de maio"),
        ("Prover 240206 kl. 07.30.", "240206"), ("وتاريخ انتهائها 09/27.", "09/27"),
        ("em 2021/2022, média", "2021/2022"),
        ("من 14 إلى 16 يوليو 2023.", "14 إلى 16 يوليو 2023"), ("أيام 3 و4 و5 يونيو", "3 و4 و5 يونيو"),
        ("الثالث والعشرين من أبريل 2020", "الثالث والعشرين من أبريل 2020"),
        ("الخامس عشر من مايو", "الخامس عشر من مايو"),
        ("Ich wurde 1968 in Izmir geboren", "1968"),
        ("antes del 20 de este mes.", "20 de este mes"), ("entro il 20 del mese.", "20 del mese"),
        ("am 20. des Monats", "20. des Monats"), ("the 3rd of next month", "3rd of next month"),
        ("le 20 du mois", "20 du mois"), ("até dia 20 deste mês", "20 deste mês"),
        ("its due nov 30", "nov 30"), ("am zweiten März", "zweiten März"), ("le premier mai", "premier mai"),
    ],
)  # fmt: skip
def test_dates_of_records_and_tables(text: str, told: str) -> None:
    text = text.replace("º", "o")

    assert found(dates, text) == [told.replace("º", "o")]


@pytest.mark.parametrize(
    "text", ["3 X 2000 mg", "on the 3rd floor", "on the 21st attempt", "Ärende 240118", "99 | 12 | 77"]
)
def test_other_numbers_are_no_dates(text: str) -> None:
    assert found(dates, text) == []


@pytest.mark.parametrize("text", ["on the 3rd we left", "on the 24th \N{SMILING FACE WITH OPEN MOUTH}", "by the 1st"])
def test_a_day_is_told_by_its_ordinal(text: str) -> None:
    assert found(dates, text) in (["3rd"], ["24th"], ["1st"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("llega mañana.", ["mañana"]), ("Mañana por la mañana", ["Mañana por la mañana"]), ("bis morgen!", ["morgen"]),
        ("Morgen um neun", ["Morgen"]), ("esta mañana", []), ("de la mañana", []), ("Guten Morgen", []),
        ("guten morgen", []), ("am Morgen", []), ("Herr Morgen kommt", []), ("heute morgen", []),
    ],
)  # fmt: skip
def test_tomorrow_is_not_the_morning(text: str, told: list[str]) -> None:
    assert found(dates, text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("xmas eve at moms", ["xmas eve"]), ("på julafton", ["julafton"]), ("an Heiligabend", ["Heiligabend"]),
        ("en nochevieja", ["nochevieja"]), ("a ferragosto", ["ferragosto"]), ("la veille de Noël", ["veille de Noël"]),
        ("véspera de Natal", ["véspera de Natal"]), ("New Year's Eve 2019", ["New Year's Eve 2019"]), ("at xmas", []),
        ("im Sommer", []), ("på påsken", []),
    ],
)  # fmt: skip
def test_days_of_the_year_have_names(text: str, told: list[str]) -> None:
    assert found(dates, text) == told
