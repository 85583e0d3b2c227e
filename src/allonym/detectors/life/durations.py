"""Lengths of time: "1000 hours", "trois semaines", "två år sedan", "vor 3 Minuten", "last year"."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, lower
from allonym.detectors.life.age_words import is_person
from allonym.detectors.life.counting import (
    ARTICLES,
    Number,
    is_number_of,
    is_ordinal,
    number_after,
    number_before_unit,
)
from allonym.detectors.life.cues import Cues, together, word_before
from allonym.detectors.life.dating import calendar, ends_with, follows
from allonym.detectors.life.days_from_today import day_from_today, when_shared
from allonym.detectors.life.lengths_in_arabic import number_behind, one_unit, past_words
from allonym.detectors.life.lexicon import Hit, lexicon_of
from allonym.detectors.life.measuring import PART, SHARED, UNITS, WHEN, Unit, iso_length, units
from allonym.detectors.life.numerals import Page
from allonym.detectors.life.short_lengths import short_lengths
from allonym.languages.words import all_entries

_GAP_OR_CUT = " -\n'’"
_CLOCK = Expression(r"\s[0-9]{1,2}[.:][0-9]{2}(?![0-9])")
_HOUR = Expression(r"\s[0-9]{1,2}(?![0-9])")
_WORD_BEHIND = Expression(r" ([\u0621-\u064a]+)")
_NUMBER_BEHIND = Expression(r"[^\0]\d")
_APART = frozenset(" -")
_ITALIAN = ("it",)
_RANK = {key: rank for rank, key in enumerate(UNITS)}
_JOINTS = frozenset({"", "and", "und", "et", "y", "e", "och", "و"})
_LONGEST_JOINT = 6
# What points to a week, a month or a longer time, and when that is.
_POINTING = (
    ("relative.part", "future"), ("relative.last", "past"), ("relative.next", "future"), ("relative.this", "future"),
)  # fmt: skip
_FIRST_YEAR = 1800
_YEARS = (1900, 2100)
# So old are those of whom Italian says "di anni 72".
_AGED = range(14, 110)
_LEADING = frozenset({"relative.part", "relative.this"})
_YEAR = Expression(r" [0-9]{3,4}(?![0-9])")
_LONG = frozenset({"W", "M", "Y", "E", "C"})
_LASTING = _LONG | {"TH"}
_WHOLE = frozenset({PART, 2})
"""What a word says that counts by itself; one unit is mostly only pointed to."""


def durations(text: str) -> Iterator[Found]:
    """Find lengths of time, and the moments that they lead to: so long ago, last week, yesterday."""
    page = Page(text, lower(text))
    return durations_among(page, lexicon_of(units).hits(page.lowered))


def durations_among(page: Page, hits: Iterable[Hit[Unit]]) -> Iterator[Found]:
    """Find lengths of time, given where words for units stand."""
    lowered = page.lowered
    yield from short_lengths(page) if page.numerals else ()
    done, last = 0, _NOTHING
    for hit in hits:
        start, end, unit = hit
        if start < done:
            continue
        when = when_shared(lowered, start, end) if unit.key == SHARED else WHEN.get(unit.key)
        if when:
            yield day_from_today(lowered, hit, when)
        # "Hier" is no length of time, whatever number stands before it: "à 20h hier soir".
        if when or unit.key == SHARED:
            continue
        number = _number(page, start, unit)
        found = _counted(lowered, hit, number) if number else _uncounted(lowered, hit)
        if found and found.label == "DURATION" and (whole := _joined(lowered, last, found, unit)):
            found, last = whole, last._replace(found=None)
        if last.found:
            yield last.found
        counted = found or number
        last = _Length(counted.start, end, unit.key, found) if counted else _NOTHING
        done = found.end if found else done
    if last.found:
        yield last.found


class _Length(NamedTuple):
    """A length of time that may go on: from where to where, its unit, and what was found, if it counts by itself."""

    start: int
    end: int
    key: str
    found: Found | None


_NOTHING = _Length(0, 0, "", None)


def _number(page: Page, start: int, unit: Unit) -> Number | None:
    """Return the number of a unit; a word for a part of one, or for two, says it itself."""
    lowered = page.lowered
    stop = start - (lowered[start - 1 : start] in {" ", "-"})
    if unit.said is None:
        number = number_before_unit(page, stop) or _before_adjective(page, stop)
        orders = number and number.form == "words" and is_ordinal(lowered[number.start : stop])
        return None if orders else number
    article = word_before(lowered, stop) if unit.said == PART and stop < start else ""
    begin = stop - len(article) if article in ARTICLES else start
    return Number(begin, unit.said or None, "words")


def _before_adjective(page: Page, stop: int) -> Number | None:
    """Return the number before a word that goes with a unit: "deux bonnes heures", "three whole days"."""
    if page.lowered[stop - 2 : stop] not in _adjective_ends():
        return None
    word = word_before(page.lowered, stop)
    at = stop - len(word) - 1
    number = number_before_unit(page, at) if word in _adjectives() and at > 0 and page.lowered[at] in _APART else None
    # "Have a good day".
    return number if number and page.lowered[number.start : at] not in ARTICLES else None


def _joined(lowered: str, last: _Length, found: Found, unit: Unit) -> Found | None:
    """Return two lengths of time as one, if the second goes on with smaller units: "ein Jahr und sechs Monate"."""
    if not last.key or not last.end < found.start <= last.end + _LONGEST_JOINT or _RANK[last.key] <= _RANK[unit.key]:
        return None
    if last.found and last.found.end != last.end:
        return None
    joint = lowered[last.end : found.start].strip(" ,")
    if joint not in _JOINTS or (not joint and not last.found):
        return None
    when = dict(found.features).get("when") or (dict(last.found.features).get("when") if last.found else "")
    features: Features = (("form", dict(found.features)["form"]), *((("when", when),) if when else ()))
    return Found(last.start, found.end, "DURATION", 0.6, "duration", features)


def _uncounted(lowered: str, hit: Hit[Unit]) -> Found | None:
    """Find what a unit is without a number before it."""
    arabic = lowered[hit[0]] >= "\u0600"
    found = (one_unit(lowered, hit) or number_behind(lowered, hit)) if arabic else None
    found = found or _moment(lowered, hit)
    return found or (_unit_first(lowered, hit) if hit[2].codes == _ITALIAN else None)


def _unit_first(lowered: str, hit: Hit[Unit]) -> Found | None:
    """Find a length of time whose number Italian courts write behind its unit: "termine di giorni trenta"."""
    begin, end, unit = hit
    if lowered[end : end + 1] != " ":
        return None
    cue = ends_with("units.first_before", "it").before(lowered, begin, 20)
    number = number_after(lowered, end) if cue else None
    if not cue or not number or not number.value:
        return None
    if number.form == "words" and not is_number_of(lowered[number.start : number.end], "it"):
        return None
    # "Di anni 74" is an age, "pena di anni due" is none.
    if unit.key == "Y" and cue.words == "di" and number.value in _AGED:
        return None
    score = 0.8 if " " in cue.words else 0.5
    features: Features = (("form", number.form), ("value", iso_length(unit, number.value)))
    return Found(begin, number.end, "DURATION", score, "duration", features)


def _counted(lowered: str, hit: Hit[Unit], number: Number) -> Found | None:
    begin, end, unit = hit
    start, codes = number.start, unit.codes
    # "4 ottobre 2022 ore 10:30": what leads to a time is no length of it.
    year = number.form == "digits" and _YEARS[0] <= (number.value or 0) < _YEARS[1]
    if unit.key == "TH" and (_CLOCK.match(lowered, end) or (year and _HOUR.match(lowered, end))):
        return None
    # In Arabic "day" leads to a date as well: "flight SV 1020, day 21 July".
    if unit.key == "D" and lowered[begin] >= "\u0600" and _is_day_of(lowered, end):
        return None
    # "2016 års modell" is of that year.
    if lowered[begin:end] == "års" and number.value and number.value >= _FIRST_YEAR:
        return None
    cue = ends_with("relative.before", *codes).before(lowered, start, 16)
    if cue and unit.key == "Y" and _is_birthday(lowered, cue.start, cue.words, codes):
        cue = None
    half = follows("units.half", *codes).match(lowered, end)
    end = half.end() if half else end
    after = follows("relative.after", *codes).match(lowered, end)
    word = cue.words if cue else after[0].strip() if after else ""
    # In Swedish only both make a moment: för två år sedan.
    if cue and (after or "sv" not in codes):
        start = cue.start
    if after:
        end = after.end()
    counts = word or half or unit.said in _WHOLE
    if not counts and (number.value == 0 or (_is_one(lowered, number.start, hit) and not _lasts(lowered, number, hit))):
        return None
    when = ("past" if word in past_words(*codes) else "future") if word and (after or start < number.start) else ""
    value = "" if half else iso_length(unit, number.value)
    features: Features = tuple(
        (key, each) for key, each in (("form", number.form), ("value", value), ("when", when)) if each
    )
    return Found(start, end, "DURATION", 0.6, "duration", features)


def _is_day_of(lowered: str, end: int) -> bool:
    """Tell whether a number or a weekday follows: "flight SV 1020, day 21 July", "train 934, day Wednesday"."""
    word = _WORD_BEHIND.match(lowered, end)
    return _NUMBER_BEHIND.match(lowered, end) is not None or (word is not None and word[1] in calendar())


def _is_one(lowered: str, start: int, hit: Hit[Unit]) -> bool:
    """Tell whether a unit has only an article before it."""
    return hit[2].said == 1 or lowered[start : hit[0]].strip(_GAP_OR_CUT) in ARTICLES


def _lasts(lowered: str, number: Number, hit: Hit[Unit]) -> bool:
    """Tell whether one unit is a length of time: "for a decade", "em um mês"; a day is mostly only pointed to."""
    key, codes = hit[2].key, hit[2].codes
    if ends_with("relative.lasted", *codes).before(lowered, number.start, 16):
        return key in _LASTING
    return key in _LONG and ends_with("relative.one", *codes).before(lowered, number.start, 16) is not None


def _is_birthday(lowered: str, start: int, cue: str, codes: tuple[str, ...]) -> bool:
    """Tell whether somebody turns so many years: "minha mãe faz 70 anos", not "faz 70 anos que"."""
    return cue in ends_with("ages.before", *codes).phrases and is_person(word_before(lowered, start - 1))


def _moment(lowered: str, hit: Hit[Unit]) -> Found | None:
    begin, end, (key, _, codes) = hit
    # An Arabic decade is a contract as well.
    if key not in _LONG or (key == "E" and lowered[begin] >= "\u0600"):
        return None
    start = begin - 2 * lowered.endswith("ال", 0, begin)
    led = _all_leading(codes).before(lowered, start, 24) is not None
    for leading, behind, features in _moments(codes):
        if led and (cue := leading.before(lowered, start, 24)):
            # "Fin de semana" comes every week, and "end of year 2014" has its year.
            if (key == "W" and cue.words in ends_with("relative.part_of_week").phrases) or _YEAR.match(lowered, end):
                return None
            # "Começo da semana que vem".
            ends = (after.end() for _, more, _ in _moments(codes) if more and (after := more.match(lowered, end)))
            return Found(cue.start, max(ends, default=end), "DATE", 0.45, "moment", features)
        if behind and (after := behind.match(lowered, end)):
            return Found(start, after.end(), "DATE", 0.45, "moment", features)
    return None


@cache
def _all_leading(codes: tuple[str, ...]) -> Cues:
    return together(ends_with(key, *codes) for key, _ in _POINTING)


@cache
def _moments(codes: tuple[str, ...]) -> tuple[tuple[Cues, re.Pattern[str] | None, Features], ...]:
    """Return what makes a moment of a unit: words before it, words behind it (not in English), and when that is."""
    return tuple(
        (
            ends_with(key, *codes),
            None if "en" in codes or key in _LEADING else follows(key, *codes),
            (("form", "words"), ("when", when)),
        )
        for key, when in _POINTING
    )


@cache
def _adjective_ends() -> frozenset[str]:
    return frozenset(word[-2:] for word in _adjectives())


@cache
def _adjectives() -> frozenset[str]:
    return frozenset(all_entries("dates", "units", "adjectives"))
