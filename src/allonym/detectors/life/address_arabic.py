"""Arabic addresses: parts between commas, in any order: building, street, district, city, postcode.

[فيلا 12، شارع الوصل، جميرا، دبي]      [شارع الملك فهد، حي العليا، الرياض 12214]
"""

import re
from functools import cache

from allonym.detectors.finding import before
from allonym.detectors.life.address_parts import Parts, number_after
from allonym.detectors.life.streets import ARABIC_WORD, listed, street_words
from allonym.languages.words import either, entries, spellings, topic

_WIDTH = 72
_MOST = 4
_JOINT = r"\s?[,،\-–]\s?"
_NUMBER = r"(?:[0-9]{1,5}[\u0621-\u064aA-Z]?|[\u0621-\u064aA-Z])(?!\w)"


def arabic_whole(text: str, parts: Parts) -> Parts:
    """Return the parts of an Arabic address with all that stands around its street."""
    start, number = parts.street[0] if parts.start is None else parts.start, parts.number
    if number and number[0] < start:
        start = number[0]
    window = before(text, start, _WIDTH)
    lead = _lead().search(window)
    if lead:
        start -= len(lead[0])
        number = number or _number_in(lead, start - lead.start())
    place = _place().search(before(text, start, _WIDTH))
    start -= len(place[1]) if place else 0
    # District and city are one part: what stands in for one of them stands in for both.
    end, places, town, told = parts.end, 0, None, lead is not None
    while places < _MOST and (part := _part().match(text, end)) and not (number and _is_another(text, part)):
        told = told or part[2] is not None
        number = number or _number_in(part, 0)
        first = town[0] if town else part.start(1)
        town = (first, part.end()) if town or not _digits().search(part[0]) else None
        end, places = part.end(), places + 1
    code = _code().match(text, end)
    if not number and not code and not (told and places + (lead is not None) > 1):
        return parts
    return parts._replace(
        number=number, zip=code.span(1) if code else None, city=town, end=code.end() if code else end, start=start
    )


def _is_another(text: str, part: re.Match[str]) -> bool:
    """Tell whether a part is another street, which has its own number: شارع الملك فهد 12، [شارع التحرير 5]."""
    word = part[1].partition(" ")[0]
    return (
        street_words().get(word, (("", True),))[0] == ("before", False) and number_after(text, part.end()) is not None
    )


def numbered_street(text: str, start: int, end: int) -> Parts | None:
    """Read a street that has a number for a name, if more stands beside it: حي النزهة، شارع 12، فيلا 33."""
    match = _numbered().match(text, end)
    if not match:
        return None
    street = Parts((start, match.end()), match.span(1), end=match.end())
    behind = _part().match(text, match.end())
    more = behind and (behind[2] or _part().match(text, behind.end()) or _code().match(text, behind.end()))
    return street if more or _lead().search(before(text, start, _WIDTH)) else None


def arabic_rooms(text: str, _lowered: str, start: int, end: int) -> Parts | None:
    """Read a building that is told by its parts, without a street: عمارة 4 شقة 12، مدينة نصر."""
    match = None if text[start - 1 : start].isalnum() else _rooms().match(text, end)
    return Parts((start, match.end()), match.span(1), end=match.end(), start=start) if match else None


@cache
def _rooms() -> re.Pattern[str]:
    more = rf"(?:{_JOINT}| )(?:{_kind('inside')}|{_kind('parts')})(?: رقم)? {_NUMBER}"
    return re.compile(rf"(?: رقم)? ({_NUMBER})(?:{more}){{1,4}}")


@cache
def _numbered() -> re.Pattern[str]:
    return re.compile(rf" (?:رقم )?([0-9]{{1,4}})(?: (?:{_kind('dwellings')})(?![\u0621-\u064a]))?(?!\w|[.:/][0-9])")


def _number_in(match: re.Match[str], shift: int) -> tuple[int, int] | None:
    """Return where the first number of some parts stands."""
    digits = _digits().search(match[0])
    return (shift + match.start() + digits.start(), shift + match.start() + digits.end()) if digits else None


@cache
def _digits() -> re.Pattern[str]:
    return re.compile(r"[0-9]+")


@cache
def _code() -> re.Pattern[str]:
    # In Tunisia a postcode has four digits.
    return re.compile(r"[,،]? ([0-9]{5}(?:-[0-9]{4})?|[0-9]{4}(?=\s?(?:[.,،\n\0]|\Z)))(?!\w|[.,][0-9])")


@cache
def _kind(key: str) -> str:
    """Return an expression for what has a number, or what has a name."""
    return either([s for word in entries(topic("ar", "addresses")[key]) for s in spellings(word)])


@cache
def _told() -> str:
    """Return an expression for a part that its first word makes one."""
    numbered, named = _kind("inside"), _kind("districts")
    stop = rf"(?!(?:{listed('not_names')})(?![\u0621-\u064a]))"
    return (
        rf"(?:(?:{numbered})(?: رقم)? {_NUMBER}|(?:الدور|الطابق|الشقة) {ARABIC_WORD}"
        rf"|(?:{named}) {stop}{ARABIC_WORD}(?: {stop}{ARABIC_WORD}){{0,2}})"
    )


@cache
def _lead() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w])(?:{_told()}{_JOINT}){{1,3}}\Z")


@cache
def _place() -> re.Pattern[str]:
    """Return an expression for the place that opens an address: السالمية، قطعة 4."""
    name = rf"(?!(?:{listed('not_names')})(?![\u0621-\u064a])){ARABIC_WORD}(?: {ARABIC_WORD})?"
    return re.compile(rf"(?:\A|[\n\0]|(?<!\w)(?:{_kind('opens')}) )((?:{name}{_JOINT}){{1,2}})\Z")


@cache
def _part() -> re.Pattern[str]:
    stop = rf"(?!(?:{listed('not_names')})(?![\u0621-\u064a]))"
    # A name alone is a quarter or a city, if another part or the end follows.
    ends = rf"(?=\s?[.,،;؛!?)(\n\0\-–]|\s?\Z| [0-9]{{4,5}}(?![0-9])| (?:{_kind('inside')})(?![\u0621-\u064a]))"
    name = rf"{stop}(?!(?:ال)?رمز){ARABIC_WORD}(?: {stop}{ARABIC_WORD})??(?: [0-9]{{1,2}})?{ends}"
    # What has a number may do without a comma: محلة 609 زقاق 12.
    return re.compile(rf"(?:{_JOINT}| (?=(?:{_kind('unmarked')})(?: رقم)? [0-9]))(({_told()})|{name})")
