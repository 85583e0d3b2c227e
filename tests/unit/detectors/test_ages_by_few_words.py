"""Ages that little tells: who has them, a question before them, the name of a field, or a word of chat behind them."""

import pytest

from allonym.detectors.life.ages import ages


def _found(text: str) -> set[str]:
    return {text[each.start : each.end] for each in ages(text)}


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("Host: And you were how old?\nGuest: Twenty-three. It was the summer.", "Twenty-three"),
        ("How old are you? 34", "34"),
        ("Q: How old is your son?\nA: 14, he just started.", "14"),
        ("Tu as quel âge ? 16.", "16"),
        ("Elle avait quel âge ? Vingt-trois ans.", "Vingt-trois ans"),
        ("Wie alt war er da? Vierzehn.", "Vierzehn"),
        ("Hur gammal var du då?\n– Tjugotre.", "Tjugotre"),
        ("¿Qué edad tenías? Veintitrés.", "Veintitrés"),
        ("Quanti anni hai? 16.", "16"),
        ("Quantos anos você tem? Vinte e três.", "Vinte e três"),
        ("كم عمرك؟ 16", "16"),
    ],
)
def test_an_answer_is_told_by_its_question(text: str, age: str) -> None:
    assert _found(text) == {age}


@pytest.mark.parametrize(
    "text",
    [
        "How many? Twenty-three.",
        "How much is it? 52.",
        "How old is the house? Built in 1923.",
        "Wie viele? Vierzehn.",
        "Hur många? Tjugotre.",
        "¿Cuántos? Veintitrés.",
        "Quanti? Ventitré.",
        "كم السعر؟ 16",
        "How old? 12 km away.",
    ],
)
def test_an_answer_to_another_question_is_none(text: str) -> None:
    assert _found(text) == set()


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("said the owner, 58, who bought the lot", "58"),
        ("The plumber, 44, said he had no idea.", "44"),
        ("My client (36) is on benefits.", "36"),
        ("Mr K. (47) is known to the service.", "47"),
        ("Our boss (Maria, 45) left.", "45"),
        ("Kim is 31 and works nights.", "31"),
        ("the twins, 11, are at school", "11"),
        ("Female, 28.", "28"),
        ("Mme K. (39) élève seule ses enfants.", "39"),
        ("Le boulanger (54) a appelé.", "54"),
        ("Frau K. (39) ist alleinerziehend.", "39"),
        ("Herr M., 44, erschien.", "44"),
        ("Der Klient (36) bezieht Bürgergeld.", "36"),
        ("Klienten (36) har försörjningsstöd.", "36"),
        ("Läraren (44) greps i går.", "44"),
        ("La dueña, de 58, compró el local.", "58"),
        ("El dueño (58) no contestó.", "58"),
        ("Il cliente (36) è disoccupato.", "36"),
        ("A Sra. K. (39) vive sozinha.", "39"),
        ("السيدة ك. (39) تعيش وحدها.", "39"),
        ("الموكل (36) عاطل عن العمل.", "36"),
    ],
)
def test_an_age_is_told_by_who_has_it(text: str, age: str) -> None:
    assert _found(text) == {age}


@pytest.mark.parametrize(
    "text",
    [
        "The manual (36) explains it.",
        "The bus, 58, was late.",
        "Der Bus (36) kommt gleich.",
        "Vitamin B (29) helps.",
        "Teachers (23) and nurses (14) replied.",
        "La caja, de 12, cuesta 5.",
        "Le bus (36) passe.",
        "Plan B (12)",
        "Bussen (36) går nu.",
        "El autobús (36) pasa.",
        "Paris is 31 and",
        "الحافلة (36) تمر هنا.",
        "The owner, 3, says",
    ],
)
def test_what_is_nobody_has_no_age(text: str) -> None:
    assert _found(text) == set()


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("I'm 16 btw", "16"),
        ("She's 73 so they may keep her", "73"),
        ("im 15 pls help", "15"),
        ("He is 40-ish and bald.", "40"),
        ("he must be 60 something", "60"),
        ("Alter 51. Allergie gegen Penicillin.", "51"),
        ("Âge 51.", "51"),
        ("Ålder 51.", "51"),
        ("Edad 51. Alérgico.", "51"),
        ("Età 51.", "51"),
        ("Idade 51.", "51"),
        ("Âge : 5 mois", "5 mois"),
        ("Oma wird am 12. Juli neunzig!", "neunzig"),
        ("Mormor fyller den 12 juli nittio.", "nittio"),
        ("Mamie va avoir 90 le 12 juillet", "90"),
        ("nonna compie novanta il 12 luglio", "novanta"),
        ("tengo 16 y vivo con mi madre", "16"),
        ("ho 16 e vivo con mia madre", "16"),
        ("ela tem 73 e vai ficar internada", "73"),
        ("ne ho 41 compiuti a marzo", "41"),
        ("Täter: männlich, ca. 25 Jahre, schlank", "25 Jahre"),
        ("Gärningsmannen är ca 25 år, kort.", "25 år"),
        ("elle a environ 60 ans", "60 ans"),
        ("Cliente de 52 años, hipertensa.", "52 años"),
        ("då var jag sexton år", "sexton år"),
        ("avrà avuto una sessantina d'anni", "una sessantina d'anni"),
        ("أنا 16 سنة", "16 سنة"),
        ("Le proprio, 60 piges, répond jamais.", "60 piges"),
    ],
)
def test_an_age_is_told_by_few_words(text: str, age: str) -> None:
    assert _found(text) == {age}


@pytest.mark.parametrize(
    "text",
    [
        "I'm 90 and 0 this season",
        "I'm 12 in line.",
        "Alter 51er Bus",
        "Das dauert ca. 25 Jahre.",
        "tengo 16 y 17 euros",
        "Det tar ca 25 år.",
        "j'ai 16 et demi en maths",
        "J'ai 15.",
        "Sie wurde 14. von 230.",
        "känt varandra i tre år.",
        "ho 16 euro",
        "tenho 16 mensagens",
        "my boyfriend of 3 years",
        "faz mais de um ano que",
    ],
)
def test_what_is_counted_is_no_age(text: str) -> None:
    assert _found(text) == set()


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("die achtzehnjährige Frau", "achtzehnjährige"),
        ("ein fünfjähriges Kind", "fünfjähriges"),
        ("en artonåring kom", "artonåring"),
        ("två sjuttonåriga män", "sjuttonåriga"),
        ("un diciottenne di Roma", "diciottenne"),
    ],
)
def test_a_number_is_joined_to_its_years(text: str, age: str) -> None:
    assert _found(text) == {age}


@pytest.mark.parametrize(
    "text", ["alljährige Feier", "Ravenne", "indienne", "minderjährig", "fåring", "achtzehnjährlich"]
)
def test_an_ending_without_a_number_is_no_age(text: str) -> None:
    assert _found(text) == set()
