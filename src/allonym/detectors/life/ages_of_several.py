"""The ages of several: "34 anni e sua sorella 29", "aged 3, 5 and 7", "the kids are 4 and 7", "Kinder (3 und 6)"."""

import re
from collections.abc import Iterator
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.age_words import (
    age_nouns,
    any_of,
    counts_other,
    ends_sentence,
    is_person,
    may_end,
    words_of,
)
from allonym.detectors.life.aging import Cue, found_age
from allonym.detectors.life.counting import Number, is_number_of, number_after, number_words
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import ends_with, follows
from allonym.detectors.life.lexicon import Hit

_ITEMS = Expression(r"[0-9]+|[^\W\d_]{2,16}(?:-[^\W\d_]{2,16})?")
_SHARED = frozenset({"unit", "person", "speaker", "slang", "alone"})
_OF = frozenset({"de", "di", "von", "mit", "på", "of"})
_NOT_BEHIND = r"(?![\w%€$£]|[.,:/][0-9])"


def another_age(lowered: str, hit: Hit[Cue], found: Found) -> Iterator[Found]:
    """Find the age of a second person, who shares the years of the first: "34 anni e sua sorella 29"."""
    several = hit[2].kind == "person" and lowered[hit[0] : hit[1]] in words_of("children")
    if (
        (several or hit[2].kind == "alone")
        and (more := _more().match(lowered, found.end))
        and may_end(lowered, more.end())
    ):
        yield from _numbers_in(lowered, *more.span())
    kind, codes, _ = hit[2]
    if kind not in _SHARED:
        return
    if match := _another().match(lowered, found.end) or _another_arabic().match(lowered, found.end):
        who = match[1].replace(",", "").split()
        # "Mon fils de 4 ans, ma fille de 6".
        last = who[-2] if len(who) > 1 and ("," in match[1] or who[-1] in _OF) else who[-1]
        counted = match[2].isdigit() or is_number_of(match[2], *codes)
        if counted and is_person(last) and may_end(lowered, match.end()):
            yield from _numbers_in(lowered, *match.span(2))
    if kind != "unit":
        return
    window = before(lowered, found.start, 40)
    shift = found.start - len(window)
    if listed_before := _listed_before().search(window):
        yield from _numbers_in(lowered, shift + listed_before.start(1), shift + listed_before.end(1))
    first = _one_before().search(window)
    told = first and word_before(window, len(window) - 1) in age_nouns(*codes)
    if first and told and ends_with("ages.before", *codes).before(lowered, shift + first.start(1), 32):
        yield from _numbers_in(lowered, shift + first.start(1), shift + first.end(1))


def listed_ages(lowered: str, start: int) -> list[Found]:
    """Find the ages of several in brackets that open before a place: "zwei Kinder (3 und 6)"."""
    listed_ones = _listed().match(lowered, start)
    if not listed_ones or word_before(lowered, start - 2) not in words_of("children"):
        return []
    return list(_numbers_in(lowered, *listed_ones.span()))


def ages_of_several(lowered: str, hit: Hit[Cue]) -> Iterator[Found]:
    """Find the ages of children: "the kids are 4, 7 and ten", "our girls, 3 and 5, are"."""
    end, codes = hit[1], hit[2].codes
    verb = follows("ages.copula_many", *codes).match(lowered, end)
    if not verb and lowered[end : end + 1] == "," and (aside := follows("ages.aside", *codes).match(lowered, end + 1)):
        yield from _aside(lowered, aside.end(), codes)
        return
    match = _several().match(lowered, verb.end() if verb else end)
    if not match or (not verb and (match[1] is None or lowered[end] not in ",:")):
        return
    stop = match.end()
    if not may_end(lowered, stop) or counts_other(lowered, stop):
        return
    joint = words_of("and_too")
    items = [each for each in _ITEMS.finditer(lowered, match.start(), stop) if each[0] not in joint]
    if all(each[0].isdigit() or is_number_of(each[0], *codes) for each in items):
        yield from _numbers_in(lowered, match.start(), stop)


def _aside(lowered: str, at: int, codes: tuple[str, ...]) -> Iterator[Found]:
    """Find an age that several have, between commas: "my twins, now seven, love it"."""
    reach = number_after(lowered, at)
    if not reach or not ends_sentence(lowered, reach.end):
        return
    if reach.form == "digits" or is_number_of(lowered[reach.start : reach.end], *codes):
        yield from _numbers_in(lowered, reach.start, reach.end)


def _numbers_in(lowered: str, start: int, end: int) -> Iterator[Found]:
    for match in _ITEMS.finditer(lowered, start, end):
        digits = match[0].isdigit()
        value = int(match[0]) if digits else number_words().get(match[0].replace("-", " "))
        number = Number(match.start(), value, "digits" if digits else "words")
        if value is not None and (found := found_age(*match.span(), number, 0.6)):
            yield found


@cache
def _and() -> str:
    return rf"(?:{any_of('and_too')})"


@cache
def _several() -> re.Pattern[str]:
    item = rf"(?:[0-9]{{1,2}}(?![0-9])|(?!{_and()} )[^\W\d_]{{2,16}})"
    return re.compile(rf"[,:]? {item}(?:, ?{item}){{0,5}}+(,? {_and()} {item})?+(?=\W|\Z)")


@cache
def _another() -> re.Pattern[str]:
    # "Y su hijo, de 4".
    who = r"((?:[^\W\d_]+(?:-[^\W\d_]+)?['’ ]){1,3}|(?:[^\W\d_]+ ){1,2}[^\W\d_]+, [^\W\d_]{2,3} )"
    return re.compile(rf"(?:,?\s{_and()}|,)\s{who}([0-9]{{1,2}}|[^\W\d_]{{3,14}}+){_NOT_BEHIND}")


@cache
def _another_arabic() -> re.Pattern[str]:
    return re.compile(
        rf" و([\u0621-\u064a]+) (?:(?:{any_of('his')}) )?([0-9]{{1,2}}|[\u0621-\u064a]{{3,12}}+){_NOT_BEHIND}"
    )


@cache
def _one_before() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.,:/])([0-9]{{1,2}})\s{_and()}\s(?:[^\W\d_]+\s){{1,3}}\Z")


@cache
def _listed() -> re.Pattern[str]:
    number = "[0-9]{1,2}"
    return re.compile(rf"{number}(?:, ?{number})*,? {_and()} {number}(?=[)\]])|{number}(?:, ?{number})+(?=[)\]])")


@cache
def _more() -> re.Pattern[str]:
    # "Aged 3, 5 and 7".
    return re.compile(rf"(?:, ?[0-9]{{1,2}}){{0,5}},? {_and()} [0-9]{{1,2}}(?![0-9])")


@cache
def _listed_before() -> re.Pattern[str]:
    # "Crianças de 2, 5 e 11 anos": all of them share the years.
    return re.compile(rf"(?<![\w.,:/])((?<!\d )[0-9]{{1,2}}(?:, ?[0-9]{{1,2}}){{0,5}})(?:, ?|,? {_and()} )\Z")
