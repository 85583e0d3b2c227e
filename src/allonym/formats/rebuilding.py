"""A file inside another one: its pieces, and its new bytes. What cannot be read in it is left out of both."""

from collections.abc import Iterator
from io import BytesIO

from allonym.core.containers import LeftOut, SlotEdits, is_container
from allonym.core.pieces import BrokenPiece, Layout, Piece, render
from allonym.core.protocols import Format, Readable
from allonym.core.splice import splice
from allonym.core.streams import held


def pieces_of(inner: Format, stream: Readable, layout: Layout) -> Iterator[Piece]:
    """Return the pieces; one that is broken has no texts, and will not be written."""
    opened = held(stream) if is_container(inner) else stream
    for piece in inner.read(opened, layout):
        yield Piece(piece.number, "") if isinstance(piece, BrokenPiece) else piece


def rebuilt(inner: Format, stream: Readable, layout: Layout, edits: Iterator[SlotEdits]) -> Iterator[bytes]:
    """Return the bytes of the new file, with the edits of each piece."""
    if is_container(inner):
        made = BytesIO()
        for _ in inner.build(held(stream), layout, edits, made):
            pass
        yield made.getvalue()
        return
    yield layout.bom
    for piece in inner.read(stream, layout):
        mine = next(edits)
        if isinstance(piece, Piece):
            yield _rendered(inner, piece, mine, layout)


def faults(inner: Format, stream: Readable, layout: Layout) -> Iterator[str]:
    """Say what is left out, and why."""
    if is_container(inner):
        yield from inner.notes(held(stream))
        return
    for piece in inner.read(stream, layout):
        if isinstance(piece, BrokenPiece):
            yield LeftOut(f"row {piece.number} is left out: {piece.reason}")


def _rendered(inner: Format, piece: Piece, edits: SlotEdits, layout: Layout) -> bytes:
    raws: list[str | None] = []
    for slot, mine in zip(piece.slots, edits, strict=True):
        raw = slot.span.of(piece.text)
        raws.append(inner.spell(splice(slot.value, mine)[0], raw, layout) if mine else None)
    return render(piece, raws, layout.encoding)
