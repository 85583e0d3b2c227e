"""What stands around the numbers of ages, in all languages: words for people, and what may go on behind an age."""

import re
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.life.dating import calendar, listed
from allonym.detectors.life.measuring import UNITS
from allonym.languages.pack import CODES
from allonym.languages.words import all_entries, either, entries, everywhere, numbered, spellings

ENDS = r"\s?(?:[.,](?![0-9])|['’](?![0-9])|:(?![^\W_])|[;!?)\n\0\"”…]|\Z|[\u2600-\u27bf\U0001f300-\U0001faff])"
"""What ends a sentence or a part of one."""
_PART_OF_DATE = Expression(r" ([0-9]{1,2})\.?(?= ([^\W\d_]+))| ([^\W\d_]+)")
_LONGEST_DATE, _LAST_DAY = 4, 31


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


@cache
def closed() -> re.Pattern[str]:
    """Return an expression for what may follow a number without years: nothing that it could count."""
    halves = either([s for word in all_entries("dates", "units", "half") for s in spellings(word)])
    return re.compile(
        rf"{ENDS}|(?! (?:{halves}) \w) (?:{any_of('and_too')})\b(?! [0-9])| (?:{any_of('closes')})\b"
        rf"| ?(?:{any_of('inexact')})\b"
        rf"| f(?![^\W_])| m(?=\s?(?:[,./!?\n\0]|\Z)| (?:{any_of('shown')})(?![^\W_]))"
    )


@cache
def sentence_end() -> re.Pattern[str]:
    """Return an expression for the end of a sentence or a part of one."""
    return re.compile(ENDS)


@cache
def said_when() -> re.Pattern[str]:
    """Return an expression for what says when somebody turns so old, behind the number."""
    return re.compile(rf" (?:{any_of('when')})\b")


def when_ends(lowered: str, end: int) -> int:
    """Return where the words end that say so before the number, as does a date: wird [am 3. Mai] zwölf."""
    for _ in range(_LONGEST_DATE):
        word = _PART_OF_DATE.match(lowered, end)
        if not word or not (word[2] or word[3] in _when_words() or word[3] in calendar()):
            break
        # "Fyller den 12 juli nittio": a number is a day before its month only.
        if word[2] and (word[2] not in calendar() or int(word[1]) > _LAST_DAY):
            break
        end = word.end()
    return end


@cache
def _when_words() -> frozenset[str]:
    return frozenset(word for phrase in words_of("when") for word in phrase.split())


@cache
def shown() -> re.Pattern[str]:
    """Return an expression for what somebody does who begins with an age: "seeks", "presents with"."""
    return re.compile(rf" (?:{any_of('shown')}|w/|[sch]/[po])(?![^\W_])")


@cache
def ordered() -> re.Pattern[str]:
    """Return an expression for what makes a number with a point an ordinal: "im 15. Jahrhundert" is no "I'm 15."."""
    return re.compile(rf"\.\s?(?:{any_of('ordered')})")


@cache
def unit_behind() -> re.Pattern[str]:
    """Return an expression for what makes a number count something else."""
    words = [
        s
        for key in UNITS
        for _, text in everywhere("dates", "units", key)
        for word in entries(text)
        for s in spellings(word)
    ]
    return re.compile(
        rf"[ \-]?(?:{either([*words, *words_of('counted')])}|%|€|\$|kg|km|cm|m)(?![^\W_])|[.,:/][0-9]|[^\W_]"
    )


@cache
def ordinals() -> dict[str, int]:
    """Return the words that say which year of life somebody is in, with its number: "السادسة عشرة"."""
    return {
        s: value
        for _, text in everywhere("dates", "ages", "ordinals")
        for value, word in numbered(text)
        for s in spellings(word)
    }
