"""Years in words, behind a date or a preposition: "de dos mil veinte", "duemilaventi", "in nineteen ninety-eight"."""

import re
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.life.counting import ARTICLES, cardinals, number_words
from allonym.detectors.life.dating import Sign, between, ends_with, said
from allonym.detectors.life.lexicon import Hit
from allonym.detectors.life.numerals import Page
from allonym.languages.words import all_entries, either, spellings

_NEXT = Expression(r"[ \-]([^\W\d_]+)")
_CLOSED = Expression(r"\s?[.,;:!?)،؛؟\n\0]|\s?\Z")
_AND = frozenset({"y", "e", "et", "and", "und", "och"})
_MOST = 5
_REST = Expression(r"[^\W\d_]+")
_COUNTED = Expression(lambda: rf" (?:de )?(?:{said('around.year_counts')})(?!\w)")
_THEN = Expression(lambda: rf" (?:{said('around.year_then', 'around.year_spoken')})(?!\w)")
_FORM: Features = (("form", "words"),)


def year_in_words(lowered: str, end: int) -> int | None:
    """Return where the year in words ends that follows a place; None if none does."""
    match = _opening().match(lowered, end)
    if not match:
        return None
    stop, at, joined = match.end(), match.end(), False
    for _ in range(_MOST):
        if not (word := _NEXT.match(lowered, at)):
            break
        at = word.end()
        if word[1] in _AND:
            joined = True
        # "Ochenta y uno en Soria": what counts one in Swedish is Spanish for "in".
        elif word[1] in _numbers() and (joined or word[1] not in ARTICLES):
            stop, joined = at, False
        else:
            break
    # "May twenty" is no year, nor is "3 May two thousand people".
    round_one = stop == match.end() and not match["rest"]
    return None if round_one and (match["words"] in _numbers() or not _CLOSED.match(lowered, stop)) else stop


def spoken_year(page: Page, hit: Hit[Sign]) -> Found | None:
    """Find a year in words behind a word that leads to years, or one that answers: "A: nineteen seventy-four."."""
    lowered, (start, end, sign) = page.lowered, hit
    answers = lowered[max(0, start - 2) : start] == ": "
    cue = ends_with("year_before", *sign.codes).before(lowered, start, 24)
    stop = year_in_words(lowered, start - 1) if start and (answers or cue) else None
    if not stop or stop < end or _COUNTED.match(lowered, stop) or not _is_whole(lowered, end):
        return None
    ended = _CLOSED.match(lowered, stop) or _THEN.match(lowered, stop) or (cue and _is_sure(lowered, hit, cue.words))
    return Found(start, stop, "DATE.YEAR", 0.6, "year", _FORM) if ended else None


def _is_whole(lowered: str, end: int) -> bool:
    """Tell whether what is joined to the opening of a year is a number: "neunzehnhundert|achtzig"."""
    rest = _REST.match(lowered, end)
    return not rest or cardinals().get(rest[0], 100) < 100


def _is_sure(lowered: str, hit: Hit[Sign], cue: str) -> bool:
    """Tell whether nothing but a year is said so: "in two thousand six homes", but "en el dos mil diez me mudé"."""
    start, end, sign = hit
    told = cue in ends_with("year_sure", *sign.codes).phrases
    return told or ("en" not in sign.codes and not lowered.startswith(_thousands(), start, end))


@cache
def _thousands() -> tuple[str, ...]:
    return tuple(all_entries("dates", "year_thousands"))


@cache
def _opening() -> re.Pattern[str]:
    """Return an expression for how the words of a year begin: of some languages it is one word to its end."""
    words = [spelling for word in all_entries("dates", "year_words") for spelling in spellings(word)]
    return re.compile(rf",?\s(?:(?:{between()})\s)?(?P<words>{either(words)})(?P<rest>[^\W\d_]*)")


@cache
def _numbers() -> frozenset[str]:
    parts = {part for word, value in number_words().items() if value < 100 for part in word.split()}
    # Arabic writes "and" as one word with what follows.
    return frozenset((*parts, *(f"و{part}" for part in parts if part > "\u0600")))
