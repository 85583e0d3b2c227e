"""Chats that WhatsApp exports as text: a time, who writes, what is written. Times stay as they are.

[31/12/2023, 23:59:58] Anna Berg: Happy new year!        Anna Berg is a person, and the author of the message
31.12.23, 23:59 - Erik: and to you,                      dates as in any country, with or without brackets
dear Anna                                                a line without a time goes on with the message
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from allonym.core.containers import SlotEdits, WayBack
from allonym.core.errors import InputError
from allonym.core.pieces import Layout, Piece, Slot
from allonym.core.protocols import Readable
from allonym.core.splice import splice
from allonym.core.types import Edit, Span
from allonym.formats.decoding import strict
from allonym.formats.encodings import DEFAULT, require_encodable, with_encoding
from allonym.formats.weaving import rewind, weave

LIMIT = 256 * 1024 * 1024
"""How many characters a chat may have."""

_MARKS = r"[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]*"
_DAY = rf"\d{{1,4}}{_MARKS}[./\-]{_MARKS}\d{{1,2}}{_MARKS}[./\-]{_MARKS}\d{{1,4}}"
_HALF = r"(?:[\s\u202f](?:[AaPp]\.?\s?[Mm]\.?|[مص]))?"
_CLOCK = rf"\d{{1,2}}[:.]\d{{2}}(?:[:.]\d{{2}})?{_HALF}"
_TIME = re.compile(
    rf"^{_MARKS}(?:\[{_DAY}[,،]?\s(?:\w{{1,4}}\.?\s){{0,2}}{_CLOCK}\]|{_DAY}[,،]?\s(?:\w{{1,4}}\.?\s){{0,2}}{_CLOCK}\s[-–])\s{_MARKS}",
    re.MULTILINE,
)
_SENDER = re.compile(rf"{_MARKS}~?{_MARKS}\s?([^:\r\n\u200e]{{1,100}}?){_MARKS}:\s")
_PHONE = re.compile(r"[\u2066-\u2069\u202a-\u202e]*\+?[\d\s()\-\u00a0\u2011]{6,}[\u2066-\u2069\u202a-\u202e]*")
_MOST_SENDERS = 2000


@dataclass(frozen=True)
class ChatFormat:
    """A chat, which is one document; its pieces are the messages, counted from 1. Who writes is named in all of it."""

    limit: int = LIMIT
    name: str = "whatsapp"
    suffixes: tuple[str, ...] = ()
    has_rows: bool = False
    is_cut: bool = False
    reads_back: bool = False

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Complete what the user asked for by what the first bytes of the file show."""
        layout = with_encoding(head, asked)
        start = head[len(layout.bom) :].decode(layout.encoding, "ignore")
        if start and not _TIME.match(start):
            raise InputError("this does not begin like a chat: a date, a time, and who writes")
        return layout

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:
        """Return the messages."""
        rewind(stream)
        text = "".join(self._parts(stream, layout))
        starts = [found.start() for found in _TIME.finditer(text)]
        if text and (not starts or starts[0]):
            starts.insert(0, 0)
        senders = tuple(dict.fromkeys(_senders(text)))[:_MOST_SENDERS]
        for number, (start, end) in enumerate(zip(starts, (*starts[1:], len(text)), strict=False), 1):
            yield _message(number, text[start:end], senders)

    def spell(self, value: str, like: str, layout: Layout) -> str:  # noqa: ARG002
        """Return the value as it is."""
        require_encodable(value, layout.encoding or DEFAULT)
        return value

    def respell(self, like: str, edits: Sequence[Edit], layout: Layout) -> str:
        """Return a text with its edits."""
        return self.spell(splice(like, edits)[0], like, layout)

    def is_one(self, layout: Layout) -> bool:  # noqa: ARG002
        """Tell that a chat is one document."""
        return True

    def notes(self, stream: BinaryIO) -> list[str]:  # noqa: ARG002
        """Return nothing: all of a chat is read."""
        return []

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:
        """Write the chat with its edits; then tell the way back."""
        return weave(self, stream, layout, edits, output)

    def _parts(self, stream: Readable, layout: Layout) -> Iterator[str]:
        size = 0
        for part in strict(stream, layout):
            size += len(part)
            if size > self.limit:
                raise InputError(f"the chat is longer than {self.limit} characters")
            yield part


def whatsapp(limit: int = LIMIT) -> ChatFormat:
    """Return the format of WhatsApp chats."""
    return ChatFormat(limit)


def _senders(text: str) -> Iterator[tuple[str, str]]:
    for found in _TIME.finditer(text):
        if sender := _SENDER.match(text, found.end()):
            yield sender[1], _label(sender[1])


def _label(sender: str) -> str:
    return "PHONE" if _PHONE.fullmatch(sender) else "PERSON"


def _message(number: int, text: str, senders: tuple[tuple[str, str], ...]) -> Piece:
    time = _TIME.match(text)
    done = time.end() if time else 0
    slots: list[Slot] = []
    sender = _SENDER.match(text, done) if time else None
    if sender:
        slots.append(Slot("sender", Span(*sender.span(1)), sender[1], _label(sender[1])))
        done = sender.end()
    body = text[done:].rstrip("\r\n")
    if body.strip():
        slots.append(Slot("text", Span(done, done + len(body)), body))
    return Piece(number, text, tuple(slots), author=sender[1] if sender else None, known=senders)
