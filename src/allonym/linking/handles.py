"""Whose name a handle, an e-mail address, a link or a hashtag is made from.

Paul Watson -> pwatson@example.org, paul.watson, watsonp, @PaulWatson87, https://example.org/~pwatson
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from allonym.core.canon import at_sign
from allonym.linking.body_names import read_body
from allonym.linking.person_names import Form, read_name
from allonym.linking.spelling import as_seen, fold

MADE_OF_NAMES = frozenset({"USERNAME", "EMAIL", "URL", "HASHTAG"})
"""The labels of what may be made from a name."""
_PART = re.compile(r"[^\W\d_]+")
_HUMP = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_HOST = re.compile(r"(?:[a-z][a-z0-9+.\-]*://)?(?:www\.)?([^/?#:]*)", re.IGNORECASE)
_SHORTEST, _SHORTEST_WITHIN = 4, 2
_MOST_PARTS = 6
# In longer lists of handles every name would have to be searched for; there the index is quicker.
_GLANCE = 2000
Words = tuple[str, ...]


def may_be_made_of(handles: Iterable[str], surfaces: Iterable[str]) -> bool:
    """Tell at a glance whether one of some handles may be made from one of some names; no is sure, yes is not."""
    within = " ".join(handles).lower()
    if len(within) > _GLANCE:
        return True
    for surface in surfaces:
        lowered = surface.lower()
        for word in (lowered,) if lowered.isalpha() else _PART.findall(lowered):
            if not word.isascii() or (len(word) > _SHORTEST_WITHIN and word in within):
                return True
    return not within.isascii()


@dataclass(slots=True, repr=False)
class Makers:
    """The persons and organisations of a document, by what a handle made from their names may be."""

    language: str | None = None
    whole: dict[str, set[str]] = field(default_factory=dict)
    """The id of those whose first and last name together are these letters."""
    single: dict[str, set[str]] = field(default_factory=dict)
    """The id of those who have this word in their name."""

    def add(self, id: str, top: str, surfaces: Iterable[str]) -> None:  # noqa: A002
        """Add a person, or an organisation, by every way in which the document writes the name."""
        for surface in sorted(set(surfaces)):
            if top == "PERSON":
                self._add_person(id, read_name(surface, Form(language=self.language)).words)
            else:
                made = "".join(_PART.findall(read_body(surface, top, language=self.language).key))
                if len(made) >= _SHORTEST:
                    self.whole.setdefault(made, set()).add(id)

    def _add_person(self, id: str, words: Words) -> None:  # noqa: A002
        plain = tuple(word.replace("-", "") for word in words)
        for made in _shapes(plain):
            self.whole.setdefault(made, set()).add(id)
        for word in plain:
            if len(word) >= _SHORTEST:
                self.single.setdefault(word, set()).add(id)

    def maker_of(self, label: str, surface: str) -> str:
        """Return the id of the one whose name a handle is made from; "" if nobody's or several people's."""
        for text in _named(label, as_seen(surface)):
            parts = [fold(part) for part in _PART.findall(_HUMP.sub(" ", text))][:_MOST_PARTS]
            if maker := self._maker(parts):
                return maker
        return ""

    def _maker(self, parts: Sequence[str]) -> str:
        found = self.whole.get("".join(parts)) or self.whole.get(f"{parts[0]}{parts[-1]}" if parts else "")
        if not found:
            holders = [self.single[part] for part in parts if part in self.single]
            found = set.intersection(*holders) if holders else set()
            # One name among other words is too little: @paulfan, justice-for-marie.
            found = found if len(holders) > 1 or len(parts) == 1 else set()
        return next(iter(found)) if len(found) == 1 else ""


def _shapes(words: Words) -> Iterator[str]:
    """Return what first and last name make together: paulwatson, watsonpaul, pwatson, watsonp, paulw."""
    if len(words) < 2:
        return
    first, last = words[0], words[-1]
    shapes = {first + last, last + first, "".join(words)}
    if len(last) > 2:
        shapes |= {first[0] + last, last + first[0], "".join(word[0] for word in words[:-1]) + last}
    if len(first) >= _SHORTEST:
        shapes.add(first + last[0])
    yield from sorted(shapes)


def _named(label: str, surface: str) -> Iterator[str]:
    """Return the stretches of a handle that may be made from a name, likeliest first."""
    if label == "EMAIL":
        at = at_sign(surface)
        yield (surface if at == "@" else unquote(surface)).rpartition("@")[0]
    elif label == "URL":
        host = _HOST.match(surface)
        path = surface[host.end() :] if host else surface
        yield from reversed([part for part in re.split(r"[/?#&=]", path) if part][-_MOST_PARTS:])
        if host:
            yield host[1].rpartition(".")[0].rpartition(".")[2]
    else:
        yield surface
