"""Phone numbers that nobody has: those set aside for fiction where a country has any, or else ones nobody can be given.

The ranges and who set them aside are in docs/reference/test-ranges.md.
"""

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from allonym.languages.pack import CODES, load
from allonym.surrogates.chance import Chance
from allonym.surrogates.dates.writing import in_script
from allonym.surrogates.shapes import core, lay, shaped, vary

if TYPE_CHECKING:
    from phonenumbers import PhoneNumber

# Of each country the numbers for fiction: mobile or fixed, how they begin, and how they may go on.
_FICTION: dict[str, tuple[tuple[str, str, int, int], ...]] = {
    "GB": (
        ("mobile", "7700900", 0, 999), ("fixed", "2079460", 0, 999), ("fixed", "1134960", 0, 999),
        ("fixed", "1144960", 0, 999), ("fixed", "1154960", 0, 999), ("fixed", "1164960", 0, 999),
        ("fixed", "1174960", 0, 999), ("fixed", "1184960", 0, 999), ("fixed", "1214960", 0, 999),
        ("fixed", "1314960", 0, 999), ("fixed", "1414960", 0, 999), ("fixed", "1514960", 0, 999),
        ("fixed", "1614960", 0, 999), ("fixed", "1914980", 0, 999), ("fixed", "1632960", 0, 999),
        ("fixed", "2896496", 0, 999), ("fixed", "2920180", 0, 999),
    ),
    "FR": (
        ("mobile", "63998", 0, 9999), ("fixed", "19900", 0, 9999), ("fixed", "26191", 0, 9999),
        ("fixed", "35301", 0, 9999), ("fixed", "46571", 0, 9999), ("fixed", "53649", 0, 9999),
    ),
    "SE": (
        ("mobile", "701740", 605, 699), ("fixed", "846500", 400, 499), ("fixed", "313900", 600, 699),
        ("fixed", "406280", 400, 499), ("fixed", "980319", 200, 299),
    ),
    "DE": (
        ("mobile", "17139200", 0, 99), ("mobile", "176040690", 0, 99), ("fixed", "3023125", 0, 999),
        ("fixed", "6990009", 0, 999), ("fixed", "4066969", 0, 999), ("fixed", "2214710", 0, 999),
        ("fixed", "8999998", 0, 999),
    ),
    "AU": (
        ("mobile", "491570", 156, 159), ("fixed", "25550", 0, 9999), ("fixed", "35550", 0, 9999),
        ("fixed", "75550", 0, 9999), ("fixed", "85550", 0, 9999), ("fixed", "27010", 0, 9999),
        ("fixed", "37010", 0, 9999), ("fixed", "77010", 0, 9999), ("fixed", "87010", 0, 9999),
    ),
    "IE": (("mobile", "2091", 0, 99999),),
    "US": tuple(("fixed", f"{area}55501", 0, 99) for area in (
        202, 212, 303, 305, 312, 313, 404, 412, 415, 503, 512, 602, 612, 617, 702, 713, 718, 801, 808, 901,
    )),
    "CA": tuple(("fixed", f"{area}55501", 0, 99) for area in (
        204, 250, 306, 403, 416, 418, 506, 514, 519, 604, 613, 705, 709, 780, 819, 902, 905,
    )),
}  # fmt: skip
_EXTENSION = re.compile(
    r"[,;]?\s*(?:x|ext\.?|anknytning|durchwahl|poste|interno|ramal|ankn\.?|dw\.?)\s?\d{1,6}\Z", re.IGNORECASE
)
_ISLANDS = {"GG": "GB", "JE": "GB", "IM": "GB"}
_NEAR = 8
_MAIN = 2
_WITH_AREA = 8
_TRIES = 60
_PATIENCE = 120
"""After so many numbers for fiction that were all taken, numbers follow that nobody can be given."""


class Number(NamedTuple):
    """A phone number: the region it belongs to, its digits without country code and trunk 0, mobile or fixed."""

    region: str
    digits: str
    kind: str
    lead: str = ""
    """What is dialled before the digits."""
    others: tuple[str, ...] = ()
    """The other regions in which the same digits are somebody's number, as long as no country code is written."""

    def __repr__(self) -> str:
        # It holds words of a person.
        return type(self).__name__


def number_of(surface: str, language: str | None) -> Number | None:
    """Return the number that a surface writes, in a country that speaks the language, or else in another of ours.

    None if no country has such numbers.
    """
    text = core_of(surface)
    # Letters stand for digits on some telephones; what they spell is a name.
    if any(map(str.isalpha, text)):
        return None
    home = load(language).phone_regions[:_NEAR] if language else ()
    # Few digits are a number of one town, and of some country as well.
    regions = tuple(dict.fromkeys((*home, *_our_regions()))) if len(text) >= _WITH_AREA or not home else home
    found = next((number for region in regions if (number := _read(text, region)) is not None), None)
    # Nearly all digits are somebody's somewhere: in a Swedish text, 070 is a Swedish mobile.
    if found is None or _abroad(text) or (found.region in home[:_MAIN] and _is_dialled(text, found.region)):
        return found
    others = tuple(each for each in regions if each != found.region and _is_somebodys(text, each))
    return found._replace(lead=text.removesuffix(found.digits), others=others)


def _is_dialled(text: str, region: str) -> bool:
    """Tell whether digits begin as they are dialled in a region: with a 0, where that is what one dials first."""
    import phonenumbers

    return phonenumbers.ndd_prefix_for_region(region, True) != "0" or text.startswith("0")


@cache
def _our_regions() -> tuple[str, ...]:
    return tuple(dict.fromkeys(region for code in CODES for region in load(code).phone_regions[:_NEAR]))


@lru_cache(maxsize=4096)
def _read(text: str, region: str) -> Number | None:
    """Return the number that digits are, where they are dialled in a region."""
    import phonenumbers

    try:
        parsed = phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return None
    digits, code = phonenumbers.national_significant_number(parsed), parsed.country_code or 0
    where = phonenumbers.region_code_for_number(parsed) or (
        region if _abroad(text) is False else phonenumbers.region_code_for_country_code(code)
    )
    where = _ISLANDS.get(where, where)
    if phonenumbers.is_valid_number(parsed) or _is_fiction(where, digits) or _abroad(text):
        return Number(where, digits, "mobile" if _is_mobile(parsed, where, digits) else "fixed")
    return None


def unassigned(surface: str, language: str | None, chance: Chance, attempt: int = 0) -> str | None:
    """Return another number in the same spelling that is nobody's; None if the surface is no number of a country."""
    number = number_of(surface, language)
    return fit(stand_in(number, chance, attempt), number.digits, surface) if number else None


def stand_in(number: Number, chance: Chance, attempt: int = 0) -> str:
    """Return the digits of a number that is nobody's, of the same region and kind, nor anybody's elsewhere."""
    either = number.region in {"US", "CA"}
    ranges = [each for each in _FICTION.get(number.region, ()) if either or each[0] == number.kind]
    if ranges and attempt < _PATIENCE:
        alike = max(_alike(prefix, number.digits) for _, prefix, _, _ in ranges)
        nearest = [each for each in ranges if _alike(each[1], number.digits) == alike]
        for _ in range(_TRIES if number.others else 1):
            _, prefix, low, high = chance.pick(nearest)
            digits = prefix + str(chance.between(low, high)).zfill(len(str(high)))
            if not _is_taken_elsewhere(digits, number):
                return digits
    for count in range(_TRIES):
        # The first digit mostly tells mobile from fixed; where every number behind it could be given, it goes as well.
        head = number.digits[:1] if count < _TRIES // 2 else "0"
        if number.others and count % 2:
            head = str(chance.between(1, 9))
        digits = head + vary(number.digits[1:], chance)
        if not _could_be_given(digits, number.region) and not _is_taken_elsewhere(digits, number):
            return digits
    return "0" * min(3, len(number.digits)) + shaped(number.digits[3:], chance)


def _is_taken_elsewhere(digits: str, number: Number) -> bool:
    return any(_is_somebodys(number.lead + digits, region) for region in number.others)


@lru_cache(maxsize=8192)
def _is_somebodys(text: str, region: str) -> bool:
    """Tell whether digits that are dialled in a region could reach somebody there."""
    import phonenumbers

    try:
        parsed = phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return False
    digits = phonenumbers.national_significant_number(parsed)
    return bool(phonenumbers.is_valid_number(parsed)) and not _is_fiction(region, digits)


def local(surface: str, chance: Chance) -> str:
    """Return digits that are no number of a country: behind 0 or 1, nobody is reached without an area code."""
    digits = core(surface)
    return lay("01"[: len(digits)] + vary(digits[2:], chance), surface)


def fit(digits: str, old: str, surface: str) -> str:
    """Return the surface with other digits where the old ones stand at its end; an extension changes, too."""
    extension = _EXTENSION.search(surface)
    body = surface[: extension.start()] if extension else surface
    lead = max(0, sum(map(str.isdecimal, body)) - len(old))
    written = list(core(body)[:lead] + digits)
    pieces = []
    for character in body:
        if not character.isdecimal():
            pieces.append(character)
        elif written:
            pieces.append(in_script(written.pop(0), character))
        else:
            break
    made = "".join(pieces).rstrip(" -/.(") + in_script("".join(written), body)
    return made + (re.sub(r"\d", "0", extension[0]) if extension else "")


def core_of(surface: str) -> str:
    """Return what is dialled, with its plus."""
    plain = _EXTENSION.sub("", surface)
    digits = core(plain)
    # Britons write +44 (0)20: the 0 is not dialled from abroad.
    if plain.lstrip().startswith(("+", "00")):
        digits = core(re.sub(r"\(0\)", "", plain))
        return "+" + digits.removeprefix("00")
    return digits


def _alike(prefix: str, digits: str) -> int:
    """Return how many digits two numbers begin with together; more than two tell only of one town."""
    return 0 if prefix[0] != digits[0] else 1 + (prefix[1] == digits[1:2])


def _abroad(text: str) -> bool:
    return text.startswith("+")


def _is_fiction(region: str, digits: str) -> bool:
    return any(
        digits.startswith(prefix) and len(digits) == len(prefix) + len(str(high))
        for _, prefix, _, high in _FICTION.get(region, ())
    )


def _is_mobile(parsed: "PhoneNumber", region: str, digits: str) -> bool:
    import phonenumbers
    from phonenumbers import PhoneNumberType

    for kind, prefix, _, _ in _FICTION.get(region, ()):
        if digits.startswith(prefix):
            return kind == "mobile"
    return phonenumbers.number_type(parsed) in {PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE}


@lru_cache(maxsize=8192)
def _could_be_given(digits: str, region: str) -> bool:
    import phonenumbers

    code = phonenumbers.country_code_for_region(region)
    try:
        parsed = phonenumbers.parse(f"+{code}{digits}")
    except phonenumbers.NumberParseException:
        return False
    return bool(phonenumbers.is_valid_number(parsed))
