"""The words that speak of ages, in all languages: "years", "aged", "quadragénaire", "achtzehnjährig"."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from allonym.core.types import Features
from allonym.detectors.finding import Found
from allonym.detectors.life.counting import Number
from allonym.detectors.life.cues import word_before
from allonym.languages.words import entries, everywhere, numbered, spellings, topic

_ENDINGS = {
    "jährig": ("de", ("", "e", "er", "en", "es", "em")),
    "åri": ("sv", ("g", "ga", "gt", "ng", "ngen", "ngar", "ngs")),
    "enne": ("it", ("",)),
    "enni": ("it", ("",)),
}
"""What German, Swedish and Italian join to a number: achtzehnjährig, artonåring, diciottenne."""
_LEAST_JOINED = {"it": 11}
_OLDEST, _MOST_JOINED = 125, 100
_KINDS = (
    "alone",
    "speaker",
    "turns",
    "dated",
    "has",
    "behind",
    "moves",
    "starts",
    "clause",
    "birthday",
    "birthday_loose",
    "reaches",
    "asked",
    "field",
)
"""The keys of the section [ages] whose words lead to a number, or follow one."""


class Cue(NamedTuple):
    """What a word of ages does: a unit behind a number, a cue before one that has no unit, or who has an age."""

    kind: str
    codes: tuple[str, ...]
    value: int | None = None


@cache
def age_words() -> dict[str, Cue]:
    """Return the words that speak of ages."""
    words: dict[str, Cue] = {}
    _add_cues(words)
    for key in ("M", "W", "D"):
        for code, text in everywhere("dates", "units", key):
            # Of babies: months, weeks and days only count with "old" behind them.
            _add(words, text, Cue("unit", (code,), 0))
    for kind, whole in (("word", _whole_ages()), ("at", _said_at())):
        for code, value, word in whole:
            words.setdefault(word, Cue(kind, (code,), value))
    return words


def _add_cues(words: dict[str, Cue]) -> None:
    for kind, key in (("unit", "year"), ("slang", "year_slang"), *((kind, kind) for kind in _KINDS)):
        for code, text in everywhere("dates", "ages", key):
            _add(words, text, Cue(kind, (code,)))
    for code, _ in everywhere("dates", "ages", "copula"):
        known = topic(code, "dates")["ages"]
        _add(words, f"{known['nouns']}, {known['people']}, {known['roles']}", Cue("person", (code,)))
    for code, text in everywhere("dates", "ages", "children"):
        _add(words, text, Cue("several", (code,)))


def _whole_ages() -> Iterator[tuple[str, int, str]]:
    for code, text in everywhere("dates", "ages", "words"):
        yield from ((code, value, word) for value, word in numbered(text))


def _said_at() -> Iterator[tuple[str, int, str]]:
    """Return numbers of years with what leads to them: "mit achtzehn", "a los sesenta"."""
    for code, text in everywhere("dates", "ages", "at"):
        leads = [lead for lead in entries(text) if len(lead) > 1]
        for value, word in numbered(topic(code, "numbers")["cardinals"]) if leads else ():
            if value > 100:
                break
            if 13 <= value <= 20 or (value > 20 and value % 10 == 0):
                yield from ((code, value, f"{lead} {word}") for lead in leads)


def _add(words: dict[str, Cue], text: str, cue: Cue) -> None:
    for word in (spelling for entry in entries(text) for spelling in spellings(entry)):
        codes = words[word].codes if word in words and words[word].kind == cue.kind else ()
        if word not in words or codes:
            words[word] = cue._replace(
                codes=tuple(dict.fromkeys((*codes, *cue.codes))), value=words.get(word, cue).value
            )


def found_age(start: int, end: int, number: Number, score: float, babies: bool = False) -> Found | None:
    """Return an age; nobody is older than the oldest."""
    if number.value is not None and number.value > _OLDEST:
        return None
    known = number.value is not None and not babies
    features: Features = (("form", number.form), *((("value", str(number.value)),) if known else ()))
    return Found(start, end, "AGE", score, "age", features)


def joined_ages(lowered: str) -> list[Found]:
    """Find ages of one word with their number: "achtzehnjährig"; to list them all would take longer than most texts."""
    return [found for ending in _ENDINGS if ending in lowered for found in _joined_ages(lowered, ending)]


def _joined_ages(lowered: str, ending: str) -> Iterator[Found]:
    at = lowered.find(ending)
    while at >= 0:
        if found := _joined_age(lowered, at, at + len(ending), *_ENDINGS[ending]):
            yield found
        at = lowered.find(ending, at + 1)


def _joined_age(lowered: str, at: int, end: int, code: str, more: tuple[str, ...]) -> Found | None:
    stem = word_before(lowered, at)
    value = _stems(code).get(stem)
    if not value:
        return None
    start, last = at - len(stem), end
    while last < len(lowered) and lowered[last].isalnum():
        last += 1
    if lowered[end:last] not in more or lowered[start:last] in age_words() or lowered[start - 1 : start].isalnum():
        return None
    return found_age(start, last, Number(start, value, "words"), 0.7)


def _cut(word: str) -> str:
    """Return an Italian number as an ending is joined to it: "vent", "ventitre"."""
    return f"{word[:-1]}e" if word[-1] == "é" else word.rstrip("aeio")


@cache
def _stems(code: str) -> dict[str, int]:
    """Return the numbers of a language that endings are joined to."""
    texts = (topic(code, "numbers")["cardinals"], topic(code, "dates").get("numbers_more", ""))
    words = [(value, word) for text in texts for value, word in numbered(text)]
    least = _LEAST_JOINED.get(code, 1)
    stems = ((_cut(word) if code == "it" else word, value) for value, word in words if " " not in word)
    return {stem: value for stem, value in stems if least <= value < _MOST_JOINED}
