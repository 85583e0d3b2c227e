"""Check digits and letters of national numbers, worked out."""

DNI = "TRWAGMYFPDXBNJZSQVHLCKE"
"""The letters of Spanish numbers, by the rest of the division by 23."""
HETU = "0123456789ABCDEFHJKLMNPRSTUVWXY"
"""The last characters of Finnish numbers, by the rest of the division by 31."""

_ODD = (
    *(1, 0, 5, 7, 9, 13, 15, 17, 19, 21),
    *(1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23),
)
"""What digits, then letters, count in the odd places of an Italian tax code."""
_INSURED = (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)
_FIRST = (3, 7, 6, 1, 8, 9, 4, 5, 2)
_SECOND = (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)


def mod_11_10(body: str) -> str:
    """Return the last digit of ISO 7064, modulus 11,10."""
    product = 10
    for digit in body:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    return str((11 - product) % 10)


def insured_digit(body: str) -> str:
    """Return the last digit of a German insurance number: the letter counts as its two-digit place."""
    digits = "".join(f"{ord(each) - 64:02d}" if each.isalpha() else each for each in body)
    sums = (int(digit) * weight for digit, weight in zip(digits, _INSURED, strict=True))
    return str(sum(value // 10 + value % 10 for value in sums) % 10)


def italian_letter(body: str) -> str:
    """Return the last letter of an Italian tax code: odd places count by a table of their own."""
    total = sum(
        _ODD[int(each, 36)] if place % 2 == 0 else int(each) if each.isdigit() else ord(each) - 65
        for place, each in enumerate(body)
    )
    return chr(65 + total % 26)


def norwegian_digits(body: str) -> str | None:
    """Return the last two digits of a Norwegian number; None if it has none."""
    first = -sum(int(digit) * weight for digit, weight in zip(body, _FIRST, strict=True)) % 11
    if first == 10:
        return None
    second = -sum(int(digit) * weight for digit, weight in zip(f"{body}{first}", _SECOND, strict=True)) % 11
    return None if second == 10 else f"{first}{second}"


def kvnr(code: str) -> bool:
    """Tell whether a number of a German health card is right: the letter counts as its two-digit place, then Luhn."""
    if len(code) != 10 or not code[:1].isalpha() or not code[1:].isdigit():
        return False
    total = 0
    for place, digit in enumerate(f"{ord(code[0]) - 64:02d}{code[1:-1]}"):
        value = int(digit) * (1 + place % 2)
        total += value // 10 + value % 10
    return str(total % 10) == code[-1]
