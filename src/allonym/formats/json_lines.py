"""JSON lines: an object on each line. A line that is not one is a broken row, and the others go on."""

from collections.abc import Iterator
from dataclasses import dataclass

from allonym.core.making import quickly
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.protocols import Readable
from allonym.formats import json_record
from allonym.formats.decoding import CHUNK, fault_in, is_undecoded, lenient, undecode
from allonym.formats.encodings import DEFAULT, with_encoding
from allonym.formats.json_record import Labelled, Roles, Unfit, labelled, record_of, roles
from allonym.formats.json_scan import NotJson, scan_whole
from allonym.formats.window import NEWLINE, Window

_piece_of = quickly(Piece)
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
        asked = labelled(layout, self.known)
        number, inside = first, False
        while line := window.line(NEWLINE, self.limit):
            window.at += len(line)
            fault = fault_in(line, encoding)
            if len(line) - line.endswith("\n") > self.limit or inside:
                fault = fault or f"longer than {self.limit} characters"
            if fault:
                yield BrokenPiece(number, undecode(line, encoding), fault, _column_at(line))
            else:
                yield _piece(number, line, layout, role_of, asked)
            inside = len(line) > self.limit and not line.endswith("\n")
            number += not inside
        asked.require()

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


def _piece(number: int, line: str, layout: Layout, role_of: Roles, asked: Labelled) -> Piece | BrokenPiece:
    if line[0] != "{" and not line.strip(" \t\r\n"):
        return Piece(number, line)
    reason, column = "not an object", None
    try:
        scan = scan_whole(line)
        if line[scan.found[0][1]] == "{":
            asked.meet(scan)
            record = record_of(line, scan, 0, layout, role_of)
            return _piece_of(number, line, record.slots, record.names, record.id, record.author)
    except NotJson as error:
        reason = f"{error.reason} at character {error.position + 1} of the row"
    except Unfit as error:
        reason, column = error.reason, error.column
    return BrokenPiece(number, line.encode(layout.encoding or DEFAULT), reason, column)
