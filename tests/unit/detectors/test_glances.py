"""A glance refuses no code that python-stdnum takes."""

from importlib import import_module
from random import Random

import pytest

from allonym.detectors.identifiers.checks import find_check
from allonym.detectors.identifiers.codes import _rules
from allonym.detectors.identifiers.glances import _ONLY_DIGITS, _OWN, _SUMS, add_glance

NAMES = [name for name in (*_SUMS, *_OWN) if name != "eu.vat"]
LENGTHS = {"es.dni": 8, "fr.nir": 15, "gb.nhs": 10, "in_.aadhaar": 12, "nl.bsn": 9, "pt.nif": 9}


def some(name: str, count: int) -> list[str]:
    chance = Random(name)
    drawn = ["".join(chance.choices("0123456789", k=LENGTHS.get(name, 11))) for _ in range(count)]
    return [each + chance.choice("TRWAGMYFPDXBNJZSQVHLCKE") for each in drawn] if name == "es.dni" else drawn


@pytest.mark.parametrize("name", NAMES)
def test_a_check_with_a_glance_says_what_the_library_says(name: str) -> None:
    valid = import_module(f"stdnum.{name}").is_valid
    codes = some(name, 12_000)
    codes += [code[:-1] for code in codes[:50]] + [code + "1" for code in codes[:50]]
    codes += [f"{code[:5]}2A{code[7:]}" for code in codes[:500]]
    expected = [bool(valid(code)) for code in codes]

    assert [bool(find_check(name)(code)) for code in codes] == expected
    assert any(expected)


@pytest.mark.parametrize("name", NAMES)
def test_the_library_is_not_asked_about_most_digits(name: str) -> None:
    check = add_glance(name, lambda _code: True)

    assert 0 < sum(map(check, some(name, 1_000))) < 400


def test_every_glance_is_of_a_check_that_is_used() -> None:
    assert {*_SUMS, *_OWN} <= {rule.check for rule in _rules()} | {"eu.vat"}


@pytest.mark.parametrize("country", sorted(_ONLY_DIGITS))
def test_a_vat_number_with_a_letter_is_refused_where_there_is_none(country: str) -> None:
    valid, chance = import_module("stdnum.eu.vat").is_valid, Random(country)
    codes = [country + "".join(chance.choices("0123456789", k=size)) for size in range(8, 13) for _ in range(400)]
    lettered = [f"{code[:2]}{chance.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}{code[3:]}" for code in codes]
    lettered += [f"{code[:-1]}{chance.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}" for code in codes]
    lettered += [f"{code[:5]}{chance.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}{code[6:]}" for code in codes]

    assert [find_check("eu.vat")(code) for code in codes + lettered] == [valid(code) for code in codes + lettered]
    assert any(map(valid, codes))
    assert not any(map(find_check("eu.vat"), lettered))
