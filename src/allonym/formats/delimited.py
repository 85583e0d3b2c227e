"""Tables as text: CSV and its kin, and TSV. What is not a chosen cell is copied as it stands."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from allonym.core.errors import InputError, UsageError
from allonym.core.making import quickly
from allonym.core.pieces import BrokenPiece, Layout, Piece, Slot
from allonym.core.protocols import Readable
from allonym.core.types import Span
from allonym.formats.columns import Columns, arrange
from allonym.formats.decoding import CHUNK, fault_in, is_undecoded, lenient, undecode
from allonym.formats.encodings import DEFAULT, require_encodable, with_encoding
from allonym.formats.rows import Grammar, Row, is_slice, next_row
from allonym.formats.window import Window

LIMIT = 16 * 1024 * 1024
"""How many characters a row may have: what is in memory at once, and how far a closing quote is looked for."""

_piece_of, _slot_of = quickly(Piece), quickly(Slot)
_CANDIDATES = ",;\t|"
_SNIFFED_LINES = 20
_QUOTED = re.compile(r'(?:(?<=[,;\t|\r\n])|\A)"[^"]*+(?:""[^"]*+)*+(?:"|\Z)')


@dataclass(frozen=True)
class DelimitedFormat:
    """Rows of cells, quoted with `"`. Without a given delimiter, the first lines of the file tell."""

    name: str
    suffixes: tuple[str, ...]
    delimiter: str = ""
    chunk: int = CHUNK
    limit: int = LIMIT
    has_rows: bool = True
    is_cut: bool = False

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Complete what the user asked for by what the first bytes of the file show."""
        layout = with_encoding(head, asked)
        text = head[len(layout.bom) :].decode(layout.encoding, "ignore")
        delimiter = asked.delimiter or self.delimiter or sniff(text)
        if len(delimiter) != 1 or delimiter in '"\r\n':
            raise UsageError(f"a delimiter is one character, and neither a quote nor a line end: {delimiter!r} is not")
        return replace(layout, delimiter=delimiter)

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece | BrokenPiece]:
        """Return the rows, counted from 1 with the header and empty lines; raise InputError if the header is broken.

        Without a header no cell has a name, so a table with a broken one cannot be read in part.
        """
        encoding = layout.encoding or DEFAULT
        model = "the header" if layout.header else "the first row"
        grammar = Grammar(layout.delimiter or self.delimiter or ",", self.limit, model)
        window = Window(lenient(stream, layout, self.chunk))
        columns: Columns | None = None
        number, inside = 1, False
        while row := next_row(window, grammar, len(columns.names) if columns else None, inside=inside):
            fault = fault_in(row.text, encoding) or row.fault
            if fault:
                _refuse_broken_header(number, fault, columns, layout)
                yield BrokenPiece(number, undecode(row.text, encoding), fault, _column_at(row, columns))
            elif not row.cells:
                yield Piece(number, row.text)
            elif columns is None:
                columns, piece = _first(number, row, layout)
                yield piece
            else:
                yield _piece(number, row, columns)
            inside = is_slice(row, self.limit)
            number += not inside

    def spell(self, value: str, like: str, layout: Layout) -> str:
        """Return a cell that reads as the value, quoted if the other one is or if it must be."""
        require_encodable(value, layout.encoding or DEFAULT)
        delimiter = layout.delimiter or self.delimiter or ","
        if like.startswith('"') or _needs_quotes(value, delimiter):
            return '"' + value.replace('"', '""') + '"'
        return value


def csv(chunk: int = CHUNK, limit: int = LIMIT) -> DelimitedFormat:
    """Return the format of tables with commas, semicolons, tabs or bars between cells."""
    return DelimitedFormat("csv", (".csv",), "", chunk, limit)


def tsv(chunk: int = CHUNK, limit: int = LIMIT) -> DelimitedFormat:
    """Return the format of tables with tabs between cells."""
    return DelimitedFormat("tsv", (".tsv", ".tab"), "\t", chunk, limit)


def sniff(text: str) -> str:
    """Return the delimiter that splits the first lines best: into as many cells as the header, and into most."""
    lines = [line for line in re.split(r"[\r\n]+", _QUOTED.sub("", text)) if line][:_SNIFFED_LINES]
    if not lines:
        return ","

    def fit(delimiter: str) -> tuple[bool, int, int]:
        counts = [line.count(delimiter) for line in lines]
        return counts[0] > 0, counts.count(counts[0]), counts[0]

    # max takes the first of equals, so a comma wins where nothing tells.
    return max(_CANDIDATES, key=fit)


def _refuse_broken_header(number: int, fault: str, columns: Columns | None, layout: Layout) -> None:
    if columns is None and layout.header:
        raise InputError(f"row {number}, the header: {fault}")


def _needs_quotes(value: str, delimiter: str) -> bool:
    # An empty value too: alone in its row, it would read back as an empty line.
    return not value or value[0] == '"' or delimiter in value or "\n" in value or "\r" in value


def _value(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if cell[:1] == '"' else cell


def _first(number: int, row: Row, layout: Layout) -> tuple[Columns, Piece]:
    if not layout.header:
        columns = arrange([str(place) for place in range(1, len(row.cells) + 1)], layout)
        return columns, _piece(number, row, columns)
    names = tuple(map(_value, row.cells))
    return arrange(names, layout), Piece(number, row.text, names=names, header=True)


def _piece(number: int, row: Row, columns: Columns) -> Piece:
    cells = row.cells
    key = None if columns.id is None else _value(cells[columns.id]) or None
    author = None if columns.author is None else _value(cells[columns.author]) or None
    return _piece_of(number, row.text, tuple(_slots(cells, columns)), (), key, author)


def _slots(cells: Sequence[str], columns: Columns) -> list[Slot]:
    slots: list[Slot] = []
    start = done = 0
    for index in columns.taken:
        start += sum(map(len, cells[done:index])) + index - done
        cell = cells[index]
        label = columns.labels.get(index, "")
        slots.append(_slot_of(columns.names[index], Span(start, start + len(cell)), _value(cell), label))
        done = index
    return slots


def _column_at(row: Row, columns: Columns | None) -> str | None:
    cell = row.cell if row.fault else next((place for place, each in enumerate(row.cells) if is_undecoded(each)), None)
    if columns is None or cell is None:
        return None
    return columns.names[cell] if cell < len(columns.names) else str(cell + 1)
