"""IBAN, BIC and payment cards, each with its check."""

import re
from collections.abc import Iterator
from functools import lru_cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.card_ends import behind_card, without_end
from allonym.detectors.identifiers.checks import luhn
from allonym.detectors.identifiers.digits import among_many, behind_letters
from allonym.detectors.identifiers.nearby import Nearby
from allonym.detectors.identifiers.wordlists import word_set

# How long an IBAN of each country is; the IBAN registry, release 99, and, in the last lines, countries that write them
# although they are not in it: "MA64 0077 8000 …".
_IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29,
    "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29,
    "ES": 24, "FI": 18, "FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28,
    "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20,
    "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19,
    "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28, "NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29,
    "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24, "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24,
    "SM": 27, "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
    "YE": 30,
    "AO": 25, "BF": 28, "BJ": 28, "CF": 27, "CG": 27, "CI": 28, "CM": 27, "CV": 25, "DZ": 26, "GA": 27, "GQ": 27,
    "GW": 25, "IR": 26, "KM": 27, "MA": 28, "MG": 27, "ML": 28, "MZ": 25, "NE": 28, "SN": 28, "TD": 27, "TG": 28,
}  # fmt: skip

# Two letters and two digits, but looked for by the digits: they are rarer.
# "IBANDE89 …" and "_DE89 …_" are written as well.
_IBAN = Expression(
    r"[0-9](?<=[A-Za-z]{2}[0-9])(?:(?<![^\W_][A-Za-z]{2}[0-9])|(?<=IBAN[A-Z]{2}[0-9]))[0-9]"
    r"(?=((?:[ .\-]?[A-Za-z0-9]){11,30}))"
)
# With a blank behind the country, "DE 89 3704 …": two digits are not long in coming.
_IBAN_APART = Expression(
    r"[0-9](?<=[A-Z]{2} [0-9])(?<!\w[A-Z]{2} [0-9])[0-9](?=(?: ?[A-Za-z0-9]){4} ?[0-9]{2})"
    r"(?=((?:[ .\-]?[A-Za-z0-9]){11,30}))"
)
_IBAN_CUE = Expression(r"\biban\b[^\n;]{0,24}\Z", re.IGNORECASE)
# In small letters only behind the word: "la 20" and "de 12" are in every text.
_SMALL_IBAN = Expression(
    r"[^\n;a-z0-9]{0,4}(?:(?:is|ist|es|est|är|è|é):? )?([a-z]{2} [0-9]{2}(?:[ .\-]?[a-z0-9]){11,30})"
)
_FEWEST_DIGITS, _UNCHECKED = 10, 0.6
_SEPARATOR = Expression(r"[ .\-]")
# Of a country that is not in the registry: all in one, and its check must be right.
_UNREGISTERED = Expression(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}(?!\w)")
_BIC = Expression(r"[A-Z][A-Z]{5}(?<![\w][A-Z]{6})[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![\w])")
_BEHIND_IBAN = Expression(r"[ \t]?[,;/|(\[\-–]{0,2}\s?(?=[A-Z]{6})")
_BIC_WORDS = ("bic", "BIC", "Bic", "swift", "SWIFT", "Swift", "سويفت")
_BIC_REACH = 48
_BIC_CUE = Expression(r"(?:\b(?:bic|swift)\b|سويفت)[^\n;]{0,32}\Z", re.IGNORECASE)
# So long were the first Visa numbers; today it is the length of the number under a bar code.
_BARCODE = 13
SHORTEST_CARD = 14
"""So many digits a card has at least."""
_CARD = Expression(
    r"[0-9](?<![^\W_][0-9])(?<![.][0-9])(?<!(?<![0-9]{4}),[0-9])"
    r"(?:(?:[ \-]?[0-9]){12,18}|[0-9]{3}(?:\.[0-9]{4}){3}|[0-9]{3}\.[0-9]{6}\.[0-9]{5})"
    r"(?![^\W_]|\.[0-9]|,[0-9](?![0-9]{3}[ \-]?[0-9]{4}))"
)


def ibans(text: str) -> Iterator[Found]:
    """Find IBANs of the length their country has; without a right check, only in groups of four or mostly digits."""
    return iter(_ibans(text))


# What finds a BIC asks for the IBANs of the same text again.
@lru_cache(maxsize=1)
def _ibans(text: str) -> list[Found]:
    return list(_find_ibans(text))


def _find_ibans(text: str) -> Iterator[Found]:
    done = 0
    for at in behind_letters(text):
        apart = text[at - 1] == " "
        match = (_IBAN_APART if apart else _IBAN).match(text, at) if at >= done else None
        if not match:
            continue
        start, done = at - 2 - apart, match.end()
        length = _IBAN_LENGTHS.get(text[start : start + 2].upper())
        end = _take(text, start, match.end(1), length) if length else _unregistered_end(text, start)
        if end and (score := _weigh(text, start, end, apart)):
            yield Found(start, end, "IBAN", score, "iban" if score > _UNCHECKED else "iban-unchecked")


def _weigh(text: str, start: int, end: int, apart: bool) -> float:
    """Return how sure an IBAN is; where its country stands apart, it has digits enough, and its check or word."""
    groups = _SEPARATOR.split(text[start:end])
    code = "".join(groups)
    if apart:
        groups = ["".join(groups[:2]), *groups[2:]]
    has_digits = sum(map(str.isdigit, code)) >= _FEWEST_DIGITS
    if _is_checked(code) and (has_digits or not apart):
        return 0.99
    in_fours = has_digits and all(len(group) == 4 for group in groups[:-1])
    return _UNCHECKED if in_fours and (not apart or _IBAN_CUE.search(before(text, start, 32))) else 0.0


def _look_behind_word(text: str, _at: int, end: int) -> Iterator[Found]:
    match = _SMALL_IBAN.match(text, end)
    length = _IBAN_LENGTHS.get(match[1][:2].upper()) if match else None
    stop = _take(text, match.start(1), match.end(1), length) if match and length else None
    if match and stop and (score := _weigh(text, match.start(1), stop, apart=True)):
        yield Found(match.start(1), stop, "IBAN", score, "iban" if score > _UNCHECKED else "iban-unchecked")


small_ibans = Watch(lambda: ("iban",), _look_behind_word)
"""Finds IBANs in small letters whose country stands apart."""


def _is_checked(code: str) -> bool:
    return int("".join(str(int(each, 36)) for each in code[4:] + code[:4])) % 97 == 1


def _unregistered_end(text: str, start: int) -> int | None:
    """Return where what is written like an IBAN of any other country ends, if its check is right."""
    match = _UNREGISTERED.match(text, start) if _is_country(text[start : start + 2]) else None
    return match.end() if match and _is_checked(match[0]) else None


def bics(text: str) -> Iterator[Found]:
    """Find BICs of a known country that hold a digit or follow BIC, SWIFT or an IBAN; capitals alone are words."""
    banks = set(_behind_ibans(text))
    for at in sorted({*_behind_words(text), *_before_digits(text), *banks}):
        match = _BIC.match(text, at)
        if not match or not _is_country(text[at + 4 : at + 6]):
            continue
        cued = at in banks or _BIC_CUE.search(before(text, at, 44))
        if cued or not match[0].isalpha():
            yield Found(at, match.end(), "BIC", 0.95 if cued else 0.8, "bic")


def _behind_ibans(text: str) -> Iterator[int]:
    """Return where what looks like a BIC stands right behind an IBAN of its country: "AT29 … 2246 (GIBAATWWXXX)"."""
    for iban in ibans(text):
        match = _BEHIND_IBAN.match(text, iban.end)
        if match and text[match.end() + 4 : match.end() + 6] == text[iban.start : iban.start + 2].upper():
            yield match.end()


def _behind_words(text: str) -> Iterator[int]:
    """Return where what looks like a BIC stands near behind its word."""
    for word in _BIC_WORDS:
        at = text.find(word)
        while at >= 0:
            end = at + len(word)
            yield from (match.start() for match in _BIC.finditer(text, end, end + _BIC_REACH))
            at = text.find(word, end)


def _before_digits(text: str) -> Iterator[int]:
    """Return where six capitals and more begin that a digit follows."""
    for at in behind_letters(text):
        start = at - 6
        if start >= 0 and text[start:at].isupper() and text[start:at].isalpha():
            while start and at - start < 10 and "A" <= text[start - 1] <= "Z":
                start -= 1
            yield start


def cards(text: str, nearby: Nearby) -> Iterator[Found]:
    """Find payment cards: a network's prefix and length, and a right Luhn digit or a word such as "Visa"."""
    for match in among_many(_CARD, text):
        start, end = match.span()
        digits = _SEPARATOR.sub("", match[0])
        if not (_is_network(digits) and luhn(digits)) and " " in match[0]:
            end = without_end(text, start, end, _is_written_card)
            digits = _SEPARATOR.sub("", text[start:end])
        if not _is_network(digits):
            continue
        checked = luhn(digits)
        if checked and len(digits) != _BARCODE:
            yield Found(start, end, "CARD", 0.97, "card")
            yield from behind_card(text, end)
        elif nearby.cues(start, end).get("card", 99) < 24:
            yield Found(start, end, "CARD", 0.97 if checked else 0.8, "card" if checked else "card-unchecked")


def _take(text: str, start: int, end: int, count: int) -> int | None:
    """Return where `count` letters and digits from `start` end, if that is at the end of a word."""
    for position in range(start, end):
        count -= text[position].isalnum()
        if count == 0:
            after = text[position + 1 : position + 2]
            return None if after.isalnum() else position + 1
    return None


def _is_country(code: str) -> bool:
    return code in _IBAN_LENGTHS or code in word_set("bic_countries")


def is_card(digits: str) -> bool:
    """Tell whether digits are the number of a payment card."""
    return digits.isdigit() and len(digits) >= SHORTEST_CARD and _is_network(digits) and luhn(digits)


def is_of_card(surface: str, first: bool) -> bool:
    """Tell whether digits are the number of a payment card, or their first groups are."""
    groups = surface.split(" ")
    return (
        _is_written_card(surface)
        if not first
        else any(_is_written_card("".join(groups[:count])) for count in range(1, len(groups) + 1))
    )


def _is_written_card(surface: str) -> bool:
    return is_card(_SEPARATOR.sub("", surface))


def _is_network(digits: str) -> bool:
    """Tell whether a card network gives out numbers of this prefix and length (ISO/IEC 7812)."""
    two, four, length = int(digits[:2]), int(digits[:4]), len(digits)
    return (
        (digits[0] == "4" and length in {13, 16, 19})
        or ((51 <= two <= 55 or 2221 <= four <= 2720) and length == 16)
        or (two in {34, 37} and length == 15)
        or (two in {30, 36, 38, 39} and length == 14)
        or (two in {35, 50, 56, 57, 58, 60, 62, 63, 64, 65, 67, 68, 69} and 16 <= length <= 19)
    )
