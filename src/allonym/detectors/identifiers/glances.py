"""A first glance at codes: sums that refuse nearly all digits drawn by lot, before python-stdnum is asked.

That library takes some ten microseconds for a code, and a table of numbers has tens of thousands of them. What a
glance lets pass is still checked by the library; a code of another length or with letters always is.
"""

from collections.abc import Callable
from operator import mul

Glance = Callable[[str], bool]

# The weights of all digits, the modulus, and what may be left over: some write a check digit of 10 as 0 or 9.
_SUMS = {
    "ar.cuit": ((5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1), 11, (0, 10)),
    "br.cpf": ((10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), 11, (0, 1)),
    "gb.nhs": ((10, 9, 8, 7, 6, 5, 4, 3, 2, 1), 11, (0,)),
    "nl.bsn": ((9, 8, 7, 6, 5, 4, 3, 2, -1), 11, (0,)),
    "no.fodselsnummer": ((3, 7, 6, 1, 8, 9, 4, 5, 2, 1, 0), 11, (0,)),
    "pl.pesel": ((1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1), 10, (0,)),
    "pt.nif": ((9, 8, 7, 6, 5, 4, 3, 2, 1), 11, (0, 1)),
}
_DNI_ENDS = "TRWAGMYFPDXBNJZSQVHLCKE"
_ZERO = ord("0")
# Countries whose VAT numbers have no letter behind the country's.
_ONLY_DIGITS = frozenset(["BE", "CZ", "DE", "DK", "FI", "HU", "IT", "LU", "LV", "PL", "PT", "RO", "SI"])


def add_glance(name: str, check: Glance) -> Glance:
    """Return a check with a glance before it, if one is known."""
    glance = _adding(*_SUMS[name]) if name in _SUMS else _OWN.get(name)
    if glance is None:
        return check
    return lambda code: glance(code) and check(code)


def _adding(weights: tuple[int, ...], modulus: int, left: tuple[int, ...]) -> Glance:
    # The characters of digits count more than the digits, always by the same.
    more = _ZERO * sum(weights)

    def glance(code: str) -> bool:
        if len(code) != len(weights) or not _is_number(code):
            return True
        return (sum(map(mul, weights, code.encode())) - more) % modulus in left

    return glance


def _is_number(code: str) -> bool:
    return code.isascii() and code.isdigit()


def _eu_vat(code: str) -> bool:
    return code[2:].isdigit() or code[:2] not in _ONLY_DIGITS


def _be_nn(code: str) -> bool:
    if len(code) != 11 or not _is_number(code):
        return True
    number, key = int(code[:9]), int(code[9:])
    return key in {97 - number % 97, 97 - (2_000_000_000 + number) % 97}


def _de_idnr(code: str) -> bool:
    """One digit stands there twice or three times, all others once or not at all."""
    return len(set(code[:10])) in {8, 9}


def _es_dni(code: str) -> bool:
    return not _is_number(code[:-1]) or _DNI_ENDS[int(code[:-1]) % 23] == code[-1]


def _fr_nir(code: str) -> bool:
    if len(code) == 15 and _is_number(code):
        return 97 - int(code[:13]) % 97 == int(code[13:])
    return len(code) == 15


def _in_aadhaar(code: str) -> bool:
    from stdnum import verhoeff

    return not _is_number(code) or (code[0] not in "01" and bool(verhoeff.checksum(code) == 0))


_OWN: dict[str, Glance] = {
    "be.nn": _be_nn, "de.idnr": _de_idnr, "es.dni": _es_dni, "eu.vat": _eu_vat, "fr.nir": _fr_nir,
    "in_.aadhaar": _in_aadhaar,
}  # fmt: skip
