"""The words that streets are named with, in all languages; see languages/<code>/addresses.toml."""

import re
from functools import cache

from allonym.languages.words import all_entries, either, entries, everywhere, numbered, spellings

UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆČĐĘĚĞİŁŃŇÖŘŚŠŞŤŮŹŻŽ"
PARTICLE = (
    r"(?:de la|de las|de los|de l['’]|de|des|du|del|della|delle|dello|dei|degli|di|da|do|dos|das|d['’]|dell['’]"
    r"|la|le|les|el|los|las|l['’]|von|van|der|den|dem|zu|zum|zur|am|an|im|och|e|y|et|und|of|the|av|i|al)"
)
_PARTICLES = rf"(?:{PARTICLE}(?:\s|(?<=['’]))){{0,2}}"
# Bounded, for a name that has no end must not be read again from each of its parts.
_MORE = r"(?:['’.\-][^\W_]{1,24}){0,3}"
# Four letters and a point end a sentence as well: "rue de Rome. Paris".
_TITLE = "(?:Alfr|Almte|Brig|Card|Cmdte|Cmte|Cnel|Gral|Marq|Mons|Pref|Pres|Prof|Sgto|Visc)"
_CAPITAL = (
    rf"(?:(?:[{UPPER}]\.){{2,3}}(?=\s)|(?:[{UPPER}][^\W_]{{0,2}}|{_TITLE})\.(?=\s)|[{UPPER}][^\W_]{{0,24}}{_MORE})"
)
_ORDINAL = rf"[0-9]{{1,3}}[A-Za-z]?(?: Bis)?(?= [{UPPER}#]|, | [0-9]| km)"
# A flat ends the name.
_NO_FLAT = (
    r"(?!(?:Apt|Apartment|Suite|Ste|Unit|Appt|Appartement|Appartamento|Interior|Interno|Piso|Puerta|Depto|Edif|Apto|"
    r"Lgh|Whg|Piano|Scala|Local|Portal|Planta|Oficina|N[ro]?)\b)"
)
NAME = (
    rf"(?:{_PARTICLES}{_NO_FLAT}{_CAPITAL}|{_ORDINAL})(?:\s{_PARTICLES}{_NO_FLAT}[{UPPER}][^\W_]{{0,24}}{_MORE}){{0,4}}"
)
SMALL_NAME = rf"{_PARTICLES}[^\W\d_]{{1,24}}{_MORE}(?: [^\W\d_]{{1,24}}{_MORE}){{0,3}}"
_TOWN = rf"(?:(?:St|Ste|Mt|Ft|Sta|Sto|Co)\. )?[{UPPER}][^\W\d_]{{1,24}}"
_IN_TOWNS = rf"(?:{PARTICLE}|sur|sous|lès|aux|upon|bei|ob)"
CITY = rf"{_TOWN}{_MORE}(?:[ \-](?:{_IN_TOWNS}[ '’\-]){{0,2}}{_TOWN}){{0,3}}"
_LONGEST = 40
ARABIC_WORD = "[\u0621-\u064a]{2,}"


Ways = tuple[tuple[str, bool], ...]
"""How a word makes the name of a street: before it, after it, as its ending; and whether only with a number."""


@cache
def street_words() -> dict[str, Ways]:
    """Return words that stand before or after the name of a street."""
    return _gather(
        "box",
        "cue",
        "stays",
        "lives",
        "moves",
        "before",
        "after",
        "initial",
        "initial_behind",
        "whole",
        "quarter",
        "towns",
        "beside",
        "rooms",
        "alleys",
    )


@cache
def street_endings() -> dict[str, Ways]:
    """Return the endings of names of streets."""
    return _gather("ending")


@cache
def no_streets() -> frozenset[str]:
    """Return words with such an ending that are no names."""
    words = all_entries("addresses", "not_streets")
    return frozenset((*words, *(word.replace("ß", "ss") for word in words)))


@cache
def not_behind() -> frozenset[str]:
    """Return words that follow a street and begin no name: "Harbor Boulevard in 1997"."""
    return frozenset(all_entries("addresses", "not_behind"))


@cache
def listed(key: str) -> str:
    """Return an expression for the words of all languages under a key."""
    return either([s for word in all_entries("addresses", key) for s in spellings(word)])


@cache
def arabic_name() -> re.Pattern[str]:
    """Return an expression for the name behind an Arabic street word: up to three words, none of them a preposition."""
    stop = rf"(?!(?:{listed('not_names')})(?![\u0621-\u064a]))"
    return re.compile(rf" {stop}{ARABIC_WORD}(?: (?:(?:{listed('joints')}) )?{stop}{ARABIC_WORD}){{0,2}}")


@cache
def months() -> str:
    """Return an expression for the names of months in all languages."""
    return either(
        [s for _, text in everywhere("calendar", "months") for _, word in numbered(text) for s in spellings(word)]
    )


@cache
def dated_name() -> re.Pattern[str]:
    """Return an expression for a name that is a day: rue du [11 Novembre 1918], Avenida [9 de Julio]."""
    return re.compile(
        rf" (?:(?:d[ueo]s?|del|dos|des|da)\s)?[0-9]{{1,2}}(?:er|º|°|\.)?[ \-](?:de\s)?(?i:{months()})(?!\w)"
        r"(?:\s1[89][0-9]{2}(?=\s?[,\n]))?"
    )


def compound_start(text: str, start: int) -> int:
    """Return where the word begins that goes on at a place, with what hyphens join to it."""
    begin = start
    while begin and start - begin < _LONGEST and (text[begin - 1].isalpha() or text[begin - 1] == "-"):
        begin -= 1
    # A dash is none.
    begin = max(begin, text.rfind("--", begin, start) + 2) if "--" in text[begin:start] else begin
    return begin + 1 if text[begin] == "-" else begin


def _gather(*places: str) -> dict[str, Ways]:
    words: dict[str, dict[str, bool]] = {}
    others = frozenset(all_entries("addresses", "not_spelt"))
    for place in places:
        for key, loose in ((place, False), (f"{place}_loose", True)):
            for _, text in everywhere("addresses", key):
                spelt = (spelling for entry in entries(text) for spelling in spellings(entry))
                for word in (each for each in spelt if each not in others):
                    words.setdefault(word, {}).setdefault(place, loose)
    return {word: tuple(ways.items()) for word, ways in words.items()}
