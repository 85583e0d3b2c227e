"""Rows of a delimited file, cut without loss: a row is its cells as they stand, and a delimiter between each two.

    bare , "quoted, with ""quotes"" in it" , "over
    two lines"                                              one row, three cells, two lines

A row whose quotes or number of cells do not fit is broken, and only its first line: reading goes on at the next
line, so one stray quote costs one row and not the rest of the file. Looking ahead for a closing quote stops at
`limit` characters and at the number of cells a row should have. A line that is passed over inside one quoted cell
cannot itself leave a quote open when it is read again as a row of its own, so a line is looked at no more than
about once per column: the work is bounded by size times columns, and is one look for a file in order.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from allonym.core.making import quickly
from allonym.formats.window import ANY_LINE_END, Window

UNBALANCED = "unbalanced quotes"


@dataclass(frozen=True)
class Grammar:
    """What a row looks like: the delimiter, how many characters it may have, and what it is measured by."""

    delimiter: str
    limit: int
    model: str = "the header"

    @cached_property
    def cell(self) -> re.Pattern[str]:
        """Match one cell of a line, after the line's start or a delimiter, and up to the next."""
        mark = re.escape(self.delimiter)
        quoted = r'"[^"]*+(?:""[^"]*+)*+"'
        return re.compile(rf'(?:\A|{mark})({quoted}|[^"{mark}][^{mark}]*+|)(?={mark}|\Z)')

    @cached_property
    def bare(self) -> re.Pattern[str]:
        """Match the rest of an unquoted cell."""
        return re.compile(rf"[^{re.escape(self.delimiter)}\r\n]*+")


@dataclass(frozen=True, slots=True)
class Row:
    """One row with its line end, and its cells as they stand; or why it is broken, and in which cell."""

    text: str = field(repr=False)
    cells: Sequence[str] = field(default=(), repr=False)
    fault: str | None = None
    cell: int | None = None


_row = quickly(Row)


class RowFault(Exception):
    """Why a row cannot be read, and in which cell; it never leaves this file."""

    def __init__(self, reason: str, cell: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.cell = cell


def next_row(window: Window, grammar: Grammar, width: int | None, *, inside: bool = False) -> Row | None:
    """Take the next row out of the window; None at the end of the file. `width` is the right number of cells.

    An overlong line comes in slices; `inside` says that the last row was one, and that this is more of its line.
    """
    line = window.line(ANY_LINE_END, grammar.limit)
    if not line:
        return None
    body = line.rstrip("\r\n")
    if inside or len(body) > grammar.limit:
        row = Row(line, fault=f"longer than {grammar.limit} characters")
    elif not body:
        row = Row(line)
    else:
        row = _read_row(window, grammar, width, line)
    window.at += len(row.text)
    return row


def is_slice(row: Row, limit: int) -> bool:
    """Tell whether the row is a slice of an overlong line, with more of that line to follow."""
    return len(row.text) > limit and row.text[-1] not in "\r\n"


def _read_row(window: Window, grammar: Grammar, width: int | None, line: str) -> Row:
    cells = _cells(line.rstrip("\r\n"), grammar)
    if cells is not None and (width is None or len(cells) == width):
        return _row(line, cells)
    try:
        if cells is None:
            return _read_lines(window, grammar, width)
        raise _wrong_width(len(cells), width, grammar)
    except RowFault as fault:
        return Row(line, fault=fault.reason, cell=fault.cell)


def _cells(body: str, grammar: Grammar) -> list[str] | None:
    if '"' not in body:
        return body.split(grammar.delimiter)
    cells: list[str] = grammar.cell.findall(body)
    # Matches that leave no gap are the one right reading; a gap means that a quote does not close on this line.
    return cells if sum(map(len, cells)) + len(cells) - 1 == len(body) else None


def _read_lines(window: Window, grammar: Grammar, width: int | None) -> Row:
    cells: list[str] = []
    start = 0
    while True:
        end = _cell_end(window, grammar, start, len(cells))
        cells.append(window.part(start, end))
        if window.char(end) != grammar.delimiter:
            break
        if len(cells) == width:
            raise RowFault(f"more than {width} cells where {grammar.model} has {width}", width)
        start = end + 1
    if width is not None and len(cells) != width:
        raise _wrong_width(len(cells), width, grammar)
    end += 2 if window.char(end) == "\r" and window.char(end + 1) == "\n" else len(window.char(end))
    return Row(window.part(0, end), cells)


def _cell_end(window: Window, grammar: Grammar, start: int, index: int) -> int:
    if window.char(start) != '"':
        end = window.run(grammar.bare, start, grammar.limit)
        if end < 0:
            raise RowFault(f"longer than {grammar.limit} characters", index)
        return end
    end = _closing_quote(window, start + 1, grammar.limit) + 1
    if not end or window.char(end) not in {grammar.delimiter, "\r", "\n", ""}:
        raise RowFault(UNBALANCED, index)
    return end


def _closing_quote(window: Window, start: int, limit: int) -> int:
    while (found := window.find('"', start, limit)) >= 0 and window.char(found + 1) == '"':
        start = found + 2
    return found


def _wrong_width(count: int, width: int | None, grammar: Grammar) -> RowFault:
    # The first column that is missing, or the first that is too many.
    wrong = None if width is None else min(count, width)
    return RowFault(f"{count} cells where {grammar.model} has {width}", wrong)
