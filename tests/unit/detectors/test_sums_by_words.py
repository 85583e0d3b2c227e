"""Sums that words tell: the currency before the number, what is earned, owed or paid, notes; and what is no sum."""

import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import identifiers


def amounts(text: str) -> list[str]:
    """Return the amounts that are found in a text."""
    [mentions] = identifiers().detect([Document("d", text)])
    return [each.span.of(text) for each in mentions if each.label == "MONEY"]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("il canone di euro 720 va versato", "euro 720"),
        ("condannato a pagare euro 7.250,00 oltre interessi", "euro 7.250,00"),
        ("Die Summe von Euro 1.200 ist fällig", "Euro 1.200"),
        ("la suma de pesos 1.254.300 en diez días", "pesos 1.254.300"),
        ("no valor de reais 450,00", "reais 450,00"),
        ("un rimborso di euro 50 a testa", "euro 50"),
        ("Dedans : une cinquantaine d'euros", "une cinquantaine d'euros"),
        ("danni per un migliaio di euro", "un migliaio di euro"),
        ("una treintena de euros", "una treintena de euros"),
        ("als Näherin achthundert Mark verdient", "achthundert Mark"),
        ("erst nichts und dann tausend Mark", "tausend Mark"),
        ("Taxi war 'n Zwanni", "'n Zwanni"),
        ("Taxin gick på tre hundringar", "tre hundringar"),
        ("hittelön en tusenlapp", "en tusenlapp"),
        ("lend me a tenner", "a tenner"),
        ("ingresso 80 conto. Manda", "80 conto"),
        ("och tjänar 42 000 i månaden", "42 000"),
        ("Il gagne 1 850 net par mois", "1 850"),
        ("Ich verdiene 2.900 brutto im Monat", "2.900"),
        ("we pay 1,450 a month", "1,450"),
        ("y paga 550 de alquiler", "550"),
        ("e ne pago 600 di affitto", "600"),
        ("Ganho 1.800 por mês", "1.800"),
        ("راتبي 6500 في الشهر", "6500"),
        ("hyran 9 200, elen ingår", "9 200"),
        ("rent is 950, bills not included", "950"),
        ("Le debo 500 y ya", "500"),
        ("säljes för 45 000", "45 000"),
        ("Paguei 89,90 no boleto", "89,90"),
        ("Versand 6,99", "6,99"),
        ("spelade för 31 miljarder kronor 1999. Det", "31 miljarder kronor"),
        ("1373 Schweizer Franken 120,19", "1373 Schweizer Franken"),
        ("they charged 89.95 twice", "89.95"),
        ("abonnement à 32,50 par mois", "32,50"),
        ("avgift 4 350 i månaden", "4 350"),
        ("pagando 720 de hipoteca al mes", "720"),
    ],
)
def test_words_tell_a_sum(text: str, amount: str) -> None:
    assert amounts(text) == [amount]


@pytest.mark.parametrize(
    "text",
    [
        "Euro 2024 in Germany", "Euro 6 diesel", "euro 96 final", "Los soles 200 veces", "one mark for spelling",
        "fünf Mark-Up-Sprachen", "des milliers d'euros", "The cost 2.50 hours of work", "Die Miete 2023 war hoch",
        "paid 500 people a month", "El valor 3,14 de pi", "Der Wert 12,50 ist zu hoch", "deve 300 libri", "RS 232 port",
        "They made 250 sandwiches", "in Schweizer Franken zahlen", "It must be 300, not 400", "le taux coûte 2,75 %",
        "the one Mark gave me",
        "passaporto marocchino TK4420918", "passport KR4420918", "Pasaporte n.º DH4420918", "Reisepass RS4420918",
        "جواز سفر رقم TK4420918", "passeport marocain DH 442091",
    ],
)  # fmt: skip
def test_what_is_counted_measured_or_a_name_is_no_sum(text: str) -> None:
    assert amounts(text) == []
