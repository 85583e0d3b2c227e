"""How old somebody was who did something, "his hip at 81", "mit 84 gestorben", and ages by ten: "his late 50s"."""

import re
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after, before
from allonym.detectors.life.age_words import any_of, counts_other, is_person, may_end, ordered, says_when, words_of
from allonym.detectors.life.aging import Cue, found_age
from allonym.detectors.life.counting import Number
from allonym.detectors.life.lexicon import Hit
from allonym.detectors.life.named_ages import is_given
from allonym.detectors.life.numerals import Page
from allonym.languages.pack import CODES
from allonym.languages.words import all_entries, either, spellings

_YOUNGEST, _NO_HOUR, _OLDEST = 13, 25, 110
_WORD = Expression(r"[^\W\d_]+")
_SENTENCE = Expression(r"[.!?\n\0]")
_BEFORE, _BEHIND = 72, 56
_OPENING = 3
_NAME = Expression(r"(?<![^\W_])([A-ZÀ-Þ][^\W\d_]+) \Z")
_TENS = Expression(r"(?:['’]?s)(?![^\W_])")


def led_age(page: Page, start: int, end: int, lead: str) -> Found | None:
    """Find an age in digits behind "at", "mit" or "a los", or behind what tells the part of ten years: "Mitte 50"."""
    value = int(page.lowered[start:end])
    if lead in words_of("copula"):
        return _of_name(page, start, end, lead)
    if not _YOUNGEST <= value <= _OLDEST:
        return None
    number = Number(start, value, "digits")
    if lead in words_of("decade"):
        other = counts_other(page.lowered, end) or ordered().match(page.lowered, end)
        told = value % 10 == 0 and not other and _is_closed(page, end, CODES)
        return found_age(start - len(lead) - 1, end, number, 0.75) if told else None
    return found_age(start, end, number, 0.5) if _is_at(page, start, end, lead) else None


def _of_name(page: Page, start: int, end: int, lead: str) -> Found | None:
    """Find an age behind a first name: "Kim is 31 and works nights"."""
    number = Number(start, int(page.lowered[start:end]), "digits")
    if not _YOUNGEST <= (number.value or 0) <= _OLDEST or counts_other(page.lowered, end):
        return None
    if ordered().match(page.lowered, end) or not _is_closed(page, end, CODES):
        return None
    name = _NAME.search(before(page.text, start - len(lead) - 1, 24))
    return found_age(start, end, number, 0.5) if name and is_given(name[1]) else None


def said_age(page: Page, hit: Hit[Cue]) -> Found | None:
    """Find an age in words behind "at": "mit achtzehn bin ich ausgezogen"."""
    start, end, (_, codes, value) = hit
    lead = next(word for word in words_of("at", *codes) if page.lowered.startswith(f"{word} ", start))
    number = Number(start + len(lead) + 1, value, "words")
    return found_age(number.start, end, number, 0.5) if _is_life(page, number, end, codes) else None


def tens(lowered: str, start: int, end: int) -> Found | None:
    """Find ten years of somebody: "in his late 50s", "her mid-30s"."""
    match = _TENS.match(lowered, end) if end - start < 3 and lowered[end - 1] == "0" else None
    if not match:
        return None
    window = before(lowered, start, 28)
    whose = _whose().search(window) or _about().search(window) or _of_somebody(lowered, match.end(), window)
    number = Number(start, int(lowered[start:end]), "digits")
    return found_age(start - len(whose[1]), match.end(), number, 0.8) if whose else None


@cache
def leading_words() -> frozenset[str]:
    """Return the last words of what leads to such an age."""
    phrases = (*words_of("at"), *words_of("decade"), *words_of("copula"))
    return frozenset(phrase.rpartition(" ")[2] for phrase in phrases)


def _is_at(page: Page, start: int, end: int, lead: str) -> bool:
    """Tell whether a life is spoken of around a number behind "at"."""
    lowered = page.lowered
    if counts_other(lowered, end) or not lowered.endswith(_phrases(lead), 0, start):
        return False
    return _is_life(page, Number(start, int(lowered[start:end]), "digits"), end, _codes(lead))


def _is_life(page: Page, number: Number, end: int, codes: tuple[str, ...]) -> bool:
    lowered, start = page.lowered, number.start
    around = _words(_SENTENCE.split(before(lowered, start, _BEFORE))[-1])
    behind = _words(_SENTENCE.split(after(lowered, end, _BEHIND))[0])
    # "At 19 she got married"; in German the verb comes last anyway.
    around |= behind if "de" in codes or len(around) <= _OPENING else frozenset()
    if not _is_closed(page, end, codes) or not around.isdisjoint(words_of("measured", *codes)):
        return False
    if not around.isdisjoint(words_of("events", *codes)):
        return True
    late = (number.value or 0) >= _NO_HOUR and not around.isdisjoint(words_of("did", *codes))
    return late and any(is_person(word) for word in around)


def _is_closed(page: Page, end: int, codes: tuple[str, ...]) -> bool:
    """Tell whether nothing follows that is counted; German nouns have capitals."""
    if may_end(page.lowered, end) or says_when(page.lowered, end):
        return True
    word = _WORD.match(page.lowered, end + 1) if page.lowered[end : end + 1] == " " else None
    if not word or page.text[end + 1].isupper():
        return False
    return word[0] in words_of("events", *codes) or word[0] in words_of("onward", *codes)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))


@cache
def _phrases(lead: str) -> tuple[str, ...]:
    return tuple(f"{phrase} " for phrase in words_of("at") if phrase.rpartition(" ")[2] == lead)


@cache
def _codes(lead: str) -> tuple[str, ...]:
    return tuple(code for code in CODES if any(word.rpartition(" ")[2] == lead for word in words_of("at", code)))


def _of_somebody(lowered: str, end: int, window: str) -> re.Match[str] | None:
    """Return what leads to ten years that a word for somebody follows: "a late-50s man", but not "a late 90s song"."""
    word = _WORD.match(lowered, end + 1) if lowered[end : end + 1] == " " else None
    return _one_in().search(window) if word and is_person(word[0]) else None


@cache
def _one_in() -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])an? ((?:{any_of('decade_part')})[ \-])\Z")


@cache
def _about() -> re.Pattern[str]:
    """Return what leads to ten years without a pronoun: "male, mid-30s"; "the mid-30s" are others."""
    somebody = either([*words_of("nouns"), *words_of("roles"), *words_of("sexes")])
    return re.compile(rf"(?<![^\W_])(?:{somebody}),? (?:in )?((?:{any_of('decade_part')})[ \-])\Z")


@cache
def _whose() -> re.Pattern[str]:
    parts = either([s for word in all_entries("dates", "parts") for s in spellings(word)])
    return re.compile(rf"(?<![^\W_])(?:{any_of('whose')}) ((?:(?:{parts})[ \-]?)?)\Z")
