"""Lengths of time as only Arabic tells them: a unit that counts one by itself, and a number behind its unit."""

import re
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.life.counting import is_number_of, number_words
from allonym.detectors.life.dating import ends_with, follows, listed
from allonym.detectors.life.lexicon import Hit
from allonym.detectors.life.measuring import Unit, iso_length
from allonym.languages.words import spellings

# Behind a unit that counts one no name of a day, month or year follows: "منذ عام 2010".
_ENDS = Expression(
    r"\s?(?:[.,،؛;:!?)\n\0]|\Z)| ?ونصف?(?![^\W_])"
    r"| (?:واحدة?|كاملة?|من|في|على|مع|ثم|أو|تقريبا|فقط|إلى(?! (?:آخر|أخرى))|بسبب|لكن|حيث)(?![^\W_])"
)

# "الأيام الخمسة", "السنوات الـ10"; what orders, as "اليوم الخامس" does, has another form.
_NUMBER = Expression(
    r" ال(?:ـ? ?(?P<digits>[0-9]{1,4})(?![\w.,:/\-])|(?P<word>[\u0621-\u064a]+)(?: (?P<teen>عشر|عشرة)(?![^\W_]))?)"
)
_ARTICLE = "ال"
_WHEN = (("relative.last", "past"), ("relative.next", "future"))


def one_unit(lowered: str, hit: Hit[Unit]) -> Found | None:
    """Find an Arabic unit that counts one by itself: "منذ أسبوع"."""
    begin, end, unit = hit
    if lowered[begin:end] not in _single() or not _ENDS.match(lowered, end):
        return None
    cue = ends_with("relative.one", *unit.codes).before(lowered, begin, 16)
    half = follows("units.half", *unit.codes).match(lowered, end)
    whole = follows("relative.whole", *unit.codes).match(lowered, end)
    if not cue and not half and not whole:
        return None
    when = "past" if cue and cue.words in past_words(*unit.codes) else ""
    told = half or whole
    start, end = cue.start if cue and when else begin, told.end() if told else end
    value = "" if half else iso_length(unit, 1)
    features: Features = tuple(
        (key, each) for key, each in (("form", "words"), ("value", value), ("when", when)) if each
    )
    return Found(start, end, "DURATION", 0.5, "duration", features)


def number_behind(lowered: str, hit: Hit[Unit]) -> Found | None:
    """Find a length of time whose number follows, both with their article: "خلال الأيام الخمسة الماضية"."""
    begin, end, unit = hit
    # "The twentieth century" has the same number, and one unit.
    several = lowered.endswith(_ARTICLE, 0, begin) and lowered[begin:end] not in _single()
    match = _NUMBER.match(lowered, end) if several else None
    value = _value(match) if match else 0
    if not match or value < 2:
        return None
    stop, when = match.end(), ""
    for key, told in _WHEN:
        if after := follows(key, *unit.codes).match(lowered, stop):
            stop, when = after.end(), told
            break
    form = "digits" if match["digits"] else "words"
    features: Features = (("form", form), ("value", iso_length(unit, value)), *((("when", when),) if when else ()))
    return Found(begin - len(_ARTICLE), stop, "DURATION", 0.6, "duration", features)


def _value(match: re.Match[str]) -> int:
    """Return the number that was read, or 0."""
    if match["digits"]:
        return int(match["digits"])
    words = f"{match['word']} {match['teen']}" if match["teen"] else match["word"]
    return number_words()[words] if is_number_of(words, "ar") else 0


@cache
def _single() -> frozenset[str]:
    return frozenset(s for word in listed("ar", "relative.one_of") for s in spellings(word))


@cache
def past_words(*codes: str) -> frozenset[str]:
    """Return the words that put a length of time into the past."""
    return frozenset(
        spelling for code in codes for word in listed(code, "relative.past") for spelling in spellings(word)
    )
