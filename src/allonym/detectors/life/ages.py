"""Ages, in digits and words: "19 år", "nitton år gammal", "18 y.o.", "aged 34", "42-jährig", "عمري عشرون سنة".

A number of years is an age if a word before or behind it says so; without one it is a length of time. Beside such a
word a misspelt number is read as well ("niotton år gammal"), but never alone.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.finding import Found, before
from allonym.detectors.life.aging import Cue, age_words
from allonym.detectors.life.counting import Number, close_number, number_after, number_before
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import ends_with, follows, listed
from allonym.detectors.life.lexicon import Hit, lexicon_of, lower
from allonym.detectors.life.measuring import UNITS
from allonym.languages.words import either, entries, everywhere, spellings

_OLDEST = 125
_COMPACT = re.compile(
    r"[0-9](?<![\w.,/\-][0-9])[0-9]{0,2}(?:\s?y\.? ?/?o\b\.?|[ \-]?yr?s?\.?[ \-]old|[ \-]?year[ \-]olds?"
    r"|[ \-]?jährige?[nrsm]?|\s?j\.(?=[\s\0]|\Z)|[ \-:]?åring\w*|[ \-]?årig\w*"
    r"|[ \-']?enn[ei])(?![^\W_])"
)
# What was counted, after all: "15 años de experiencia", "5 years ago".
_NO_AGE = re.compile(
    r"\s(?:de\s|d'|di\s|of\s)?(?:exp[eé]rien\w+|espe\w+|experi\w+|berufs\w+|erfahrung|(?:in |i |en |em )?prison|"
    r"haft|(?:i )?fängelse|cárcel|prisión|"
    r"carcere|prisão|ago|fa|atrás|atras|sedan|sen|later|später|más|mais|more|younger|older|jünger|älter|yngre|äldre|junior|senior|"
    r"garanti\w*|warranty|history|antigüedad|evolución|evolucion|seguimiento|tratamiento|follow-up)\b"
)
_CLOSED = re.compile(r"\s?(?:[.,;:!?)\n\0'’]|\Z|(?:and|but|now|och|men|und|or|nu|jetzt|lol)\b|from)")
_APART = re.compile(r"(?:[,(] ?|^|\n)\Z")
_CLOSED_BY = re.compile(r"[,.)\n\0]|\Z")


def ages(text: str) -> Iterator[Found]:
    """Find ages; the feature `value` is the number of years."""
    lowered = lower(text)
    return ages_among(lowered, lexicon_of(age_words).hits(lowered))


def ages_among(lowered: str, hits: Iterable[Hit[Cue]]) -> Iterator[Found]:
    """Find ages, given where words that speak of them stand."""
    for match in _COMPACT.finditer(lowered):
        value = int(re.match(r"[0-9]+", match[0])[0])  # type: ignore[index]
        yield from _found(match.start(), match.end(), Number(0, value, "digits"), 0.9)
    for hit in hits:
        if hit.meaning.kind == "word":
            yield from _found(hit.start, hit.end, Number(hit.start, hit.meaning.value, "words"), 0.7)
        elif hit.meaning.kind == "unit":
            yield from _with_unit(lowered, hit)
        else:
            yield from _without_unit(lowered, hit)


def _with_unit(lowered: str, hit: Hit[Cue]) -> Iterator[Found]:
    if not hit.start:
        return
    stop = hit.start - (lowered[hit.start - 1 : hit.start] in {" ", "-"} and hit.start > 0)
    number = number_before(lowered, stop)
    codes, babies = hit.meaning.codes, hit.meaning.value == 0
    after = follows("ages.after", *codes).match(lowered, hit.end)
    start = number.start if number else stop
    if number is None:
        # Only a long word can be a number misspelt.
        if babies or len(word := word_before(lowered, stop)) < 6:
            return
        start = stop - len(word)
    cued = after is not None or _is_cued(lowered, start, codes, babies)
    if number and not cued and not babies and _is_apart(lowered, start, hit.end):
        yield from _found(start, hit.end, number, 0.65)
    if not cued or (not after and _NO_AGE.match(lowered, hit.end)):
        return
    misspelt = number is None
    if number is None and not babies and (value := close_number(lowered[start:stop])) is not None:
        number = Number(start, value, "words")
    if number:
        end = after.end() if after else hit.end
        yield from _found(start, end, number, 0.6 if misspelt else 0.9, babies)


def _without_unit(lowered: str, hit: Hit[Cue]) -> Iterator[Found]:
    number = number_after(lowered, hit.end)
    if not number or number.value is None or not 1 <= number.value <= 110:
        return
    speaks = hit.meaning.kind == "speaker"
    start, end = number.start, number.end
    if (speaks and (number.value < 5 or not _CLOSED.match(lowered, end))) or _unit_behind().match(lowered, end):
        return
    yield from _found(start, end, Number(start, number.value, number.form), 0.5 if speaks else 0.75)


def _is_cued(lowered: str, start: int, codes: tuple[str, ...], babies: bool) -> bool:
    window = before(lowered, start, 32)
    if window.endswith(("il y a ", "y'a ")):
        return False
    if ends_with("ages.alone" if babies else "ages.before", *codes).search(window):
        return True
    return _person(*codes).search(window) is not None


def _is_apart(lowered: str, start: int, end: int) -> bool:
    """Tell whether years stand between commas or brackets, as in "Anna, 19 år, bor i Lund"."""
    return _APART.search(before(lowered, start, 3)) is not None and _CLOSED_BY.match(lowered, end) is not None


def _found(start: int, end: int, number: Number, score: float, babies: bool = False) -> Iterator[Found]:
    if number.value is not None and number.value > _OLDEST:
        return
    known = number.value is not None and not babies
    features: Features = (("form", number.form), *((("value", str(number.value)),) if known else ()))
    yield Found(start, end, "AGE", score, "age", features)


@cache
def _person(*codes: str) -> re.Pattern[str]:
    words = [spelling for code in codes for word in listed(code, "ages.nouns") for spelling in spellings(word)]
    if not words:
        return re.compile(r"\0\0")
    return re.compile(
        rf"(?<![^\W_])(?:{either(words)})(?: [^\W\d_]{{3,14}}){{0,2}}"
        r"(?: (?:of|de|di|von|på|d'|de unos|de aproximadamente)|,| \()? ?\Z"
    )


@cache
def _unit_behind() -> re.Pattern[str]:
    words = [
        s
        for key in UNITS
        for _, text in everywhere("dates", "units", key)
        for word in entries(text)
        for s in spellings(word)
    ]
    return re.compile(
        rf"[ \-]?(?:{either(words)}|%|€|\$|kg|km|cm|m|per|percent|prozent|pounds|miles|minutes|degrees|times|feet)"
        r"(?![^\W_])|[.,:/][0-9]|[^\W_]"
    )
