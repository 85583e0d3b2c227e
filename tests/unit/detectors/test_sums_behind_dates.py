"""Sums behind dates, IBANs of any country, plain account names: what stands side by side in letters and forms."""

import pytest

from allonym import Pseudonymizer
from allonym.settings import load_settings

TOOL = Pseudonymizer(load_settings("default").with_model(fast=True))


def found(text: str) -> list[tuple[str, str]]:
    return [(each.label, each.span.of(text)) for each in TOOL.detect(text) if each.label != "NUMBER"]


@pytest.mark.parametrize(
    ("text", "day", "amount"),
    [
        ("saldo al 30/09/2021 Euro 5.301,88.", "30/09/2021", "Euro 5.301,88"),
        ("saldo al 30/09/2021 EUR 5.301,88.", "30/09/2021", "EUR 5.301,88"),
        ("am 30.09.2021 EUR 20,00 gezahlt", "30.09.2021", "EUR 20,00"),
        ("le 30/09/2021 € 20,00", "30/09/2021", "€ 20,00"),
        ("since 12/05/2020 USD 300", "12/05/2020", "USD 300"),
    ],
)
def test_the_currency_behind_a_date_belongs_to_the_sum(text: str, day: str, amount: str) -> None:
    assert found(text) == [("DATE", day), ("MONEY", amount)]


@pytest.mark.parametrize(
    ("text", "label", "surface"),
    [
        ("das waren 2021 EUR", "MONEY", "2021 EUR"),
        ("it was 5 euro", "MONEY", "5 euro"),
        ("IBAN: AR74UBTM79290810033907579383", "IBAN", "AR74UBTM79290810033907579383"),
        ("Mi usuario es rodriguezvioleta.", "USERNAME", "rodriguezvioleta"),
        ("اسم المستخدم olsonjessica.", "USERNAME", "olsonjessica"),
        ("12 Main Street D24 3CF6 Dublin", "ADDRESS", "12 Main Street D24 3CF6 Dublin"),
        ("Targa: 477 7273", "PLATE", "477 7273"),
        ("Mi celu 11 5834-2097", "PHONE", "11 5834-2097"),
        ("conf code HJ4K2T", "CONTRACT", "HJ4K2T"),
        ("Driver's lic. (NV): 1702984417", "ID.LICENCE", "1702984417"),
        ("ça fait une semaine que ça dure", "DURATION", "une semaine"),
        ("Vigencia: un año", "DURATION", "un año"),
    ],
)
def test_what_a_word_announces_is_found(text: str, label: str, surface: str) -> None:
    assert (label, surface) in found(text)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        # Its check is wrong, and nothing announces it.
        ("The part AR74UBTM79290810033907579384 is sold out", "IBAN"),
        ("My username is invalid", "USERNAME"),
        ("My username is taken already", "USERNAME"),
        ("Mi usuario es nuevo y no puedo entrar", "USERNAME"),
        ("اسم المستخدم غير صحيح", "USERNAME"),
        ("The car: 120000 km", "PLATE"),
        ("tectonic plate: 12000 years", "PLATE"),
        ("Euro 2024 in Berlin", "MONEY"),
    ],
)
def test_what_looks_alike_is_not(text: str, label: str) -> None:
    assert label not in {each for each, _ in found(text)}
