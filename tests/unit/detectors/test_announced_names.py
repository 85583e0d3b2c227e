"""Names that are ordinary words or titles, where the place they stand at says that they are names."""

import pytest

import allonym

TOOL = allonym.Pseudonymizer()


def left(text: str) -> str:
    return TOOL.pseudonymize(text).text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ich heiße Richter.", "Richter"),
        ("Mein Chef heißt König.", "König"),
        ("Mi chiamo Conte.", "Conte"),
        ("Me llamo Pastor.", "Pastor"),
        ("ich heiße wolf", "wolf"),
        ("chamo-me flor", "flor"),
        ("Nachname: Richter", "Richter"),
        ("Cognome: Conte", "Conte"),
        ("Surname: Pope", "Pope"),
        ("Nom : Petit", "Petit"),
        ("Förnamn: Dag\nEfternamn: Glad", "Glad"),
        ("Apelido: Rey", "Rey"),
        ("الاسم: ربيع النجار", "النجار"),
        ("Ansprechpartner: Sommer", "Sommer"),
        ("Die Eheleute Winter klagten.", "Winter"),
        ("Die Eheleute Sommer erwarben das Grundstück in Bad Salzuflen.", "Sommer"),
        ("Der Zeuge gab an, den Angeklagten Jäger in Fulda gesehen zu haben.", "Jäger"),
        ("I coniugi Leone hanno venduto.", "Leone"),
        ("L'imputato Conte fu arrestato.", "Conte"),
        ("Makarna Ström sålde.", "Ström"),
        ("El acusado Pastor calla.", "Pastor"),
        ("Ich sprach mit König und Schmidt.", "König"),
        ("Richter, Anna", "Richter"),
        ("Hablé con Conde ayer.", "Conde"),
        ("Best, Summer", "Summer"),
        ("Viele Grüße,\nRichter", "Richter"),
        ("Un saludo, Rey", "Rey"),
        ("Cordialement, Petit", "Petit"),
        ("Meu nome é Rei.", "Rei"),
        ("Erik Glad", "Glad"),
        ("Nachname:\tRichter", "Richter"),
        ("**Nachname:** Richter", "Richter"),
        ("See you then. Best, Summer", "Summer"),
        ("Cordialement, Rose Hiver", "Hiver"),
        ("Vänliga hälsningar, Sol Vinter", "Vinter"),
    ],
)
def test_who_is_told_by_name_is_replaced(text: str, name: str) -> None:
    assert name not in left(text)


@pytest.mark.parametrize(
    "text",
    [
        "File name: Report",
        "Patient: Denies chest pain",
        "Name: Office chair",
        "Testemunha: Sim, senhor.",
        "Thanks,\nGuys",
        "Status name: Open",
        "He is called Professor.",
        "Petit rappel : la réunion est à 10 h.",
        "Weiß jemand, wann?",
        "Maison à vendre",
        "Jobs are scarce.",
        "Der Richter sagte nichts.",
        "El Rey habló ayer.",
        "Präsident und Kanzler trafen sich.",
        "Ich heiße Sie willkommen.",
        "Das heißt Montag.",
        "Die Eheleute haben Anspruch auf Zahlung.",
        "Insoweit hat die Zeugin Anspruch auf Zahlung.",
        "Ihm wurde der Angeklagten Haft angedroht.",
        "the rose called peace",
        "Thanks, everybody!",
        "Best, worst and average",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert left(text) == text
