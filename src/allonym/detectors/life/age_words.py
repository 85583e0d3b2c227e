"""What stands around the numbers of ages, in all languages: words for people, and what may go on behind an age."""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from allonym.detectors.expressions import Expression
from allonym.detectors.life.dating import calendar, listed
from allonym.detectors.life.measuring import UNITS
from allonym.languages.pack import CODES
from allonym.languages.words import all_entries, either, entries, everywhere, numbered, spellings

ENDS = r"\s?(?:[.,](?![0-9])|['’](?![0-9])|:(?![^\W_])|[;!?)،؛؟\n\0\"”…]|\Z|[\u2600-\u27bf\U0001f300-\U0001faff])"
"""What ends a sentence or a part of one."""
_ENDS = Expression(ENDS)
_FIRST_WORD = Expression(r"-?[^\W_]+|&")
_SEX_BEHIND = Expression(r" f(?![^\W_])| m(?=\s?(?:[,./!?\n\0]|\Z))")
_WORD_NEXT, _DIGIT_NEXT = Expression(r" \w"), Expression(r" [0-9]")
_MEASURED = Expression(r"[ \-]?(?:%|€|\$|kg|km|cm|m)(?![^\W_])|[.,:/][0-9]|[^\W_]")
_APART = frozenset((" ", "-"))
_PART_OF_DATE = Expression(r" ([0-9]{1,2})\.?(?= ([^\W\d_]+))| ([^\W\d_]+)")
_DAY_ALONE = Expression(
    r" (?:am|den|on the|el|le|il|no dia|dia|يوم) (?:[12]?[0-9]|3[01])(?:\.|st|nd|rd|th|:e|:a|er)?(?= ([^\W\d_]+))"
)
_YEAR_NEXT = Expression(r" (?:19|20)[0-9]{2}(?= )")
_LONGEST_DATE, _LAST_DAY, _TEN = 4, 31, 10


@cache
def any_of(*keys: str) -> str:
    """Return an expression for the words of all languages under keys of the section [ages]."""
    return either([word for key in keys for word in words_of(key)]) or r"\0\0"


@cache
def words_of(key: str, *codes: str) -> frozenset[str]:
    """Return the words under a key of the section [ages] of some languages, or of all."""
    return frozenset(s for code in codes or CODES for word in listed(code, f"ages.{key}") for s in spellings(word))


@cache
def age_nouns(*codes: str) -> frozenset[str]:
    """Return the words for people of that age: "man", "kvinna"."""
    return words_of("nouns", *codes)


@cache
def somebody(*codes: str) -> frozenset[str]:
    """Return the words for one or several of that age: "man", "Kinder"; "an owner of 12 years" has been one so long."""
    roles = [code for code in codes if code != "en"]
    return age_nouns(*codes) | words_of("children", *codes) | (words_of("roles", *roles) if roles else frozenset())


@cache
def people() -> frozenset[str]:
    """Return the words and pronouns for somebody who may have an age."""
    return words_of("nouns") | words_of("people") | words_of("roles") | words_of("pronouns")


def is_person(word: str) -> bool:
    """Tell whether a word in small letters stands for somebody who may have an age."""
    return word in people()


class Phrases(NamedTuple):
    """Words and phrases, by the first word of each: looked up, not searched for, and made in no time."""

    by_first: dict[str, tuple[str, ...]]

    def at(self, lowered: str, place: int) -> str:
        """Return the longest phrase that begins at a place and ends with a word, or nothing."""
        first = _FIRST_WORD.match(lowered, place)
        for phrase in self.by_first.get(first[0], ()) if first else ():
            after = place + len(phrase)
            if lowered.startswith(phrase, place) and not lowered[after : after + 1].isalnum():
                return phrase
        return ""


def phrases(words: Iterable[str]) -> Phrases:
    """Make phrases to look up."""
    by_first: dict[str, list[str]] = {}
    for word in sorted(set(words), key=len, reverse=True):
        if first := _FIRST_WORD.match(word):
            by_first.setdefault(first[0], []).append(word)
    return Phrases({first: tuple(each) for first, each in by_first.items()})


@cache
def _phrases(key: str) -> Phrases:
    return phrases(words_of(key))


@cache
def _halves() -> Phrases:
    return phrases(s for word in all_entries("dates", "units", "half") for s in spellings(word))


def may_end(lowered: str, end: int) -> bool:
    """Tell whether nothing follows a number without years that it could count."""
    if _ENDS.match(lowered, end) or _SEX_BEHIND.match(lowered, end):
        return True
    apart = lowered[end : end + 1] == " "
    at = end + apart
    # Most words behind a number are none of these.
    first = _FIRST_WORD.match(lowered, at)
    if first is None or first[0] not in _openings():
        return False
    if _phrases("inexact").at(lowered, at):
        return True
    if not apart:
        return False
    if lowered.startswith("m ", at) and shown().match(lowered, at + 1):
        return True
    return _phrases("closes").at(lowered, at) != "" or _is_joined(lowered, at)


@cache
def _openings() -> frozenset[str]:
    """Return the first words of all that may follow an age."""
    return frozenset(("m", *(first for key in ("inexact", "closes", "and_too") for first in _phrases(key).by_first)))


def _is_joined(lowered: str, at: int) -> bool:
    """Tell whether "and" follows, with neither a half of something nor another number behind it."""
    joint, half = _phrases("and_too").at(lowered, at), _halves().at(lowered, at)
    if not joint or (half and _WORD_NEXT.match(lowered, at + len(half))):
        return False
    return not _DIGIT_NEXT.match(lowered, at + len(joint))


def ends_sentence(lowered: str, end: int) -> bool:
    """Tell whether a sentence or a part of one ends at a place."""
    return _ENDS.match(lowered, end) is not None


def says_when(lowered: str, end: int) -> bool:
    """Tell whether it follows when somebody turns so old."""
    return lowered[end : end + 1] == " " and _phrases("when").at(lowered, end + 1) != ""


def when_ends(lowered: str, end: int) -> int:
    """Return where the words end that say so before the number, as does a date: wird [am 3. Mai] zwölf."""
    # "Wird am 24. neunzig".
    if (day := _DAY_ALONE.match(lowered, end)) and day[1] not in calendar():
        return day.end()
    begin = end
    for _ in range(_LONGEST_DATE):
        word = _PART_OF_DATE.match(lowered, end)
        if not word or not (word[2] or word[3] in _when_words() or word[3] in calendar()):
            break
        # "Fyller den 12 juli nittio": a number is a day before its month only.
        if word[2] and (word[2] not in calendar() or int(word[1]) > _LAST_DAY):
            break
        end = word.end()
    year = _YEAR_NEXT.match(lowered, end) if end > begin else None
    return year.end() if year else end


@cache
def _when_words() -> frozenset[str]:
    return frozenset(word for phrase in words_of("when") for word in phrase.split())


@cache
def shown() -> re.Pattern[str]:
    """Return an expression for what somebody does who begins with an age: "seeks", "presents with"."""
    return re.compile(rf",? (?:(?:{any_of('and_too')}) )?(?:{any_of('shown')}|w/|[sch]/[po])(?![^\W_])")


@cache
def ordered() -> re.Pattern[str]:
    """Return an expression for what makes a number with a point an ordinal: "im 15. Jahrhundert" is no "I'm 15."."""
    return re.compile(rf"\.\s?(?:{any_of('ordered')})")


def counts_other(lowered: str, end: int) -> bool:
    """Tell whether what follows makes a number count something else."""
    if _MEASURED.match(lowered, end):
        return True
    return lowered[end : end + 1] in _APART and _counted().at(lowered, end + 1) != ""


@cache
def _counted() -> Phrases:
    lists = (entries(text) for key in UNITS for _, text in everywhere("dates", "units", key))
    return phrases([*(s for words in lists for word in words for s in spellings(word)), *words_of("counted")])


@cache
def ordinals() -> dict[str, int]:
    """Return the words that say which year of life somebody is in: "السادسة عشرة", "الثانية والستين"."""
    said = [(value, word) for _, text in everywhere("dates", "ages", "ordinals") for value, word in numbered(text)]
    ones = [(value, word) for value, word in said if value < _TEN]
    tens = [(value, word) for value, word in said if value > _TEN and value % _TEN == 0]
    both = [(one + ten, f"{word} و{more}") for one, word in ones for ten, more in tens]
    return {s: value for value, word in (*both, *said) for s in spellings(word)}
