"""Lengths of time: halves, several units as one, and Arabic units that count one by themselves."""

import pytest

from allonym.detectors.life.durations import durations


def lengths(text: str) -> list[str]:
    """Return the lengths of time that are found in a text."""
    return [text[each.start : each.end] for each in durations(text) if each.label == "DURATION"]


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("gone a week and a half", "a week and a half"),
        ("waited an hour and a half and left", "an hour and a half"),
        ("it took two and a half years", "two and a half years"),
        ("for 4½ years", "4½ years"),
        ("for 4 1/2 years", "4 1/2 years"),
        ("half an hour later", "half an hour later"),
        ("viereinhalb Jahre dort", "viereinhalb Jahre"),
        ("anderthalb Stunden gewartet", "anderthalb Stunden"),
        ("vor einer halben Stunde", "vor einer halben Stunde"),
        ("pendant une heure et demie", "une heure et demie"),
        ("quatre ans et demi", "quatre ans et demi"),
        ("il y a un an et demi", "il y a un an et demi"),
        ("trois quarts d'heure", "trois quarts d'heure"),
        ("duró dos horas y media.", "dos horas y media"),
        ("due ore e un quarto", "due ore e un quarto"),
        ("aspetto da mezz'ora", "mezz'ora"),
        ("uma hora e meia", "uma hora e meia"),
        ("väntade i tre och en halv timme", "tre och en halv timme"),
        ("under ett halvår", "ett halvår"),
        ("ساعة ونصف", "ساعة ونصف"),
        ("نصف ساعة", "نصف ساعة"),
    ],
)
def test_a_half_is_part_of_a_length_of_time(text: str, length: str) -> None:
    assert lengths(text) == [length]


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("3 ore e 20 minuti.", "3 ore e 20 minuti"),
        ("von einem Jahr und sechs Monaten auf Bewährung", "einem Jahr und sechs Monaten"),
        ("fängelse i ett år och sex månader", "ett år och sex månader"),
        ("for 2 years, 3 months and 5 days", "2 years, 3 months and 5 days"),
        ("an hour and ten minutes", "an hour and ten minutes"),
        ("dos años y 3 meses", "dos años y 3 meses"),
    ],
)
def test_units_that_grow_smaller_are_one_length(text: str, length: str) -> None:
    assert lengths(text) == [length]


def test_units_that_do_not_are_several() -> None:
    assert lengths("5 days and 2 weeks") == ["5 days", "2 weeks"]
    assert lengths("3 days and 4 nights") == ["3 days", "4 nights"]


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("مفتوح منذ أسبوع", "منذ أسبوع"),
        ("حبس سنة مع الشغل", "سنة"),
        ("لمدة شهر.", "شهر"),
    ],
)
def test_an_arabic_unit_counts_one_behind_a_cue(text: str, length: str) -> None:
    assert lengths(text) == [length]


@pytest.mark.parametrize(
    "text",
    [
        "منذ عام 2010", "قبل يوم الجمعة", "قبل شهر رمضان", "منذ سنوات", "once a week and a month", "a day and a night",
        "half year results", "demi-finale", "un an",
    ],
)  # fmt: skip
def test_what_is_no_length_of_time(text: str) -> None:
    assert lengths(text) == []


def test_who_turns_so_many_years_has_an_age() -> None:
    assert lengths("Mãe faz 70 anos domingo") == ["70 anos"]
    assert lengths("faz 70 anos que morreu") == ["faz 70 anos"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("lived there for a decade and", ["a decade"]),
        ("fumatore da quarant'anni.", ["quarant'anni"]),
        ("Reavaliar em um mês.", ["um mês"]),
        ("pendant une semaine", ["une semaine"]),
        ("in einem Monat fertig", ["einem Monat"]),
        ("yrsel sedan ett par veckor.", ["ett par veckor"]),
        ("inom tio arbetsdagar.", ["tio arbetsdagar"]),
        ("بالسجن سنتين وستة أشهر وغرامة", ["سنتين وستة أشهر"]),
        ("twice a week", []),
        ("one day a month later on", ["a month later"]),
        ("what a year it was", []),
        ("im Laufe eines Jahres, ein Monat wie", []),
    ],
)
def test_one_of_a_long_unit_lasts_behind_a_word_that_says_so(text: str, found: list[str]) -> None:
    assert [text[each.start : each.end] for each in durations(text) if each.label == "DURATION"] == found


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("should take a fortnight.", "a fortnight"),
        ("We waited for an hour.", "an hour"),
        ("Taxin tog en kvart.", "en kvart"),
        ("De satt där i en timme.", "en timme"),
        ("lleva un mes aparcada", "un mes"),
        ("demorou uma hora", "uma hora"),
        ("ci ha messo un'ora", "un'ora"),
        ("ومدته سنة واحدة براتب", "سنة واحدة"),
        ("within 30 (thirty) days of receipt", "30 (thirty) days"),
        ("pagar em 15 (quinze) dias.", "15 (quinze) dias"),
        ("un plazo de diez (10) días", "diez (10) días"),
    ],
)
def test_one_unit_lasts_and_contracts_say_numbers_twice(text: str, length: str) -> None:
    assert lengths(text) == [length]


@pytest.mark.parametrize(
    "text",
    [
        "40 km an hour",
        "one day he left",
        "10 dollars an hour",
        "20 euro l'ora",
        "في القطار رقم 934 يوم الأربعاء",
        "(thirty) days",
    ],
)
def test_one_unit_is_mostly_pointed_to(text: str) -> None:
    assert lengths(text) == []


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("خلال الأيام الخمسة الماضية، ففي", "الأيام الخمسة الماضية"), ("السنوات العشر الأخيرة", "السنوات العشر"),
        ("الأشهر الستة المقبلة", "الأشهر الستة المقبلة"), ("السنوات الخمس عشرة الماضية", "السنوات الخمس عشرة الماضية"),
        ("في السنوات الـ10 الأخيرة", "السنوات الـ10"),
        ("خلال الـ24 ساعة الماضية", "24 ساعة"), ("خلال ال24 ساعة", "24 ساعة"),
        ("les cinq derniers jours", "cinq derniers jours"), ("los tres primeros meses", "tres primeros meses"),
        ("die fünf letzten Tage", "fünf letzten Tage"), ("i due ultimi anni", "due ultimi anni"),
        ("os três primeiros meses", "três primeiros meses"), ("de två senaste åren", "två senaste åren"),
    ],
)  # fmt: skip
def test_a_number_stands_behind_its_unit_or_before_the_last_ones(text: str, length: str) -> None:
    assert lengths(text) == [length]


@pytest.mark.parametrize(
    "text",
    [
        "في اليوم الخامس من", "اليوم الواحد لا يكفي", "في الأيام الأخيرة", "السنة الثالثة", "خليل24 ساعة",
        "منتصف القرن العشرين",
        "les derniers jours", "un premier jour", "on the first day of school", "der erste Tag war", "il primo giorno",
        "no primeiro dia", "andra veckan", "la deuxième semaine", "his twenty-first week",
    ],
)  # fmt: skip
def test_what_orders_days_does_not_count_them(text: str) -> None:
    assert lengths(text) == []
