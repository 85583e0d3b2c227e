"""Corners of two streets, of which one has a word that counts only with a number: 5th Ave and [E 42nd St]."""

from collections.abc import Iterable, Iterator
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.life.streets import listed
from allonym.languages.words import all_entries

_OTHER = Expression(
    lambda: (
        rf"(?P<joint> (?:{listed('corners')}) |\s?[/&@]\s?)"
        r"(?P<street>(?:[NSEW]\.? |(?:North|South|East|West) )?(?:[A-Z][\w'’\-]{1,24}|[0-9]{1,3}(?:st|nd|rd|th))"
        r"(?: [A-Z][\w'’\-]{1,24})? (?P<word>[A-Z][a-z]{1,9})\.?)(?![\w'’])"
    )
)
_BEFORE = Expression(
    lambda: (
        rf"(?:\A|(?<=[\s(]))(?P<street>(?:[NSEW]\.? )?(?:[A-Z][\w'’\-]{{1,24}}|[0-9]{{1,3}}(?:st|nd|rd|th)) "
        rf"(?P<word>[A-Z][a-z]{{1,9}})\.?)(?: (?:{listed('corners')}) |\s?[/&@]\s?)\Z"
    )
)
_WIDTH = 48


def corners(text: str, known: Iterable[Found]) -> Iterator[Found]:
    """Find the street that meets one that is known, on either side of "and"."""
    for found in known:
        if found.label != "ADDRESS.STREET":
            continue
        other = _OTHER.match(text, found.end)
        if other and other["word"].lower() in _words():
            yield Found(*other.span("street"), "ADDRESS.STREET", 0.6, "street")
        window = before(text, found.start, _WIDTH)
        first = _BEFORE.search(window)
        if first and first["word"].lower() in _words():
            shift = found.start - len(window)
            yield Found(shift + first.start("street"), shift + first.end("street"), "ADDRESS.STREET", 0.6, "street")


@cache
def _words() -> frozenset[str]:
    return frozenset((*all_entries("addresses", "after"), *all_entries("addresses", "crossed")))
