"""A first glance at digits refuses no phone number that the library would take."""

from random import Random

import phonenumbers
import pytest

from allonym.detectors.identifiers.phones import _is_valid, _looks, _regions


def valid(digits: str, region: str) -> bool:
    try:
        number = phonenumbers.parse(digits, region)
    except phonenumbers.NumberParseException:
        return False
    return phonenumbers.is_valid_number_for_region(number, region)


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


@pytest.mark.parametrize("region", [region for region, _ in _regions()])
def test_a_number_is_valid_in_a_region_if_the_library_says_so(region: str) -> None:
    tried = {digits: valid(digits, region) for digits in samples(region)}

    assert {digits: _is_valid(digits, region) for digits in tried} == tried
    assert len(set(tried.values())) == 2


def test_most_digits_that_are_none_are_refused_at_a_glance() -> None:
    before, national, _ = _looks("SE")

    assert not before.match("7777777777")
    assert not national.fullmatch("7777777777")
    assert before.match("0701234567")
