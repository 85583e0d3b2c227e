"""Mails: `eml`, one to a file, and `mbox`, many.

Every byte is read, or left out: a text in a header or a body is replaced where it stands, an attachment that no
format reads is withheld. What is replaced or left out comes back from the vault.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from allonym.core.containers import LeftOut, SlotEdits, WayBack, first_notes
from allonym.core.errors import InputError, SafetyError
from allonym.core.pieces import Layout, Piece, Slot
from allonym.core.protocols import Readable
from allonym.core.types import Span
from allonym.formats.mail_headers import Headers, people
from allonym.formats.mail_parts import Body, HeaderText, KeptBytes, Part, WithheldBytes
from allonym.formats.mail_reading import read_mail
from allonym.formats.weaving import Weaver, rewind

LIMIT = 128 * 1024 * 1024
"""How many bytes a mail may have: what is in memory at once."""

_ENVELOPE = re.compile(rb"From (\S*)([^\r\n]*\r?\n)")
_HEADER = re.compile(rb"\s*[!-9;-~]+[ \t]*:")
_MOST_NOTES = 100


@dataclass(frozen=True)
class MailFormat:
    """One mail or many. All texts of a mail are one record; their author is who sent it."""

    name: str
    suffixes: tuple[str, ...]
    limit: int = LIMIT
    has_rows: bool = False
    is_cut: bool = False
    reads_back: bool = False

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Refuse what is no mail; each part of one has an encoding of its own."""
        start = head.lstrip(b"\xef\xbb\xbf")
        fits = _ENVELOPE.match(start) if self.name == "mbox" else _ENVELOPE.match(start) or _HEADER.match(start)
        if head and not fits:
            raise InputError(f"this does not begin like {'a file of mails' if self.name == 'mbox' else 'a mail'}")
        return replace(asked, encoding="latin-1", bom=b"")

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:  # noqa: ARG002
        """Return the mails, counted from 1."""
        rewind(stream)
        for number, data in enumerate(self._mails(stream), 1):
            parts, headers = _parts(data)
            slots = tuple(Slot(each.column, Span(0, 0), each.value, each.label, each.fixed) for each in _slots(parts))
            inside = (name for part in parts if isinstance(part, Body) for piece in part.pieces for name in piece.names)
            names = tuple(dict.fromkeys((*headers.names, *inside)))
            yield Piece(number, "", slots, names, author=headers.author)

    def spell(self, value: str, like: str, layout: Layout) -> str:  # noqa: ARG002
        """Return the value as it is; how it is written is decided where it stands."""
        return value

    def is_one(self, layout: Layout) -> bool:  # noqa: ARG002
        """Tell that each mail is a document of its own."""
        return False

    def notes(self, stream: BinaryIO) -> list[str]:
        """Say which parts of which mails are left out, and why."""
        stream.seek(0)
        notes = (
            LeftOut(f"mail {number}: a part is withheld: {each}")
            for number, data in enumerate(self._mails(stream), 1)
            for each in _reasons(_parts(data)[0])
        )
        return first_notes(notes, _MOST_NOTES, "and more parts of further mails")

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:  # noqa: ARG002
        """Write the mails with their edits, without what nobody can read; then tell the way back."""
        stream.seek(0)
        weaver = Weaver(output)
        for data in self._mails(stream):
            _write(weaver, _parts(data)[0], next(edits))
        return weaver.way_back(stream)

    def _mails(self, stream: Readable) -> Iterator[bytes]:
        waiting = bytearray()
        for line in _lines(stream, self.limit):
            begins = self.name == "mbox" and line.startswith(b"From ") and _ends_mail(waiting)
            if begins and waiting:
                yield bytes(waiting)
                waiting.clear()
            waiting += line
            if len(waiting) > self.limit:
                raise InputError(f"a mail is longer than {self.limit} bytes")
        if waiting:
            yield bytes(waiting)


def eml(limit: int = LIMIT) -> MailFormat:
    """Return the format of files with one mail."""
    return MailFormat("eml", (".eml",), limit)


def mbox(limit: int = LIMIT) -> MailFormat:
    """Return the format of files with many mails."""
    return MailFormat("mbox", (".mbox", ".mbx"), limit)


def _parts(data: bytes) -> tuple[list[Part], Headers]:
    envelope = _ENVELOPE.match(data)
    if envelope is None:
        parts, headers = read_mail(data)
    else:
        parts, headers = read_mail(data[envelope.end() :])
        parts = [KeptBytes(b"From "), *_envelope(envelope[1], envelope[2]), *parts]
    if b"".join(part.raw for part in parts) != data:
        raise SafetyError("a mail was not read from its first byte to its last; nothing is written")
    return parts, headers


def _envelope(sender: bytes, rest: bytes) -> list[Part]:
    """Return who sent a mail, and when, as the line before it says."""
    body = rest.rstrip(b"\r\n")
    known = people("envelope", sender.decode("latin-1"))
    labelled = any(isinstance(part, HeaderText) and part.label for part in known)
    texts = [(sender, known), (body, [])] if labelled else [(sender + body, [])]
    parts: list[Part] = []
    for raw, already in texts:
        parts += already or [HeaderText(raw, "envelope", raw.decode("latin-1"))]
    return [*parts, KeptBytes(rest[len(body) :])]


def _slots(parts: Sequence[Part]) -> Iterator[Slot]:
    return (slot for part in parts for slot in part.slots())


def _reasons(parts: Sequence[Part]) -> Iterator[str]:
    return (part.reason for part in parts if isinstance(part, WithheldBytes))


def _write(weaver: Weaver, parts: Sequence[Part], edits: SlotEdits) -> None:
    at = 0
    for part in parts:
        count = len(part.slots())
        part.write(weaver, edits[at : at + count])
        at += count


def _ends_mail(before: bytearray) -> bool:
    return not before or before.endswith((b"\n\n", b"\n\r\n")) or before == b"\n"


def _lines(stream: Readable, limit: int) -> Iterator[bytes]:
    waiting: list[bytes] = []
    while data := stream.read(1 << 20):
        *lines, last = data.split(b"\n")
        if not lines:
            waiting.append(last)
        else:
            yield b"".join((*waiting, lines[0], b"\n"))
            yield from (line + b"\n" for line in lines[1:])
            waiting = [last]
        if sum(map(len, waiting)) > limit:
            raise InputError(f"a mail is longer than {limit} bytes")
    if last := b"".join(waiting):
        yield last
