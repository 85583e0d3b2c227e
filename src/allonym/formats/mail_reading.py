"""A mail as its parts: headers, bodies, attachments, and mails inside."""

import re
from collections.abc import Iterator
from io import BytesIO

from allonym.core.errors import InputError, UsageError
from allonym.core.pieces import Layout, Piece
from allonym.formats.choosing import choose
from allonym.formats.mail_coding import coding_of
from allonym.formats.mail_headers import Headers, read_headers
from allonym.formats.mail_parts import Body, KeptBytes, Part, WithheldBytes
from allonym.formats.mail_words import Unreadable, charset_of

DEEPEST = 16
MOST_PARTS = 1000
_BLANK = re.compile(rb"(?:\A|(?<=\n))\r?\n")
_HEAD = 1 << 16
_FORMATS = {
    "application/json": "json",
    "application/x-ndjson": "jsonl",
    "application/x-subrip": "srt",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/xhtml+xml": "html",
    "text/csv": "csv",
    "text/html": "html",
    "text/tab-separated-values": "tsv",
    "text/vtt": "vtt",
}
_ENDINGS = {
    ".csv": "csv",
    ".docx": "docx",
    ".htm": "html",
    ".html": "html",
    ".json": "json",
    ".jsonl": "jsonl",
    ".md": "text",
    ".srt": "srt",
    ".tsv": "tsv",
    ".txt": "text",
    ".vtt": "vtt",
    ".xlsx": "xlsx",
}
_BINARY = frozenset({"docx", "xlsx"})


def read_mail(data: bytes, depth: int = 0) -> tuple[list[Part], Headers]:
    """Return the parts of a mail, or of a part that has headers of its own; joined they are its bytes."""
    found = _BLANK.search(data)
    end = found.start() if found else len(data)
    headers = read_headers(data[:end].decode("latin-1"))
    parts = [*headers.parts]
    if found:
        parts.append(KeptBytes(found[0]))
    if found and (body := data[found.end() :]):
        parts += _body(body, headers, b"\r\n" if found[0] == b"\r\n" else b"\n", depth)
    return parts, headers


def _body(data: bytes, headers: Headers, line_end: bytes, depth: int) -> list[Part]:
    if depth > DEEPEST:
        return [WithheldBytes(data, f"parts inside parts, more than {DEEPEST} deep")]
    main = headers.type.partition("/")[0]
    boundary = headers.parameters.get("boundary", "")
    if main == "multipart" and boundary:
        return list(_several(data, boundary, line_end, depth))
    if headers.type == "message/rfc822" and headers.coding.strip().lower() in {"", "7bit", "8bit", "binary"}:
        return read_mail(data, depth + 1)[0]
    try:
        return _single(data, headers, line_end)
    except Unreadable as error:
        return [WithheldBytes(data, str(error))]
    except InputError:
        return [WithheldBytes(data, "its format cannot be read")]


def _several(data: bytes, boundary: str, line_end: bytes, depth: int) -> Iterator[Part]:
    """Return the parts between boundaries; what stands before the first and after the last is text."""
    mark = re.compile(rb"(?:\A|(?<=\n))--" + re.escape(boundary.encode("latin-1")) + rb"(--)?[ \t]*(?:\r?\n|\Z)")
    done, inside, count = 0, False, 0
    for found in mark.finditer(data):
        yield from _between(data[done : found.start()], inside, line_end, depth)
        yield KeptBytes(found[0])
        done, inside, count = found.end(), not found[1], count + 1
        if count > MOST_PARTS:
            yield WithheldBytes(data[done:], f"more than {MOST_PARTS} parts")
            return
    yield from _between(data[done:], inside, line_end, depth)


def _between(data: bytes, inside: bool, line_end: bytes, depth: int) -> list[Part]:
    if not data:
        return []
    if inside:
        return read_mail(data, depth + 1)[0]
    return _body(data, Headers(), line_end, depth + 1)


def _single(data: bytes, headers: Headers, line_end: bytes) -> list[Part]:
    name = _format_name(headers)
    if name is None:
        raise Unreadable("no format reads it")
    # The line end before a boundary belongs to the boundary.
    coding = coding_of(headers.coding, data, line_end)
    decoded = coding.decode(data)
    if not decoded.strip():
        return [KeptBytes(data)]
    layout = Layout() if name in _BINARY else Layout(encoding=_encoding(headers, decoded))
    try:
        form = choose("", name)
        layout = form.inspect(decoded[:_HEAD], layout)
        pieces = list(form.read(BytesIO(decoded), layout))
    except UsageError:
        raise Unreadable("its format cannot be read") from None
    readable = tuple(piece for piece in pieces if isinstance(piece, Piece))
    if len(readable) != len(pieces):
        raise Unreadable("it has rows that cannot be read")
    column = "attachment" if headers.disposition == "attachment" else "body"
    return [Body(data, coding, form, layout, readable, column)]


def _format_name(headers: Headers) -> str | None:
    if headers.type in _FORMATS:
        return _FORMATS[headers.type]
    if headers.type.startswith("text/") or "/" not in headers.type:
        return "text"
    if headers.type in {"application/octet-stream", "application/text"}:
        file_name = headers.parameters.get("filename") or headers.parameters.get("name") or ""
        return next((name for ending, name in _ENDINGS.items() if file_name.lower().endswith(ending)), None)
    if headers.type in {"message/delivery-status", "message/disposition-notification", "text/rfc822-headers"}:
        return "text"
    return None


def _encoding(headers: Headers, data: bytes) -> str:
    """Return the encoding of a text: as it says, else UTF-8 if it is that, else Latin-1."""
    said = headers.parameters.get("charset", "")
    encoding = charset_of(said)
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        if said.strip().lower() in {"", "us-ascii", "ascii"}:
            return "latin-1"
        raise Unreadable("its letters are not in the encoding that it names") from None
    return encoding
