"""Ages without a word for years: "she just turned 40", "my son is seven and", "wird am 3. Mai zwölf", "40th birthday".

A number alone says little, so nothing may follow that it could count.
"""

import re
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.age_words import (
    ENDS,
    any_of,
    counts_other,
    ends_sentence,
    may_end,
    ordered,
    ordinals,
    says_when,
    shown,
    when_ends,
    words_of,
)
from allonym.detectors.life.aging import Cue, found_age
from allonym.detectors.life.counting import Number, Reach, is_number_of, number_after, number_before, number_words
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import follows
from allonym.detectors.life.lexicon import Hit
from allonym.detectors.life.slipped_years import slipped_end
from allonym.languages.pack import CODES

_LEAST = {
    "alone": 1,
    "turns": 1,
    "dated": 13,
    "person": 2,
    "speaker": 5,
    "has": 13,
    "starts": 13,
    "clause": 3,
    "reaches": 2,
    "field": 1,
}
"""The youngest age that each sort of cue tells: "I was two" is said of a rank or of friends."""
_AT = 13
"""Before this, "died at 8" is rather the hour."""
_MOST = 110
_BIRTHDAYS = frozenset({"birthday", "birthday_loose"})
_DATED = frozenset({"person", "turns", "alone", "dated"})
"""Behind these a date may stand before the number; behind "wurde", it must: "Anna wurde im Mai achtzig"."""
_IN_WORDS = frozenset({"alone", "dated"})
_SURE = frozenset({"alone", "reaches"})
# "I am 16" is rather an age than German "am 16".
_SCORES = {"alone": 0.75, "reaches": 0.75, "speaker": 0.55}
_OF_CHILDREN = frozenset({"alone", "turns", "person"})
# "She is 5 ½", "aged 25-30".
_MORE = Expression(r"\s?[½¼¾]|\s?[-–]\s?[0-9]{1,2}(?![\w]|[.,:/][0-9])")
_CLAUSE = frozenset(("", *".,!?\n\0"))
_DIGIT = Expression("[0-9]")
_NO_NUMBER = frozenset(".,;:!?)،؛؟\0…")
_SHORT_IS = Expression(r"['’]s(?= )")
_BIRTHDAY = Expression(r"(?<![\w.,:/])([1-9][0-9]{0,2})(?:(?:st|nd|rd|th|er|e|ème|\.o|[.ºª°]) ?|(?<=[0-9][0-9]) )\Z")
_ARABIC_WORDS = Expression(r" ?([\u0621-\u064a]+(?: [\u0621-\u064a]+)?)")
_LONG_WORD = 5
# What stands between a question and its answer: the end of it, a dash, who speaks.
_TO_ANSWER = Expression(
    r"[^.!?؟\n\0]{0,48}+[?؟]++\s?(?:\n\s?)?(?:[-–—•>] ?)?(?:[^\W\d_][^\W_]{0,16}(?: [^\W_]{1,16})?: ?)?"
)
_GRADES = 21
"""In French schools a smaller number is rather a grade: "j'ai 16"."""


def bare_age(lowered: str, hit: Hit[Cue]) -> Found | None:
    """Find the age that a cue leads to, or, of a few cues, the one before it: "ist 12 geworden"."""
    start, end, (kind, codes, _) = hit
    if kind == "behind":
        return _before(lowered, start)
    if kind in _BIRTHDAYS:
        return _birthday(lowered, start, end, kind == "birthday")
    if kind == "moves":
        return _moved(lowered, end)
    if kind == "asked":
        return _answer(lowered, end, codes)
    opens = kind != "starts" or lowered[max(0, start - 2) : start].rstrip(" ")[-1:] in _CLAUSE
    return _led_to(lowered, hit) if opens else None


def _led_to(lowered: str, hit: Hit[Cue]) -> Found | None:
    """Find the age behind a cue."""
    start, end, (kind, codes, _) = hit
    place = _number_place(lowered, end, kind, codes)
    if place is None:
        return None
    at, kind = place
    reach = _reach(lowered, at, kind, codes)
    hour = kind == "turns" and lowered.endswith(_like_hours(), start, end)
    if not reach or reach.value is None:
        return None
    half = follows("units.half", *codes).match(lowered, reach.end) or _MORE.match(lowered, reach.end)
    least = _AT if hour else 1 if half else _GRADES if kind == "has" and "fr" in codes else _LEAST[kind]
    stop = half.end() if half else reach.end
    number = Number(reach.start, reach.value, reach.form)
    if not half and 1 < reach.value <= _MOST and (slipped := slipped_end(lowered, stop, codes)):
        return found_age(reach.start, slipped, number, 0.6)
    if not least <= reach.value <= _MOST or not _ends_well(lowered, reach.start, stop, kind, codes):
        return None
    return found_age(reach.start, stop, number, _SCORES.get(kind, 0.5))


def _ends_well(lowered: str, begin: int, stop: int, kind: str, codes: tuple[str, ...]) -> bool:
    if kind not in _SURE and (ordered().match(lowered, stop) or not _is_closed(lowered, stop, kind, codes)):
        return False
    # "Im 25 m, single" is told by its end; "the second and sixtieth" counts nothing.
    if kind in _SURE and lowered[begin:stop] in ordinals():
        return True
    return not counts_other(lowered, stop) or (kind not in _SURE and lowered[stop + 1 : stop + 2] == "m")


def _reach(lowered: str, at: int, kind: str, codes: tuple[str, ...]) -> Reach | None:
    """Return the number at a place, in the words of one of some languages."""
    if "ar" in codes and (ordinal := _ordinal_after(lowered, at)):
        return ordinal
    reach = number_after(lowered, at) if kind != "reaches" else None
    if reach and (reach.form == "digits" or is_number_of(lowered[reach.start : reach.end], *codes)):
        return reach
    if kind in _OF_CHILDREN and (fraction := follows("units.fractions", *codes).match(lowered, at)):
        return Reach(fraction.start() + 1, fraction.end(), 2, "words")
    return None


def _number_place(lowered: str, end: int, kind: str, codes: tuple[str, ...]) -> tuple[int, str] | None:
    """Return where the number of a cue is to follow, behind "is" of a person or behind "almost", and what leads to it.

    In German the verb of a clause may follow the number, "als Oma achtzig wurde", and in notes no verb leads to it:
    "Kille 28 söker rum".
    """
    if lowered[end : end + 1] in _NO_NUMBER:
        return _place_aside(lowered, end, kind, codes)
    if kind == "person":
        verb = _SHORT_IS.match(lowered, end) or follows("ages.copula", *codes).match(lowered, end)
        if not verb and "de" not in codes and not lowered[end + 1 : end + 2].isdigit():
            return None
        end, kind = (verb.end(), kind) if verb else (end, "clause")
    later = _behind_date(lowered, end, kind) if kind in _DATED else end
    if kind == "dated" and later == end:
        return None
    end = later
    while near := follows("ages.near", *codes).match(lowered, end):
        end = near.end()
        if kind in _SURE:
            break
    return end, kind


def _place_aside(lowered: str, end: int, kind: str, codes: tuple[str, ...]) -> tuple[int, str] | None:
    """Return where a number follows somebody between commas, behind "now" or the like: "my twins, now seven, love"."""
    if kind != "person" or lowered[end] != ",":
        return None
    aside = follows("ages.aside", *codes).match(lowered, end + 1)
    return (aside.end(), kind) if aside else None


def _behind_date(lowered: str, end: int, kind: str) -> int:
    """Return where a date ends that stands before the number: "fyller den 12 juli nittio"."""
    later = when_ends(lowered, end)
    number = number_after(lowered, later) if later != end else None
    # "Mai 80" is rather the year; behind a day a number is none.
    is_year = kind in _IN_WORDS and number and number.form != "words" and not _DIGIT.search(lowered, end, later)
    return later if number and not is_year else end


def _ordinal_after(lowered: str, at: int) -> Reach | None:
    """Return which year of life follows: "في سن السادسة عشرة"."""
    match = _ARABIC_WORDS.match(lowered, at)
    while match:
        if (value := ordinals().get(match[1])) is not None:
            return Reach(match.start(1), match.end(1), value, "words")
        match = _ARABIC_WORDS.fullmatch(lowered, at, match.start(1) + match[1].rfind(" ")) if " " in match[1] else None
    return None


def _before(lowered: str, start: int) -> Found | None:
    if lowered[start - 1 : start] != " ":
        return None
    words = before(lowered, start - 1, 32).split(" ")
    for count in (2, 1) if lowered[start] >= "\u0600" else ():
        phrase = " ".join(words[-count:])
        # Tens are found together with what follows them.
        value = None if " و" in phrase else ordinals().get(phrase)
        if value is not None and (value % 10 or " " in phrase or value < _AT):
            return found_age(start - 1 - len(phrase), start - 1, Number(start, value, "words"), 0.7)
    number = number_before(lowered, start - 1)
    told = number and number.value is not None and 1 <= number.value <= 99
    return found_age(number.start, start - 1, number, 0.6) if number and told else None


def _birthday(lowered: str, start: int, end: int, sure: bool) -> Found | None:
    """Find the number of a birthday: "her 40th birthday", "zum achtzigsten Geburtstag"."""
    if match := _BIRTHDAY.search(before(lowered, start, 10)):
        number = Number(start - len(match[0]), int(match[1]), "digits")
    else:
        word = word_before(lowered, start - 1) if lowered[start - 1 : start] == " " else ""
        # The ordinal may be inflected.
        value = number_words().get(word) or number_words().get(word[:-1])
        if not value or len(word) < _LONG_WORD or is_number_of(word, *CODES):
            return None
        number = Number(start - 1 - len(word), value, "words")
    told = sure or word_before(lowered, number.start - 1) in words_of("whose")
    return found_age(number.start, end, number, 0.7) if told else None


def _moved(lowered: str, end: int) -> Found | None:
    """Find how old somebody was who moved: "moved to Boston at 22", "kam mit 22 nach Köln"."""
    match = _moves_at().match(lowered, end)
    if not match or int(match[1]) < _AT:
        return None
    return found_age(*match.span(1), Number(match.start(1), int(match[1]), "digits"), 0.5)


def _answer(lowered: str, end: int, codes: tuple[str, ...]) -> Found | None:
    """Find the age that answers a question: "How old are you? 34"."""
    asked = _TO_ANSWER.match(lowered, end)
    if not asked:
        return None
    at = asked.end()
    near = follows("ages.near", *codes).match(lowered, at - 1)
    reach = number_after(lowered, near.end() if near else at)
    if not reach or not reach.value or reach.value > _MOST:
        return None
    if reach.form != "digits" and not is_number_of(lowered[reach.start : reach.end], *codes):
        return None
    years = follows("ages.year", *codes).match(lowered, reach.end)
    stop = years.end() if years else reach.end
    told = years or (may_end(lowered, stop) and not counts_other(lowered, stop))
    return found_age(reach.start, stop, Number(reach.start, reach.value, reach.form), 0.75) if told else None


def _is_closed(lowered: str, end: int, kind: str, codes: tuple[str, ...]) -> bool:
    if kind == "clause":
        ends = follows("ages.clause_ends", *codes).match(lowered, end) or shown().match(lowered, end)
        return ends is not None
    if kind == "field":
        return ends_sentence(lowered, end)
    if kind == "has":
        return ends_sentence(lowered, end) or _goes_on().match(lowered, end) is not None
    if may_end(lowered, end):
        return True
    return _is_dated(lowered, end) if kind == "speaker" else says_when(lowered, end)


def _is_dated(lowered: str, end: int) -> bool:
    """Tell whether it follows when that is: "I'm forty next month", but not "I'm 12 in line"."""
    when = lowered[end : when_ends(lowered, end)]
    return when.count(" ") > 1 or len(when) > _LONG_WORD


@cache
def _goes_on() -> re.Pattern[str]:
    """Return an expression for what else may follow "I have 16": "and I live", but not "and 17"."""
    return re.compile(rf" (?:{any_of('and_too')}) (?![0-9])[^\W_]{{1,12}}\b| (?:{any_of('closes', 'inexact')})\b")


@cache
def _like_hours() -> tuple[str, ...]:
    return tuple(f" {word}" for word in words_of("at_hours"))


@cache
def _moves_at() -> re.Pattern[str]:
    return re.compile(rf"(?: [^\W\d_]+){{0,4}}? (?:{any_of('at')}) ([1-9][0-9])(?={ENDS}| (?:{any_of('onward')})\b)")
