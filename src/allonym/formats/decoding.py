"""Bytes of a stream as text, chunk by chunk, so that memory does not grow with the file.

strict    a byte that does not decode ends the file, by an InputError that names the place
lenient   a byte that does not decode travels on as a lone surrogate (PEP 383), so that only its row is broken;
          a valid text never holds one, and encoding gives the byte back
"""

import codecs
from collections.abc import Iterator

from allonym.core.errors import InputError
from allonym.core.pieces import Layout
from allonym.core.protocols import Readable
from allonym.formats.encodings import DEFAULT, HINT, is_wide

CHUNK = 256 * 1024


def strict(stream: Readable, layout: Layout, chunk: int = CHUNK) -> Iterator[str]:
    """Return the text after the byte order mark in parts that are never empty; raise InputError on a bad byte.

    The message counts bytes and lines from 1, and bytes with the mark.
    """
    decoder = codecs.getincrementaldecoder(layout.encoding or DEFAULT)("strict")
    done = _skip_mark(stream, layout)
    lines = 1
    while True:
        data = stream.read(chunk)
        done += len(data)
        try:
            text = decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            before = error.object[: error.start].decode(error.encoding, "ignore")
            byte = done - len(error.object) + error.start + 1
            line = lines + before.count("\n")
            name = layout.encoding or DEFAULT
            raise InputError(f"not valid {name} at byte {byte} of the file, on line {line}; {HINT}") from None
        if text:
            yield text
        if not data:
            return
        lines += text.count("\n")


def lenient(stream: Readable, layout: Layout, chunk: int = CHUNK) -> Iterator[str]:
    """Return the text after the byte order mark in parts that are never empty; bad bytes become lone surrogates.

    In UTF-16 and UTF-32 a bad unit is an InputError all the same: there is no telling where the row ends.
    """
    encoding = layout.encoding or DEFAULT
    if is_wide(encoding):
        yield from strict(stream, layout, chunk)
        return
    _skip_mark(stream, layout)
    decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
    while data := stream.read(chunk):
        if text := decoder.decode(data):
            yield text
    if text := decoder.decode(b"", final=True):
        yield text


def fault_in(row: str, encoding: str) -> str | None:
    """Tell where a leniently decoded row is not valid, or None; bytes are counted from 1."""
    if row.isascii():
        return None
    try:
        row.encode(encoding)
    except UnicodeEncodeError as error:
        byte = len(row[: error.start].encode(encoding)) + 1
        return f"not valid {encoding} at byte {byte} of the row; {HINT}"
    return None


def is_undecoded(text: str) -> bool:
    """Tell whether a leniently decoded text holds a byte that did not decode."""
    return not text.isascii() and any("\udc80" <= character <= "\udcff" for character in text)


def undecode(row: str, encoding: str) -> bytes:
    """Return the bytes that a leniently decoded row came from."""
    return row.encode(encoding, "strict" if is_wide(encoding) else "surrogateescape")


def read_exactly(stream: Readable, size: int) -> bytes:
    """Return that many bytes, or fewer at the end of the file; a pipe may need several reads."""
    parts: list[bytes] = []
    while size and (data := stream.read(size)):
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


def _skip_mark(stream: Readable, layout: Layout) -> int:
    if read_exactly(stream, len(layout.bom)) != layout.bom:
        raise InputError("the file does not begin with the byte order mark it is said to have")
    return len(layout.bom)
