"""JSON lines: an object on each line. A line that is not one is a broken row, and the others go on."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from allonym.core.making import quickly
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.protocols import Readable
from allonym.formats import json_record
from allonym.formats.decoding import CHUNK, fault_in, is_undecoded, lenient, undecode
from allonym.formats.encodings import DEFAULT, with_encoding
from allonym.formats.json_record import Labelled, Record, Unfit, labelled, record_of, roles
from allonym.formats.json_scan import NotJson, scan_whole
from allonym.formats.json_shape import Shapes
from allonym.formats.window import Window

_piece_of = quickly(Piece)
_LINE = re.compile(r"[^\n]++\n?|\n")
LIMIT = 64 * 1024 * 1024
"""How many characters a line may have: what is in memory at once."""


@dataclass(frozen=True)
class JsonLinesFormat:
    """One object per line, ended by a line feed; columns are paths such as `user.name` and `tags[]`."""

    chunk: int = CHUNK
    limit: int = LIMIT
    name: str = "jsonl"
    suffixes: tuple[str, ...] = (".jsonl", ".ndjson")
    has_rows: bool = True
    is_cut: bool = False
    known: frozenset[str] = frozenset()
    """Columns with a label that a file may lack, since nobody asked for them."""

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Complete what the user asked for by what the first bytes of the file show."""
        return with_encoding(head, asked)

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece | BrokenPiece]:
        """Return the lines, counted from 1; empty ones have no slots."""
        return self.read_from(1, stream, layout)

    def read_from(self, first: int, stream: Readable, layout: Layout) -> Iterator[Piece | BrokenPiece]:
        """Return lines from the middle of a file, of which the first has this number."""
        encoding = layout.encoding or DEFAULT
        window = Window(lenient(stream, layout, self.chunk))
        role_of = roles(layout)
        shapes = Shapes(layout, role_of)
        asked = labelled(layout, self.known)
        number, inside = first, False
        while lines := window.lines(self.limit):
            window.at += len(lines)
            # Most files have no fault in them, so all lines are asked at once before each is.
            is_sound = not inside and len(lines) <= self.limit and fault_in(lines, encoding) is None
            for line in _LINE.findall(lines):
                fault = None if is_sound else self._fault_in(line, encoding, inside=inside)
                if fault:
                    yield BrokenPiece(number, undecode(line, encoding), fault, _column_at(line))
                else:
                    yield _piece(number, line, shapes, asked)
                inside = len(line) > self.limit and not line.endswith("\n")
                number += not inside
        asked.require()

    def _fault_in(self, line: str, encoding: str, *, inside: bool) -> str | None:
        """Tell why a line cannot be read; `inside` says that it is more of one that is too long."""
        is_long = len(line) - line.endswith("\n") > self.limit or inside
        return fault_in(line, encoding) or (f"longer than {self.limit} characters" if is_long else None)

    def spell(self, value: str, like: str, layout: Layout) -> str:
        """Return a string literal that reads as the value, in the style of the other."""
        return json_record.spell(value, like, layout)


def json_lines(chunk: int = CHUNK, limit: int = LIMIT) -> JsonLinesFormat:
    """Return the format of JSON lines."""
    return JsonLinesFormat(chunk, limit)


def _column_at(line: str) -> str | None:
    """Return the path of the first text with a byte that did not decode, if the line can be read otherwise."""
    try:
        found = scan_whole(line).found
    except NotJson:
        return None
    return next((path for path, start, end in found if line[start] == '"' and is_undecoded(line[start:end])), None)


def _piece(number: int, line: str, shapes: Shapes, asked: Labelled) -> Piece | BrokenPiece:
    if line[0] != "{" and not line.strip(" \t\r\n"):
        return Piece(number, line)
    reason, column = "not an object", None
    try:
        record = shapes.read(line) or _scanned(line, shapes, asked)
        if record:
            return _piece_of(number, line, record.slots, record.names, record.id, record.author)
    except NotJson as error:
        reason = f"{error.reason} at character {error.position + 1} of the row"
    except Unfit as error:
        reason, column = error.reason, error.column
    return BrokenPiece(number, line.encode(shapes.layout.encoding or DEFAULT), reason, column)


def _scanned(line: str, shapes: Shapes, asked: Labelled) -> Record | None:
    """Return the record of any line; None if it is no object. Raise NotJson or Unfit."""
    scan = scan_whole(line)
    if line[scan.found[0][1]] != "{":
        return None
    asked.meet(scan)
    record = record_of(line, scan, 0, shapes.layout, shapes.role_of)
    shapes.learn(line, scan)
    return record
