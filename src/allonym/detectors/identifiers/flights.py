"""Flights: the code of an airline and a number, "AF 1148", where the text speaks of flying.

It does so by a word ("flight", "Flughafen"), by what is said of the flight ("AF1148 retardé"), by another flight near
by, by airports ("AC 848 YYZ-LHR"), or by how one arrives: "on BA117 to jfk", "con il FR4832 delle 23.10".
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import BOUNDARY, Found, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.runs import Place, Runs
from allonym.detectors.identifiers.wordlists import word_set
from allonym.languages.lists import normal, open_lists
from allonym.languages.words import either, everywhere, numbered

_FLIGHT = Expression(r"([A-Z]{2,3}|[A-Z][0-9]|[0-9][A-Z]) ?[\-]?([0-9]{1,4})[A-Z]?")
_MINUTES = Expression(r":[0-5][0-9]")
_LONG_FLIGHT = Expression(r"(?<![\w])([A-Z]{2,3}|[A-Z][0-9]|[0-9][A-Z]) ?[0-9]{3,4}(?![\w]|[./\-][0-9])")
_LETTERS_AND_TWO = Expression(r"[A-Z]{2} ?[0-9]{2}(?![\w]|[./\-][0-9])")
# Small letters with a space between may be any words: "la 100".
_SMALL = Expression(r"([a-z]{2})[0-9]{2,4}(?![\w]|[./\-][0-9])")
_SMALL_APART = Expression(r"(?:(?:no|nr|number|n)\W{1,2})?(([a-z]{2}) [0-9]{2,4})(?![\w]|[.,/:\-][0-9])")
_WORDS_TOO = frozenset(
    {
        "as", "at", "am", "az", "be", "by", "ca", "de", "en", "et", "fi", "ga", "ha", "la", "me", "ok", "os", "ou",
        "ps", "sa", "so", "su", "to", "tu", "up", "us", "vs",
    }
)  # fmt: skip
_FLIGHT_WORDS = ("flight ", "vol ", "flug ", "vuelo ", "volo ", "voo ", "flyg ")
# What is said of flights: "AF1148 retardé", "LH438 ist schon wieder gestrichen".
_LATE = Expression(
    r"(?: (?:is|was|has been|got|now|again|est|a été|encore|ist|wurde|schon|wieder|erneut|hat|är|blev|igen|ha|è|está|"
    r"foi|otra vez|de nuevo|sido|stato|ancora|se|so|very|still|really|super|running|très|muy|molto|muito|mycket|"
    r"sehr)){0,4} (?:delayed|cancell?ed|diverted|late\b|boarding|landed|retardé|en retard|à l['’]heure|verspätet|"
    r"verspätung|annulé|gestrichen|annulliert|fällt aus|gelandet|inställt?d?\b|försena[dt]|retrasado|con retraso|"
    r"cancelado|atrasado|in ritardo|cancellato)"
)
# By what one travels, and when or where to: both are needed.
_BY = Expression(
    r"\b(?:on|with|by|via|catch\w*|missed|taking|took|mit|dem|avec|par|prends|con|con (?:il|el)|en(?: el)?|del|col|sul|"
    r"no|na|do|med|på|ombord på)(?: (?:(?:my|our|the|their|his|her|le|el|il|dem|der) )?| l['’])\Z|على \Z",
    re.IGNORECASE,
)
_WHEN_OR_WHERE = Expression(
    r",?(?: (?:at|um|à|a|alle|delle|a las|de las|às|das|kl\.?|klockan|leaving|arriving|departing|ab|tomorrow|tonight|"
    r"today|tmrw|morgen|heute|demain|mañana|domani|oggi|hoy|amanhã|hoje|imorgon|idag|på|von|du|del|do|early|late|الساعة|"
    r"غدا|اليوم)){0,3} "
    r"(?:[0-2]?[0-9](?:[:.h][0-5][0-9]| ?h\b| [Uu]hr| ?[ap]m\b|(?<=الساعة [0-9])|(?<=الساعة [0-2][0-9]))|"
    r"(?:to|from|nach|ab|vers|a|para|till|från|da|per|de|إلى|الى|من) (?:[A-Z]{3}|jfk|lax|lhr|lgw|cdg|ory|fra|muc|ber|"
    r"bcn|mad|fco|mxp|lis|opo|gru|arn|got|dxb|ruh|jed|cai|ord|atl|sfo|ewr|bos|mia|yyz)\b)",
)
# "Back on EK0029 Tuesday night", "torniamo con FR4832 lunedì"; few things but flights are numbered from 0001 on.
_ON_DAY = Expression(
    lambda: rf",?(?: (?:on|next|this|am|el|le|il|på|na|ce|diesen|questo|este|nästa|يوم))? (?:{_whole_weekdays()})",
    re.IGNORECASE,
)
_FROM_ZERO = Expression(r"[A-Z]{2} ?0[0-9]{3}(?![\w])")
_CONNECTION = Expression(
    r"\b(?:connection|connecting|Anschluss|correspondance|conexión|coincidenza|conexão|anslutning)"
    r"(?: (?:to|on|with|by|mit|avec|con|com|med))? \Z",
    re.IGNORECASE,
)
_AIRPORTS = Expression(
    r"[,:]?(?: \(?| ?[\-–] )[A-Z]{3} ?(?:(?:[\-–—→>/]|to) ?[A-Z]{3}(?![\w])|"
    r"(?:to|nach|vers|à|para|till) [A-ZÀ-Þ][a-zà-ÿ]{2})"
)
# "On BA1482 to Rome", "på SK1423 från Arlanda"; but "with AC1200 from Netgear" is no flight.
_TO_PLACE = Expression(r",? (?:to|nach|vers|à|a|para|till|إلى|الى) (?:[A-ZÀ-Þ][^\W\d_]{2}|[ء-ي]{3})")
_FROM_PLACE = Expression(r",? (?:from|out of|ab|desde|depuis|au départ de|från|من) (?:[A-ZÀ-Þ][^\W\d_]{2}|[ء-ي]{3})")
_WITH = Expression(r"\b(?:with|by|via|mit|avec|par|con|col|med)\b[^,]{0,8}\Z", re.IGNORECASE)
_ABOARD = Expression(r"\b(?:i['’]?m|we['’]re|she['’]s|he['’]s|they['’]re) on \Z", re.IGNORECASE)
_NEAR_FLIGHT = 48
_TOWN = r"([A-ZÀ-Þ][^\W\d_]{2,15}|[ء-ي]{3,12})"
_PLACE = Expression(
    rf"[,:]?(?: (?:to|from|nach|ab|von|vers|pour|à|depuis|a|para|desde|de|da|per|till|från|إلى|الى|من) {_TOWN}"
    rf"| \(?{_TOWN} ?[\-–—→] ?{_TOWN})(?![\w])"
)
_KNOWN = 0.55
"""So well known must a town be."""
_SHORT = 4
"""So long are short forms of weekdays at most: tors."""
_FAR = 24


def flights(runs: Runs) -> Iterator[Found]:
    """Find flight numbers of a known airline, where the text speaks of flying or another of them is near."""
    text, last = runs.text, (0, 0)
    for place, begin, end in _flight_like(runs):
        if text[begin].islower():
            if _is_said_to_fly(runs, place, begin, end):
                yield Found(begin, end, "FLIGHT", 0.7, "flight")
            continue
        if "flight" in runs.at(place).cues:
            yield Found(begin, end, "FLIGHT", 0.85, "flight")
        elif found := _told_by_what_follows(text, begin, end):
            yield found
        if not _LONG_FLIGHT.match(text, begin):
            continue
        # "Out with SK1423 and back with DY 812": each speaks for the other.
        if _are_near(text, last, (begin, end)):
            yield Found(*last, "FLIGHT", 0.6, "flight-and-back")
            yield Found(begin, end, "FLIGHT", 0.6, "flight-and-back")
        last = begin, end


def _told_by_what_follows(text: str, begin: int, end: int) -> Found | None:
    """Return a flight of which is said that it is late, from where to where it goes, or that somebody comes by it."""
    long = _LONG_FLIGHT.match(text, begin) is not None
    if (long or _LETTERS_AND_TWO.match(text, begin)) and _LATE.match(text, end):
        return Found(begin, end, "FLIGHT", 0.7, "late-flight")
    if (long or _LETTERS_AND_TWO.match(text, begin)) and _goes_to(text, begin, end):
        return Found(begin, end, "FLIGHT", 0.7, "taken-flight")
    if long and (_AIRPORTS.match(text, end) or _is_taken(text, begin, end)):
        return Found(begin, end, "FLIGHT", 0.7, "taken-flight")
    return None


def _goes_to(text: str, begin: int, end: int) -> bool:
    """Tell whether a known town follows from or to which one flies: "LX 1583 ab Zürich", "SK 1427 Arlanda–Kastrup"."""
    match = _PLACE.match(text, end)
    if match is None or text[begin : begin + 2] in word_set("roads"):
        return False
    return any(_is_airport(town) for town in match.groups() if town)


def _whole_weekdays() -> str:
    """Return the names of weekdays in all languages, but for their short forms."""
    named = (word for _, text in everywhere("calendar", "weekdays") for _, word in numbered(text))
    return either([word for word in named if len(word) > _SHORT])


@lru_cache(maxsize=1024)
def _is_airport(town: str) -> bool:
    return town in word_set("airports") or open_lists().weight(normal(town), "city") >= _KNOWN


def _is_taken(text: str, begin: int, end: int) -> bool:
    front = before(text, begin, 32)
    if _CONNECTION.search(front) or _ABOARD.search(front):
        return True
    if not _BY.search(front):
        return False
    if _WHEN_OR_WHERE.match(text, end) or _TO_PLACE.match(text, end):
        return True
    if text[begin].isupper() and (_FROM_ZERO.match(text, begin) or _ON_DAY.match(text, end)):
        return True
    return _FROM_PLACE.match(text, end) is not None and not _WITH.search(front)


def _is_said_to_fly(runs: Runs, place: Place, begin: int, end: int) -> bool:
    """Tell whether small letters and digits are a flight, as chats write them: "aa100 is so late"."""
    text = runs.text
    return (
        runs.at(place).cues.get("flight", 99) <= _FAR
        or _LATE.match(text, end) is not None
        or _is_taken(text, begin, end)
    )


def _look_behind_flight(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at - 1 : at].isalnum() else _SMALL_APART.match(text, end)
    if match and match[2] not in _WORDS_TOO and match[2].upper() in word_set("airlines"):
        yield Found(*match.span(1), "FLIGHT", 0.75, "flight")


small_flights = Watch(lambda: _FLIGHT_WORDS, _look_behind_flight)
"""Finds flights in small letters with a space in them, right behind the word: "flight dl 1423"."""


def _flight_like(runs: Runs) -> Iterator[tuple[Place, int, int]]:
    text = runs.text
    for place in runs.longer:
        start, _, _, stop = place
        if not 3 <= stop - start <= 24 or text[start:stop].isdigit():
            continue
        if text[start].islower():
            if (match := _SMALL.match(text, start)) and match[1].upper() in word_set("airlines"):
                yield place, start, match.end()
            continue
        for match in _FLIGHT.finditer(text, start, stop):
            begin, end = match.span()
            # "LE VOL DE 14:00".
            clock = len(match[2]) <= 2 and _MINUTES.match(text, end) is not None
            inside = text[begin - 1 : begin].isalnum() or text[end : end + 1].isalnum() or clock
            # "Airbus A320".
            made = match[1] == "A3" and len(match[2]) < 3
            if not inside and not made and match[1] in word_set("airlines"):
                yield place, begin, end


def _are_near(text: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    between = text[one[1] : other[0]]
    return (
        one[1] > 0
        and len(between) <= _NEAR_FLIGHT
        and BOUNDARY not in between
        and text[slice(*one)] != text[slice(*other)]
    )
