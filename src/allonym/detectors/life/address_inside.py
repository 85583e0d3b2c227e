"""What tells flat, floor and door in an address: lgh 1201, 4 tr, Apt #12, int. 4; and a flat before its house."""

import re
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import before
from allonym.languages.words import all_entries, either, spellings

_OPENING = Expression(r"(?:\s?,\s?|\s|-(?=[0-9]))(?:(?P<word>[^\W\d_]+)|[0-9#])")
_WORD = Expression(r"[^\W\d_]+")
# "Apt #12", "Unit No. 4".
_SIGN = r"(?:#\s?(?=[0-9A-Za-z])|(?:[Nn][o°]\.?|[Nn]umber)\s?(?=[0-9]))?"
# 5° "B"; quoted or alone, the letter is a capital.
_LETTER = r"""(?-i:"[A-Z]"|“[A-Z]”|'[A-Z]'|[A-Z](?!\w))"""
_DOOR = (
    rf"""(?:[0-9]{{1,2}}°(?:\s?{_LETTER})?|[0-9]{{1,4}}(?:\s?"[a-z]"|-?[a-z](?!\w))?"""
    r"""|"[a-z]"|[a-z](?:-?[0-9]{1,4})?)"""
)
_AROUND = ".,;:("
_MOST_INNER, _MOST_FLATS = 8, 2


def inner_ends(text: str, end: int) -> int:
    """Return where all that tells flat, floor and door ends that follows a place."""
    for _ in range(_MOST_INNER):
        inner = _inner_end(text, end)
        if inner is None:
            break
        end = inner
    return end


def _inner_end(text: str, end: int) -> int | None:
    """Return where a flat, floor or door ends that follows a place; most words are passed by at a glance."""
    opening = _OPENING.match(text, end)
    if not opening or (opening["word"] and opening["word"].lower() not in _first_words()):
        return None
    inner = _inner().match(text, end)
    return inner.end() if inner else None


def is_inside(words: str) -> bool:
    """Tell whether words say flat, floor or door, and no more: "Bât. C", "3e étage"."""
    return inner_ends(f", {words}", 0) == len(words) + 2


def flat_before(text: str, start: int) -> int:
    """Return how long the words are for flats or houses right before a number and street: Flat 3, Bâtiment C."""
    begin = start
    for _ in range(_MOST_FLATS):
        length = _flat_length(text, begin)
        if not length:
            break
        begin -= length
    return start - begin


def _flat_length(text: str, start: int) -> int:
    window = before(text, start, 24)
    known = _last_words()
    lowered = window.lower()
    for word in lowered.rsplit(None, 2)[-2:]:
        if word.strip(_AROUND) in known:
            # Nearly always the flat begins with that word.
            flat = _flat().match(window, lowered.rfind(word)) or _flat().search(window)
            return len(flat[0]) if flat else 0
    return 0


@cache
def _first_words() -> frozenset[str]:
    return frozenset(
        (
            "r",
            "s",
            "km",
            "n",
            "no",
            "nr",
            *(word[0] for each in (*_inside(), *_storeys()) if (word := _WORD.match(each))),
        )
    )


@cache
def _last_words() -> frozenset[str]:
    return frozenset(each.split()[-1].strip(_AROUND) for each in _inside())


@cache
def _inside() -> tuple[str, ...]:
    return tuple(spelling for word in all_entries("addresses", "inside") for spelling in spellings(word))


@cache
def _storeys() -> tuple[str, ...]:
    return tuple(spelling for word in all_entries("addresses", "storeys") for spelling in spellings(word))


@cache
def _inner() -> re.Pattern[str]:
    words = rf"(?:(?:{either([*_inside()])}|r/ch?)(?![^\W\d_])\.?\s?{_SIGN}{_DOOR}?(?!\w))"
    ordinal = r"[0-9]{1,2}(?:st|nd|rd|th|er|ère|i?[èe]me|e|[dr]o|[tmv]o|o|a|°|\.[oa]|\.)\.?"
    floors = either([s for word in all_entries("addresses", "floors") for s in spellings(word)])
    counted = rf"[0-9]{{1,2}}\s?(?i:{floors})(?!\w)\.?"
    # In Finland the flat follows the letter of the stairs: 12 A 4.
    road = r"km\.? ?[0-9]{1,4}(?:[.,+][0-9]{1,3})?(?!\w)|[sS]/[nN]o?(?!\w)"
    flat = r"(?<=[0-9]\s[A-Z]\s)[0-9]{1,3}(?=\s?[,\n\0]|\s?\Z)"
    other = r"(?i:nr|n[o°]?)\.?\s?[0-9]{1,4}[A-Za-z]?(?!\w)"
    storey = rf"(?:{ordinal}(?:\s?-?\s?{_LETTER})?(?!\w)|[0-9]{{1,2}}\s?-?[A-Z](?!\w)|\"[A-Z]\")"
    # "segundo izquierda", "terzo piano".
    told = rf"(?i:{either([*_storeys()])})\s(?:(?i:{either([*_inside()])})(?!\w)|[A-Z](?!\w))"
    return re.compile(
        rf"(?:\s?,\s?|\s|-(?={ordinal}(?!\w)))(?:{told}|{flat}|{road}|{other}|{counted}|(?i:{words})|{storey}(?:\s?(?i:{words}))?)"
    )


@cache
def _flat() -> re.Pattern[str]:
    words = rf"(?i:{either([*_inside()])})(?![^\W\d_])\.?\s?{_SIGN}"
    return re.compile(rf"(?<![\w])(?!#){words}(?:(?:[0-9]{{1,4}}[A-Za-z]?|[A-Z])(?:\s?,\s?|\s))?\Z")
