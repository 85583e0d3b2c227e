"""Postal addresses: street, number, floor and door, postcode and city as one group, in the order of each language.

A street word is looked for first ("rue", "Street", "-straße", "شارع"); from there the name, the number and the rest
are read to both sides. A street without a number is ADDRESS.STREET; the feature `parts` says where in the group its
parts stand: "number:0-2 street:3-23 zip:25-30 city:31-36".
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before, lower
from allonym.detectors.life.lexicon import Hit, Lexicon, lexicon, lexicon_of, longest_first
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.streets import (
    CITY,
    NAME,
    SMALL_NAME,
    UPPER,
    Ways,
    arabic_name,
    listed,
    no_streets,
    street_endings,
    street_words,
)

_NUMBER = (
    r"[0-9]{1,5}(?:\s?(?:bis|ter|quater)\b|\s?[A-Za-z](?![\w'’]))?"
    r"(?:\s?[-–/]\s?[0-9]{1,4}[A-Za-z]?(?!\w)|/[A-Za-z](?!\w))?"
)
_NUMBER_BEFORE = Expression(rf"(?<![\w.,/€$£+\-])(?P<number>{_NUMBER})(?:,? |, ?)\Z")
_NUMBER_AFTER = Expression(
    rf"(?:,? |, ?|,? (?:n[.o°]?[o°]? ?|nr\.? ?|núm\.? ?|num\.? ?|número |numero |no\.? ?|رقم ))"
    rf"(?P<number>{_NUMBER}|[sS] ?/ ?[nN]|km\.? ?[0-9]{{1,4}}(?:[.,][0-9]{{1,3}})?)(?!\w|[.,:][0-9]|\s?[%€$£])"
)
_NAME_BEFORE = Expression(
    rf"(?:(?<![\w.,/€$£+\-])(?P<number>{_NUMBER}),? )?"
    rf"(?P<name>(?:(?:[{UPPER}][\w'’.\-]*+|[0-9]{{1,3}}(?:st|nd|rd|th)|of|the)\s){{1,4}})\Z"
)
# Read backwards, from the street word to the left; so its start is found at once.
_NAME_BACKWARDS = Expression(rf"(?:\s(?:[\w'’.\-]*[{UPPER}]|(?:ts|dn|dr|ht)[0-9]{{1,3}}|fo|eht)){{1,4}}")
_SMALL_BEFORE = Expression(
    rf"(?<![\w.,/€$£+\-])(?P<number>{_NUMBER})\s(?P<name>(?!(?:way|blocks?|miles?|km|lanes?|the|more|other|dead)\s)[^\W\d_]{{3,24}}\s)\Z"
)
_SENTENCE = Expression(r".*[^\W\d_]{4,}[.!?]\s")
_COMPOUND = Expression(r"[^\W\d_]+(?:-[^\W\d_]+)*-?\Z")
_BRITISH = r"[A-Z]{1,2}[0-9][A-Z0-9]?\s?[0-9][A-Z]{2}"
_ZIP = (
    r"(?:(?:[A-Z]{1,2}-)?[0-9]{5}(?:-[0-9]{3,4})?|[0-9]{4}-[0-9]{3}|(?:SE?-)?[0-9]{3}\s[0-9]{2}|[A-Z]{0,2}-?[0-9]{4}"
    rf"|{_BRITISH})(?![\w])"
)
_GAP = r"(?:\s?[,;،]\s?\n?|\s?\n\s?|\s[-–]\s|\s)"
# In Italy the province follows in brackets: 10121 Torino (TO).
_ZIP_CITY = Expression(
    rf"{_GAP}(?:C[AE]?P:? ?)?(?P<zip>{_ZIP})(?:(?:,?\s|\n)(?P<city>{CITY})(?:\s\((?:[A-Z]{{2}}|{CITY})\))?)?"
)
# In Brazil quarter, city, state and postcode: Bela Vista, São Paulo - SP, 01310-200.
_BRAZILIAN = Expression(
    rf"(?:,\s|\s[-–]\s)(?:{CITY}(?:,\s|\s[-–]\s))?(?P<city>{CITY})(?:\s?[-–/]\s?|,\s)"
    r"(?:A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)(?!\w)"
    r"(?:,?\s(?:[-–]\s)?(?:CEP:?\s)?(?P<zip>[0-9]{2}\.?[0-9]{3}-?[0-9]{3})(?!\w))?"
)
_CITY_ZIP = Expression(
    rf"(?:\s?,\s?\n?|\s?\n\s?)(?P<city>{CITY}),?\s(?:[A-Z]{{2}}\s)?(?P<zip>{_BRITISH}|[0-9]{{5}}(?:-[0-9]{{3,4}})?)(?![\w])"
)
_CITY_ONLY = Expression(
    rf"(?:,\s|،\s?)(?P<city>{CITY}|[\u0621-\u064a]{{3,}}(?: [\u0621-\u064a]{{3,}})?)(?=\s?[.,;!?)(\n\0،]|\Z)"
)


class Parts(NamedTuple):
    """Where the parts of an address stand; a part that is missing is None."""

    street: tuple[int, int]
    number: tuple[int, int] | None = None
    zip: tuple[int, int] | None = None
    city: tuple[int, int] | None = None
    end: int = 0


def addresses(text: str) -> Iterator[Found]:
    """Find addresses and streets."""
    page = Page(text, lower(text))
    return addresses_among(page, lexicon_of(street_words).hits(page.lowered), _ending_lexicon().hits(page.lowered))


def addresses_among(page: Page, words: Iterable[Hit[Ways]], endings: Iterable[Hit[Ways]]) -> Iterator[Found]:
    """Find addresses and streets, given where words for streets and their endings stand."""
    text, lowered = page.text, page.lowered
    hits = [*words, *(hit for hit in endings if _may_end(text, hit))]
    done, digits = 0, _Digits(text)
    for hit in sorted(hits, key=longest_first):
        start, end, ways = hit
        if start < done or (ways[0][1] and not digits.are_near(start, end)):
            continue
        if found := _read(text, lowered, hit):
            done = found.end
            yield found


class _Digits:
    """Tells whether digits are near a place; a stretch that has none is read once."""

    __slots__ = ("_start", "_stop", "_text")

    def __init__(self, text: str) -> None:
        self._text, self._start, self._stop = text, 0, 0

    def are_near(self, start: int, end: int) -> bool:
        first, last = max(0, start - _NEAR), end + _NEAR
        known = self._start <= first <= self._stop
        if _DIGIT.search(self._text, self._stop if known else first, last):
            return True
        self._start, self._stop = self._start if known else first, max(last, self._stop) if known else last
        return False


def _may_end(text: str, hit: Hit[Ways]) -> bool:
    """Tell at a glance whether an ending may be one of a street: "during" is none."""
    _, end, ways = hit
    return not ways[0][1] or (text[end : end + 1] == " " and "0" <= text[end + 1 : end + 2] <= "9")


def _read(text: str, lowered: str, hit: Hit[Ways]) -> Found | None:
    """Read the street in each way that its word allows; one with a number wins."""
    start, end, ways = hit
    if ways[0][0] == "box":
        box = _BOX.match(text, end)
        return Found(start, box.end(), "ADDRESS", 0.8, "po-box") if box else None
    best: Parts | None = None
    for place, loose in ways:
        parts = _READERS[place](text, lowered, start, end)
        if parts and (not loose or _is_sure(text, end, parts)) and (best is None or (parts.number and not best.number)):
            best = parts
    return _found(_rest(text, best)) if best else None


def _is_sure(text: str, end: int, parts: Parts) -> bool:
    """Tell whether a word that is also a common one names a street: by a number, and a capital unless in Arabic."""
    name = text[parts.street[0] : parts.street[1]] if end >= parts.street[1] else text[end : parts.street[1]]
    if parts.number is None or _PLATE.fullmatch(text, parts.street[1] - 3, parts.number[1]):
        return False
    return any(letter.isupper() or letter >= "\u0600" for letter in name)


def _led(text: str, lowered: str, start: int, end: int) -> Parts | None:
    """Read a street whose word leads: 12 rue X, Calle X 3, شارع X 12."""
    window = before(text, start, 16)
    number = _NUMBER_BEFORE.search(window)
    if "\u0600" <= text[start] <= "\u06ff":
        name = arabic_name().match(text, end)
    else:
        name = _name_behind(text, lowered, start, end, number is not None)
    if not name:
        return None
    street = (start, name.end())
    if number and text[start].isalpha():
        shift = start - len(window)
        return Parts(street, (shift + number.start("number"), shift + number.end("number")), end=name.end())
    behind = _NUMBER_AFTER.match(text, name.end())
    if behind and not _is_zip(text, behind):
        return Parts(street, behind.span("number"), end=behind.end())
    return Parts(street, end=name.end())


def _name_behind(text: str, lowered: str, start: int, end: int, numbered: bool) -> re.Match[str] | None:
    """Read the name behind a street word; one in small letters needs a number before or behind it."""
    if match := _CAPITAL_NAME.match(text, end):
        # "C/C 1234-5" is a current account.
        return None if lowered[start : end + 2] == "c/c " else match
    small = _ANY_NAME.match(lowered, end)
    if not small:
        return None
    closed = numbered and _STOPS.match(text, small.end())
    return small if closed or (text[start].isupper() and _NUMBER_AFTER.match(text, small.end())) else None


def _closed(text: str, _lowered: str, start: int, end: int) -> Parts | None:
    """Read a street whose word is the last: 221B Baker Street, Lange Straße 5, Drottning Kristinas väg 4."""
    if not text[start - 1 : start].isspace():
        return None
    window = before(text, start, 56)
    match = _name_before(window)
    if not match or not (text[start].isupper() or match["number"] or _NUMBER_AFTER.match(text, end)):
        return None
    # "We live in Malmö. Ring 070-…": a sentence that ends is no part of the name behind it.
    ended = _SENTENCE.match(match["name"])
    name = match["name"][ended.end() :] if ended else match["name"]
    if name.lower() in {"", "the "}:
        return None
    shift = start - len(window)
    street = (shift + match.end("name") - len(name), end)
    if match["number"]:
        return Parts(street, (shift + match.start("number"), shift + match.end("number")), end=end)
    behind = _NUMBER_AFTER.match(text, end)
    if behind and "," not in behind[0] and not _is_zip(text, behind):
        return Parts(street, behind.span("number"), end=behind.end())
    return Parts(street, end=end)


def _name_before(window: str) -> re.Match[str] | None:
    """Return the name that a window ends with, and the number before it; a name in small letters needs a number."""
    name = _NAME_BACKWARDS.match(window[::-1])
    if name:
        start = len(window) - name.end()
        digit = _DIGIT.search(window, max(0, start - 28), start)
        return _NAME_BEFORE.search(window, digit.start() if digit else start)
    return _SMALL_BEFORE.search(window) if _DIGIT.search(window) else None


def _compound(text: str, lowered: str, start: int, end: int) -> Parts | None:
    """Read a street that ends with its word: Hauptstr. 5a, Storgatan 4."""
    previous = text[start - 1 : start]
    head = _COMPOUND.search(before(text, start, 40)) if previous.isalpha() or previous == "-" else None
    if not head or len(head[0]) < 3:
        return None
    begin = start - len(head[0])
    behind = _NUMBER_AFTER.match(text, end)
    named = text[begin].isupper() and lowered[begin:end] not in no_streets()
    if behind and "," not in behind[0] and named:
        return Parts((begin, end), behind.span("number"), end=behind.end())
    return Parts((begin, end), end=end) if named else None


def _announced(text: str, _lowered: str, _start: int, end: int) -> Parts | None:
    """Read a street that only a word before it makes one: Domicilio: Loureiro Crespo, 2."""
    name = _CAPITAL_NAME.match(text, end)
    behind = _NUMBER_AFTER.match(text, name.end()) if name else None
    if not name or not behind or _is_zip(text, behind):
        return None
    start = name.end() - len(name[0].lstrip())
    return Parts((start, name.end()), behind.span("number"), end=behind.end())


def _rest(text: str, parts: Parts) -> Parts:
    """Read floor and door, postcode and city behind a street."""
    end = parts.end
    while parts.number and (inner := _inner().match(text, end)):
        end = inner.end()
    for expression in (_CITY_ZIP, _BRAZILIAN, _ZIP_CITY):
        match = expression.match(text, end)
        if match and (parts.number or match["city"]):
            city = match.span("city") if match["city"] else None
            code = match.span("zip") if match["zip"] else None
            return parts._replace(zip=code, city=city, end=match.end())
    if parts.number and (match := _CITY_ONLY.match(text, end)):
        return parts._replace(city=match.span("city"), end=match.end())
    return parts._replace(end=end) if end > parts.end else parts


def _found(parts: Parts) -> Found:
    if parts.number is None and parts.zip is None:
        return Found(parts.street[0], parts.end, "ADDRESS.STREET", 0.6, "street")
    start = min(parts.street[0], (parts.number or parts.street)[0])
    places = {"number": parts.number, "street": parts.street, "zip": parts.zip, "city": parts.city}
    told = sorted((span, name) for name, span in places.items() if span)
    told_parts = " ".join(f"{name}:{span[0] - start}-{span[1] - start}" for span, name in told)
    features: Features = (("parts", told_parts),)
    return Found(start, parts.end, "ADDRESS", 0.9 if parts.zip else 0.8, "address", features)


def _is_zip(text: str, number: re.Match[str]) -> bool:
    """Tell whether what looks like a house number is the postcode: rue X 75011 Paris."""
    may_be = len(number["number"]) >= 4 and not _BRAZILIAN.match(text, number.end())
    match = _ZIP_CITY.match(text, number.start()) if may_be else None
    return match is not None and match["city"] is not None


@cache
def _ending_lexicon() -> Lexicon[Ways]:
    return lexicon(street_endings(), street_endings())


@cache
def _inner() -> re.Pattern[str]:
    words = rf"(?:(?:{listed('inside')})(?![^\W\d_])\.?\s?(?:[0-9]{{1,4}}[a-z]?|[a-z])?(?!\w))"
    ordinal = r"[0-9]{1,2}(?:st|nd|rd|th|er|e|o|a|°|\.o|\.)\.?"
    storey = rf"(?:{ordinal}(?:\s?-?\s?[A-Z](?!\w))?(?!\w)|[0-9]{{1,2}}\s?-?[A-Z](?!\w))"
    return re.compile(rf"(?:,\s?|\s)(?:(?i:{words})|{storey}(?:\s?(?i:{words}))?)")


_READERS = {"before": _led, "cue": _announced, "after": _closed, "ending": _compound}
_CAPITAL_NAME = Expression(rf"(?: |(?<=[/.])){NAME}")
_ANY_NAME = Expression(rf" {SMALL_NAME}")
_DIGIT = Expression(r"[0-9]")
_NEAR = 48
_PLATE = Expression(r"[A-Z]{3} [0-9]{4}")
_BOX = Expression(r"(?:\s?[:.]\s?|\s)(?:n[o°.]+ ?)?[0-9]{2,6}(?![\w]|[/.][0-9])")
_STOPS = Expression(r"\s?(?:[,;.\n\0)!?]|[0-9]|\Z)")
