"""Addresses of Iraq, which count quarters, alleys and houses: محلة 609 زقاق 12 دار 8, or م/903 ز/14 د/22."""

import re
from functools import cache

from allonym.detectors.finding import before
from allonym.detectors.life.address_parts import Parts
from allonym.detectors.life.streets import ARABIC_WORD, listed
from allonym.languages.words import either, entries, spellings, topic

_NUMBER = r"[0-9]{1,4}(?:/[0-9]{1,3})?(?!\w)"
_GAP = r"(?: ?[/:.] ?| رقم | )"
_JOINT = r"(?: ?[,،\-–/] ?| )"
_WIDTH = 40


def alleys(text: str, _lowered: str, start: int, end: int) -> Parts | None:
    """Read an address by the number of its quarter, and those of alley and house behind it."""
    match = None if text[start - 1 : start].isalnum() else _numbered().match(text, end)
    # "م 5 ز 3" may be anything.
    if not match or (end - start == 1 and match[2] is None):
        return None
    quarter = _quarter().search(before(text, start, _WIDTH))
    first = start - len(quarter[1]) if quarter else start
    return Parts((start, match.end()), match.span(1), end=match.end(), start=first)


@cache
def _numbered() -> re.Pattern[str]:
    alley, house = (rf"(?:{_kind(key)}){_GAP}{_NUMBER}" for key in ("alley", "house"))
    stop = rf"(?!(?:{listed('not_names')})(?![\u0621-\u064a]))"
    town = rf"(?: {stop}{ARABIC_WORD}(?=\s?[.,،؛!?)(\n\0]|\s?\Z))?"
    return re.compile(rf"{_GAP}({_NUMBER}){_JOINT}{alley}(?:{_JOINT}({house}))?{town}")


@cache
def _quarter() -> re.Pattern[str]:
    """Return an expression for the quarter that opens an address: السكن: الكرادة م/903."""
    stop = rf"(?!(?:{listed('not_names')})(?![\u0621-\u064a]))"
    return re.compile(rf"(?:\A|[\n\0]|(?<!\w)(?:{_kind('opens')}) )({stop}{ARABIC_WORD} )\Z")


@cache
def _kind(key: str) -> str:
    return either([s for word in entries(topic("ar", "addresses")[key]) for s in spellings(word)])
