"""What a mail is made of, from its first byte to its last.

Kept        bytes that say nothing of anybody: names of headers, boundaries, empty lines
Text        a text as it is spelt in a header: a name, an address, a subject
FileName    the name of a file, spelt with signs
Body        an encoded part with texts of its own
Withheld    bytes that nobody can read: they are left out, and stay in the vault
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from urllib.parse import quote

from allonym.core.containers import SlotEdits
from allonym.core.pieces import Layout, Piece, Slot
from allonym.core.protocols import Format
from allonym.core.splice import splice
from allonym.core.types import Span
from allonym.formats.mail_coding import Coding
from allonym.formats.mail_words import encode
from allonym.formats.rebuilding import rebuilt
from allonym.formats.weaving import Weaver


@dataclass(frozen=True, slots=True)
class KeptBytes:
    """Bytes that stay as they are."""

    raw: bytes = field(repr=False)

    def slots(self) -> list[Slot]:
        """Return nothing: there is no text."""
        return []

    def write(self, weaver: Weaver, edits: SlotEdits) -> None:  # noqa: ARG002
        """Write the bytes."""
        weaver.copy(self.raw)


@dataclass(frozen=True, slots=True)
class WithheldBytes:
    """Bytes that are left out, and why."""

    raw: bytes = field(repr=False)
    reason: str

    def slots(self) -> list[Slot]:
        """Return nothing: there is no text that could be read."""
        return []

    def write(self, weaver: Weaver, edits: SlotEdits) -> None:  # noqa: ARG002
        """Write nothing in their place."""
        weaver.change(len(self.raw), b"")


@dataclass(frozen=True, slots=True)
class HeaderText:
    """A text in a header. `quoted` texts stand between quotes, in which a quote has a stroke before it."""

    raw: bytes = field(repr=False)
    column: str
    value: str = field(repr=False)
    label: str = ""
    quoted: bool = False

    def slots(self) -> list[Slot]:
        """Return the one text."""
        return [Slot(self.column, Span(0, 0), self.value, self.label)]

    def write(self, weaver: Weaver, edits: SlotEdits) -> None:
        """Write the text with its edits."""
        if not edits[0]:
            weaver.copy(self.raw)
            return
        made = encode(splice(self.value, edits[0])[0])
        if self.quoted and not made.startswith("=?"):
            made = made.replace("\\", "\\\\").replace('"', '\\"')
        elif not self.quoted and self.label == "PERSON" and set(made) & set('()<>[]:;@\\,."') and "=?" not in made:
            made = '"' + made.replace("\\", "\\\\").replace('"', '\\"') + '"'
        weaver.change(len(self.raw), made.encode("latin-1"))


@dataclass(frozen=True, slots=True)
class FileName:
    """The name of a file as a header spells it with signs: =?utf-8?q?…?=, or with a `charset` utf-8''Anna%20Berg.txt.

    Its ending is no part of what it says, and is written behind it.
    """

    raw: bytes = field(repr=False)
    column: str
    value: str = field(repr=False)
    ending: str = ""
    charset: str | None = None

    def slots(self) -> list[Slot]:
        """Return the name without its ending."""
        return [Slot(self.column, Span(0, 0), self.value, "EXTRA")]

    def write(self, weaver: Weaver, edits: SlotEdits) -> None:
        """Write the name with its edits."""
        if not edits[0]:
            weaver.copy(self.raw)
            return
        name = splice(self.value, edits[0])[0] + self.ending
        made = encode(name) if self.charset is None else self.charset + quote(name, "")
        weaver.change(len(self.raw), made.encode("latin-1"))


@dataclass(frozen=True, slots=True)
class Body:
    """A part that a format reads, after its encoding for transport is undone."""

    raw: bytes = field(repr=False)
    coding: Coding
    format: Format = field(repr=False)
    layout: Layout = field(repr=False)
    pieces: tuple[Piece, ...] = field(repr=False)
    column: str = "body"

    def slots(self) -> list[Slot]:
        """Return the texts of the part."""
        return [self._named(slot) for piece in self.pieces for slot in piece.slots]

    def write(self, weaver: Weaver, edits: SlotEdits) -> None:
        """Write the part with the edits of its texts."""
        if not any(edits):
            weaver.copy(self.raw)
            return
        data = self.coding.decode(self.raw)
        made = rebuilt(self.format, BytesIO(data), self.layout, self._by_piece(edits))
        weaver.change(len(self.raw), self.coding.encode(b"".join(made)))

    def _by_piece(self, edits: SlotEdits) -> Iterator[SlotEdits]:
        done = 0
        for piece in self.pieces:
            yield edits[done : done + len(piece.slots)]
            done += len(piece.slots)

    def _named(self, slot: Slot) -> Slot:
        column = f"{self.column}.{slot.column}" if slot.column else self.column
        return Slot(column, Span(0, 0), slot.value, slot.label, slot.fixed)


Part = KeptBytes | WithheldBytes | HeaderText | FileName | Body
