"""Addresses without a word for a street: something before them announces one, or a state and its postcode close it.

Address: [14 Rosebank, Leeds LS8 2QT]      wohnt [Am Sande 12]      [266 Ralph Forest Apt. 3, Portland, ME 04101]
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.detectors.identifiers.postal import COUNTRIES, STATES
from allonym.detectors.identifiers.wordlists import word_set
from allonym.detectors.life.address_codes import behind_town, in_brackets
from allonym.detectors.life.address_numbers import NUMBER
from allonym.detectors.life.address_parts import (
    IN_TOWN,
    QUARTER,
    Parts,
    is_zip,
    number_after,
    with_rest,
    without_day,
)
from allonym.detectors.life.address_units import in_singapore
from allonym.detectors.life.dating import ends_with
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.street_doubts import COUNTED
from allonym.detectors.life.streets import CITY, NAME, PARTICLE, listed
from allonym.languages.words import all_entries, spellings

# In Romance languages the kind of the street has a small letter: 12 clos des Vignes.
_KIND = rf"(?:[a-zà-ÿ]{{3,14}} (?:{PARTICLE}(?:\s|(?<=['’]))){{0,2}}(?=[A-ZÀ-Þ]))?"
_IN_HOUSE = r"(?:Apt|Apartment|Flat|Suite|Studio|Unit)\.? ?"
_NUMBER_FIRST = Expression(
    rf"[ \n](?:{_IN_HOUSE}[0-9]{{1,4}}[A-Za-z]?,?\s(?=[0-9])|{_IN_HOUSE}(?=[0-9]{{1,4}}[A-Za-z]?[,\n]))?"
    rf"(?P<number>{NUMBER})(?:,?\s)(?P<name>{_KIND}{NAME})"
)
# In West Africa houses of a quarter have numbers: villa 88, Sicap Liberté 3.
_HOUSE_FIRST = Expression(
    lambda: (
        rf"[ \n](?i:{listed('houses')})(?: n°| n[o.]?)? ?(?P<number>[0-9]{{1,5}}[A-Z]?)(?:,|\s[-–])? "
        rf"(?P<name>{NAME}(?: [0-9]{{1,2}}(?!\w))?)"
    )
)
# Swedish cuts -gatan and -vägen to a letter, as "Björkv. 4"; any sentence may end so before a number.
_CUT = r"(?:(?<=[gv])\.)?"
_NAME_FIRST = Expression(rf"(?: |(?<=[/.])){NAME}{_CUT}")
_STOPS = Expression(rf"\s?(?:[,;.\n)!?](?![0-9])|\0|\Z)|{IN_TOWN}")
_STATES = frozenset((*STATES.split("|"), "AS", "FM", "GU", "MH", "MP", "PW", "VI"))
_FLAT = r"(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|#)\.? ?#? ?[A-Z]?[0-9]{1,5}[A-Z]?)?"
_STREET_AND_CITY = Expression(
    rf"(?P<number>{NUMBER}) (?P<street>{NAME}){_FLAT}(?:,\s|\n)(?P<city>{CITY}),? [A-Z]{{2}} "
)
_MILITARY = Expression(
    r"(?P<street>(?:PSC|CMR|Unit|USN[SV]|USS|USCGC) [A-Z]?[\w]{1,16}(?:,? Box [0-9]{1,5})?)(?:,\s|\n)[AFD]PO A[AEP] "
)
# Name, number, postcode and city need no more: Prato della Valle 12, 35123 Padova.
_STREET = rf"(?:\A|(?<=[\s(]))(?P<street>{NAME}),? (?:Nr\.? )?(?P<number>{NUMBER})(?:,\s|\n)"
_NAME_AND_NUMBER = Expression(rf"{_STREET}(?P<quarter>{QUARTER}{CITY}(?:,\s|\n))?(?:C\.?P\.? )?\Z")
_BEFORE_QUARTER = Expression(rf"{_STREET}\Z")
# Houses of Argentina have a number of three digits or four; floor and door may follow, and a quarter.
_BEFORE_TOWN = Expression(
    rf"(?:\A|(?<=[\s(]))(?P<street>{NAME}) (?P<number>[0-9]{{3,4}})"
    rf"(?:,? (?:piso [0-9]{{1,2}}[o°]?|(?:depto|dpto|of)\.? ?[0-9A-Z]{{1,4}}"
    rf"|[0-9]{{1,2}}(?:[o°]|[dr]o|er|[tmv]o) ?\"?[0-9A-Z]?\"?|\"[A-Z]\"|P\.?B\.?))*"
    rf"(?:, {CITY})?, (?:[A-Z]?[0-9]{{4}}(?:[A-Z]{{3}})? )?\Z"
)
_IN_STREET = Expression(
    rf"(?<![\w])(?:en|por|sobre|a|de|hasta) (?:la |el )?(?P<street>(?![0-9]){NAME}) (?:al )?"
    r"(?P<number>(?![0-9]{1,2}000)[1-9][0-9]{2,4}),? \Z"
)
_WITHIN = Expression(r" ((?:Am|Im|An|In|Auf|Zum|Zur|Unter|Hinter|Vor) (?:de[rmn] )?[A-ZÄÖÜ])")
_QUARTER_NAME = Expression(rf" {CITY}(?=\s?[.,;:!?)(\n\0]|\s?\Z)")
_CITY = Expression(rf" (?P<city>{CITY})(?=\s?[.,;:!?)(\n\0]|\s?\Z| [a-zäöü]{{2,5}}(?!\w))")
_OPENS = Expression(r"(?<![\w.,/€$£+\-])(?=[0-9]|PSC|CMR|Unit|US)")
_INWARD = Expression(r"[0-9][A-Z]{2}(?![^\W_])")
_OUTWARD = Expression(r"[A-Z][0-9][A-Z0-9]? \Z")
_BRITISH = Expression(
    rf"(?P<number>{NUMBER}),? (?P<street>{NAME})(?:,\s|\n)(?:{CITY}(?:,\s|\n))?(?P<city>{CITY})(?:,?\s|\n)"
    r"(?P<code>[A-Z]{1,2}[0-9][A-Z0-9]? )"
)
_COUNTRY = Expression(rf"(?:[,.] |\n)((?:{COUNTRIES})-)\Z")
# Round numbers and years are rather counted or told.
_NO_CODE = Expression(r"[1-9][0-9]000|(?:19|20)[0-9]{2}|[0-9]00")
_SECOND_HALF = Expression(r" [0-9]{2}(?= )")
_HALF, _LONGEST = 3, 5
_SHORT = 2
"""So long are units that are counted: "9999 HP"."""
_WIDTH = 96
_MOST = 4
_GAPS = frozenset(" \n")
_CODES, _BEFORE_CODE = frozenset({3, 4, 6}), frozenset(" -–")


def announced(text: str, _lowered: str, _start: int, end: int) -> Parts | None:
    """Read a street that only a word before it makes one: Domicilio: Loureiro Crespo, 2."""
    house = _HOUSE_FIRST.match(text, end) if _next_word(text, end) in _houses() else None
    if house:
        whole = with_rest(text, Parts(house.span("name"), house.span("number"), end=house.end()))
        return whole._replace(start=house.start() + 1) if _STOPS.match(text, whole.end) else None
    if first := _NUMBER_FIRST.match(text, end):
        parts = Parts(first.span("name"), first.span("number"), end=first.end())
        whole = with_rest(text, parts)
        told = whole.end > parts.end or " " in first["name"]
        return parts if told and _STOPS.match(text, whole.end) else None
    name = _NAME_FIRST.match(text, end)
    behind = number_after(text, name.end()) if name else None
    if not name or not behind or is_zip(text, behind) or COUNTED.match(text, behind.end()):
        return None
    # "Wohnt in der Lindenstraße 14": the article is no part of the name.
    words = name[0].lstrip(" ")
    start = name.end() - len(words) + _name_starts(words)
    return Parts((start, name.end()), behind.span("number"), end=behind.end())


def _next_word(text: str, end: int) -> str:
    return text[end + 1 : end + 16].partition(" ")[0].lower()


@cache
def _houses() -> frozenset[str]:
    return frozenset(all_entries("addresses", "houses"))


def where_one_stays(text: str, lowered: str, start: int, end: int) -> Parts | None:
    """Read a street behind "lives at" or "wohnt in"; a town may stand there as well, so it must end like an address."""
    parts = announced(text, lowered, start, end)
    return parts if parts and _STOPS.match(text, with_rest(text, parts).end) else None


def where_one_lives(text: str, lowered: str, start: int, end: int) -> Parts | None:
    """Read a street behind "bor", where people stand as well: "här bor Anna, 34" has a comma before the number."""
    parts = where_one_stays(text, lowered, start, end)
    behind = text[parts.street[1] : parts.number[0]] if parts and parts.number else ""
    return parts if parts and behind and "," not in behind and not _has_year(text, parts) else None


def _has_year(text: str, parts: Parts) -> bool:
    """Tell whether a number is rather a year: "hon bodde i Lund 1998"."""
    return parts.number is not None and _NO_CODE.fullmatch(text, *parts.number) is not None


def where_one_moves(text: str, lowered: str, start: int, end: int) -> Parts | None:
    """Read a street and its town behind "moved to": a team moves to another league as well."""
    parts = where_one_stays(text, lowered, start, end)
    return parts if parts and with_rest(text, parts).city and not _has_year(text, parts) else None


def before_quarter(text: str, _lowered: str, start: int, end: int) -> Parts | None:
    """Read a street before its quarter: Insurgentes Sur 1602, Col. Crédito Constructor."""
    window = before(text, start, _WIDTH) if _QUARTER_NAME.match(text, end) else ""
    street = _BEFORE_QUARTER.search(window) if window else None
    if not street or ends_with("law_words").search(f"{street['street'].lower()} "):
        return None
    shift = start - len(window)
    number = (shift + street.start("number"), shift + street.end("number"))
    return Parts((shift + street.start("street"), shift + street.end("street")), number, end=number[1])


def before_town(text: str, _lowered: str, start: int, _end: int) -> Parts | None:
    """Read a street before a town that people write no street words in, or before what is near it.

    San Martín 1120, Rosario      en Corrientes 3247, frente al shopping
    """
    window = before(text, start, _WIDTH) if text[start - 1 : start] == " " else ""
    street = _street_in(window, text[start].isupper()) if window else None
    if not street or _NO_CODE.fullmatch(street["number"]):
        return None
    name = street["street"].lower()
    if ends_with("law_words").search(f"{name} ") or not _no_towns().isdisjoint(name.split()):
        return None
    shift = start - len(window)
    number = (shift + street.start("number"), shift + street.end("number"))
    return Parts((shift + street.start("street"), shift + street.end("street")), number, end=number[1])


@lru_cache(maxsize=64)
def _street_in(window: str, is_town: bool) -> re.Match[str] | None:
    """Return the street that a window ends with; where one place is told over and over, it is read once."""
    return (_BEFORE_TOWN if is_town else _IN_STREET).search(window)


@cache
def _no_towns() -> frozenset[str]:
    return frozenset(s for word in all_entries("addresses", "not_towns") for s in spellings(word))


def closed_by_postcode(page: Page) -> Iterator[Parts]:
    """Read addresses backwards from their postcode: American ones with the state, European ones with the city."""
    for start, end, previous, following, _ in page.numerals:
        if end - start == 1 and previous == " " and following.isalpha() and (parts := _before_inward(page.text, start)):
            yield parts
        if _HALF <= end - start <= _LONGEST and (parts := _closed(page.text, start, end, previous, following)):
            yield parts
        elif previous == "(" and following == ")" and 4 <= end - start <= _LONGEST:
            yield from (parts for parts in (in_brackets(page.text, start, end),) if parts)
        elif end - start == max(_CODES) and (singapore := in_singapore(page.text, start, end)):
            yield singapore
        elif end - start in _CODES and previous in _BEFORE_CODE and page.text[start - 2 : start].strip(" -–") != ",":
            yield from (parts for parts in (behind_town(page.text, start, end),) if parts)


def _closed(text: str, start: int, end: int, previous: str, following: str) -> Parts | None:
    if previous in _GAPS:
        return _before_code(text, start, end, following)
    # "Norrby 214, FI-66640 Maxmo": with its country a code needs no more than a name and a number before it.
    country = _COUNTRY.search(text, max(0, start - 6), start) if previous == "-" and following == " " else None
    return _named_before(text, country.end() - len(country[1]), end, True) if country else None


def _before_inward(text: str, start: int) -> Parts | None:
    """Read a British address back from the second half of its postcode: 4 Mill Race, Whitby YO21 [3AB]."""
    inward = _INWARD.match(text, start)
    if not inward or not _OUTWARD.search(text, max(0, start - 5), start):
        return None
    window = before(text, start, _WIDTH)
    shift = start - len(window)
    for opening in [*_OPENS.finditer(window)][-_MOST:]:
        if match := _BRITISH.fullmatch(window, opening.start()):
            spans = {key: (shift + match.start(key), shift + match.end(key)) for key in ("number", "street", "city")}
            code = (shift + match.start("code"), inward.end())
            return Parts(spans["street"], spans["number"], code, spans["city"], inward.end())
    return None


def _before_code(text: str, start: int, end: int, following: str) -> Parts | None:
    if end - start == _LONGEST and text[start - 3 : start - 1] in _STATES and text[start - 4 : start - 3].isspace():
        return None if following.isalnum() else _street_before(text, start, end)
    if (
        following != " "
        or not (text[start - 1] == "\n" or text[start - 2] in ",.")
        or _NO_CODE.fullmatch(text, start, end)
    ):
        return None
    if end - start > _HALF:
        return _named_before(text, start, end, False)
    swedish = _SECOND_HALF.match(text, end)
    return _named_before(text, start, swedish.end(), True) if swedish else None


def _named_before(text: str, start: int, end: int, sure: bool) -> Parts | None:
    city = _CITY.match(text, end)
    window = before(text, start, 64) if city else ""
    street = _NAME_AND_NUMBER.search(window) if window else None
    if city is None or street is None or city["city"] in word_set("counted"):
        return None
    # "070-174 06 05 | 211 42 Malmö": a phone number is no street.
    if not any(map(str.isalpha, street["street"])):
        return None
    # "Level 68, 33118 XP": one word, or what is counted, makes no address.
    named = " " in street["street"] or street["street"].lower().endswith(_hamlets())
    counted = city["city"].lower() in _counted()
    told = sure or street["quarter"] or (named and len(city["city"]) > _SHORT and not counted)
    if not told:
        return None
    shift = start - len(window)
    name = street["street"]
    # "In der Lindenstraße 44", "Treffen Am Markt 5": what stands before the name is no part of it.
    first = shift + street.start("street") + _name_starts(name)
    place = without_day(text, *city.span("city"))
    number = (shift + street.start("number"), shift + street.end("number"))
    return Parts((first, shift + street.end("street")), number, (start, end), place, place[1])


@cache
def _counted() -> frozenset[str]:
    return frozenset(all_entries("addresses", "counted"))


@cache
def _hamlets() -> tuple[str, ...]:
    """Return how villages and farms end, whose houses have numbers and no streets: Unterdorf 7, 6850 Dornbirn."""
    return tuple(all_entries("addresses", "hamlets"))


def _name_starts(name: str) -> int:
    """Return where the name of a street begins among the words before its number."""
    within = _WITHIN.search(name)
    if within:
        return within.start(1)
    return next((at for at, letter in enumerate(name) if letter.isupper() or letter.isdigit()), 0)


def _street_before(text: str, start: int, end: int) -> Parts | None:
    window = before(text, start, _WIDTH)
    shift = start - len(window)
    if "," not in window and "\n" not in window:
        return None
    for opening in [*_OPENS.finditer(window)][-_MOST:]:
        if match := _STREET_AND_CITY.fullmatch(window, opening.start()):
            spans = {key: (shift + match.start(key), shift + match.end(key)) for key in ("number", "street", "city")}
            return Parts(spans["street"], spans["number"], (start, end), spans["city"], end)
        if match := _MILITARY.fullmatch(window, opening.start()):
            return Parts((shift + match.start("street"), shift + match.end("street")), None, (start, end), None, end)
    return None
