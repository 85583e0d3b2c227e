"""Ways to read and join files that the tests of all formats share."""

import io
from collections.abc import Sequence

from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.protocols import Format

Pieces = list[Piece | BrokenPiece]


def read(form: Format, data: bytes, asked: Layout | None = None) -> tuple[Layout, Pieces]:
    layout = form.inspect(data[:65536], asked or Layout())
    return layout, list(form.read(io.BytesIO(data), layout))


def pieces(form: Format, data: bytes, asked: Layout | None = None) -> Pieces:
    return read(form, data, asked)[1]


def joined(layout: Layout, found: Sequence[Piece | BrokenPiece]) -> bytes:
    parts = [each.raw if isinstance(each, BrokenPiece) else each.text.encode(layout.encoding) for each in found]
    return layout.bom + b"".join(parts)


def values(piece: Piece | BrokenPiece) -> dict[str, str]:
    assert isinstance(piece, Piece)
    return {slot.column: slot.value for slot in piece.slots}


def broken(found: Sequence[Piece | BrokenPiece]) -> list[BrokenPiece]:
    return [each for each in found if isinstance(each, BrokenPiece)]
