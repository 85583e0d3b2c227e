"""Checks of codes: those of python-stdnum by the name of their module, and our own.

Every check takes the code without separators, in capitals, and tells whether it can be one.
"""

import re
from collections.abc import Callable
from datetime import date
from functools import cache
from importlib import import_module

from allonym.detectors.expressions import Expression
from allonym.detectors.identifiers.glances import add_glance
from allonym.detectors.identifiers.wordlists import word_set

Check = Callable[[str], bool]

_VIN_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ0123456789", "123456781234579234567890123456789", strict=True))
# Twice a digit, with the digits of what comes out added up.
_DOUBLED = str.maketrans("0123456789", "0246813579")
_HETU_ENDS = "0123456789ABCDEFHJKLMNPRSTUVWXY"
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_NOT_GERMAN = Expression(r"ISO|DIN|COV|USB|EN[A-Z]?\d|[IM]P\d|HTT|UTF|[IVX]{2,4}[A-Z]?\d|[A-Z]+\d(?!\d)")


@cache
def find_check(name: str) -> Check:
    """Return a check by its name; a module of python-stdnum is imported the first time."""
    own = _OWN.get(name)
    if own is not None:
        return own
    return add_glance(name, import_module(f"stdnum.{name}").is_valid)


def luhn(code: str) -> bool:
    """Check the last digit of a number as ISO/IEC 7812 has it: every second digit counts double."""
    if not (code.isdigit() and code.isascii()):
        return False
    return (sum(map(int, code[-1::-2])) + sum(map(int, code[-2::-2].translate(_DOUBLED)))) % 10 == 0


def se_person(code: str) -> bool:
    """Check a Swedish personal or co-ordination number: a date (of the latter, the day plus 60), and Luhn."""
    return begins_with_date(code) and luhn(code[-10:])


def se_company(code: str) -> bool:
    """Check the number of a Swedish company: no date, and Luhn."""
    return int(code[-8]) >= 2 and luhn(code[-10:])


def begins_with_date(code: str) -> bool:
    """Check that a code begins with year, month and day; a day may have 60 added to it."""
    short = code[-10:]
    if len(code) == 12 and code[:2] not in {"18", "19", "20"}:
        return False
    day = int(short[4:6])
    return is_day(int(short[:2]), int(short[2:4]), day - 60 if day > 60 else day)


def is_day(year: int, month: int, day: int) -> bool:
    """Tell whether there is such a day in that year of this century."""
    # Most digits are no day, and that is seen sooner than said by an error.
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return False
    try:
        date(2000 + year % 100, month, day)
    except ValueError:
        return False
    return True


def dk_date(code: str) -> bool:
    """Check that a Danish number begins with day, month and year."""
    return is_day(int(code[4:6]), int(code[2:4]), int(code[:2]))


def fi_hetu(code: str) -> bool:
    """Check a Finnish personal identity code; its sign between date and number may have been taken out."""
    number = code[:6] + code[-4:-1]
    # The last character is looked at first, for it refuses nearly all.
    if not number.isdigit() or _HETU_ENDS[int(number) % 31] != code[-1]:
        return False
    if len(code) == 11:
        return bool(find_check("fi.hetu")(code))
    return bool(find_check("fi.hetu")(f"{code[:6]}-{code[6:]}"))


def de_insured(code: str) -> bool:
    """Check the look of a German pension insurance number: area, birth date, letter, serial number, check digit."""
    day, month = int(code[2:4]), int(code[4:6])
    return 1 <= day % 32 <= 31 and 1 <= month <= 12


def de_kvnr(code: str) -> bool:
    """Check the number of a German health insurance card: the letter counts as its two-digit place, then Luhn."""
    return code.isascii() and luhn(f"{ord(code[0]) - 64:02d}{code[1:]}")


def be_communication(code: str) -> bool:
    """Check the last two digits of a structured communication: the rest modulo 97, and 97 for 0."""
    return (int(code[:10]) % 97 or 97) == int(code[10:])


def lu_matricule(code: str) -> bool:
    """Check that a number of Luxembourg begins with a birth date: year, month, day."""
    return code[:2] in {"18", "19", "20"} and is_day(int(code[:4]), int(code[4:6]), int(code[6:8]))


def ca_ramq(code: str) -> bool:
    """Check the date in a health card of Quebec; the month of a woman has 50 added to it."""
    month = int(code[6:8])
    return is_day(int(code[4:6]), month - 50 if month > 50 else month, int(code[8:10]))


def ch_insured(code: str) -> bool:
    """Check the card of a Swiss health insurance: 80 for health, 756 for the country."""
    return code.startswith("80756")


def br_cns(code: str) -> bool:
    """Check a Brazilian health card: the digits, weighted from 15 down to 1, are a multiple of 11."""
    return code[0] in "12789" and sum(int(digit) * (15 - place) for place, digit in enumerate(code)) % 11 == 0


def es_nss(code: str) -> bool:
    """Check a Spanish social security number: province and number, modulo 97."""
    number = int(code[2:10])
    return (int(code[:2]) * 10_000_000 + number if number < 10_000_000 else int(code[:10])) % 97 == int(code[10:])


def es_dni(code: str) -> bool:
    """Check a Spanish identity number; of a low one the zeros before it are left out."""
    return bool(find_check("es.dni")(code.zfill(9)))


def fr_rib(code: str) -> bool:
    """Check a French account: bank, branch and number, weighted, with a key modulo 97."""
    return (89 * int(code[:5]) + 15 * int(code[5:10]) + 3 * int(code[10:21]) + int(code[21:])) % 97 == 0


def sa_vat(code: str) -> bool:
    """Check the look of a Saudi VAT number: a 3 at both ends."""
    return code[0] == code[-1] == "3"


def us_npi(code: str) -> bool:
    """Check the number of an American health care provider: Luhn, with the prefix of health cards before it."""
    return code[0] in "12" and luhn(f"80840{code}")


def sa_id(code: str) -> bool:
    """Check a Saudi identity or residence number: 1 or 2 in front, and Luhn."""
    return code[0] in "12" and luhn(code)


def eg_id(code: str) -> bool:
    """Check an Egyptian national number: century, birth date, governorate."""
    governorate = int(code[7:9])
    return (
        code[0] in "23"
        and is_day(int(code[1:3]), int(code[3:5]), int(code[5:7]))
        and (1 <= governorate <= 35 or governorate == 88)
    )


def mx_curp(code: str) -> bool:
    """Check the look of a Mexican CURP: a date, and the letter of the sex."""
    return is_day(int(code[4:6]), int(code[6:8]), int(code[8:10])) and code[10] in "HMX"


def vat(code: str) -> bool:
    """Check a VAT number with the code of its country."""
    if code.startswith("CHE"):
        return bool(find_check("ch.uid")(code[:12]))
    return code[:2] in word_set("vat_countries") and bool(find_check("gb.vat" if code[:2] == "GB" else "eu.vat")(code))


def vin(code: str) -> bool:
    """Check the check digit of a vehicle identification number (ISO 3779, North America)."""
    if len(code) != 17 or not all(map(_VIN_VALUES.__contains__, code)) or code.isdigit() or code.isalpha():
        return False
    total = sum(int(_VIN_VALUES[each]) * weight for each, weight in zip(code, _VIN_WEIGHTS, strict=True))
    return code[8] == "0123456789X"[total % 11]


def de_plate(code: str) -> bool:
    """Check that a German plate is none of the codes that look alike."""
    return _NOT_GERMAN.match(code) is None


def se_plate(code: str) -> bool:
    """Check that the letters of a Swedish plate name no camera, card or car."""
    return code[:3] not in word_set("not_swedish")


def fr_it_plate(code: str) -> bool:
    """Check that a plate of France or Italy is no cartridge: "HP 305XL", "CL 546XL"."""
    return not code.endswith("XL")


def es_plate(code: str) -> bool:
    """Check that a Spanish plate is no year with an abbreviation, nor a round number with a unit."""
    return (
        code[4:] not in word_set("not_spanish") and not code.endswith("00", 0, 4) and not 1900 <= int(code[:4]) <= 2059
    )


def gb_old_plate(code: str) -> bool:
    """Check that a British plate of before 2001 is no aeroplane or car, and its last letters no unit or make."""
    first, last = code[:4], code[4:]
    made = code.startswith(("A3", "B7")) or first in word_set("car_models")
    return not made and last not in word_set("not_spanish") and last not in word_set("not_swedish")


def fr_plate(code: str) -> bool:
    """Check that the letters of an old French plate are no word or unit, and its digits no year."""
    number, letters = re.findall("[0-9]+|[A-Z]+", code)[:2]
    known = word_set("not_french") | word_set("not_dutch") | word_set("not_spanish")
    return letters not in known and not 1900 <= int(number) <= 2059 and not number.endswith("00")


def gb_area(code: str) -> bool:
    """Check the area of a British postcode."""
    area = re.match("[A-Z]+", code)
    return area is not None and area[0] in word_set("british_areas")


def nl_letters(code: str) -> bool:
    """Check that the letters of a Dutch postcode are no unit, and its digits no year."""
    return code[4:] not in word_set("not_dutch") and not 1900 <= int(code[:4]) <= 2059 and not code.endswith("00", 0, 4)


_OWN: dict[str, Check] = {
    check.__name__: check
    for check in (
        luhn, se_person, se_company, se_plate, ca_ramq, ch_insured, begins_with_date, dk_date, fi_hetu, de_insured,
        de_kvnr, lu_matricule, be_communication, br_cns, es_nss, es_dni, fr_rib, sa_vat,
        us_npi, sa_id, eg_id, mx_curp, vat, vin, de_plate, es_plate, gb_old_plate, fr_it_plate, fr_plate,
        gb_area, nl_letters,
    )
}  # fmt: skip
