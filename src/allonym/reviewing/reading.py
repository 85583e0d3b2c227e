"""Commands as they come in: every field is checked, and what is wrong with it is told without a word of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from unicodedata import category

from allonym.core.errors import InputError
from allonym.core.labels import LABELS
from allonym.core.types import Span
from allonym.reviewing.values import Mark, Party, Sheet

MOST_CHARACTERS = 10_000
"""So long may a comment be."""
MOST_REPLACEMENT = 1_000
MOST_NUMBER = 99_999
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that embed, isolate or override a direction of writing."""


class Refused(InputError):
    """A command that does not fit. Its message names the field and holds no word of a text."""


@dataclass(frozen=True, slots=True)
class Said:
    """The fields of one command, and the sheet that it speaks of."""

    sheet: Sheet = field(repr=False)
    data: Mapping[str, Any] = field(repr=False)

    def require(self, needed: Iterable[str], allowed: Iterable[str] = ()) -> None:
        """Refuse a command that lacks a field or has one that is not known."""
        needed = ("do", *needed)
        if missing := [name for name in needed if name not in self.data]:
            raise Refused(f"the command has no field {missing[0]!r}")
        if not set(self.data) <= {*needed, *allowed}:
            raise Refused(f"the command has a field that is not known; there are {', '.join((*needed, *allowed))}")

    def mark(self, name: str = "mark") -> Mark:
        """Return the mark that a field names."""
        return self._mark(self.data[name], name)

    def marks(self, name: str = "marks") -> tuple[Mark, ...]:
        """Return the marks that a field lists, each once."""
        return tuple(self._mark(each, name) for each in self._list(name))

    def party(self, name: str = "entity") -> Party:
        """Return the entity that a field names."""
        return self._party(self.data[name], name)

    def parties(self, name: str = "entities") -> tuple[Party, ...]:
        """Return the entities that a field lists, each once."""
        return tuple(self._party(each, name) for each in self._list(name))

    def label(self, name: str = "label") -> str:
        """Return the label that a field holds."""
        label = self.data[name]
        if not isinstance(label, str) or label not in LABELS:
            raise Refused(f"{name}: there is no such label")
        return label

    def span(self) -> Span:
        """Return start and end, which lie in the text and hold something."""
        most = len(self.sheet.document.text)
        start, end = self.number("start", 0, most), self.number("end", 0, most)
        if start >= end:
            raise Refused("end: it must come after start")
        if not self.sheet.document.text[start:end].strip():
            raise Refused("start: there is nothing but space")
        return Span(start, end)

    def number(self, name: str, least: int = 1, most: int = MOST_NUMBER) -> int:
        """Return a whole number."""
        number = self.data[name]
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise Refused(f"{name}: it is a whole number from {least} to {most}")
        return number

    def yes(self, name: str) -> bool:
        """Return whether a field says yes."""
        value = self.data[name]
        if not isinstance(value, bool):
            raise Refused(f"{name}: it is true or false")
        return value

    def one_of(self, name: str, known: Iterable[str]) -> str:
        """Return a word out of a few."""
        value = self.data[name]
        known = tuple(known)
        if not isinstance(value, str) or value not in known:
            raise Refused(f"{name}: it is one of {', '.join(known)}")
        return value

    def words(self, name: str, most: int = MOST_CHARACTERS) -> str:
        """Return words that somebody typed."""
        value = self.data[name]
        if not isinstance(value, str):
            raise Refused(f"{name}: it is a text")
        if len(value) > most:
            raise Refused(f"{name}: it has more than {most} characters")
        if any(0xD800 <= ord(each) < 0xE000 for each in value):
            raise Refused(f"{name}: it has half of a surrogate pair")
        return value

    def maybe_words(self, name: str, most: int = MOST_CHARACTERS) -> str | None:
        """Return words that somebody typed, or nothing."""
        return None if self.data[name] is None else self.words(name, most)

    def listed(self, name: str, known: Iterable[str]) -> tuple[str, ...]:
        """Return some words out of a few, in the order of these."""
        said, known = self._list(name, least=0), tuple(known)
        if not all(isinstance(each, str) and each in known for each in said):
            raise Refused(f"{name}: each is one of {', '.join(known)}")
        return tuple(each for each in known if each in said)

    def steps(self, name: str) -> list[Mapping[str, Any]]:
        """Return the commands that a field lists."""
        said = self._list(name)
        if not all(isinstance(each, Mapping) for each in said):
            raise Refused(f"{name}: each is a command")
        return said

    def written(self, name: str, most: int) -> str | None:
        """Return words for the output, or nothing: no signs that cannot be seen, or that turn the words around them."""
        words = self.maybe_words(name, most)
        if words and any(category(each) in {"Cc", "Zl", "Zp"} or each in TURNING for each in words):
            raise Refused(
                f"{name}: it has a line break, a control character or a sign that turns the direction of writing"
            )
        return words

    def _list(self, name: str, least: int = 1) -> list[Any]:
        value = self.data[name]
        if not isinstance(value, list) or not least <= len(value) <= 10_000:
            raise Refused(f"{name}: it is a list")
        if len({repr(each) for each in value}) < len(value):
            raise Refused(f"{name}: something stands there twice")
        return value

    def _mark(self, id_: object, name: str) -> Mark:
        found = self.sheet.mark(id_) if isinstance(id_, str) else None
        if found is None:
            raise Refused(f"{name}: there is no such mark")
        return found

    def _party(self, id_: object, name: str) -> Party:
        found = self.sheet.party(id_) if isinstance(id_, str) else None
        if found is None:
            raise Refused(f"{name}: there is no such entity")
        return found
