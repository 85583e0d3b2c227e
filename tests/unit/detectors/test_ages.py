"""Ages: their values, and what is none."""

import pytest

from allonym.detectors.life.ages import ages


@pytest.mark.parametrize(
    ("text", "surface", "value"),
    [
        ("tengo veinte años", "veinte años", "20"),
        ("im Alter von fünf", "fünf", "5"),
        ("diciottenne", "diciottenne", "18"),
        ("jag är sIxtton år", "sIxtton år", "16"),
        ("niotton år gammal", "niotton år gammal", "19"),
        ("åttonde år gammal", "åttonde år gammal", "8"),
        ("عمري عشرون سنة", "عشرون سنة", "20"),
        ("12yo", "12yo", "12"),
    ],
)
def test_an_age_has_its_value(text: str, surface: str, value: str) -> None:
    found = {(text[each.start : each.end], dict(each.features)["value"]) for each in ages(text)}

    assert found == {(surface, value)}


def test_digits_and_words_are_told_apart() -> None:
    [digits] = ages("aged 34")
    [words] = ages("turned thirty")

    assert dict(digits.features)["form"] == "digits"
    assert dict(words.features)["form"] == "words"


@pytest.mark.parametrize(
    "text",
    [
        "niotton gammal",
        "sixteenth century",
        "I am 5 minutes late",
        "page 34",
        "130 years old",
        "il y a 5 ans",
        "aged cheese",
        "im 15. Jahrhundert",
        "la cinquantaine de personnes",
        "entra na quadra",
    ],
)
def test_what_is_no_age(text: str) -> None:
    assert list(ages(text)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("im 19 f nyc", ["19"]),
        ("wait no hes 27", ["27"]),
        ("dude im almost 40", ["40"]),
        ("im fourty two and tired", ["fourty two"]),
        ("my daughter is seven and my son just turned 12.", ["seven", "12"]),
        ("my son's 4 and a half", ["4 and a half"]),
        ("she retired at 65", ["65"]),
        ("Meine Tochter ist sieben, mein Sohn gerade 12 geworden.", ["sieben", "12"]),
        ("98 war ich 21 und wusste nichts", ["21"]),
        ("mi vieja cumple 70 el domingo", ["70"]),
        ("jubilado a los 65, cobra", ["65"]),
        ("tengo treinta y nueve.", ["treinta y nueve"]),
        ("Juan tiene 34 y su hermana 29 años.", ["34", "29 años"]),
        ("Gianni ha 34 anni e sua sorella 29.", ["34 anni", "29"]),
        ("O João tem 34 anos e a irmã 29.", ["34 anos", "29"]),
        ("J'ai 20 ans et mon frère 25.", ["20 ans", "25"]),
        ("i november fyller hon trettio.", ["trettio"]),
        ("han blir sju i oktober", ["sju"]),
        ("السن: 41", ["41"]),
        ("عمري 23 سنة وأختي 19", ["23 سنة", "19"]),
    ],
)
def test_an_age_needs_no_word_for_years(text: str, found: list[str]) -> None:
    assert {text[each.start : each.end] for each in ages(text)} == set(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("me 26m her 24f aita", ["26m", "24f"]),
        ("I (34F) and my husband (36M)", ["34F", "36M"]),
        ("ich (m34) und meine Freundin (w29)", ["m34", "w29"]),
        ("m34 need advice", ["m34"]),
        ("19F here", ["19F"]),
        ("82M s/p fall", ["82M"]),
        ("asl? 21/m/uk", ["21/m"]),
        ("zwei Kinder (3 und 6)", ["3", "6"]),
        ("kids (3, 5 and 7)", ["3", "5", "7"]),
    ],
)
def test_ages_stand_beside_the_sex_and_in_brackets(text: str, found: list[str]) -> None:
    assert {text[each.start : each.end] for each in ages(text)} == set(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Varón, 72 a., exfumador", "72 a."),
        ("Pz di 71 aa, iperteso", "71 aa"),
        ("Pct masc, 45a, tabagista", "45a"),
        ("La vicina, di ottantatré anni, è", "ottantatré anni"),
        ("A vizinha, de oitenta e três anos, está", "oitenta e três anos"),
        ("بنتي عندها 5 سنين", "5 سنين"),
        ("رجل في الأربعين من عمره", "الأربعين من عمره"),
        ("في الخامسة والستين من العمر", "الخامسة والستين من العمر"),
        ("شاب عشريني", "عشريني"),
        ("سيدة خمسينية", "خمسينية"),
        ("min dotter är fem och ett halvt år", "fem och ett halvt år"),
        ("un enfant de six ans et demi", "six ans et demi"),
        ("ha 12 anni e 7 mesi", "12 anni e 7 mesi"),
    ],
)
def test_years_are_told_by_who_has_them(text: str, found: str) -> None:
    assert [text[each.start : each.end] for each in ages(text)] == [found]


@pytest.mark.parametrize(
    "text",
    [
        "the M34 motorway", "it's 70F outside", "gave me 26m dollars", "version (M25)", "f22 raptor", "12h, o chefe",
        "the driver was third", "my son is one of them", "my dad is 6 feet tall", "I am thirsty.", "she's 5'4",
        "he was 3 m away", "im 100% sure", "im 50/50 on it", "he is 20 points ahead", "died at 8", "cumple 5 funciones",
        "tengo 2.", "il ragazzo ha sete.", "الكنيسة الخمسينية", "عنده 5 سنين خبرة", "the girl one day",
        "hon var fem i ett", "ich war vier Jahre dort", "section 45a, page 2",
    ],
)  # fmt: skip
def test_a_number_beside_somebody_is_not_always_an_age(text: str) -> None:
    assert list(ages(text)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Details: Joan Pickering, 71, 01632 960981.", ["71"]),
        ("Personalien: Johanna Pichler, 71, 0 66 1 / 55 09 81.", ["71"]),
        ("Eva Brylka (24), Ragnar van den Dam (26)", ["24", "26"]),
        ("O comerciante Jean da Silva, 30, disse", ["30"]),
        ("Lena Agnred, 65.", ["65"]),
        ("The pupil (13) was absent", ["13"]),
        ("rief die Geschädigte (26) an", ["26"]),
        ("Ich (31, w) und er (34) sind", ["31", "34"]),
        ("Jag (31) och han (34) har", ["31", "34"]),
        ("I'm 31F and he is 34M, together", ["31F", "34M"]),
    ],
)
def test_an_age_stands_behind_a_name_between_marks(text: str, found: list[str]) -> None:
    assert {text[each.start : each.end] for each in ages(text)} == set(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He was 19 at the time and", ["19"]),
        ("Er sei 16, sagte er.", ["16"]),
        ("Är 24 och undersköterska.", ["24"]),
        ("Tjena, är 17 och bor", ["17"]),
        ("moved to Boston at 22. My", ["22"]),
        ("und kam mit 22 nach Köln", ["22"]),
        ("se mudó a Madrid a los 22.", ["22"]),
        ("una signora sui sessant'anni.", ["sessant'anni"]),
        ("Il minore, di anni 14, è", ["14"]),
        ("una coppia di 27 e 30 anni.", ["27", "30 anni"]),
        ("três crianças de 2, 5 e 11 anos.", ["2", "5", "11 anos"]),
        ("children aged 3, 5 and 7.", ["3", "5", "7"]),
        ("J'ai 31 ans et lui 34, ensemble", ["31 ans", "34"]),
        ("Meu filho de dois aninhos", ["dois aninhos"]),
        ("Sökanden, fyrtiotvå år, gift", ["fyrtiotvå år"]),
        ("en fyrtiotvååring", ["fyrtiotvååring"]),
        ("Un herido de 31 años", ["31 años"]),
        ("J'ai eu 50 ans en mai", ["50 ans"]),
    ],
)
def test_ages_are_told_in_many_ways(text: str, found: list[str]) -> None:
    assert {text[each.start : each.end] for each in ages(text)} == set(found)


@pytest.mark.parametrize(
    "text",
    [
        "a 12 year old whisky", "a 12-year-old Scotch", "un whisky de 12 ans d'âge", "ein 12 Jahre alter Whisky",
        "Calle Arturo Soria, 29, Madrid", "Louis Baucher, 89, avenue de Wagram", "Aus Wien, 26. Juni, schreibt",
        "Am Montag, 23, 24 und 25", "Doctor Esquerdo, 46, 28007 Madrid", "Stert. Hamburg, 41, Abendbörse",
        "Hon är 14:e i världen", "Temperaturen är 24 och", "within the 60-day period", "kam mit 22 Freunden nach Köln",
        "moved to Boston at 22:30", "la prima ora, un'ora", "the applicant within the 60-day period",
        "Peter Smith (7)", "Rose Lane, 2,5 km",
    ],
)  # fmt: skip
def test_a_number_behind_a_name_is_not_always_an_age(text: str) -> None:
    assert list(ages(text)) == []
