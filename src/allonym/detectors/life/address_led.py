"""Streets whose word leads: 12 rue X, Calle X 3, شارع X 12; and those whose word is one letter: v. Roma 12."""

import re

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.life.address_arabic import numbered_street
from allonym.detectors.life.address_parts import IN_TOWN, Parts, is_zip, number_after, number_before, with_rest
from allonym.detectors.life.address_small import TWO_NAMES, small_led
from allonym.detectors.life.street_doubts import numbered_last
from allonym.detectors.life.streets import NAME, SMALL_NAME, UPPER, arabic_name, dated_name, not_behind

_ARABIC_BEHIND = Expression(r" [\u0621-\u064a]")
_CAPITAL_NAME = Expression(rf"(?: |(?<=[/.])){NAME}")
_ANY_NAME = Expression(rf" {SMALL_NAME}")
_CAPITAL_WORD = Expression(rf"(?:\A|[\s(])[{UPPER}][\w'’.\-]* \Z")
_DIGIT = Expression(r"[0-9]")
_DAY_NEAR = 8
# "v. Sweden, no. 27033/95".
_FILE = Expression(r"[0-9]{1,6}/[0-9]{2}")
_STOPS = Expression(r"\s?(?:[,;.\n\0)!?]|[0-9]|\Z)| [\-–] ")
# "fol. 12 r. Marge" is the front of a leaf.
_LEAF = Expression(r"(?<![^\W_])(?:foll?|ff?|cc?|pp?|Bl|S)\.? \Z")
_FRENCH_NAME = Expression(rf" ?(?:d(?:es?|u) |d['’]|l(?:es|a|e) |l['’]|[{UPPER}])")
_ENDS = Expression(rf"\s?(?:[,;.\n)!?](?![0-9])|\s?\0|\Z)|{IN_TOWN}")


def led(text: str, lowered: str, start: int, end: int) -> Parts | None:
    """Read a street whose word leads: 12 rue X, Calle X 3, شارع X 12."""
    if "\u0600" <= text[start] <= "\u06ff":
        # "The street" is followed by no name: "الطريق السريع 40".
        name = arabic_name().match(text, end) if text[start - 2 : start] != "ال" else None
        if not name and (parts := numbered_street(text, start, end)):
            number = number_before(text, start)
            return parts._replace(start=number[0]) if number else parts
    else:
        name = _name_behind(text, lowered, start, end)
    if not name:
        return None
    street = (start, name.end())
    number = number_before(text, start) if text[start].isalpha() else None
    if number and not _is_of_another(text, number, (start, end), name.end()):
        return Parts(street, number, end=name.end())
    behind = _house_behind(text, name.end())
    return Parts(street, behind.span("number"), end=behind.end()) if behind else Parts(street, end=name.end())


def _house_behind(text: str, end: int) -> re.Match[str] | None:
    """Return the number behind a name that is neither a postcode nor a price: "حي الرياض، 1500 درهم"."""
    behind = number_after(text, end)
    if not behind or is_zip(text, behind) or ("،" in behind[0] and _ARABIC_BEHIND.match(text, behind.end())):
        return None
    return behind


def _is_of_another(text: str, number: tuple[int, int], word: tuple[int, int], end: int) -> bool:
    """Tell whether a number before a street that has its own is that of another: Calle Mayor [3], Av. Menor 5."""
    if text[slice(*word)].lower() in numbered_last():
        return _house_behind(text, end) is not None
    # "Métiers, 292, rue Saint-Martin, 14 h" has it before; another one stands right behind a name.
    apart = "," in text[number[1] : word[0]] and _CAPITAL_WORD.search(before(text, number[0], 32))
    return bool(apart) and _house_behind(text, end) is not None


def _name_behind(text: str, lowered: str, start: int, end: int) -> re.Match[str] | None:
    """Read the name behind a street word; one in small letters needs a number before or behind it."""
    if _DIGIT.search(text, end, end + _DAY_NEAR) and (day := dated_name().match(text, end)):
        return day
    if match := _CAPITAL_NAME.match(text, end):
        # "C/C 1234-5" is a current account, "C/C++" a language.
        known = lowered[start : end + 2] == "c/c " or (match[0].isalpha() and len(match[0]) == 1)
        return None if known and (lowered[end] == "c" or not number_after(text, match.end())) else match
    small = _ANY_NAME.match(lowered, end)
    if not small or small[0].split()[0] in not_behind():
        return None
    numbered = lowered[start:end] not in numbered_last() and number_before(text, start) is not None
    if led := small_led(text, start, end, numbered):
        return led
    closed = numbered and _STOPS.match(text, small.end())
    return small if closed or (text[start].isupper() and number_after(text, small.end())) else None


def abbreviated(text: str, lowered: str, start: int, end: int) -> Parts | None:
    """Read a street whose word is one letter, as are many first names: a comma before its number, an end behind it.

    A small letter is no first name, and needs no comma: "v. Roma 12"; but "v. Art. 33" has one more point.
    """
    parts = led(text, lowered, start, end)
    if not parts or not parts.number or parts.number[0] < parts.street[0] or _FILE.match(text, parts.number[0]):
        return None
    name = text[end : parts.number[0]]
    # Volumes of books are told so too: "v. III, 2003".
    known = text[start].islower() or TWO_NAMES.fullmatch(text, end, parts.number[1])
    if not name.strip(" ,IVXLC") or ("," not in name and (not known or "." in name or len(name) < 5)):
        return None
    stop = with_rest(text, parts).end
    # "Smith v. Jones 12 in London" is a case.
    is_over = stop > parts.end or (_ENDS.match(text, stop) and not _CAPITAL_WORD.search(before(text, start, 32)))
    return parts if _STOPS.match(text, stop) or (text[start].islower() and is_over) else None


def abbreviated_behind(text: str, lowered: str, start: int, end: int) -> Parts | None:
    """Read a street whose word is one letter behind a number: 12 r. des Lilas à Paris."""
    if not _FRENCH_NAME.match(text, end):
        return None
    parts = led(text, lowered, start, end)
    if not parts or not parts.number or parts.number[0] > start or _LEAF.search(before(text, parts.number[0], 8)):
        return None
    whole = with_rest(text, parts)
    # R. is a first name as well: "14 R. Kelly songs".
    if text[start].isupper() and text[end : end + 2].lstrip()[0].isupper() and whole.zip is None:
        return None
    return parts if whole.end > parts.end or _ENDS.match(text, parts.end) else None
