"""A file inside another one: its pieces, and its new bytes. What cannot be read in it is left out of both."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

from allonym.core.containers import LEFT_OUT, LeftRow, SlotEdits, is_container, notes_of
from allonym.core.pieces import BrokenPiece, Layout, Piece, render
from allonym.core.protocols import Format, Readable
from allonym.core.splice import splice
from allonym.core.streams import held


def pieces_of(inner: Format, stream: Readable, layout: Layout) -> Iterator[Piece]:
    """Return the pieces; one that is broken has no slots, and will not be written. Rows are loose."""
    is_built = is_container(inner)
    for piece in inner.read(held(stream) if is_built else stream, layout):
        if isinstance(piece, BrokenPiece):
            yield _without_slots(piece, layout)
        else:
            yield piece if is_built or not inner.has_rows or piece.header else replace(piece, loose=True)


def rebuilt(inner: Format, stream: Readable, layout: Layout, edits: Iterator[SlotEdits]) -> Iterator[bytes]:
    """Return the bytes of the new file, with the edits of each piece that is not left out."""
    if is_container(inner):
        made = BytesIO()
        for _ in inner.build(held(stream), layout, edits, made):
            pass
        yield made.getvalue()
        return
    yield layout.bom
    for piece in inner.read(stream, layout):
        mine = next(edits)
        if isinstance(piece, Piece) and mine is not LEFT_OUT:
            yield _rendered(inner, piece, mine, layout)


def faults(inner: Format, stream: Readable, layout: Layout) -> Iterator[str]:
    """Say what is left out, and why. A row that is too long comes in slices, and is told once."""
    if is_container(inner):
        yield from notes_of(inner, held(stream), layout)
        return
    asked = {*layout.text_columns, layout.id_column}
    before = None
    for piece in broken_rows(inner, stream, layout):
        if piece.number != before:
            # Other names of columns may be data.
            where = f" column {piece.column}" if piece.column and piece.column in asked else ""
            yield LeftRow(f"row {piece.number}{where} is left out: {piece.reason}")
            before = piece.number


def broken_rows(inner: Format, stream: Readable, layout: Layout) -> Iterator[BrokenPiece]:
    """Return the rows that cannot be read; of a file that is built there are none."""
    pieces = () if is_container(inner) else inner.read(stream, layout)
    return (piece for piece in pieces if isinstance(piece, BrokenPiece))


def _without_slots(piece: BrokenPiece, layout: Layout) -> Piece:
    # Whoever looks for what is left in an output sees its words.
    return Piece(piece.number, piece.raw.decode(layout.encoding or "utf-8", "replace"))


def _rendered(inner: Format, piece: Piece, edits: SlotEdits, layout: Layout) -> bytes:
    raws: list[str | None] = []
    for slot, mine in zip(piece.slots, edits, strict=True):
        raw = slot.span.of(piece.text)
        raws.append(inner.spell(splice(slot.value, mine)[0], raw, layout) if mine else None)
    return render(piece, raws, layout.encoding)
