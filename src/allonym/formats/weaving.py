"""A new file beside an old one, and the way back: what of the old file stands in the new one, and what does not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Protocol

from allonym.core.containers import Copied, SlotEdits, WayBack, kept
from allonym.core.pieces import Layout, Piece
from allonym.core.protocols import Readable
from allonym.core.types import Edit


@dataclass(slots=True)
class Weaver:
    """Writes the new file. `steps` are stretches of the old one: where each stands in the new one, or -1, and its size.

    What is not in the new file is read from the old one when the way back is told, so memory holds no texts.
    """

    output: BinaryIO = field(repr=False)
    old: int = 0
    new: int = 0
    steps: list[tuple[int, int]] = field(default_factory=list)

    def copy(self, data: bytes) -> None:
        """Write bytes that stand in both files."""
        self._step(self.new, len(data))
        self.new += len(data)
        self.output.write(data)

    def change(self, size: int, data: bytes) -> None:
        """Write bytes in the place of as many old ones as `size` says."""
        self._step(-1, size)
        self.new += len(data)
        self.output.write(data)

    def way_back(self, stream: BinaryIO) -> WayBack:
        """Tell the way from the new file to the old one."""
        old = 0
        for start, size in self.steps:
            if start >= 0:
                yield Copied(start, size)
            else:
                yield from kept(stream, old, old + size)
            old += size

    def _step(self, start: int, size: int) -> None:
        if not size:
            return
        self.old += size
        last, length = self.steps[-1] if self.steps else (-2, 0)
        if (last == start == -1) or (last >= 0 and start == last + length):
            self.steps[-1] = last, length + size
        else:
            self.steps.append((start, size))


class Woven(Protocol):
    """A format whose pieces join to the file, and which writes edits into the raw form of a slot."""

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:
        """Return the pieces of a file."""
        ...

    def respell(self, like: str, edits: Sequence[Edit], layout: Layout) -> str:
        """Return a raw form with edits of what it says."""
        ...


def rewind(stream: Readable) -> None:
    """Go back to the first byte, where a stream can: its beginning may have been looked at before."""
    if hasattr(stream, "seek"):
        stream.seek(0)


def weave(
    format: Woven,  # noqa: A002
    stream: BinaryIO,
    layout: Layout,
    edits: Iterator[SlotEdits],
    output: BinaryIO,
) -> WayBack:
    """Write a file with the edits of each of its pieces; then tell the way back."""
    weaver = Weaver(output)
    weaver.copy(layout.bom)
    stream.seek(0)
    for piece in format.read(stream, layout):
        weave_piece(weaver, format, piece, next(edits), layout)
    return weaver.way_back(stream)


def weave_piece(weaver: Weaver, format: Woven, piece: Piece, edits: SlotEdits, layout: Layout) -> None:  # noqa: A002
    """Write one piece with its edits."""
    encoding, done = layout.encoding, 0
    for slot, mine in zip(piece.slots, edits, strict=True):
        weaver.copy(piece.text[done : slot.span.start].encode(encoding))
        raw = slot.span.of(piece.text)
        if mine:
            weaver.change(len(raw.encode(encoding)), format.respell(raw, mine, layout).encode(encoding))
        else:
            weaver.copy(raw.encode(encoding))
        done = slot.span.end
    weaver.copy(piece.text[done:].encode(encoding))
