"""A file of any known format, packed: `posts.csv.gz`, `posts.jsonl.zst`.

It is unpacked, pseudonymized and packed anew while it is read. How a file was packed cannot be worked out from what
is in it, so the packed file is kept in the vault as it was, and comes back byte for byte.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from allonym.core.containers import SlotEdits, WayBack, first_notes, is_container, kept
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.protocols import Format, Readable
from allonym.formats.packing import Unpacked, packer, require_sound, unpacked_head
from allonym.formats.rebuilding import broken_rows, faults, pieces_of, rebuilt
from allonym.formats.weaving import rewind

_HEAD = 1 << 16
_MOST_NOTES = 100


@dataclass(frozen=True)
class PackedFormat:
    """A format inside a packing. Its rows are those of the format inside."""

    inner: Format = field(repr=False)
    packing: str
    has_rows: bool = False
    is_cut: bool = False

    @property
    def name(self) -> str:
        """Return the name of the format inside with that of the packing, such as csv.gz."""
        return f"{self.inner.name}.{self.packing}"

    @property
    def reads_back(self) -> bool:
        """Tell whether the texts of the output are cut as those of the input: a long text is not, once it is longer."""
        return getattr(self.inner, "reads_back", True) and not self.inner.is_cut

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Return the endings of the format inside with that of the packing."""
        return tuple(f"{suffix}.{self.packing}" for suffix in self.inner.suffixes)

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Complete what the user asked for by what the first bytes of the unpacked file show."""
        return self.inner.inspect(unpacked_head(head, self.packing, _HEAD), asked)

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:
        """Return the pieces of the file inside. What is a bomb, damaged or cut off is refused before the first."""
        if hasattr(stream, "seek"):
            rewind(stream)
            require_sound(stream, self.packing)
            rewind(stream)
        return pieces_of(self.inner, Unpacked(stream, self.packing), layout)

    def spell(self, value: str, like: str, layout: Layout) -> str:
        """Return the raw form of a value, as the format inside spells it."""
        return self.inner.spell(value, like, layout)

    def is_one(self, layout: Layout) -> bool:
        """Tell whether all pieces are parts of one document."""
        return self.inner.is_cut or (is_container(self.inner) and self.inner.is_one(layout))

    def notes(self, stream: BinaryIO) -> list[str]:
        """Say which rows are left out, and why, if nobody asked for anything."""
        stream.seek(0)
        return self.notes_read(stream, self.inspect(stream.read(_HEAD), Layout()))

    def notes_read(self, stream: BinaryIO, layout: Layout) -> list[str]:
        """Say which rows are left out, and why."""
        stream.seek(0)
        return first_notes(faults(self.inner, Unpacked(stream, self.packing), layout), _MOST_NOTES, "and further rows")

    def broken(self, stream: BinaryIO, layout: Layout) -> Iterator[BrokenPiece]:
        """Return the rows that cannot be read."""
        stream.seek(0)
        return broken_rows(self.inner, Unpacked(stream, self.packing), layout)

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:
        """Write the file with its edits, packed; the way back is the old file."""
        stream.seek(0)
        writing = packer(self.packing)
        new = rebuilt(self.inner, Unpacked(stream, self.packing), layout, edits)
        output.writelines(writing.compress(data) for data in new)
        output.write(writing.flush())
        return kept(stream, 0, stream.seek(0, 2))
