"""Digits are a phone number if the library says so, but it is not asked about each of them."""

from random import Random

import phonenumbers
import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.dialling import Plan, is_possible, is_valid, is_valid_somewhere, plans, regions
from allonym.detectors.identifiers.patterns import patterns

PLANS = dict(zip(regions(), plans(True), strict=True))
# What is dialled before a number: at home, to call abroad, by a carrier; and codes of countries.
FRONTS = ("", "0", "00", "000", "011", "09", "90", "99", "1", "180020", "015", "0041", "0055", "9953", "990", "995")


def valid(digits: str, region: str) -> bool:
    try:
        number = phonenumbers.parse(digits, region)
    except phonenumbers.NumberParseException:
        return False
    return phonenumbers.is_valid_number_for_region(number, region)


def possible(digits: str) -> bool:
    try:
        return phonenumbers.is_possible_number(phonenumbers.parse(f"+{digits}"))
    except phonenumbers.NumberParseException:
        return False


def samples(region: str) -> set[str]:
    """Return the digits of numbers of every type, as they are written at home and abroad, and with a digit changed."""
    chance, made = Random(region), set[str]()
    for kind in phonenumbers.PhoneNumberType.values():
        number = phonenumbers.example_number_for_type(region, kind)
        if number is None:
            continue
        for form in (phonenumbers.PhoneNumberFormat.E164, phonenumbers.PhoneNumberFormat.NATIONAL):
            digits = [sign for sign in phonenumbers.format_number(number, form) if sign.isdigit()]
            made.add("".join(digits))
            digits[chance.randrange(len(digits))] = chance.choice("0123456789")
            made |= {"".join(digits), "0" + "".join(digits), "00" + "".join(digits)}
    return made | {"".join(chance.choices("0123456789", k=size)) for size in range(7, 16)}


def fronted(region: str, plan: Plan) -> set[str]:
    """Return numbers with everything before them that may be dialled, once and twice, and cut to every length."""
    chance, made = Random(region), set[str]()
    fronts = [*FRONTS, *(each.code for each in PLANS.values())]
    for kind in phonenumbers.PhoneNumberType.values():
        number = phonenumbers.example_number_for_type(region, kind)
        national = (
            phonenumbers.national_significant_number(number) if number else "".join(chance.choices("123456", k=9))
        )
        for _ in range(12):
            front = chance.choice(fronts) + chance.choice((*fronts, plan.code, plan.code))
            made.add((front + national)[: chance.randrange(9, 16)])
    return made


@pytest.mark.parametrize("region", PLANS)
def test_a_number_is_valid_in_a_region_if_the_library_says_so(region: str) -> None:
    tried = {digits: valid(digits, region) for digits in samples(region) | fronted(region, PLANS[region])}

    assert {digits: is_valid(digits, PLANS[region]) for digits in tried} == tried
    assert len(set(tried.values())) == 2


@pytest.mark.parametrize("bracketed", [False, True])
def test_a_number_is_valid_somewhere_if_it_is_in_one_region(bracketed: bool) -> None:
    trunks = {region: phonenumbers.ndd_prefix_for_region(region, strip_non_digits=True) for region in PLANS}
    tried = {digits for region, plan in PLANS.items() for digits in samples(region) | fronted(region, plan)}
    expected = {
        digits: any(valid(digits, region) for region in PLANS if digits[0] == "0" or bracketed or trunks[region] != "0")
        for digits in sorted(tried)[::4]
    }

    assert {digits: is_valid_somewhere(digits, bracketed) for digits in expected} == expected
    assert 0.1 < sum(expected.values()) / len(expected) < 0.9


def test_a_number_is_possible_if_the_library_says_so() -> None:
    chance = Random(1)
    codes = [str(code) for code in phonenumbers.COUNTRY_CODE_TO_REGION_CODE]
    tried = [
        chance.choice(codes) + chance.choice(("", "0", "8", "1")) + "".join(chance.choices("0123456789", k=size))
        for size in range(2, 13)
        for _ in range(200)
    ]
    tried += ["".join(chance.choices("0123456789", k=size)) for size in range(5, 16) for _ in range(20)]

    assert [is_possible(digits) for digits in tried] == [possible(digits) for digits in tried]
    assert len({is_possible(digits) for digits in tried}) == 2


def test_the_library_parses_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phonenumbers, "parse", None)
    monkeypatch.setattr(phonenumbers, "is_valid_number_for_region", None)

    assert is_valid_somewhere("0701234567", False)
    assert not is_valid_somewhere("7777777777777", False)
    assert is_valid_somewhere("4915112345678", True)
    assert is_possible("46701234567")
    assert not is_possible("4670123456789012")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("_070-174 06 33_", ["070-174 06 33"]),
        ("tel0612345678", ["0612345678"]),
        ("Tel+46701740605", ["+46701740605"]),
        ("070-174 06 33,070-174 06 34", ["070-174 06 33", "070-174 06 34"]),
        ("IMG_0701234567", []),
    ],
)
def test_a_phone_stands_right_beside_a_mark_or_its_word(text: str, expected: list[str]) -> None:
    [found] = patterns(only=["phone"]).detect([Document("1", text)])

    assert [each.span.of(text) for each in found] == expected
