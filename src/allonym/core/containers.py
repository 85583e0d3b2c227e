"""Files that are not text but hold texts: zipped office files, column stores.

    read    container -> pieces, as of any file; joined they are not the file
    build   container + edits of each piece -> the new container, and the way back

The way back does not go through the format again. It says, from the first byte of the old file to the last, what
stands in the new file, too (`Copied`), and what is kept sealed (`Kept`); so the old file comes back byte for byte.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from struct import Struct
from typing import BinaryIO, Protocol, Self, TypeGuard

from allonym.core.errors import VaultDamaged
from allonym.core.pieces import BrokenPiece, Layout
from allonym.core.protocols import Format
from allonym.core.types import Edit, Span

CHUNK = 1024 * 1024
_COPIED, _KEPT = b"C", b"K"
_RANGE = Struct(">QQ")

SlotEdits = Sequence[Sequence[Edit]]
"""The edits of one piece: for each of its slots, edits of its value, in reading order."""


class _NotWritten(tuple[Sequence[Edit], ...]):
    """No edits, and a thing of its own: an empty tuple of somebody else's is not it."""

    __slots__ = ()


LEFT_OUT: SlotEdits = _NotWritten()
"""Stands where the edits of a piece would, if it is not to be written; only a loose piece is left out."""


@dataclass(frozen=True, slots=True)
class Copied:
    """Bytes of the old file that stand in the new one, from `start` on."""

    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Kept:
    """Bytes of the old file that the new one has not."""

    raw: bytes = field(repr=False)


WayBack = Iterator[Copied | Kept]


class LeftOut(str):
    """A note that something of the input is not in the output; `things` tells how many it speaks of."""

    things: int

    def __new__(cls, words: str, things: int = 1) -> Self:
        """Say it in words, and how many things are meant."""
        note = super().__new__(cls, words)
        note.things = things
        return note


class LeftRow(LeftOut):
    """A note that a row of a file inside is not in the output; a holder tells which, by `broken`."""


def first_notes(notes: Iterable[str], most: int, rest: str) -> list[str]:
    """Return so many notes; one more counts what the others speak of."""
    shown: list[str] = []
    unshown = 0
    kind: type[LeftOut] = LeftRow
    for note in notes:
        if len(shown) < most:
            shown.append(note)
        elif isinstance(note, LeftOut):
            unshown += note.things
            kind = kind if isinstance(note, LeftRow) else LeftOut
    return [*shown, kind(rest, unshown)] if unshown else shown


def left_out(notes: Iterable[str]) -> int:
    """Return how many things are not in the output, as notes say."""
    return sum(note.things for note in notes if isinstance(note, LeftOut))


class Container(Format, Protocol):
    """A format whose files are built, not written piece by piece. Its streams can be searched."""

    def is_one(self, layout: Layout) -> bool:
        """Tell whether all texts of a file are one document, so that they share pseudonyms."""
        ...

    def notes(self, stream: BinaryIO) -> list[str]:
        """Say what stays as it is although it may show somebody, and what was taken out. No words of the file."""
        ...

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:
        """Write the file with the edits of each piece, in the order of `read`; then tell the way back."""
        ...


class Holder(Container, Protocol):
    """A container of files of other formats, which are read as the user asked for."""

    def notes_read(self, stream: BinaryIO, layout: Layout) -> list[str]:
        """Say what `notes` says, of a file that was read with this layout."""
        ...

    def broken(self, stream: BinaryIO, layout: Layout) -> Iterator[BrokenPiece]:
        """Return the rows that cannot be read, each with its place where the number does not tell it."""
        ...


def is_container(format: Format) -> TypeGuard[Container]:  # noqa: A002
    """Tell whether a format is one of files that are built."""
    return hasattr(format, "build")


def notes_of(container: Container, stream: BinaryIO, layout: Layout) -> list[str]:
    """Return the notes on a file as it was read: which rows are left out depends on what was asked for."""
    return container.notes_read(stream, layout) if _is_holder(container) else container.notes(stream)


def broken_in(container: Container, stream: BinaryIO, layout: Layout) -> Iterator[BrokenPiece]:
    """Return the rows of files inside that cannot be read."""
    return container.broken(stream, layout) if _is_holder(container) else iter(())


def _is_holder(container: Container) -> TypeGuard[Holder]:
    return hasattr(container, "notes_read")


def kept(stream: BinaryIO, start: int, end: int) -> Iterator[Kept]:
    """Keep the bytes of a file between two places."""
    while start < end:
        stream.seek(start)
        raw = stream.read(min(CHUNK, end - start))
        if not raw:
            return
        start += len(raw)
        yield Kept(raw)


def pack_step(step: Copied | Kept) -> bytes:
    """Return a step of the way back as bytes."""
    return _KEPT + step.raw if isinstance(step, Kept) else _COPIED + _RANGE.pack(step.start, step.size)


def follow(steps: Iterable[bytes], new: BinaryIO) -> Iterator[bytes]:
    """Go the way back, by the steps that `pack_step` wrote: return the bytes of the old file."""
    for step in steps:
        if step[:1] == _KEPT:
            yield step[1:]
            continue
        start, size = _RANGE.unpack(step[1:])
        new.seek(start)
        while size:
            data = new.read(min(CHUNK, size))
            if not data:
                raise VaultDamaged("the way back leads behind the end of the file")
            size -= len(data)
            yield data


def pack_edits(edits: SlotEdits) -> bytes:
    """Return the edits of a piece as bytes, in the place of its text."""
    rows = [[(edit.span.start, edit.span.end, edit.replacement) for edit in slot] for slot in edits]
    return json.dumps(rows, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def unpack_edits(data: bytes) -> SlotEdits:
    """Return the edits that bytes describe; no bytes stand for a piece that is left out."""
    if not data:
        return LEFT_OUT
    rows = json.loads(data)
    return [[Edit(Span(start, end), replacement) for start, end, replacement in slot] for slot in rows]
