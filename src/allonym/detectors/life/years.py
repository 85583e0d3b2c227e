"""Years that stand alone, and decades: "in 1994", "(1942)", "1939–45", "the 80s", "90-talet", "les années 80".

A number of four digits is a year only in company: a preposition before it, brackets, or the end of a phrase behind
it. "2000 people", "1990 €" and "Act 1984" are none.
"""

import re
from collections.abc import Iterator

from allonym.core.types import Features
from allonym.detectors.finding import Found, before
from allonym.detectors.life.cues import word_before
from allonym.detectors.life.dating import ARABIC, ends_with

_YEAR = re.compile(
    rf"[12](?<![^\W_{ARABIC}][12])(?<![.,:/+$€£#_=@&\-][12])[0-9]{{3}}"
    r"(?![0-9]|[.,:][0-9]|[^\W_]|\s?[%€$£°+]|/[0-9]{3}|-[^\W\d_])"
    r"(?P<to>\s?[\-–]\s?(?:[12][0-9]{3}|[0-9]{2})(?!\w|[.,:\-/][0-9])|/[0-9]{2}(?!\w|[.\-/][0-9]))?"
)
_DECADE = re.compile(
    r"[0-9](?<![\w.,:/\-][0-9])(?:[0-9]{2})?0"
    r"(?:(?P<tail>['’]?s|-talet|-tals\w*|er(?:[ \-]jahren?)?)(?![^\W_])|(?![\w%€$£]|[.,:/][0-9]))"
)
_DECADE_WORDS = frozenset({"années", "annees", "años", "anni", "anos"})
_THINGS = re.compile(
    r"\s?(?:people|persons?|personnes|personen|personas|persone|pessoas|personer|euros?|dollars?|pounds?|livres|kr(?:onor)?|mark|francs?|"
    r"kilos?|kg|km|m|meters?|mètres|meter|words?|mots|wörter|years?|ans|jahren?|años|anni|anos|år|hours?|times?|fois|mal|"
    r"calories|points?|miles?|mb|gb|mhz|watts?|hp|cc|ml|mg|g|x|einwohnern?|habitants|habitantes|abitanti|invånare|million\w*|milli\w+|"
    r"دولار|جنيه|ريال|شخص|متر|كيلو)\b"
)
_NOUN_BEHIND = re.compile(r" [^\W\d_]{3,}")
_FUNCTION_WORD = re.compile(
    r" (?:and|to|when|the|was|were|by|as|with|for|until|that|which|who|after|et|où|quand|les|des|par|pour|und|bis|als|"
    r"der|die|das|wurde|war|mit|von|auf|für|cuando|por|para|los|con|que|fue|quando|per|com|och|till|när|som|var|från|"
    r"في|من|على|إلى|حتى|هو|أن)\b"
)
_CLOSED = re.compile(r"\s?[).,;:!?\]\n\0\"”»]|\Z|\s[–—-]\s")
_HIJRI = re.compile(r"\)?\s?(?:هـ|ه\b|هجري|م\b|ميلادي)")


def years(lowered: str) -> Iterator[Found]:
    """Find years and decades, in reading order."""
    found = [*_alone(lowered), *_decades(lowered)]
    yield from sorted(found, key=lambda each: (each.start, -each.end))


def _alone(lowered: str) -> Iterator[Found]:
    for match in _YEAR.finditer(lowered):
        year = int(match[0][:4])
        if not 1000 <= year < 2100:
            continue
        end = match.end()
        score = _score(lowered, match.start(), end, year)
        if match["to"]:
            score = max(score, _score_of_range(year, match["to"].strip(" -–/")))
        if score:
            value: Features = () if match["to"] else (("value", str(year)),)
            yield Found(match.start(), end, "DATE.YEAR", score, "year", (("form", "digits"), *value))


def _score_of_range(first: int, last: str) -> float:
    """Return how sure two numbers make us of two years: "1939–45" and "1968-1970" do, "1800-2000" hardly."""
    second = int(last) if len(last) == 4 else first // 100 * 100 + int(last)
    return 0.6 if first >= 1500 and 0 < second - first < 100 and second < 2100 else 0.0


def _score(lowered: str, start: int, end: int, year: int) -> float:
    """Return how sure we are of a year by its company; 0.0: it is some other number."""
    if _HIJRI.match(lowered, end):
        return 0.8
    window = before(lowered, start, 24)
    bracketed = window.endswith("(") and lowered[end : end + 1] in {")", ",", ";"}
    if (
        (year < 1500 and not bracketed)
        or _THINGS.match(lowered, end)
        or ends_with("law_words").search(window.replace(".", ""))
    ):
        return 0.0
    if ends_with("year_before").search(window):
        counted = year % 100 == 0 and _NOUN_BEHIND.match(lowered, end) and not _FUNCTION_WORD.match(lowered, end)
        return 0.0 if counted else 0.8
    if bracketed:
        return 0.7 if year >= 1900 else 0.5
    if year < 1900:
        return 0.0
    opens = not window or window[-1] in "\n\0" or window.endswith((". ", "! ", "? ", "\n- ", "• ", "* "))
    return 0.45 if _CLOSED.match(lowered, end) or (opens and year % 100) else 0.0


def _decades(lowered: str) -> Iterator[Found]:
    for match in _DECADE.finditer(lowered):
        start, tail = match.start(), match["tail"]
        start -= lowered[start - 1 : start] in {"'", "’"} and start > 0
        window = before(lowered, start, 16)
        if tail is None:
            named = window[-1:] == " " and word_before(window, len(window) - 1) in _DECADE_WORDS
        else:
            named = tail != "er" or ends_with("decade_before").search(window) is not None
        if named:
            yield Found(start, match.end(), "DATE.YEAR", 0.7, "decade", (("form", "digits"),))
