"""Seasons and feasts: "summer 2019", "last autumn", "à Noël", "i höstas", "an Weihnachten", "el verano pasado".

A season needs a year or a word that says which. A feast counts by itself where it has one meaning ("Heiligabend"), and
the others behind a preposition: "Christmas" alone may go with a tree.
"""

import re
from functools import cache

from allonym.core.types import Features
from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found
from allonym.detectors.life.dating import Sign, between, ends_with, follows, listed, said
from allonym.detectors.life.lexicon import Hit
from allonym.detectors.life.numerals import Page

_FORM: Features = (("form", "words"),)
# A list may know Noël for a man, and German Silvester is one before his surname.
_SURE = 0.93
_NOUN_BEHIND = Expression(
    lambda: rf"[ \-](?!(?:{said('around.year_then', 'around.year_spoken', 'around.feast_then')})(?!\w))[^\W\d_]"
)
_RELATIVES = (("relative.last", "past"), ("relative.next", "future"), ("relative.this", "future"))
# These say "last" before a name only.
_BEFORE_ONLY = frozenset({"en", "de", "sv"})


def season(page: Page, hit: Hit[Sign]) -> Found | None:
    """Find a season with its year or with a word that says which, or a feast."""
    lowered, (start, end, sign) = page.lowered, hit
    if match := _year().match(lowered, end):
        year = match["year"].strip("'’-")
        features: Features = (*_FORM, ("value", year)) if len(year) == 4 else _FORM
        return Found(start, match.end(), "DATE", 0.8, "season", features)
    # Swedish "i våras" is past, "i sommar" ahead: the words say so themselves.
    if sign.kind == "feast":
        greeted = ends_with("feast_not_before", *sign.codes).before(lowered, start, 16)
        # "Mitte der Achtziger", "början av nittiotalet".
        parts = (ends_with(key, *sign.codes).before(lowered, start, 24) for key in ("relative.part", "parts"))
        start = min((part.start for part in parts if part), default=start)
        return None if greeted else Found(start, end, "DATE", 0.65 if sign.codes == ("de",) else _SURE, "feast", _FORM)
    return _told(lowered, hit) or _led(page, hit)


def _told(lowered: str, hit: Hit[Sign]) -> Found | None:
    """Find a season with a word that says which: "last summer", "l'été dernier"."""
    start, end, sign = hit
    behind = tuple(code for code in sign.codes if code not in _BEFORE_ONLY)
    for key, when in _RELATIVES:
        features: Features = (*_FORM, ("when", when))
        if cue := ends_with(key, *sign.codes).before(lowered, start, 16):
            return Found(cue.start, end, "DATE", 0.5, "season", features)
        if behind and key != "relative.this" and (match := follows(key, *behind).match(lowered, end)):
            return Found(start, match.end(), "DATE", 0.5, "season", features)
    return None


def _led(page: Page, hit: Hit[Sign]) -> Found | None:
    """Find a feast behind a preposition, if nobody is called so and nothing goes with it: "at Christmas"."""
    start, end, sign = hit
    text, lowered, name = page.text, page.lowered, page.lowered[start:end]
    if not any(name in _feasts(code) for code in sign.codes):
        return None
    if text[end : end + 1] == " " and text[end + 1 : end + 2].isupper():
        return None
    if "en" in sign.codes and _NOUN_BEHIND.match(lowered, end):
        return None
    led = ends_with("feast_before", *sign.codes).before(lowered, start, 20)
    return Found(start, end, "DATE", _SURE, "feast", _FORM) if led else None


@cache
def _feasts(code: str) -> frozenset[str]:
    return frozenset(listed(code, "feasts_led"))


@cache
def _year() -> re.Pattern[str]:
    return re.compile(
        rf"(?:[,/]?\s(?:(?:{between()})\s?)?)(?P<year>(?:1[0-9]|20)[0-9]{{2}}(?![0-9]|[.,][0-9])|['’]?[0-9]{{2}}(?!\w|[.,:][0-9]|\s?%)"
        # Swedish "sommaren -09", but no winter of -15 degrees.
        r"|-(?:0[0-9]|[4-9][0-9])(?![\w°]|[.,][0-9]|\s?°|\sgrader))"
    )
