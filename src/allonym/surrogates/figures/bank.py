"""Accounts and cards that pass their checks and are nobody's. docs/reference/test-ranges.md says why."""

from collections.abc import Callable

from allonym.surrogates.chance import Chance
from allonym.surrogates.shapes import alphabet_of, shaped, vary

# Beginnings that card networks and payment services use for tests only.
_TEST_CARDS = {
    "37828224": ("34", "37"),
    "36227206": ("36", "38", "39"),
    "30569309": ("30",),
    "35660020": ("35",),
    "67596498": ("50", "56", "57", "58", "63", "67"),
    "62000000": ("62",),
    "22230031": ("22", "23", "24", "25", "26", "27"),
    "40000000": ("4",),
    "55555555": ("5",),
    "60111111": ("",),
}
_BANK_DIGITS = 5


def card(code: str, chance: Chance) -> str:
    """Return a card of the same network and length from a range for tests; the last digit is right if it was."""
    prefix = next(prefix for prefix, starts in _TEST_CARDS.items() if code.startswith(starts))[: max(4, len(code) - 6)]
    body = prefix + chance.digits(len(code) - len(prefix) - 1)
    digit = luhn_digit(body)
    return body + (digit if luhn_digit(code[:-1]) == code[-1] else another(digit, chance))


def iban(code: str, chance: Chance) -> str:
    """Return an account at a bank that does not exist: its code is TEST or zeros; all check digits are right."""
    country, body = code[:2], code[4:]
    letters = next((place for place, each in enumerate(body) if not each.isalpha()), len(body))
    # Italy has a letter that checks before the bank; where a bank has letters, it has four.
    lead, bank = ("", "TEST") if letters >= 3 else (shaped(body[:letters], chance), "0" * _BANK_DIGITS)
    head = (lead + bank)[: len(body)]
    filled = head + "".join(chance.pick(alphabet_of(each)) for each in body[len(head) :])
    if country in _NATIONAL:
        filled = _NATIONAL[country](filled)
    return f"{country}{98 - _mod97(f'{filled}{country}00'):02d}{filled}"


def _spanish(body: str) -> str:
    digits = [
        -sum(int(each) * weight for each, weight in zip(part, _CCC, strict=True)) % 11
        for part in (f"00{body[:8]}", body[10:])
    ]
    checks = "".join(str(digit if digit < 10 else 1) for digit in digits)
    return f"{body[:8]}{checks}{body[10:]}"


def _belgian(body: str) -> str:
    return f"{body[:-2]}{int(body[:-2]) % 97 or 97:02d}"


def _french(body: str) -> str:
    account = "".join(each if each.isdigit() else str("123456789123456789234567890"[ord(each) - 65]) for each in body)
    rest = 89 * int(account[:5]) + 15 * int(account[5:10]) + 3 * int(account[10:21])
    return f"{body[:-2]}{97 - rest % 97:02d}"


def _portuguese(body: str) -> str:
    return f"{body[:-2]}{98 - int(body[:-2] + '00') % 97:02d}"


_CCC = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)
_NATIONAL: dict[str, Callable[[str], str]] = {"ES": _spanish, "BE": _belgian, "FR": _french, "PT": _portuguese}


def bic(code: str, chance: Chance) -> str:
    """Return a bank that does not exist in the same country, for tests: a 0 in the eighth place says so (ISO 9362)."""
    filled = vary(code[:4], chance) + code[4:6] + shaped(code[6:7], chance) + "0" + shaped(code[8:], chance)
    return filled[: len(code)]


def wallet(code: str, chance: Chance) -> str:
    """Return an address of the same look; its check is wrong, so that nothing can be sent there."""
    lead = next((lead for lead in ("0x", "bc1", "ltc1", "tb1", "addr1", "bnb1") if code.lower().startswith(lead)), "")
    body = code[len(lead) :]
    if lead == "0x":
        return lead + "".join(chance.pick("0123456789abcdef") for _ in body)
    letters = _BECH32 if lead else _BASE58
    return lead + body[: not lead] + "".join(chance.pick(letters) for _ in body[not lead :])


def luhn_digit(body: str) -> str:
    """Return the digit that makes a number right by ISO/IEC 7812."""
    total = 0
    for place, digit in enumerate(reversed(body)):
        value = int(digit) * (2 if place % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


def another(digit: str, chance: Chance) -> str:
    """Return any digit but this one."""
    return chance.pick([each for each in "0123456789" if each != digit])


def _mod97(code: str) -> int:
    return int("".join(str(int(each, 36)) for each in code)) % 97


_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BECH32 = "023456789acdefghjklmnpqrstuvwxyz"

CODES: dict[str, Callable[[str, Chance], str]] = {"CARD": card, "IBAN": iban, "BIC": bic, "CRYPTO": wallet}
"""What makes a stand-in for a code, by its label."""
