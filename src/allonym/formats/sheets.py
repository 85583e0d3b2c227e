"""Workbooks: texts in cells, then texts that no cell shows, then what stands beside the cells.

Formulas stay. What they gave last time, if it was a text, is taken out and computed anew when the file is opened.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

from allonym.core.containers import SlotEdits, WayBack
from allonym.core.errors import InputError, SafetyError
from allonym.core.pieces import Layout, Piece, Slot
from allonym.core.protocols import Readable
from allonym.core.splice import splice
from allonym.core.streams import searchable
from allonym.core.types import Edit, Span
from allonym.formats import sheets_rows as rows
from allonym.formats.sheets_cells import odd_values, sheet_data
from allonym.formats.sheets_strings import SharedTexts, one_block, read_shared
from allonym.formats.xml_lines import Block, Fragment, blocks
from allonym.formats.xml_part import Authors, Part, read_part, rewritten, treated
from allonym.formats.xml_scan import tags
from allonym.formats.zipped import require_zip
from allonym.formats.zipped_parts import Package, odd_names, open_package, require_gone
from allonym.formats.zipped_writing import write_zip

SIZE = 1024 * 1024
_MAIN = "xl/workbook.xml"
_SHARED = "xl/sharedStrings.xml"
_BEFORE_CALCULATION = ("definedNames", "externalReferences", "functionGroups", "sheets")


@dataclass(frozen=True)
class SheetFormat:
    """A zip container of XML parts. It is one document, unless columns are asked for: then each row is one."""

    size: int = SIZE
    name: str = "xlsx"
    suffixes: tuple[str, ...] = (".xlsx",)
    has_rows: bool = False
    is_cut: bool = False
    has_cells: bool = True

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Refuse what is no zip container."""
        require_zip(head)
        return replace(asked, encoding="utf-8", bom=b"")

    def is_one(self, layout: Layout) -> bool:
        """Tell whether nobody asked for columns."""
        return rows.is_one(layout)

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:
        """Return the rows, counted over all worksheets, and then the other texts."""
        opened = searchable(stream)
        package = open_package(opened, _MAIN)
        shared = _shared(package)
        unused = set(range(len(shared.items)))
        number = 0
        for row in rows.taken_rows(package, shared, layout):
            number = row.number
            unused.difference_update(cell.shared for cell in row.row.cells if cell.shared is not None)
            yield rows.piece_of(row, shared)
        for index in sorted(unused):
            number += 1
            yield _single(number, shared.items[index].value)
        parts = _parts(package)
        for block in self._blocks(parts):
            number += 1
            yield Piece(number, block.text, (Slot("", Span(0, len(block.text)), block.text, fixed=block.fixed),))
        names = tuple(dict.fromkeys((*odd_names(package), *(name for part in parts.values() for name in part.names))))
        yield Piece(number + 1, "", names=names)

    def spell(self, value: str, like: str, layout: Layout) -> str:  # noqa: ARG002 - cells are spelt when built
        """Return the value as it is."""
        return value

    def notes(self, stream: BinaryIO) -> list[str]:
        """Say what stays as it is, and what was taken out."""
        return open_package(stream, _MAIN).notes()

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:
        """Write the workbook with the edits of each piece; then tell the way back."""
        package = open_package(stream, _MAIN)
        shared = _shared(package)
        made: dict[str, list[Edit]] = {name: [] for name in package.xml}
        originals = _build_rows(package, shared, layout, edits, made)
        parts = _parts(package)
        require_gone(package, _treated(package, parts), originals)
        new: dict[str, list[tuple[Fragment, str]]] = {name: [] for name in parts}
        for block in self._blocks(parts):
            [mine] = next(edits)
            _require_replaced(block, mine, originals)
            for fragment, value in block.rewritten(mine):
                new[fragment.part].append((fragment, value))
        if next(edits) or next(edits, None) is not None:
            raise SafetyError("the file has other texts than when it was read")
        for name, part in parts.items():
            made[name] += rewritten(package.xml[name].text, iter(new[name]), part.scrubs)
        made.setdefault(_SHARED, []).extend(shared.edits())
        yield from write_zip(stream, package.members, _changed(package, made), output)

    def _blocks(self, parts: dict[str, Part]) -> Iterator[Block]:
        yield from blocks((line for part in parts.values() for line in (*part.lines, *part.others)), self.size)


def xlsx(size: int = SIZE) -> SheetFormat:
    """Return the format of workbooks."""
    return SheetFormat(size)


def _single(number: int, value: str) -> Piece:
    return Piece(number, value + "\t", (Slot("", Span(0, len(value)), value),))


def _shared(package: Package) -> SharedTexts:
    return read_shared(_SHARED, package.xml[_SHARED].text) if _SHARED in package.xml else SharedTexts()


def _parts(package: Package) -> dict[str, Part]:
    """Return what all parts hold beside cells and the texts that these share."""
    authors = Authors()
    found: dict[str, Part] = {}
    for name in sorted(package.xml):
        if name == _SHARED:
            continue
        text = package.xml[name].text
        where = sheet_data(text) if name.startswith(rows.SHEETS) else None
        if where is not None:
            # As many spaces, so that what stands behind the cells stays where it is.
            text = splice(text, [Edit(where, " " * len(where))])[0]
        found[name] = read_part(name, text, authors)
        if where is not None:
            found[name].names.extend(odd_values(package.xml[name].text, where))
    return found


def _build_rows(
    package: Package, shared: SharedTexts, layout: Layout, edits: Iterator[SlotEdits], made: dict[str, list[Edit]]
) -> set[str]:
    """Note the edits of all rows by part, and return what is replaced in them."""
    originals: set[str] = set()
    unused = set(range(len(shared.items)))
    for row in rows.taken_rows(package, shared, layout):
        unused.difference_update(cell.shared for cell in row.row.cells if cell.shared is not None)
        for cell in row.left:
            if cell.shared is not None:
                shared.fix(cell.shared)
    computed = False
    for row in rows.taken_rows(package, shared, layout):
        for taken, mine in zip(row.taken, next(edits), strict=True):
            made[row.part] += _cell(package.xml[row.part].text, shared, taken, list(mine))
            value = rows.text_of(taken.cell, shared) if mine else ""
            originals.update(edit.span.of(value) for edit in mine)
        made[row.part] += row.row.dropped
        computed = computed or bool(row.row.dropped)
    for index in sorted(unused):
        [mine] = next(edits)
        shared.place(index, list(mine))
    if computed:
        made[_MAIN].append(_recompute(package.xml[_MAIN].text))
    return originals


def _require_replaced(block: Block, edits: Iterable[Edit], originals: set[str]) -> None:
    """Refuse a text beside the cells that says just what is replaced in one, and stays: a filter by a name, say."""
    changed = {fragment.span for fragment, _ in block.rewritten(edits)}
    for fragment in block.fragments:
        if fragment.span not in changed and fragment.value.strip() in originals:
            raise InputError(
                "something that is replaced in a cell stands beside the cells, too (as the value of a filter or of a "
                "conditional format, say), where it was not recognized; take it out first"
            )


def _treated(package: Package, parts: dict[str, Part]) -> dict[str, list[Edit]]:
    found = {name: treated(part) for name, part in parts.items()}
    for name in rows.sheet_parts(package):
        if (where := sheet_data(package.xml[name].text)) is not None:
            found[name] = sorted((*found[name], Edit(where, "")), key=lambda edit: edit.span)
    if _SHARED in package.xml:
        found[_SHARED] = [Edit(Span(0, len(package.xml[_SHARED].text)), "")]
    return found


def _cell(text: str, shared: SharedTexts, taken: rows.Taken, edits: list[Edit]) -> Iterator[Edit]:
    cell = taken.cell
    if cell.shared is None or cell.index is None:
        for fragment, value in one_block(cell.fragments).rewritten(edits):
            yield from fragment.rewritten(text, value)
        return
    number = shared.place(cell.shared, edits)
    if number != cell.shared:
        yield Edit(cell.index, str(number))


def _recompute(text: str) -> Edit:
    """Return the edit of the workbook that has formulas computed when it is opened."""
    places = {tag.name: tag for tag in tags(text) if not tag.is_end or tag.name in _BEFORE_CALCULATION}
    if "calcPr" in places:
        tag = places["calcPr"]
        wanted = re.compile(r"fullCalcOnLoad\s*=\s*[\"'](\w+)[\"']").search(text, tag.start, tag.end)
        if wanted:
            return Edit(Span(*wanted.span(1)), "1")
        end = tag.end - (2 if tag.is_empty else 1)
        return Edit(Span(end, end), ' fullCalcOnLoad="1"')
    after = next(places[name] for name in _BEFORE_CALCULATION if name in places)
    prefix = re.compile(r"</?([^\s<>/:]+:)?").match(text, after.start)
    return Edit(Span(after.end, after.end), f'<{(prefix and prefix[1]) or ""}calcPr fullCalcOnLoad="1"/>')


def _changed(package: Package, made: dict[str, list[Edit]]) -> dict[str, bytes]:
    changed = dict.fromkeys(package.emptied, b"")
    for name, mine in made.items():
        if mine:
            part = package.xml[name]
            changed[name] = part.encode(splice(part.text, sorted(mine, key=lambda edit: edit.span))[0])
    return changed
