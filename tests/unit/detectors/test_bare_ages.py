"""Ages that only their sentence tells: no word for years stands beside them."""

import pytest

from allonym.detectors.life.addresses import addresses
from allonym.detectors.life.ages import ages
from allonym.detectors.life.durations import durations


def _found(text: str) -> set[str]:
    return {text[each.start : each.end] for each in ages(text)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Dad had his hip done at 81, stayed in hospital", ["81"]),
        ("He had his first stroke at 54 and the second at 61.", ["54", "61"]),
        ("At 19 she got married.", ["19"]),
        ("at eighteen she got married", ["eighteen"]),
        ("My nan made it to 96.", ["96"]),
        ("Opa ist mit 84 gestorben.", ["84"]),
        ("Ich habe mit 16 die Ausbildung angefangen.", ["16"]),
        ("mit achtzehn bin ich ausgezogen", ["achtzehn"]),
        ("Empecé a fumar a los 14.", ["14"]),
        ("me casé con 22", ["22"]),
        ("Me aposentei aos 60.", ["60"]),
    ],
)
def test_an_age_is_told_by_what_happened(text: str, found: list[str]) -> None:
    assert _found(text) == set(found)


@pytest.mark.parametrize(
    "text",
    [
        "He was clocked at 81 mph.", "The index closed at 81, up from 79.", "BP at 120, HR at 80.", "We met at 10.",
        "The battery is at 81, still charging.", "He had a heart rate at 90.", "Dad had his phone set at 80.",
        "Sie hat mit 19 Stimmen gewonnen.", "Er hat mit 3 Toren gewonnen.", "Mit 42 gegen 38 gewonnen.",
        "Gol a los 23.", "ganó con 22 puntos", "Gol aos 23.", "moved to Windows 11.", "The bus arrives at 15 past.",
    ],
)  # fmt: skip
def test_what_is_at_a_number_has_not_always_an_age(text: str) -> None:
    assert _found(text) == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Meine Tochter wird am 3. Mai zwölf, Feier ab 15 Uhr.", ["zwölf"]),
        ("Mein Sohn wird nächsten Samstag fünf.", ["fünf"]),
        ("Papa wird im Juni 60.", ["60"]),
        ("als er 15 war, zog er weg", ["15"]),
        ("als Oma achtzig wurde", ["achtzig"]),
        ("I'm forty-two next month", ["forty-two"]),
        ("My brother, who is 36, lives there", ["36"]),
        ("when she was 8 her dad left", ["8"]),
        ("Faço trinta e cinco amanhã.", ["trinta e cinco"]),
        ("unsere Tochter ist zweieinhalb", ["zweieinhalb"]),
        ("He's three and a half.", ["three and a half"]),
        ("tjej 23 söker rum", ["23"]),
        ("age range 25-34", ["25-34"]),
    ],
)
def test_words_may_stand_between_somebody_and_the_age(text: str, found: list[str]) -> None:
    assert _found(text) == set(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The kids are 4, 7 and 10.", ["4", "7", "10"]),
        ("Unsere Kinder sind vier und sechs.", ["vier", "sechs"]),
        ("Meine Eltern sind 70 und 72.", ["70", "72"]),
        ("mina barn är 4 och 7", ["4", "7"]),
        ("mis viejos tienen 65 y 68", ["65", "68"]),
        ("our girls, 3 and 5, are", ["3", "5"]),
    ],
)
def test_several_have_their_ages_together(text: str, found: list[str]) -> None:
    assert _found(text) == set(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("J'ai 25 balais, j'bosse", "25 balais"),
        ("Il va avoir 50 piges l'an prochain.", "50 piges"),
        ("cumple 33 tacos mañana", "33 tacos"),
        ("jag är 27 bast", "27 bast"),
        ("He's in his late 50s.", "late 50s"),
        ("her mid-30s", "mid-30s"),
        ("eine Frau Mitte 50", "Mitte 50"),
        ("une femme d'une soixantaine d'années", "soixantaine d'années"),
        ("un joven de veintitantos", "veintitantos"),
        ("Happy 40th birthday Tom!", "40th birthday"),
        ("zum 50. Geburtstag", "50. Geburtstag"),
        ("ihrem achtzigsten Geburtstag", "achtzigsten Geburtstag"),
        ("son 18e anniversaire", "18e anniversaire"),
        ("på hennes 70-årsdag", "70-årsdag"),
        ("كانت في السادسة عشرة من عمرها", "السادسة عشرة"),
        ("طفل في الخامسة من عمره", "الخامسة"),
        ("تبلغ الثامنة عشرة", "الثامنة عشرة"),
        ("في العقد الخامس من عمره", "العقد الخامس"),
        ("Sarah (34) works as a nurse", "34"),
        ("Luca, 42, architetto", "42"),
        ("Pt: F, 56, c/o chest pain", "56"),
    ],
)
def test_ages_in_jest_by_ten_and_by_name(text: str, found: str) -> None:
    assert _found(text) == {found}


@pytest.mark.parametrize(
    "text",
    [
        "Il a 25 balais dans son garage.", "25 tacos al pastor", "in the 70s everyone smoked", "Mitte 2020",
        "le 20e anniversaire de la société", "Es wird am 3. Mai zwölf Grad.", "Linie 12 wird am 5. Juni eingestellt",
        "Mein Sohn hat am Montag drei Tests.", "في السادسة مساء", "المرتبة الخامسة عشرة", "a birthday, one of many",
        "Paris (15) et Lyon (12)", "The girls are first and second.", "the kids are 4 points ahead", "un compleanno",
    ],
)  # fmt: skip
def test_what_only_looks_like_such_an_age(text: str) -> None:
    assert _found(text) == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("eine zweiwöchige Kur", "zweiwöchige"),
        ("15-minütige Pause", "15-minütige"),
        ("en tredagars resa", "tredagars"),
        ("llevamos año y medio juntos", "año y medio"),
        ("há ano e meio", "há ano e meio"),
        ("بين 9 و49 سنة", "9 و49 سنة"),
    ],
)
def test_lengths_of_time_are_joined_and_halved(text: str, found: str) -> None:
    assert found in {text[each.start : each.end] for each in durations(text)}


@pytest.mark.parametrize(
    "text",
    [
        "221 King's Parade", "12b Station Approach", "88 Harbour Esplanade, Docklands VIC 3008",
        "Insurgentes Sur 1602, Col. Crédito Constructor, 03940 CDMX", "Reforma 222, Col. Juárez, 06600 CDMX",
        "Madero 120, Centro Histórico, 06000 CDMX", "Morelos 45, Col. Centro, C.P. 76000, Querétaro",
        "Contrada San Giovanni snc, 73100 Lecce", "SQN 308 Bloco C apto 204, Brasília", "Kungsholms strand 145",
        "Åsen 12, 796 90 Älvdalen",
        "Álvaro Obregón 121, 06700 CDMX", "4 Mill Race, Whitby YO21 3AB",
        "Travessa do Sal, 7 r/c dto", "Goethestr. 12, 2. OG links, 60313 Frankfurt",
        "حي النزهة، شارع 12، فيلا 33، جدة 23532", "بلوك 5، شارع 7، منزل 21، الجابرية، الكويت",
        "شارع 9، المعادي، القاهرة", "حي المنار - شارع 15 - عمارة 4 - جدة",
        "مجمع 338، طريق 3821، مبنى 120، العدلية، البحرين",
        "حي الياسمين، شارع الأمير محمد بن سعد، مبنى 3120، الرياض 13325",
    ],
)  # fmt: skip
def test_addresses_have_quarters_floors_and_streets_with_numbers(text: str) -> None:
    assert [(each.start, each.end) for each in addresses(text)] == [(0, len(text))]


@pytest.mark.parametrize(
    "text",
    [
        "Boss Level 42, 9999 HP", "Capítulo 12, Col. 3", "Windows 11, 2024 Edition", "طريق 40 مغلق",
        "القطعة 4 من الحلوى",
        "Grupp 12, 796 90 personer", "3 Big Macs", "aux articles 223 VO ter et 223", "Jerez dal 28.",
    ],
)  # fmt: skip
def test_what_is_no_such_address(text: str) -> None:
    assert list(addresses(text)) == []
