"""Files of blocks with blank lines between them: subtitles, token lists."""

import re
from collections.abc import Iterator

from allonym.core.errors import InputError
from allonym.core.pieces import Layout
from allonym.core.protocols import Readable
from allonym.formats.decoding import CHUNK, strict
from allonym.formats.weaving import rewind
from allonym.formats.window import ANY_LINE_END, Window

LIMIT = 16 * 1024 * 1024
"""How many characters a block may have: what is in memory at once."""


def blocks(stream: Readable, layout: Layout, limit: int = LIMIT, chunk: int = CHUNK) -> Iterator[str]:
    """Return each block with the blank lines behind it; joined they are the file."""
    rewind(stream)
    window = Window(strict(stream, layout, chunk))
    lines: list[str] = []
    size, begun, ended = 0, False, False
    while line := window.line(ANY_LINE_END, limit):
        window.at += len(line)
        blank = not line.strip()
        if ended and not blank:
            yield "".join(lines)
            lines, size, begun, ended = [], 0, False, False
        lines.append(line)
        size += len(line)
        begun = begun or not blank
        ended = begun and blank
        if size > limit:
            raise InputError(f"there is no blank line within {limit} characters")
    if lines:
        yield "".join(lines)


def lines_of(block: str) -> Iterator[tuple[int, str]]:
    """Return each line of a block without its end, and where it begins."""
    for found in re.finditer(r"[^\r\n]+", block):
        yield found.start(), found[0]
