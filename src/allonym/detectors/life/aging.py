"""The words that speak of ages, in all languages: "years", "aged", "quadragénaire", "achtzehnjährig"."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from allonym.languages.words import entries, everywhere, numbered, spellings, topic

_ENDINGS = {
    "de": ("jährig", "jährige", "jähriger", "jährigen", "jähriges", "jährigem"),
    "sv": ("årig", "åriga", "årigt", "åring", "åringen", "åringar", "årings"),
    "it": ("enne", "enni"),
}


_KINDS = ("alone", "speaker", "turns", "has", "behind", "moves", "starts")
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
    for kind, key in (("unit", "year"), *((kind, kind) for kind in _KINDS)):
        for code, text in everywhere("dates", "ages", key):
            _add(words, text, Cue(kind, (code,)))
    for code, _ in everywhere("dates", "ages", "copula"):
        known = topic(code, "dates")["ages"]
        _add(words, f"{known['nouns']}, {known['people']}", Cue("person", (code,)))
    for key in ("M", "W", "D"):
        for code, text in everywhere("dates", "units", key):
            # Of babies: months, weeks and days only count with "old" behind them.
            _add(words, text, Cue("unit", (code,), 0))
    for code, value, word in _whole_ages():
        words.setdefault(word, Cue("word", (code,), value))
    return words


def _whole_ages() -> Iterator[tuple[str, int, str]]:
    for code, text in everywhere("dates", "ages", "words"):
        yield from ((code, value, word) for value, word in numbered(text))
    for code in _ENDINGS:
        for text in (topic(code, "numbers")["cardinals"], topic(code, "dates").get("numbers_more", "")):
            for value, word in numbered(text):
                yield from ((code, value, whole) for whole in _compounds(code, word, value))


def _add(words: dict[str, Cue], text: str, cue: Cue) -> None:
    for word in (spelling for entry in entries(text) for spelling in spellings(entry)):
        codes = words[word].codes if word in words and words[word].kind == cue.kind else ()
        if word not in words or codes:
            words[word] = cue._replace(
                codes=tuple(dict.fromkeys((*codes, *cue.codes))), value=words.get(word, cue).value
            )


def _compounds(code: str, word: str, value: int) -> Iterator[str]:
    """Return the ages that German, Swedish and Italian make of a number: achtzehnjährig, artonåring, diciottenne."""
    stem = word.rstrip("aeio") if code == "it" else word
    if 1 <= value < 100 and " " not in word and (code != "it" or value > 10):
        yield from (stem + ending for ending in _ENDINGS[code])
