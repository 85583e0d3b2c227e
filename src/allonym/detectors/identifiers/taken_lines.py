"""Lines of public transport without their word, which somebody takes somewhere: "prends le 69 jusqu'à Bastille"."""

from collections.abc import Iterator
from functools import cache

from allonym.detectors.expressions import Expression
from allonym.detectors.finding import Found, after
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.nearby import words_of

_LINE = Expression(r"((?:[A-Z]{1,2}-?)?[0-9]{1,3}[A-Z]?)(?:er)?(?![\w%€$£]|[.,:/\-][0-9])")
# "Take the M1 to Leeds".
_ROADS = frozenset("MABI")
# "Ta 2 till" takes two more.
_VAGUE = frozenset({" till", " från"})
_SHORT = 4
_COUNTED = Expression(r" (?:[0-9]|(?:heart|court|task|bank)\b)")


def _look_behind_taken(text: str, at: int, end: int) -> Iterator[Found]:
    match = None if text[at].isalpha() and text[at - 1 : at].isalnum() else _LINE.match(text, end)
    if match is None or match[1][0] == "0" or (match[1][0] in _ROADS and text[end - 5 : end] == " the "):
        return
    following = after(text, match.end(), 14).lower()
    said = next((word for word in _goals() if following.startswith(word)), "")
    stop = match.end() + len(said)
    # "Take the 20 to heart", "take the 5 to 10 that are left".
    if said in _VAGUE and not text[stop + 1 : stop + 2].isupper():
        return
    if said and not text[stop : stop + 1].isalnum() and not _COUNTED.match(text, stop):
        yield Found(*match.span(1), "TRANSPORT.NUMBER", 0.7, "taken-line")


@cache
def _goals() -> tuple[str, ...]:
    return tuple(sorted((f" {word}" for word in words_of("line_to")), key=len, reverse=True))


def _taken_words() -> tuple[str, ...]:
    """Return the words before a line with a space behind them; short ones end others, and have one before them too."""
    words = sorted(words_of("line_taken"))
    short = (f"{gap}{word} " for word in words if len(word) <= _SHORT for gap in (" ", "\n", "\0"))
    return (*(f"{word} " for word in words if len(word) > _SHORT), *short, *(f"{word.title()} " for word in words))


taken_lines = Watch(_taken_words, _look_behind_taken)
"""Finds lines by who takes them, and where to."""
