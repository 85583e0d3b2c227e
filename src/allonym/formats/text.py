"""Plain text: the whole file is one text, and a large one is cut where a reader would pause.

Cuts are made after a paragraph, else after a line, else after white space, so that a name is not cut in two.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from allonym.core.errors import InputError
from allonym.core.pieces import Layout, Piece, Slot
from allonym.core.protocols import Readable
from allonym.core.types import Span
from allonym.formats.decoding import CHUNK, read_exactly, strict
from allonym.formats.encodings import DEFAULT, HINT, require_encodable, with_encoding
from allonym.formats.window import Window

SIZE = 1024 * 1024
"""How many characters a piece may have."""

LIMIT = 64 * 1024 * 1024
"""How many characters a piece may have if there is no white space to cut at."""

_PARAGRAPH_ENDS = ("\n\n", "\n\r\n")
_LINE_ENDS = ("\n", "\r")
_SPACE = re.compile(r"\s")
_SPACES = tuple(character for character in map(chr, range(0x3001)) if character.isspace())


@dataclass(frozen=True)
class TextFormat:
    """Running text without structure. A text has no rows, so a byte that does not decode fails the whole file."""

    size: int = SIZE
    limit: int = LIMIT
    chunk: int = CHUNK
    name: str = "text"
    suffixes: tuple[str, ...] = (".txt", ".md", ".text")
    has_rows: bool = False
    is_cut: bool = True

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Complete what the user asked for by what the first bytes of the file show."""
        return with_encoding(head, asked)

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:
        """Return the text in pieces, each one slot; where the layout names cuts, exactly there."""
        texts = _cut_as_told(stream, layout) if layout.cuts else self._cut(stream, layout)
        for number, text in enumerate(texts, 1):
            yield Piece(number, text, (Slot("", Span(0, len(text)), text),))

    def spell(self, value: str, like: str, layout: Layout) -> str:  # noqa: ARG002 - a text has no style to follow
        """Return the value as it is."""
        require_encodable(value, layout.encoding or DEFAULT)
        return value

    def _cut(self, stream: Readable, layout: Layout) -> Iterator[str]:
        window = Window(strict(stream, layout, self.chunk))
        while window.char(0):
            # One character more than a piece may have shows whether a line end is cut in two.
            if not window.char(self.size):
                end = window.waiting()
            else:
                end = _pause(window.part(0, self.size + 1)) or _next_pause(window, self.size, self.limit)
            yield window.part(0, end)
            window.at += end


def text(size: int = SIZE, limit: int = LIMIT, chunk: int = CHUNK) -> TextFormat:
    """Return the format of plain text."""
    return TextFormat(size, limit, chunk)


def _cut_as_told(stream: Readable, layout: Layout) -> Iterator[str]:
    read_exactly(stream, len(layout.bom))
    encoding = layout.encoding or DEFAULT
    done = len(layout.bom)
    for size in layout.cuts:
        data = read_exactly(stream, size)
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            raise InputError(f"not valid {encoding} at byte {done + error.start + 1} of the file; {HINT}") from None
        if len(data) != size:
            break
        done += size
        yield text
    else:
        if not stream.read(1):
            return
    raise InputError("the file has not the length it is said to have; it was changed since it was written")


def _pause(text: str) -> int:
    """Return where to cut before the last character, or 0 if there is no place."""
    last = len(text) - 1
    paragraph = _last_end(text, _PARAGRAPH_ENDS, last)
    # A paragraph end far back would make small pieces; from the middle on it is worth it.
    if paragraph * 2 > last:
        return paragraph
    return _last_end(text, _LINE_ENDS, last) or paragraph or _last_end(text, _SPACES, last)


def _last_end(text: str, ends: tuple[str, ...], last: int) -> int:
    found = max((place + len(end) for end in ends if (place := text.rfind(end, 0, last)) >= 0), default=0)
    if found and text[found - 1 : found + 1] == "\r\n":
        return _last_end(text, ends, found - 1)
    return found


def _next_pause(window: Window, start: int, limit: int) -> int:
    while True:
        found = _SPACE.search(window.text, window.at + start)
        start = found.end() - window.at if found else window.waiting()
        if start > limit:
            raise InputError(f"no white space within {limit} characters, so the text cannot be cut into pieces")
        if found:
            return start + (found[0] == "\r" and window.char(start) == "\n")
        if not window.grow():
            return start
