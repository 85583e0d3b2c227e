"""Word files: what is written in them is read as one text, wherever it stands.

Paragraphs come first (the body, notes, comments, headers and footers, text boxes), then what stands beside them:
links, descriptions of pictures, commands of fields.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

from allonym.core.containers import SlotEdits, WayBack
from allonym.core.errors import SafetyError
from allonym.core.pieces import Layout, Piece, Slot
from allonym.core.protocols import Readable
from allonym.core.splice import splice
from allonym.core.streams import searchable
from allonym.core.types import Span
from allonym.formats.xml_lines import Block, Fragment, blocks
from allonym.formats.xml_part import Authors, Part, read_part, rewritten, treated
from allonym.formats.zipped import require_zip
from allonym.formats.zipped_parts import Package, odd_names, open_package, require_gone
from allonym.formats.zipped_writing import write_zip

SIZE = 1024 * 1024
"""How many characters a piece has, about."""

_MAIN = "word/document.xml"
_ORDER = ("word/document", "word/footnotes", "word/endnotes", "word/comments", "word/header", "word/footer")


@dataclass(frozen=True)
class WordFormat:
    """A zip container of XML parts. All of it is one document."""

    size: int = SIZE
    name: str = "docx"
    suffixes: tuple[str, ...] = (".docx",)
    has_rows: bool = False
    is_cut: bool = False

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Refuse what is no zip container; there is nothing to choose in the others."""
        require_zip(head)
        return replace(asked, encoding="utf-8", bom=b"")

    def is_one(self, layout: Layout) -> bool:  # noqa: ARG002 - whatever was asked for
        """Return true: a letter is one document."""
        return True

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:  # noqa: ARG002 - nothing can be chosen
        """Return the texts in pieces; what stays as it is and has a name, is checked with the last."""
        opened = searchable(stream)
        package = open_package(opened, _MAIN)
        parts = _parts(package)
        number = 0
        for number, block in enumerate(self._blocks(parts), 1):
            yield Piece(number, block.text, (Slot("", Span(0, len(block.text)), block.text, fixed=block.fixed),))
        names = tuple(dict.fromkeys((*odd_names(package), *(name for part in parts.values() for name in part.names))))
        yield Piece(number + 1, "", names=names)

    def spell(self, value: str, like: str, layout: Layout) -> str:  # noqa: ARG002 - fragments are spelt when built
        """Return the value as it is."""
        return value

    def notes(self, stream: BinaryIO) -> list[str]:
        """Say what stays as it is, and what was taken out."""
        return open_package(stream, _MAIN).notes()

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:  # noqa: ARG002
        """Write the file with the edits of each piece; then tell the way back."""
        package = open_package(stream, _MAIN)
        parts = _parts(package)
        new: dict[str, list[tuple[Fragment, str]]] = {name: [] for name in parts}
        originals: set[str] = set()
        for block in self._blocks(parts):
            [mine] = next(edits)
            originals.update(edit.span.of(block.text) for edit in mine)
            for fragment, value in block.rewritten(mine):
                new[fragment.part].append((fragment, value))
        if next(edits) or next(edits, None) is not None:
            raise SafetyError("the file has other texts than when it was read")
        require_gone(package, {name: treated(part) for name, part in parts.items()}, originals)
        changed = dict.fromkeys(package.emptied, b"")
        for name, part in parts.items():
            text = package.xml[name].text
            if mine := rewritten(text, iter(new[name]), part.scrubs):
                changed[name] = package.xml[name].encode(splice(text, mine)[0])
        yield from write_zip(stream, package.members, changed, output)

    def _blocks(self, parts: dict[str, Part]) -> Iterator[Block]:
        yield from blocks((line for part in parts.values() for line in part.lines), self.size)
        yield from blocks((line for part in parts.values() for line in part.others), self.size)


def docx(size: int = SIZE) -> WordFormat:
    """Return the format of Word files."""
    return WordFormat(size)


def _parts(package: Package) -> dict[str, Part]:
    authors = Authors()
    return {name: read_part(name, package.xml[name].text, authors) for name in sorted(package.xml, key=_place)}


def _place(name: str) -> tuple[int, str]:
    first = next((place for place, start in enumerate(_ORDER) if name.startswith(start)), len(_ORDER))
    return first, name
