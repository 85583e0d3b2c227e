"""Addresses that are written in small letters throughout: "14 high st, leeds ls1 4dy", "1600 n clark st chicago".

Without capitals any noun could be a name, so a number leads, and what closes the street must be no common word.
"""

import re
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import after
from allonym.detectors.identifiers.postal import is_zip_of
from allonym.detectors.life.streets import PARTICLE, listed
from allonym.languages.words import all_entries, spellings

_DIRECTION = r"(?:n|s|e|w|ne|nw|se|sw|north|south|east|west)\.?"
SMALL_NAME_BEFORE = (
    rf"(?P<name>(?:{_DIRECTION}\s)?(?:(?!(?:way|blocks?|miles?|km|lanes?|the|more|other|dead)\s)"
    r"(?:[^\W\d_]{3,24}|[0-9]{1,3}(?:st|nd|rd|th))\s))"
)
"""The name of a street in small letters, which a direction may lead."""
_CITY = r"(?P<city>[^\W\d_]{3,20}(?:[ \-][^\W\d_]{2,20}){0,2}?)"
_END = Expression(
    rf",?\s{_CITY},?\s(?P<zip>[a-z]{{1,2}}[0-9][a-z0-9]?\s?[0-9][a-z]{{2}}|(?P<state>[a-z]{{2}})\s(?P<digits>[0-9]{{5}})(?:-[0-9]{{4}})?)"
    r"(?![\w])"
)
_HAS_DIRECTION = Expression(rf"{_DIRECTION}\s")
_STOPS = Expression(r"\s?(?:[,;.\n\0)!?]|\Z)")
_CLOSING = frozenset({"st", "dr", "ct", "pl", "cir", "sq"})
_LONGEST, _TWO_WORDS = 64, 2
# R. Quebra Costas 18, R. XV de Novembro 482; one name and a year are rather an author.
TWO_NAMES = Expression(r" (?:[A-ZÀ-Þ][a-zà-ÿ]{3,24}|[IVX]{1,5}) (?:d[aeo]s? )?[A-ZÀ-Þ][a-zà-ÿ]{3,24} [0-9]{1,3}")
"""Two names and the number of a house."""
_LED = rf" ((?:{PARTICLE}(?:\s|(?<=['’]))){{0,2}}[^\W\d_]{{3,24}}(?: (?:{PARTICLE} )?[^\W\d_]{{3,24}}){{0,2}}?)"
_LED_TO_NUMBER = Expression(
    lambda: (
        rf"{_LED}(?=,? (?:n[o°.]? ?)?[0-9]{{1,4}}[a-z]?(?:\s?(?:[,;.\n)!?](?![0-9])|\s?\0|\Z)"
        rf"|,? (?:[0-9]{{4,5}}(?![0-9])|[0-9]{{1,2}}[oaº°ª] ?[A-Za-z]?(?!\w)|(?:{listed('inside')})(?!\w))))"
    )
)
_LED_TO_END = Expression(rf"{_LED}(?=\s?(?:[,;.\n)!?](?![0-9])|\s?\0|\Z)| (?:à|a|en|em|in) [A-ZÀ-Þ]|,? [0-9]{{4,5}} )")
_AFTER = Expression(r"\s?(?:[,;.\n)!?](?![0-9])|\s?\0|\Z)|,? (?:in |à |a )?[0-9]{4,5}(?![0-9])")


def small_end(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return city, state and postcode behind an address in small letters."""
    if not text[start : start + 1].islower() or not after(text, end, 2).strip(","):
        return None
    match = _END.match(text, end, end + _LONGEST)
    if not match or (match["state"] and not is_zip_of(match["state"], match["digits"])):
        return None
    return match


@cache
def _small_words() -> frozenset[str]:
    return frozenset(each for word in all_entries("addresses", "small") for each in spellings(word))


@cache
def _no_small() -> frozenset[str]:
    return frozenset(each for word in all_entries("addresses", "not_small") for each in spellings(word))


def small_led(text: str, start: int, end: int, numbered: bool) -> re.Match[str] | None:
    """Return a name in small letters behind a street word in such: [8 place] de l'église à X, [rua] do sol 12."""
    if text[start:end] not in _small_words():
        return None
    match = (_LED_TO_END if numbered else _LED_TO_NUMBER).match(text, end)
    return match if match and _is_name(match[1].split()) else None


def _is_name(words: list[str]) -> bool:
    """Tell whether small words may name a street; "via di fuga" does not, "ripa di porta ticinese" does."""
    named = words[1:] if words[:1] == ["di"] and len(words) > _TWO_WORDS else words
    return _no_small().isdisjoint(named)


def ends_small(text: str, end: int, stop: int) -> bool:
    """Tell whether an address in small letters is over behind its number: a mark, a flat, a postcode, a town."""
    return stop > end or _AFTER.match(text, end) is not None


def is_small_street(text: str, street: tuple[int, int], word: str, number: tuple[int, int], coded: bool) -> bool:
    """Tell whether words in small letters are a street: a direction leads its name, or a postcode follows."""
    if text[street[0]].islower() and word in _small_words():
        return _is_name(text[slice(*street)].split()[1:])
    if number[0] > street[0] or not text[street[0]].islower():
        return False
    if coded or (word in _CLOSING and _HAS_DIRECTION.match(text, street[0])):
        return True
    return word == "st" and _STOPS.match(text, street[1]) is not None
