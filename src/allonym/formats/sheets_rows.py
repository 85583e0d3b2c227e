"""The rows of a workbook: which cells are taken, what names them, and what is left alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from allonym.core.errors import InputError, UsageError
from allonym.core.pieces import Layout, Piece, Slot
from allonym.core.types import Span
from allonym.formats.columns import Columns, arrange
from allonym.formats.sheets_cells import Cell, Row, rows_of, sheet_data
from allonym.formats.sheets_strings import SharedTexts
from allonym.formats.zipped_parts import Package

SHEETS = "xl/worksheets/sheet"


@dataclass(frozen=True, slots=True)
class Taken:
    """A cell that is taken, what its column is called, and the label that the column has, if any."""

    cell: Cell
    column: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class TakenRow:
    """A row of a worksheet, and what is taken of it. `number` counts over all worksheets."""

    part: str = field(repr=False)
    row: Row
    number: int
    taken: tuple[Taken, ...]
    left: tuple[Cell, ...]
    id: str | None = field(default=None, repr=False)
    author: str | None = field(default=None, repr=False)
    header: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A worksheet: its rows, and its columns if some were asked for."""

    part: str = field(repr=False)
    text: str = field(repr=False)
    where: Span
    letters: tuple[str, ...] = ()
    columns: Columns | None = None
    header: int = 0

    def rows(self) -> Iterator[Row]:
        """Return its rows."""
        return rows_of(self.part, self.text, self.where)


def is_one(layout: Layout) -> bool:
    """Tell whether nobody asked for columns: then a workbook is one document, and otherwise a table of them."""
    return not (layout.text_columns or layout.id_column or layout.author_column or layout.labels)


def sheet_parts(package: Package) -> list[str]:
    """Return the names of the worksheets, in order."""
    return sorted((name for name in package.xml if name.startswith(SHEETS)), key=lambda name: (len(name), name))


def taken_rows(package: Package, shared: SharedTexts, layout: Layout) -> Iterator[TakenRow]:
    """Return every row of a workbook that holds something, in order."""
    done = 0
    for sheet in _sheets(package, shared, layout):
        last = 0
        for row in sheet.rows():
            last = max(last, row.number)
            if sheet.columns is None:
                taken = tuple(Taken(cell, cell.column) for cell in row.cells if is_text(cell))
                yield TakenRow(sheet.part, row, done + row.number, taken, ())
            else:
                yield _by_columns(sheet, sheet.columns, row, done + row.number, shared)
        done += last


def piece_of(row: TakenRow, shared: SharedTexts) -> Piece:
    """Return a row as a piece; its texts stand one after the other."""
    slots: list[Slot] = []
    values: list[str] = []
    start = 0
    for each in row.taken:
        value = text_of(each.cell, shared)
        slots.append(Slot(each.column, Span(start, start + len(value)), value, each.label))
        values.append(value + "\t")
        start += len(value) + 1
    names = tuple(row.row.names)
    if row.header:
        names += tuple(text_of(cell, shared) for cell in row.left if is_text(cell))
    return Piece(row.number, "".join(values), tuple(slots), names, row.id, row.author, row.header)


def is_text(cell: Cell) -> bool:
    """Tell whether a cell holds a text, and not a number."""
    return cell.shared is not None or bool(cell.fragments)


def text_of(cell: Cell, shared: SharedTexts) -> str:
    """Return what a cell says."""
    if cell.shared is not None:
        return shared.item(cell.shared).value
    return "".join(fragment.value for fragment in cell.fragments)


def _sheets(package: Package, shared: SharedTexts, layout: Layout) -> list[Sheet]:
    parts = ((name, package.xml[name].text) for name in sheet_parts(package))
    found = [Sheet(name, text, where) for name, text in parts if (where := sheet_data(text)) is not None]
    if is_one(layout):
        return found
    arranged: list[Sheet] = []
    missing: UsageError | None = None
    for sheet in found:
        try:
            arranged.append(_arranged(sheet, shared, layout))
        except UsageError as error:
            missing = error
            arranged.append(sheet)
    if missing is not None and all(sheet.columns is None for sheet in arranged):
        raise missing
    return arranged


def _arranged(sheet: Sheet, shared: SharedTexts, layout: Layout) -> Sheet:
    with_texts = (row for row in sheet.rows() if any(map(is_text, row.cells)))
    first = next(iter(islice(with_texts, 1)), None)
    if first is None:
        raise UsageError("no worksheet has a row with the names of its columns")
    names = [_shown(cell, shared) for cell in first.cells]
    if not layout.header:
        names = [str(place) for place in range(1, len(names) + 1)]
    letters = tuple(cell.column for cell in first.cells)
    header = first.number if layout.header else 0
    return Sheet(sheet.part, sheet.text, sheet.where, letters, arrange(names, layout), header)


def _by_columns(sheet: Sheet, columns: Columns, row: Row, number: int, shared: SharedTexts) -> TakenRow:
    if row.number == sheet.header:
        return TakenRow(sheet.part, row, number, (), tuple(row.cells), header=True)
    places = {letter: place for place, letter in enumerate(sheet.letters)}
    taken: list[Taken] = []
    left: list[Cell] = []
    for cell in row.cells:
        # A cell beside the table has no column; nobody said that it may stay.
        place = places.get(cell.column)
        label = "" if place is None else columns.labels.get(place, "")
        if not is_text(cell):
            _require_no_label(cell, label, number)
        elif place is None or place in columns.taken:
            taken.append(Taken(cell, cell.column if place is None else columns.names[place], label))
        else:
            left.append(cell)
    key, author = (_at(place, sheet.letters, row.cells, shared) for place in (columns.id, columns.author))
    return TakenRow(sheet.part, row, number, tuple(taken), tuple(left), key, author)


def _require_no_label(cell: Cell, label: str, number: int) -> None:
    if label:
        raise InputError(f"row {number} column {cell.column}: a number in a column with a label; make it a text")


def _at(place: int | None, letters: Sequence[str], cells: Sequence[Cell], shared: SharedTexts) -> str | None:
    if place is None:
        return None
    return next((_shown(cell, shared) or None for cell in cells if cell.column == letters[place]), None)


def _shown(cell: Cell, shared: SharedTexts) -> str:
    return text_of(cell, shared) if is_text(cell) else cell.number
