"""The cells of a worksheet that hold texts.

<c r="B2" t="s"><v>7</v></c>                 a text of the shared table
<c r="B2" t="inlineStr"><is><t>…             a text of its own
<c r="B2" t="str"><f>A1&amp;"x"</f><v>…      what a formula gave last time: taken out, to be computed anew
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from allonym.core.errors import InputError
from allonym.core.types import Edit, Span
from allonym.formats.xml_lines import Fragment, from_text
from allonym.formats.xml_part import literals
from allonym.formats.xml_scan import Tag, attributes, tags, unescape
from allonym.formats.xml_values import is_measure, is_odd
from allonym.formats.xml_words import NUMBER

_ROW = re.compile(r"\br\s*=\s*[\"']([0-9]+)")
_PLACE = re.compile(r"\br\s*=\s*[\"']([A-Z]+)[0-9]+")
_TYPE = re.compile(r"\bt\s*=\s*[\"'](\w+)")
_UNUSUAL = re.compile(
    r"<(?!/|(?:\w+:)?(?:c|v|f|t|r|is|row)(?:\s+[\w:]+=\"(?![^\"]*[0-9]{7})[\w.:\-]{0,40}\")*\s*/?>)", re.ASCII
)
"""A tag among cells that needs a closer look: it is not written as nearly all are."""


@dataclass(slots=True)
class Cell:
    """A cell with a text. `shared` is its number in the table of texts, and `index` where that number stands."""

    column: str
    number: str = field(default="", repr=False)
    shared: int | None = None
    index: Span | None = None
    fragments: list[Fragment] = field(default_factory=list, repr=False)


@dataclass(slots=True)
class Row:
    """A row: its cells that hold something, and the texts in its formulas."""

    number: int
    cells: list[Cell] = field(default_factory=list, repr=False)
    names: list[str] = field(default_factory=list, repr=False)
    dropped: list[Edit] = field(default_factory=list, repr=False)


def is_value(raw: str) -> bool:
    """Tell whether what a cell holds is a number, a date, an error, or yes or no."""
    return not raw.strip() or bool(NUMBER.fullmatch(raw)) or is_measure(raw)


def sheet_data(text: str) -> Span | None:
    """Return where the rows of a worksheet stand."""
    start = next((tag for tag in tags(text) if tag.name == "sheetData"), None)
    if start is None or start.is_empty:
        return None
    # Well-formed XML has no other "</" that ends like this inside.
    end = re.compile(r"</(?:[^\s<>/:]+:)?sheetData\s*>").search(text, start.end)
    return Span(start.end, end.start()) if end else None


def odd_values(text: str, where: Span) -> list[str]:
    """Return the values of attributes among the cells that could say something; refuse comments there."""
    found: list[str] = []
    for unusual in _UNUSUAL.finditer(text, where.start, where.end):
        if text.startswith(("<!--", "<?"), unusual.start()):
            raise InputError("a comment stands among the cells of a worksheet, where no program puts one; take it out")
        if text.startswith("<!", unusual.start()):
            continue
        tag = next(tags(text, unusual.start(), where.end))
        found += [each.value for each in attributes(text, tag) if is_odd(tag.name, each.name, each.value)]
    return list(dict.fromkeys(found))


def rows_of(part: str, text: str, where: Span) -> Iterator[Row]:
    """Return the rows of a worksheet that have cells, in order."""
    row = Row(0)
    reader: _CellReader | None = None
    for tag in tags(text, where.start, where.end):
        if tag.name == "row":
            if tag.is_end or tag.is_empty:
                yield row
            else:
                found = _ROW.search(text, tag.start, tag.end)
                row = Row(int(found[1]) if found else row.number + 1)
        elif tag.name == "c":
            if tag.is_end and reader is not None:
                reader.finish(row)
                reader = None
            elif not tag.is_end and not tag.is_empty:
                reader = _CellReader(part, text, tag, len(row.cells) + 1)
        elif reader is not None:
            reader.take(tag)


class _CellReader:
    """Goes through the tags of one cell."""

    def __init__(self, part: str, text: str, tag: Tag, place: int) -> None:
        named = _PLACE.search(text, tag.start, tag.end)
        typed = _TYPE.search(text, tag.start, tag.end)
        self.part = part
        self.text = text
        self.cell = Cell(named[1] if named else str(place))
        self.type = typed[1] if typed else "n"
        self.formula: str | None = None
        self.value: Span | None = None
        self.whole = Span(0, 0)
        self._open: Tag | None = None
        self._aside = 0

    def take(self, tag: Tag) -> None:
        """Take one tag inside the cell, and what stands before it."""
        if tag.name == "rPh":
            self._aside += 0 if tag.is_empty else -1 if tag.is_end else 1
        before = self._open
        if tag.is_end and before is not None and before.name == tag.name:
            span = Span(before.end, tag.start)
            if tag.name == "v":
                self.value, self.whole = span, Span(before.start, tag.end)
            elif tag.name == "f":
                self.formula = unescape(span.of(self.text))
            elif tag.name == "t" and not self._aside:
                self.cell.fragments.append(from_text(self.part, self.text, span, span.start))
        elif tag.name == "f" and tag.is_empty:
            self.formula = ""
        self._open = None if tag.is_end or tag.is_empty else tag

    def finish(self, row: Row) -> None:
        """Give the cell to its row, if it holds something."""
        if self.formula:
            row.names += literals(self.formula)
        if self.type == "s" and self.value is not None:
            self._share()
        elif self.value is not None and (self.type == "str" or not is_value(self.value.of(self.text))):
            if self.formula is not None:
                row.dropped.append(Edit(self.whole, ""))
                return
            self.cell.fragments = [from_text(self.part, self.text, self.value)]
        elif self.value is not None:
            self.cell.number = self.value.of(self.text).strip()
        if self.cell.fragments or self.cell.shared is not None or self.cell.number:
            row.cells.append(self.cell)

    def _share(self) -> None:
        value = self.value or Span(0, 0)
        raw = value.of(self.text).strip()
        if not raw.isdecimal():
            raise InputError(f"cell {self.cell.column} of a worksheet names no text of the shared table")
        self.cell.shared, self.cell.index = int(raw), value
