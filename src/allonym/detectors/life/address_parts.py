"""What stands around a street and its number: flat and floor, district, postcode and city.

Flat 3, [22 Castle Road], Clifton, Bristol BS8 4AB       [via Roma 12], int. 4, 00184 Roma (RM)
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.life.address_buildings import building_before
from allonym.detectors.life.address_inside import flat_before, inner_ends
from allonym.detectors.life.address_numbers import NUMBER, number_of, number_spelt
from allonym.detectors.life.address_small import small_end
from allonym.detectors.life.dating import calendar
from allonym.detectors.life.streets import CITY, UPPER, listed, months, street_endings, street_words
from allonym.languages.words import all_entries

_NUMBER_AFTER = Expression(
    r"(?:[,،]? |[,،])(?:[nN][.o°]?[o°]?\.? ?|[nN]r\.? ?|[nN][úu]m\.? ?|n[úu]mero |nave |parcela |[Ll]ote |[Cc]asa "
    r"|[Bb]lo(?:co|que) |[Cc]iv(?:ico|\.) "
    r"|[Ii]mm(?:euble|\.)? |[Bb]ât(?:iment|\.)? |# "
    r"|al (?=[0-9]{2,5}(?![0-9°º]|o\b))|#(?=[0-9]{1,3}[A-Z]?-)|(?:رقم|مبنى|بناية|فيلا) )?"
    rf"(?P<number>(?<=[# ])(?!0[0-9]{{2}}(?![0-9]))[0-9]{{1,3}}[A-Z]?-[0-9]{{1,3}}(?![0-9]|\.?[oa°](?!\w))"
    r"|(?<=n[o.°] )[0-9]{1,2}\.[0-9]{3}"
    rf"|{NUMBER}|[sS] ?/ ?[nN]|s\.?n\.?c\.?"
    r"|km\.? ?[0-9]{1,4}(?:[.,+][0-9]{1,3})?)(?!\w|[.,:][0-9]|\s?[%€$£])"
)
_NUMBER_BEFORE = Expression(rf"(?<![\w.,/€$£+\-])(?P<number>{NUMBER})(?:,? |, ?)\Z")
_BRITISH = r"[A-Z]{1,2}[0-9][A-Z0-9]?\s?[0-9][A-Z]{2}"
_ARGENTINE = r"[A-HJ-NP-Z][0-9]{4}[A-Z]{3}"
# Of Britain, of Canada, of Ireland.
_IRISH = r"[AC-FHKNPRTV-Y][0-9][0-9W]\s?[0-9AC-FHKNPRTV-Y]{4}"
_LETTERED = rf"(?:{_BRITISH}|[A-Z][0-9][A-Z]\s?[0-9][A-Z][0-9]|{_IRISH})"
# Before a town that ends the address, "1990 - 200" is no year.
_APART = r"[0-9]{4,5}\s[-–]\s[0-9]{3}"
_ZIP = (
    rf"(?:(?!(?:19|20)[0-9]{{2}}\s){_APART}(?=,?\s[A-ZÀ-Þ])|{_APART}(?=,?\s{CITY}\s?(?:[,.;)\n\0]|\Z))"
    r"|(?:[A-Z]{1,2}-)?[0-9]{5}(?:-[0-9]{3,4})?|[0-9]{4}-[0-9]{3}|(?:SE?-)?[0-9]{3}\s[0-9]{2}|[A-Z]{0,2}-?[0-9]{4}"
    rf"|{_BRITISH}|{_ARGENTINE}|{_IRISH})(?![\w])"
)
_INTO = r" (?:à|a|em|en|i|in|bei) "
IN_TOWN = rf"(?:{_INTO}[{UPPER}])"
"""Where an address goes on with its town: in Halle, à Paris."""
_MONTH = Expression(
    lambda: rf"(?:\s?[º°ª.]|er)?\s(?:de\s(?i:{months()})(?!\w)|(?i:{months()})\.?,?\s(?:de\s)?[12][0-9]{{3}})"
)
# "Storgatan 5, Lund, Kungsg. 7, Lund".
_CUT_NUMBER = Expression(rf"\. [0-9]{{1,3}} ?[A-Z]?, [{UPPER}]")
_GAP = r"(?:\s?[,;،]\s?\n?|\s?\n\s?|\s[-–]\s|\sin\s(?=[0-9]{5}\s)|\s)"
_BRAZILIAN_STATE = r"(?:A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)(?!\w)"
_CODE_WORD = r"(?:C[AE]?P:? ?|C\.P\.:? )?"
# In Mexico the quarter is announced: Col. Juárez.
QUARTER = r"(?:(?:(?:Col|Fracc|Urb|Bo|Del)\.|Col|Colonia|Fraccionamiento|Alcaldía)\s)?"
"""What may announce a quarter."""
# In Italy the province follows in brackets, 10121 Torino (TO); in Brazil the state, 30140-071 Belo Horizonte / MG.
ZIP_CITY = Expression(
    rf"(?:(?:,\s|\n){QUARTER}{CITY}(?=[,\n]))?{_GAP}{_CODE_WORD}(?P<zip>{_ZIP}|[0-9]{{8}}(?=\s{CITY}\s?[/\-–]\s?{_BRAZILIAN_STATE}))"
    rf"(?:(?:,?\s|\n)(?P<city>{CITY})(?:(?<=[Cc]edex|CEDEX)\s[0-9]{{1,2}}(?!\w)|\s\((?:[A-Z]{{2}}|{CITY})\)|\s?[/\-–]\s?{_BRAZILIAN_STATE})?)?"
)
"""A postcode and the city behind it."""
# In Brazil quarter, city, state and postcode: Bela Vista, São Paulo - SP, 01310-200.
BRAZILIAN = Expression(
    rf"(?:,\s|\s[-–]\s)(?:{CITY}(?:,\s|\s[-–]\s))?(?P<city>{CITY})(?:\s?[-–/]\s?|,\s){_BRAZILIAN_STATE}"
    r"(?:,?\s(?:[-–]\s)?(?:CEP:?\s)?(?P<zip>[0-9]{2}\.?[0-9]{3}-?[0-9]{3})(?!\w))?"
)
"""The city, state and postcode of an address of Brazil."""
# Where the state is left out: Centro - Rio de Janeiro - 20071-000.
_CODE_LAST = Expression(
    rf"(?:,\s|\s[-–]\s)(?:{CITY}(?:,\s|\s[-–]\s)){{0,2}}(?P<city>{CITY})(?:,\s|\s[-–]\s|\s)"
    r"(?:(?:CEP|Cep|cep):?\s)?(?P<zip>[0-9]{5}-[0-9]{3}|(?<=ep\s)[0-9]{8}|(?<=EP\s)[0-9]{8})(?!\w)"
)
# The postcode closes the address: Klostergatan 7 i Lund, 222 22.
_TOWN_FIRST = Expression(
    rf"(?:{_INTO}|,\s)(?P<city>{CITY}),?\s(?P<zip>[0-9]{{3}}\s[0-9]{{2}}|[0-9]{{4}}-[0-9]{{3}}|(?![0-9]{{2}}000)[0-9]{{5}})"
    r"(?![\w])(?=\s?(?:[,.;:!?)](?![0-9])|[\n\0]|\Z))"
)
_CITY_LETTERS = Expression(
    rf"(?:\s?,\s?\n?|\s?\n\s?)(?:{CITY}(?:,\s|\n))??(?P<city>{CITY})(?:\s[0-9]{{1,2}}W?)?"
    rf"(?:,?\s[A-Z]{{2}}|\s\((?:[A-Z]{{2}}|{CITY})\))?(?:,?\s|\n)(?P<zip>{_LETTERED})(?![\w])"
)
_CITY_ZIP = Expression(
    rf"(?:\s?,\s?\n?|\s?\n\s?)(?:{CITY}(?:,\s|\n))??(?P<city>{CITY})"
    r"(?:,?\s(?:[A-Z]{2,4}\.?|[A-Z][a-z]{3,12}(?: [A-Z][a-z]{3,9})?))?,?\s"
    r"(?P<zip>[0-9]{5}(?:-[0-9]{3,4})?|(?:(?<=[ NVQT][A-Z]{2}\s)|(?<=[ NVQT][A-Z]{2},\s))[0-9]{4})(?![\w])"
)
# An Arabic address has the postcode last.
_ARABIC_ZIP = Expression(
    r"[,،] ?(?P<city>(?!(?:ال)?رمز)[\u0621-\u064a]{3,}(?: [\u0621-\u064a]{3,}){0,2})[,،]? "
    r"(?P<zip>[0-9]{5}(?:-[0-9]{4})?)(?!\w|[.,][0-9])"
)
_CITY_ONLY = Expression(
    rf"(?:,\s|،\s?)(?:{QUARTER}(?!(?:Col|Fracc|Urb|Edif|Bo|Del)\.))"
    rf"(?P<city>{CITY}|[\u0621-\u064a]{{3,}}(?: [\u0621-\u064a]{{3,}})?)"
    r"(?:,\s[A-Z]{2}|(?<=Dublin)\s(?:1?[0-9]|2[0-4]|6W))?"
    r"(?=\s?[.,;!?)(\n\0،]|\s?\Z)"
)
# In Australia, New Zealand and South Africa the code is last; most years are none: Karori, Wellington 6012.
_FOUR_LAST = Expression(
    lambda: (
        rf"(?:,\s|\n)(?:{CITY}(?:,\s|\n))??(?P<city>(?!(?i:{listed('not_code_towns')})\b){CITY}),?\s(?P<zip>(?!1[5-9]|20[0-4][1-9]|20[1-4]0)[0-9]{{4}})"
        rf"(?![\w%€$£°]|[.,:/\-][0-9])(?=\s?[.,;:!?)(\n\0]|\s?\Z| (?:{listed('not_behind')})(?!\w))"
    )
)
# A quarter or town, and the city or country, where nothing else follows: Providencia, Santiago.
_TWO_CITIES = Expression(
    rf",\s(?P<city>{QUARTER}{CITY},\s{CITY}(?:(?<=Dublin)\s(?:1?[0-9]|2[0-4]|6W))?)(?=\s?(?:\.(?![^\s\0])|[\n\0]|\Z))"
)
# Behind a postcode the city is looked for first: in "Vila União, 31270-901 Contagem" the quarter is none.
_ENDS = (
    (_CITY_LETTERS, False),
    (ZIP_CITY, True),
    (_CITY_ZIP, False),
    (BRAZILIAN, False),
    (_CODE_LAST, False),
    (_TOWN_FIRST, False),
    (ZIP_CITY, False),
    (_ARABIC_ZIP, False),
)
_AT_ONCE = ((ZIP_CITY, False),)
_IN_TOWN = ((_TOWN_FIRST, False), *_AT_ONCE)
_INTO_BEGINS = frozenset("aàeib")
_BOX = Expression(r"(?:\s?[:.]\s?|\s)(?:n[o°.]+ ?)?(?P<number>[0-9]{2}(?: [0-9]{2}){1,2}|[0-9]{2,6})(?![\w]|[/.][0-9])")
# A year may stand so as well.
_HOUSE = Expression(r"(?!19|20)[0-9]{4},")
_DIGIT = Expression(r"[0-9]")
_NEAR = 24
_JOINED = frozenset("!-_")


class Parts(NamedTuple):
    """Where the parts of an address stand; a part that is missing is None."""

    street: tuple[int, int]
    number: tuple[int, int] | None = None
    zip: tuple[int, int] | None = None
    city: tuple[int, int] | None = None
    end: int = 0
    start: int | None = None
    """Where the address begins, if before its street and number."""


def number_before(text: str, start: int) -> tuple[int, int] | None:
    """Return where the number of a house stands, right before a street."""
    number = _NUMBER_BEFORE.search(text, max(0, start - 16), start)
    return number.span("number") if number else number_of(text, start)


def number_after(text: str, end: int) -> re.Match[str] | None:
    """Return the number of the house behind a street, which no month follows: "Vila Nova, 16 de maio"."""
    number = _NUMBER_AFTER.match(text, end)
    if number is None:
        return number_spelt(text, end)
    return number if not _MONTH.match(text, number.end()) else None


def is_zip(text: str, number: re.Match[str]) -> bool:
    """Tell whether what looks like a house number is the postcode: rue X 75011 Paris."""
    may_be = len(number["number"]) >= 4 and not BRAZILIAN.match(text, number.end())
    match = ZIP_CITY.match(text, number.start()) if may_be else None
    if match is None or match["city"] is None:
        return False
    # "Pasaje Los Aromos 1482, Maipú": of four digits, a mark behind them makes the number of a house; not of "Blvd B".
    return text[number.start() - 2 : number.start() - 1] == " " or not _HOUSE.match(text, match.start("zip"))


def with_rest(text: str, parts: Parts) -> Parts:
    """Read floor and door, postcode and city behind a street."""
    end = inner_ends(text, parts.end)
    if parts.number and (small := small_end(text, parts.street[0], end)):
        return parts._replace(zip=small.span("zip"), city=small.span("city"), end=small.end())
    for expression, whole in _ends(text, end):
        match = expression.match(text, end)
        if match and (match["city"] or (parts.number and not whole)):
            city = without_day(text, *match.span("city")) if match["city"] else None
            code = match.span("zip") if match["zip"] else None
            # "04277 Leipzig am Freitag" goes on.
            cut = city and city[1] < match.end("city")
            return parts._replace(zip=code, city=city, end=city[1] if city and cut else match.end())
    if parts.number and (match := _FOUR_LAST.match(text, end)):
        return parts._replace(zip=match.span("zip"), city=match.span("city"), end=match.end())
    if parts.number and (match := _town(text, end)):
        return parts._replace(city=match.span("city"), end=inner_ends(text, match.end()))
    return parts._replace(end=end) if end > parts.end and parts.number else parts


def _town(text: str, end: int) -> re.Match[str] | None:
    """Return the town behind a place, which no other street begins: Calle 7, Bogotá, [Av]. Corrientes 1234."""
    for expression in (_TWO_CITIES, _CITY_ONLY):
        town = expression.match(text, end)
        if town and not _is_street(text, town["city"].lower().rpartition(", ")[2], town.end()):
            return town
    return None


def _is_street(text: str, town: str, end: int) -> bool:
    """Tell whether what reads like a town is another street, whose word is cut short or whose number follows."""
    if text[end : end + 1] == ".":
        cut = town.endswith(("g", "v")) and _CUT_NUMBER.match(text, end)
        return bool(cut) or f"{town}.".endswith(_short_endings()) or f"{town.rpartition(' ')[2]}." in street_words()
    return town.partition(" ")[0] in street_words() and number_after(text, end) is not None


@cache
def _short_endings() -> tuple[str, ...]:
    return tuple(ending for ending in street_endings() if ending[-1] == ".")


def _ends(text: str, end: int) -> tuple[tuple[Expression, bool], ...]:
    """Return what may follow a place: a postcode at once, if a word or a number is next."""
    if text[end : end + 1] != " " or not text[end + 1 : end + 2].isalnum():
        return _ENDS
    if not _DIGIT.search(text, end, end + _NEAR):
        return ()
    return _IN_TOWN if text[end + 1 : end + 2] in _INTO_BEGINS else _AT_ONCE


def without_day(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where a city stands without the name of a day or month behind it."""
    words = text[start:end].split(" ")
    if len(words) == 1 or words[-1].lower() not in calendar() or text[start:end].lower() in _dated_towns():
        return start, end
    words.pop()
    while len(words) > 1 and words[-1].islower():
        words.pop()
    return start, start + len(" ".join(words))


@cache
def _dated_towns() -> frozenset[str]:
    return frozenset(all_entries("addresses", "dated_towns"))


def as_found(text: str, parts: Parts) -> Found:
    """Return an address, or a street that has neither number nor postcode."""
    if parts.number is None and parts.zip is None:
        return Found(parts.street[0], parts.end, "ADDRESS.STREET", 0.6, "street")
    start = min(parts.street[0], (parts.number or parts.street)[0])
    start = start - flat_before(text, start) if parts.start is None else parts.start
    start -= building_before(text, start)
    number, street = parts.number, parts.street
    # Of a quarter with its alleys and houses the numbers say all, and one part never lies in another.
    apart = number is None or number[1] <= street[0] or street[1] <= number[0]
    places = {"number": number, "street": street if apart else None, "zip": parts.zip, "city": parts.city}
    told = sorted([(span, name) for name, span in places.items() if span])
    told_parts = " ".join([f"{name}:{span[0] - start}-{span[1] - start}" for span, name in told])
    features: Features = (("parts", told_parts),)
    return Found(start, parts.end, "ADDRESS", 0.9 if parts.zip else 0.8, "address", features)


def new_ones(later: Iterable[Found], known: list[Found]) -> Iterator[tuple[Found, list[Found]]]:
    """Return what stands where nothing is known yet, or holds more than all that is, which is told; none overlap."""
    starts, done = [each.start for each in known], 0
    for found in later:
        at = bisect_left(starts, found.end)
        other = known[at - 1] if at and known[at - 1].end > found.start else None
        if found.start >= done and (other is None or _is_more(found, other)):
            done, first = found.end, at
            while first and known[first - 1].start >= found.start:
                first -= 1
            yield found, known[first:at]


def _is_more(found: Found, other: Found) -> bool:
    """Tell whether an address goes on behind another, or before a box; else what is before it may be other words."""
    longer = found.end > other.end or (found.end == other.end and other.rule == "po-box")
    return found.start <= other.start and longer


def post_box(text: str, start: int, end: int, loose: bool) -> Found | None:
    """Read a post box; a word that is also a common one needs a long number, or the rest of the address behind it."""
    box = _BOX.match(text, end)
    # "Fritz!Box 7590", "X-Box 360".
    if not box or (text[start - 1 : start] in _JOINED and text[start - 2 : start - 1].isalpha()):
        return None
    whole = with_rest(text, Parts((start, end), box.span("number"), end=box.end()))
    told = whole.end > box.end() or (text[start].isupper() and len(box["number"]) > 2)
    return Found(start, whole.end, "ADDRESS", 0.8, "po-box") if told or not loose else None
