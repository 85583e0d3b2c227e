"""Numbers of people and their things, behind the words that people use for them; and near misses of each."""

import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import FINDERS, ON_REQUEST, patterns
from allonym.resolving import resolve

ALL = patterns([name for name in FINDERS if name not in ON_REQUEST])
WEAK = frozenset({"NUMBER", "HASHTAG"})


def found(*texts: str) -> list[tuple[str, str]]:
    """Return what is found in texts, with the first part of its label."""
    said = zip(texts, ALL.detect([Document(str(number), text) for number, text in enumerate(texts)]), strict=True)
    return [
        (each.span.of(text), each.label.partition(".")[0])
        for text, mentions in said
        for each in resolve(mentions)
        if each.label not in WEAK
    ]


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("passaporto marocchino TK4420918", "TK4420918", "ID"),
        ("passeport marocain DH 442091", "DH 442091", "ID"),
        ("Your Medicare card number 4773 75289 1 has", "4773 75289 1", "ID"),
        ("my driving licence (LINLE 902237 S99KD)", "LINLE 902237 S99KD", "ID"),
        ("Il dipendente matr. 004482, assunto", "004482", "ID"),
        ("com o n.º de aluno a88412, tendo", "a88412", "ID"),
        ("matrícula 114.882, admissão", "114.882", "ID"),
        ("HRB 188417 B", "HRB 188417 B", "ID"),
        ("Rezept 160.000.226.119.482.17", "160.000.226.119.482.17", "ID"),
        ("Ramnummer WBK88417D. Finns", "WBK88417D", "CONTRACT"),
        ("bike, frame no. WTU284C0981K", "WTU284C0981K", "CONTRACT"),
        ("Rahmennummer: WTU284C09", "WTU284C09", "CONTRACT"),
        ("av parkeringsanmärkning 8841720-4.", "8841720-4", "CONTRACT"),
        ("Atestado 221/24. Sobre", "221/24", "CONTRACT"),
        ("Expte. 448/2023", "448/2023", "CONTRACT"),
        ("appalto: CIG Z1A3F4B2C9", "Z1A3F4B2C9", "CONTRACT"),
        ("(رقم الزبون 300482) يريد", "300482", "CONTRACT"),
        ("Kundennr. KD 84291", "KD 84291", "CONTRACT"),
        ("prêt n° 10278 04417 00020881", "10278 04417 00020881", "CONTRACT"),
        ("compte 00004417720, clé 41.", "00004417720, clé 41", "ACCOUNT"),
        ("BSB 062-000", "062-000", "ACCOUNT"),
        ("Rx 7448291", "7448291", "ID"),
        ("Mein Passwort ist Sommer2024", "Sommer2024", "ID"),
        ("Elmätare 735999448291773388", "735999448291773388", "CONTRACT"),
        ("mi alias: sol.perro.mate", "sol.perro.mate", "USERNAME"),
        ("Te paso mi Nequi: 3157720194", "3157720194", "PHONE"),
        ("scrivimi al 3331908477", "3331908477", "PHONE"),
        ("رقم الابن 71 448 209.", "71 448 209", "PHONE"),
        ("identifiant famille.kone, avant", "famille.kone", "USERNAME"),
        ("O usuário jsouza.fin foi avisado", "jsouza.fin", "USERNAME"),
        ("إبلاغ المستخدم k.hamdan عبر", "k.hamdan", "USERNAME"),
        ("Jag heter skogstrollet_02 på Twitch", "skogstrollet_02", "USERNAME"),
        ("YouTube : lea.danse", "lea.danse", "USERNAME"),
        ("Cash App $lena_ortiz", "$lena_ortiz", "USERNAME"),
        ("(N 48° 08.250 E 011° 34.500)", "N 48° 08.250 E 011° 34.500", "COORDINATES"),
        ("48° 08.250' N, 011° 34.500' E", "48° 08.250' N, 011° 34.500' E", "COORDINATES"),
        ("eller N 59 19.766 E 018 04.112", "N 59 19.766 E 018 04.112", "COORDINATES"),
        ("en la micro 506 el lunes", "506", "TRANSPORT"),
        ("choqué con el bondi 60", "60", "TRANSPORT"),
        ("Der Code an der Tür: 4417", "4417", "ID"),
    ],
)
def test_people_and_their_things_have_numbers(text: str, value: str, label: str) -> None:
    assert found(text) == [(value, label)]


@pytest.mark.parametrize(
    "text",
    [
        "La ville compte 45320 habitants.", "Le club compte 12500 adhérents", "compte désormais 12500 membres",
        "La ville compte 12 quartiers et 45 320 âmes", "El país cuenta con 450000 soldados",
        "It accounts for 45320 jobs",
        "the code 4004 is in the door module", "le code 4004 est dans le module de porte", "Port 5432 ist belegt.",
        "an Pin 8 des NE555 müssen", "pin 4 of the 74HC595", "Mätarställning: 18 442 kWh", "décret n° 2016-360",
        "La mise à jour 10.0.19045.3803", "le véhicule F-150", "o veículo HB20 parado", "Atestado 120/80 de",
        "Kennzeichen, EZ 03/2019", "user clicks.then it works", "the user manual.pdf", "see foo_bar on GitHub",
        "N 5 12 E 3", "règlement (CE) n° 2100/94",
    ],
)  # fmt: skip
def test_what_is_counted_or_made_by_the_thousand_is_nobodys(text: str) -> None:
    assert found(text) == []


def test_a_number_does_not_belong_to_the_code_behind_a_comma() -> None:
    assert found("Room 1204, booking ref HMXK7Q") == [("HMXK7Q", "CONTRACT")]


def test_an_account_is_one_although_a_word_also_counts() -> None:
    assert found("Le compte 45320 est bloqué") == [("45320", "ACCOUNT")]


def test_other_documents_of_a_batch_make_no_plate() -> None:
    assert found("matrícula 11-48213", "لوحة سيارتي أبوظبي 11/48213")[-1] == ("11/48213", "PLATE")
    assert found("plate 12/4821", "لوحة") == found("plate 12/4821")
