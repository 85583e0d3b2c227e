"""Web addresses written so that nobody follows them: "refund-help[.]example", "evil(.)com/login"."""

from collections.abc import Iterator

from allonym.detectors.expressions import IN_LINK, Expression
from allonym.detectors.finding import Found, before
from allonym.detectors.identifiers.anchors import Watch
from allonym.detectors.identifiers.domains import is_top_level
from allonym.detectors.identifiers.internet import trim
from allonym.detectors.identifiers.wordlists import word_set

_DOTS = ("[.]", "(.)", "{.}", "[dot]", "(dot)", "[punkt]", "(punkt)", "[point]", "(point)", "[punto]", "[ponto]")
_BEFORE = Expression(
    r"(?<![\w.@])(?:[A-Za-z][a-z]{2,5}://)?[A-Za-z0-9\-]{1,40}(?:(?:\.|[\[({]\.[\])}])[A-Za-z0-9\-]{1,40}){0,3}\Z"
)
_BEHIND = Expression(
    r"(?:[A-Za-z0-9\-]{1,40}(?:\.|[\[({](?:\.|dot)[\])}])){0,2}([A-Za-z]{2,18})(?![\w@\[({\-])"
    rf"(?:[/?]{IN_LINK}{{1,200}})?"
)


def _look(text: str, at: int, end: int) -> Iterator[Found]:
    match = _BEHIND.match(text, end)
    if match is None or not (is_top_level(match[1]) or match[1] in word_set("reserved_domains")):
        return
    host = _BEFORE.search(before(text, at, 100))
    if host and any(map(str.isalpha, host[0])):
        yield Found(at - len(host[0]), trim(text, match.end(1), match.end()), "URL", 0.9, "disguised-link")


disguised_links = Watch(lambda: _DOTS, _look)
"""Finds web addresses with a dot in brackets."""
