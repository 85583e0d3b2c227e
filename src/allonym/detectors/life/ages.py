"""Ages, in digits and words: "19 år", "nitton år gammal", "18 y.o.", "aged 34", "42-jährig", "عمري عشرون سنة".

A number of years is an age if a word before or behind it says so; without one it is a length of time. Beside such a
word a misspelt number is read as well ("niotton år gammal"), but never alone.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before, lower
from allonym.detectors.life.aging import Cue, age_words
from allonym.detectors.life.counting import Number, close_number, number_after, number_before_unit
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import ends_with, follows, listed
from allonym.detectors.life.lexicon import Hit, lexicon_of
from allonym.detectors.life.measuring import UNITS
from allonym.detectors.life.numerals import Page
from allonym.languages.pack import CODES
from allonym.languages.words import either, entries, everywhere, spellings

_OLDEST = 125
_COMPACT = Expression(
    r"(?:\s?y\.? ?/?o\b\.?|[ \-]?yr?s?\.?[ \-]old|[ \-]?year[ \-]olds?"
    r"|[ \-]?jährige?[nrsm]?|\s?j\.(?=[\s\0,;)]|\Z)|[ \-:]?åring\w*|[ \-]?årig\w*|[ \-]?årsåldern"
    r"|[ \-']?enn[ei])(?![^\W_])"
)
# What was counted, after all: "15 años de experiencia", "5 years ago".
_NO_AGE = Expression(
    r"\s(?:de\s|d'|di\s|of\s)?(?:exp[eé]rien\w+|espe\w+|experi\w+|berufs\w+|erfahrung|(?:in |i |en |em )?prison|"
    r"haft|freiheitsstrafe|(?:i )?fängelse|cárcel|prisión|r[eé]clusi\w+|emprisonnement|detenzione|ancienneté|mariage|"
    r"matrimoni\w+|service|servi[cz]\w+|carri?er\w+|carrière|étude\w*|studi\w*|estudi\w*|recul|près|"
    r"carcere|prisão|ago|fa|atrás|atras|sedan|sen|later|später|más|mais|more|younger|older|jünger|älter|yngre|äldre|junior|senior|"
    r"garanti\w*|warranty|history|antigüedad|evolución|evolucion|seguimiento|tratamiento|follow-up)\b"
)
# "Lived with her mother for 36 years".
_FOR = (
    r"(?:for|since|over|por|durante|pendant|depuis|dans|seit|für|während|per|hace|hasta|desde|sedan|under|efter|منذ|لمدة"
    r"|خلال)\b"
)
_COMPACT_LETTERS = frozenset("yjåe")
_MARKS = frozenset(",)")
_OPENS = frozenset(" (")
_MARKED = frozenset({", ,", " ()"})
_CHAINS = frozenset(".,/-_")
_NO_NUMBER = frozenset(".,;:!?)\0…")
_WORD = Expression(r"[^\W_]+")
_CLOSED = Expression(r"\s?(?:[.,;:!?)\n\0'’]|\Z|(?:and|but|now|och|men|und|or|nu|jetzt|lol)\b|from)")
# German "im 15. Jahrhundert" is no English "I'm 15."
_ORDINAL = Expression(r"\.\s?(?:jahr|jh|lebens|und\b|oder\b|bis\b|bez|monat|stock|kapitel|spiel|minute)")
_APART = Expression(r"(?:[,،(] ?|^|\n)\Z")
_CLOSED_BY = Expression(r"[,،.)\n\0]|\Z")


def ages(text: str) -> Iterator[Found]:
    """Find ages; the feature `value` is the number of years."""
    page = Page(text, lower(text))
    return ages_among(page, lexicon_of(age_words).hits(page.lowered))


def ages_among(page: Page, hits: Iterable[Hit[Cue]]) -> Iterator[Found]:
    """Find ages, given where words that speak of them stand."""
    lowered = page.lowered
    yield from _compact(page)
    for hit in hits:
        start, end, cue = hit
        if cue.kind == "unit":
            found = _with_unit(page, hit)
        elif cue.kind == "word":
            # "La cinquantaine de personnes" counts them.
            counts = lowered.endswith("aine", start, end) and lowered.startswith((" de ", " d'"), end)
            found = None if counts else _found(start, end, Number(start, cue.value, "words"), 0.7)
        else:
            found = _without_unit(lowered, hit) if lowered[end : end + 1] not in _NO_NUMBER else None
        if found:
            yield found


def _compact(page: Page) -> Iterator[Found]:
    """Find numbers with "y.o.", "jährig" or "årig" behind them, and those between marks behind a word for somebody."""
    lowered = page.lowered
    for start, end, previous, following, _ in page.numerals:
        if following in _MARKS:
            if end - start <= 2 and previous in _OPENS and (found := _between_marks(lowered, start, end)):
                yield found
            continue
        if following not in _COMPACT_LETTERS and lowered[end + 1 : end + 2] not in _COMPACT_LETTERS:
            continue
        if end - start > 3 or previous in _CHAINS or previous.isalnum():
            continue
        match = _COMPACT.match(lowered, end)
        found = match and _found(start, match.end(), Number(start, int(lowered[start:end]), "digits"), 0.9)
        if found:
            yield found


def _between_marks(lowered: str, start: int, end: int) -> Found | None:
    """Find a number between commas or in brackets behind a word for somebody: "the boy, 8, was", "Schüler (17)"."""
    before_it = lowered[start - 2 : start]
    if before_it + lowered[end] not in _MARKED or word_before(lowered, start - 2) not in _nouns(*CODES):
        return None
    return _found(start, end, Number(start, int(lowered[start:end]), "digits"), 0.6)


def _with_unit(page: Page, hit: Hit[Cue]) -> Found | None:
    lowered, (begin, end, (_, codes, value)) = page.lowered, hit
    stop = begin - (lowered[begin - 1 : begin] in {" ", "-"})
    number = number_before_unit(page, stop)
    babies = value == 0
    if number is None and babies:
        return None
    start = number.start if number else stop - len(word_before(lowered, stop))
    # Only a long word can be a number misspelt.
    if number is None and stop - start < 6:
        return None
    after = follows("ages.after", *codes).match(lowered, end)
    if not after and not _is_cued(lowered, start, codes, babies):
        apart = number and not babies and _is_apart(lowered, start, end)
        return _found(start, end, number, 0.65) if number and apart else None
    if not after and _NO_AGE.match(lowered, end):
        return None
    if number is None:
        value = close_number(lowered[start:stop])
        return (
            None if value is None else _found(start, after.end() if after else end, Number(start, value, "words"), 0.6)
        )
    return _found(start, after.end() if after else end, number, 0.9, babies)


def _without_unit(lowered: str, hit: Hit[Cue]) -> Found | None:
    number = number_after(lowered, hit[1])
    if not number or number.value is None or not 1 <= number.value <= 110:
        return None
    speaks = hit[2].kind == "speaker"
    start, end = number.start, number.end
    if speaks and _ORDINAL.match(lowered, end):
        return None
    if (speaks and (number.value < 5 or not _CLOSED.match(lowered, end))) or _unit_behind().match(lowered, end):
        return None
    return _found(start, end, Number(start, number.value, number.form), 0.5 if speaks else 0.75)


def _is_cued(lowered: str, start: int, codes: tuple[str, ...], babies: bool) -> bool:
    if lowered.endswith(("il y a ", "y'a "), 0, start):
        return False
    if ends_with("ages.alone" if babies else "ages.before", *codes).before(lowered, start, 32):
        return True
    window = before(lowered, start, 32)
    return not _nouns(*codes).isdisjoint(_WORD.findall(window)) and _person(*codes).search(window) is not None


def _is_apart(lowered: str, start: int, end: int) -> bool:
    """Tell whether years stand between commas or brackets, as in "Anna, 19 år, bor i Lund"."""
    return _CLOSED_BY.match(lowered, end) is not None and _APART.search(before(lowered, start, 3)) is not None


def _found(start: int, end: int, number: Number, score: float, babies: bool = False) -> Found | None:
    if number.value is not None and number.value > _OLDEST:
        return None
    known = number.value is not None and not babies
    features: Features = (("form", number.form), *((("value", str(number.value)),) if known else ()))
    return Found(start, end, "AGE", score, "age", features)


@cache
def _nouns(*codes: str) -> frozenset[str]:
    """Return the words for people of that age: "man", "kvinna"."""
    return frozenset(spelling for code in codes for word in listed(code, "ages.nouns") for spelling in spellings(word))


@cache
def _person(*codes: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![^\W_])(?:{either([*_nouns(*codes)])})(?: (?!{_FOR})[^\W\d_]{{3,14}}){{0,2}}"
        r"(?:,? (?:of|de|di|von|på|d'|de unos|de aproximadamente|är|var|is|was|ist|war|a|ha|tem|tiene|tenía)|,| \()?"
        r" ?\Z"
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
