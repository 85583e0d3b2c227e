"""A JSON file: a list is read element by element, any other value is one piece.

    [ {"text": "a"} , {"text": "b"} ]
    ----------------- ---------------      a piece is an element with what stands before it and the sign after it

There are no broken pieces here: leaving an element out would also mean leaving a comma out, and a half-read file is
no JSON. Whatever is wrong, with the syntax or with a column, fails the file by an InputError that names the place.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from allonym.core.errors import InputError
from allonym.core.pieces import Layout, Piece
from allonym.core.protocols import Readable
from allonym.formats import json_record
from allonym.formats.decoding import CHUNK, strict
from allonym.formats.encodings import with_encoding
from allonym.formats.json_record import Labelled, Record, Roles, Unfit, labelled, record_of, roles
from allonym.formats.json_scan import SPACE, NotJson, Scan, Scanner, TooDeep
from allonym.formats.window import Window

LIMIT = 64 * 1024 * 1024
"""How many characters one element, or a file that is not a list, may have: what is in memory at once."""
_CUT = 2
"""How many characters of a number make sense only with what follows: `.`, `e`, `e+`."""


@dataclass(frozen=True)
class JsonFileFormat:
    """One JSON value; columns are paths such as `user.name` and `tags[]`, from each element of a list."""

    chunk: int = CHUNK
    limit: int = LIMIT
    name: str = "json"
    suffixes: tuple[str, ...] = (".json",)
    has_rows: bool = False
    is_cut: bool = False
    known: frozenset[str] = frozenset()
    """Columns with a label that a file may lack, since nobody asked for them."""

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Complete what the user asked for by what the first bytes of the file show."""
        return with_encoding(head, asked)

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:
        """Return the elements, counted from 1; raise InputError where the file is not JSON or lacks a column."""
        asked = labelled(layout, self.known)
        cursor = _Cursor(Window(strict(stream, layout, self.chunk)), self.limit, asked)
        start = cursor.skip(0)
        if cursor.window.char(start) == "[":
            yield from _elements(cursor, start + 1, layout)
        else:
            record, end = _record(cursor, start, 1, layout, roles(layout))
            yield Piece(1, cursor.take(end), record.slots, record.names, record.id, record.author)
        end = cursor.skip(0)
        if cursor.window.char(end):
            raise cursor.fault(end)
        asked.require()
        if end:
            yield Piece(1, cursor.take(end))

    def spell(self, value: str, like: str, layout: Layout) -> str:
        """Return a string literal that reads as the value, in the style of the other."""
        return json_record.spell(value, like, layout)


def json_file(chunk: int = CHUNK, limit: int = LIMIT) -> JsonFileFormat:
    """Return the format of JSON files."""
    return JsonFileFormat(chunk, limit)


def _elements(cursor: "_Cursor", start: int, layout: Layout) -> Iterator[Piece]:
    after = cursor.skip(start)
    if cursor.window.char(after) == "]":
        yield Piece(1, cursor.take(after + 1))
        return
    role_of = roles(layout)
    number, separator = 0, ","
    while separator == ",":
        number += 1
        record, end = _record(cursor, start, number, layout, role_of)
        end = cursor.skip(end)
        separator = cursor.window.char(end)
        if separator not in {",", "]"}:
            raise cursor.fault(end)
        yield Piece(number, cursor.take(end + 1), record.slots, record.names, record.id, record.author)
        start = 0


def _record(cursor: "_Cursor", start: int, number: int, layout: Layout, role_of: Roles) -> tuple[Record, int]:
    found = cursor.scan(start)
    cursor.asked.meet(found)
    window = cursor.window
    try:
        record = record_of(window.text, found, window.at, layout, role_of)
    except Unfit as error:
        place = f"element {number}" if error.column is None else f"element {number} column {error.column}"
        raise InputError(f"{place}: {error.reason}") from None
    return record, found.end - window.at


class _Cursor:
    """Where reading stands in the file. Offsets count from the first character that is not taken."""

    def __init__(self, window: Window, limit: int, asked: Labelled) -> None:
        self.window = window
        self.asked = asked
        self._limit = limit
        self._line = self._column = 1

    def take(self, end: int) -> str:
        """Return the text up to an offset, and go on behind it."""
        text = self.window.part(0, end)
        self._line, self._column = self._place(end)
        self.window.at += end
        return text

    def skip(self, offset: int) -> int:
        """Return where white space ends."""
        end = self.window.run(SPACE, offset, self._limit)
        if end < 0:
            raise self.fault(offset)
        return end

    def scan(self, offset: int) -> Scan:
        """Scan the value after an offset, taking in as much of the file as it needs."""
        window = self.window
        scanner = Scanner(window.at + offset)
        while True:
            moved = window.at
            try:
                found = scanner.run(window.text)
            except NotJson as error:
                # The value may only be cut off by the edge of the view; what is nested too deep is so for good.
                beyond = isinstance(error, TooDeep) or window.waiting() > self._limit
                place, reason = error.position - window.at, error.reason
                if beyond or not window.grow():
                    raise self.fault(place, reason) from None
                if not moved:
                    continue
            else:
                # A number at the edge of the view may go on, even where it is cut off as in "1." or "1e+".
                if found.end + _CUT < len(window.text) or not window.grow():
                    return found
            scanner = Scanner(offset)

    def fault(self, offset: int, reason: str = "not valid JSON") -> InputError:
        """Return the error that names the place at an offset."""
        line, column = self._place(offset)
        cut = f", or one value is longer than {self._limit} characters" if self.window.waiting() > self._limit else ""
        return InputError(f"line {line} column {column}: {reason}{cut}")

    def _place(self, offset: int) -> tuple[int, int]:
        text = self.window.part(0, offset)
        lines = text.count("\n")
        column = len(text) - text.rfind("\n") if lines else self._column + len(text)
        return self._line + lines, column
