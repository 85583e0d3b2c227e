"""National, tax and health numbers that are nobody's: from ranges for tests, or ranges that are never given out.

Each rule says for which country and shape it holds; docs/reference/test-ranges.md says where it is from. A number that
no rule knows keeps its shape, and every check that we know for its country says no to it.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import NamedTuple

from allonym.surrogates.chance import Chance
from allonym.surrogates.figures import checks
from allonym.surrogates.figures.bank import luhn_digit
from allonym.surrogates.shapes import shaped, vary

Make = Callable[[str, Chance], str]


class Rule(NamedTuple):
    """How numbers of one country and shape are made; digits of the pattern are 9, letters A."""

    country: str
    shape: str
    make: Make
    labels: tuple[str, ...] = ()
    """The kinds of number it holds for, if not for all."""


def identifier(code: str, label: str, countries: Sequence[str], chance: Chance) -> str:
    """Return a number of the same shape that is nobody's, by the rules of the first of some countries that has any."""
    for country in countries:
        for rule in RULES:
            fits = not rule.labels or label in rule.labels
            if fits and rule.country == country and re.fullmatch(rule.shape, code):
                return rule.make(code, chance)
    return _unchecked(code, countries, chance)


def _unchecked(code: str, countries: Sequence[str], chance: Chance) -> str:
    """Return a number of the same shape that fails all checks of its country; the last digit is the one that checks."""
    for _ in range(50):
        made = vary(code, chance)
        if not any(_is_valid(name, made) for country in countries for name in _CHECKS.get(country, ())):
            return made
    return shaped(code, chance)


_CHECKS = {
    "AE": ("luhn",),
    "AR": ("ar.cuit",),
    "BR": ("br.cpf", "br.cnpj"),
    "CH": ("ch.ssn",),
    "CL": ("cl.rut",),
    "DE": ("de.idnr", "de.vat", "kvnr"),
    "ES": ("es.dni", "es.nie", "es.cif"),
    "FR": ("fr.siren", "fr.siret", "fr.nif"),
    "GB": ("gb.vat", "gb.utr"),
    "IT": ("it.iva", "it.codicefiscale"),
    "MX": ("mx.curp", "mx.rfc"),
    "NO": ("no.fodselsnummer",),
    "PL": ("pl.pesel",),
    "PT": ("pt.cc", "pt.nif"),
    "SA": ("luhn",),
    "SE": ("se.personnummer", "se.orgnr"),
    "US": ("luhn",),
}
"""What numbers of a country are checked by, if no rule makes them: modules of python-stdnum, and our own checks."""


_LONGEST = 40


@cache
def _check(name: str) -> Callable[[str], bool]:
    own: Callable[[str], bool] | None = getattr(checks, name, None)
    if own is not None:
        return own
    check: Callable[[str], bool] = import_module(f"stdnum.{name}").is_valid
    return check


def _is_valid(name: str, code: str) -> bool:
    return len(code) <= _LONGEST and bool(_check(name)(code))


def _swedish(code: str, chance: Chance) -> str:
    """Return a day near the old one and the birth number 238 or 239, as Skatteverket's numbers for tests have it."""
    long = len(code) == 12
    year = int(code[:4]) if long else int(code[:2])
    moved = max(1900, min(year + chance.between(-3, 3), 2019)) if long else (year + chance.between(-3, 3)) % 100
    day = f"{moved % 100:02d}{chance.between(1, 12):02d}{chance.between(1, 28):02d}"
    body = f"{day}{chance.pick(('238', '239'))}"
    return (f"{moved // 100}" if long else "") + body + luhn_digit(body)


def _american(code: str, chance: Chance) -> str:
    """Return a number of the area 666, which is never given out, or of a tax number's group that is none (89)."""
    if code[0] == "9":
        return f"9{chance.digits(2)}89{chance.between(1, 9999):04d}"
    return f"666{chance.between(1, 99):02d}{chance.between(1, 9999):04d}"


def _american_employer(_: str, chance: Chance) -> str:
    return f"00{chance.digits(7)}"


def _british(_: str, chance: Chance) -> str:
    return f"QQ{chance.digits(6)}{chance.pick('ABCD')}"


def _nhs(_: str, chance: Chance) -> str:
    """Return a number of the range 999, with the check digit of modulus 11; a number that asks for 10 is none."""
    while True:
        body = f"999{chance.digits(6)}"
        rest = 11 - sum(int(digit) * (10 - place) for place, digit in enumerate(body)) % 11
        if rest != 10:
            return body + str(rest % 11)


def _french(code: str, chance: Chance) -> str:
    """Return a number of a month that is none (13 to 19), with the key that it asks for."""
    body = f"{code[0]}{chance.digits(2)}{chance.between(13, 19)}{chance.between(1, 95):02d}{chance.between(1, 990):03d}"
    body += f"{chance.between(1, 999):03d}"
    return body + (f"{97 - int(body) % 97:02d}" if len(code) == 15 else "")


def _spanish(code: str, chance: Chance) -> str:
    """Return a number above all that were given out: 9999nnnn, or Z99nnnnn of a foreigner."""
    if code[0].isalpha():
        number = f"99{chance.digits(5)}"
        return f"Z{number}{checks.DNI[int('2' + number) % 23]}"
    number = "9999" + chance.digits(len(code) - 5)
    return number + checks.DNI[int(number) % 23]


def _spanish_insured(_: str, chance: Chance) -> str:
    number = chance.between(10_000_000, 99_999_999)
    return f"00{number}{number % 97:02d}"


def _german_tax(_: str, chance: Chance) -> str:
    """Return a number that begins with 0, as those for tests do, has one digit twice, and a right last one."""
    digits = list("123456789")
    order = [digits.pop(chance.below(len(digits))) for _ in range(8)]
    double = chance.pick(order)
    order.insert(order.index(double) + 2 if order.index(double) < 7 else 0, double)
    body = "0" + "".join(order)
    return body + checks.mod_11_10(body)


def _german_insured(_: str, chance: Chance) -> str:
    """Return a number of the area 00, which no office has, with the check digit that it asks for."""
    birth = f"{chance.between(1, 28):02d}{chance.between(1, 12):02d}{chance.digits(2)}"
    letter = chance.pick("ABCDEFGHIJKLMNOPRSTUVW")
    body = f"00{birth}{letter}{chance.between(0, 99):02d}"
    return body + checks.insured_digit(body)


def _italian(code: str, chance: Chance) -> str:
    """Return a code of a town that is none (letter and 000), with the letter that checks it."""
    month, letters = "ABCDEHLMPRST", "BCDFGLMNPRSTVZ"
    names = "".join(chance.pick(letters) for _ in range(6))
    day = chance.between(1, 28) + (40 if code[9] in "4567" else 0)
    body = f"{names}{chance.digits(2)}{chance.pick(month)}{day:02d}{chance.pick('ABCDEFGHL')}000"
    return body + checks.italian_letter(body)


def _portuguese(_: str, chance: Chance) -> str:
    """Return a number that begins with 40, as none does, with the check digit that it asks for."""
    body = f"40{chance.digits(6)}"
    rest = 11 - sum(int(digit) * (9 - place) for place, digit in enumerate(body)) % 11
    return body + str(rest if rest < 10 else 0)


def _austrian(_: str, chance: Chance) -> str:
    """Return a number whose serial number is below 100, where they begin, with the check digit that it asks for."""
    while True:
        serial = f"0{chance.digits(2)}"
        birth = f"{chance.between(1, 28):02d}{chance.between(1, 12):02d}{chance.digits(2)}"
        weights = (3, 7, 9, 5, 8, 4, 2, 1, 6)
        rest = sum(int(digit) * weight for digit, weight in zip(serial + birth, weights, strict=True)) % 11
        if rest < 10:
            return f"{serial}{rest}{birth}"


def _belgian(_: str, chance: Chance) -> str:
    body = f"{chance.digits(2)}{chance.between(1, 12):02d}{chance.between(1, 28):02d}999"
    return f"{body}{97 - int(body) % 97:02d}"


def _dutch(_: str, chance: Chance) -> str:
    while True:
        body = f"9999{chance.digits(4)}"
        rest = sum(int(digit) * (9 - place) for place, digit in enumerate(body)) % 11
        if rest < 10:
            return body + str(rest)


def _finnish(code: str, chance: Chance) -> str:
    number = f"{chance.between(1, 28):02d}{chance.between(1, 12):02d}{chance.digits(2)}{chance.between(900, 999)}"
    sign = code[6] if len(code) == 11 else ""
    return f"{number[:6]}{sign}{number[6:]}{checks.HETU[int(number) % 31]}"


def _norwegian(_: str, chance: Chance) -> str:
    """Return a number of a month with 80 added, as Skatteetaten's persons for tests have it."""
    while True:
        body = f"{chance.between(1, 28):02d}{chance.between(81, 92)}{chance.digits(2)}{chance.between(0, 499):03d}"
        if both := checks.norwegian_digits(body):
            return body + both


def _danish(_: str, chance: Chance) -> str:
    return f"{chance.between(1, 28):02d}{chance.between(13, 19)}{chance.digits(6)}"


def _canadian(_: str, chance: Chance) -> str:
    body = f"8{chance.digits(7)}"
    return body + luhn_digit(body)


def _brazilian_health(_: str, chance: Chance) -> str:
    """Return a number that begins with 3 to 6, as none does, whose weighted digits are a multiple of 11."""
    while True:
        body = f"{chance.pick('3456')}{chance.digits(13)}"
        rest = -sum(int(digit) * (15 - place) for place, digit in enumerate(body)) % 11
        if rest < 10:
            return body + str(rest)


def _argentine(code: str, chance: Chance) -> str:
    return f"99{chance.digits(len(code) - 2)}"


def _egyptian(code: str, chance: Chance) -> str:
    """Return a number of a governorate that is none (00)."""
    birth = f"{chance.digits(2)}{chance.between(1, 12):02d}{chance.between(1, 28):02d}"
    return f"{code[0]}{birth}00{chance.digits(5)}"


RULES = (
    Rule("SE", r"(?:19|20)?\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]|[67]\d|8\d|9[01])\d{4}", _swedish),
    Rule("US", r"[0-8]\d{8}", _american_employer, ("ID.TAX",)), Rule("US", r"\d{9}", _american),
    Rule("GB", r"[A-Z]{2}\d{6}[A-D]", _british), Rule("GB", r"\d{10}", _nhs, ("ID.HEALTH", "ID.NATIONAL", "ID")),
    Rule("FR", r"[12]\d{4}(?:\d{2}|2[AB])\d{6}(?:\d{2})?", _french),
    Rule("ES", r"\d{7,8}[A-Z]|[XYZ]\d{7}[A-Z]", _spanish), Rule("ES", r"\d{12}", _spanish_insured),
    Rule("DE", r"\d{11}", _german_tax, ("ID.TAX",)), Rule("DE", r"\d{8}[A-Z]\d{3}", _german_insured),
    Rule("IT", r"[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]", _italian), Rule("PT", r"\d{9}", _portuguese),
    Rule("AT", r"\d{10}", _austrian), Rule("BE", r"\d{11}", _belgian), Rule("NL", r"\d{9}", _dutch),
    Rule("FI", r"\d{6}[A-FU-Y]?\d{3}[0-9A-Y]", _finnish), Rule("NO", r"\d{11}", _norwegian),
    Rule("DK", r"\d{10}", _danish), Rule("CA", r"\d{9}", _canadian), Rule("BR", r"\d{15}", _brazilian_health),
    Rule("AR", r"\d{7,8}", _argentine), Rule("EG", r"[23]\d{13}", _egyptian),
)  # fmt: skip
