"""Subtitles, `srt` and `vtt`: what is said, and who says it. Numbers and times stay as they are.

12
00:00:01,000 --> 00:00:03,000
<i>Anna</i>, come here!                    one text, whatever lines and tags it has
<v Erik Ek>I am here.                      Erik Ek is a person, the rest a text
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from allonym.core.containers import SlotEdits, WayBack
from allonym.core.errors import InputError
from allonym.core.pieces import Layout, Piece, Slot
from allonym.core.protocols import Readable
from allonym.core.types import Edit, Span
from allonym.formats.blocks import blocks, lines_of
from allonym.formats.encodings import DEFAULT, require_encodable, with_encoding
from allonym.formats.markup import Atom, edited, escaped, plain_atoms, said
from allonym.formats.weaving import weave

_TIME = r"(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}"
_TIMES = re.compile(rf"\s*{_TIME}[ \t]+-->[ \t]+{_TIME}((?:[ \t]+[A-Za-z]\d?[\w\-]*:[\w%.,\-]+)*)[ \t]*")
_MARK = re.compile(
    rf"</?(?:[biu]|c|ruby|rt|lang|font)(?:\.[\w\-]+)*(?:[ \t]+(?:[a-z]{{2}}(?:-\w+)?|color=[\"']?[#\w]+[\"']?))?>|</v>|"
    rf"<{_TIME}>|\{{\\an?\d{{1,2}}\}}"
)
_VOICE = re.compile(r"<v(?:\.[\w\-]++)*+[ \t]++([^<>\r\n]++)>")
_NUMBER = re.compile(r"\s*\d+\s*")
_HEAD = re.compile(r"WEBVTT(?=\s|\Z)|NOTE(?=\s|\Z)|STYLE(?=\s|\Z)|REGION(?=\s|\Z)")


@dataclass(frozen=True)
class SubtitleFormat:
    """Subtitles. A file is one document; its pieces are the cues, counted from 1."""

    name: str
    suffixes: tuple[str, ...]
    has_rows: bool = False
    is_cut: bool = False
    reads_back: bool = False

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Complete what the user asked for by what the first bytes of the file show."""
        layout = with_encoding(head, asked)
        start = head[len(layout.bom) :].decode(layout.encoding, "ignore")
        if self.name == "vtt" and start and not start.startswith("WEBVTT"):
            raise InputError("this does not begin with WEBVTT, as subtitles of this kind do")
        return layout

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:
        """Return the cues."""
        for number, block in enumerate(blocks(stream, layout), 1):
            yield Piece(number, block, tuple(_slots(block)))

    def spell(self, value: str, like: str, layout: Layout) -> str:
        """Return a stretch that says the value, with the tags of the other."""
        return self.respell(like, [Edit(Span(0, len(said(_atoms(like)))), value)], layout)

    def respell(self, like: str, edits: Sequence[Edit], layout: Layout) -> str:
        """Return a stretch with edits of what it says; tags stay where they are."""
        return edited(list(_atoms(like)), edits, lambda words: self._written(words, layout.encoding or DEFAULT))

    def is_one(self, layout: Layout) -> bool:  # noqa: ARG002
        """Tell that a file is one document."""
        return True

    def notes(self, stream: BinaryIO) -> list[str]:  # noqa: ARG002
        """Return nothing: all of a file is read."""
        return []

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:
        """Write the subtitles with their edits; then tell the way back."""
        return weave(self, stream, layout, edits, output)

    def _written(self, words: str, encoding: str) -> str:
        if "\n" in words or "\r" in words or "-->" in words:
            raise InputError("a new text would break the cue it stands in")
        if self.name == "vtt":
            return escaped(words, encoding)
        require_encodable(words, encoding)
        return words


def srt() -> SubtitleFormat:
    """Return the format of SubRip subtitles."""
    return SubtitleFormat("srt", (".srt",))


def vtt() -> SubtitleFormat:
    """Return the format of WebVTT subtitles."""
    return SubtitleFormat("vtt", (".vtt",))


def _slots(block: str) -> Iterator[Slot]:
    lines = list(lines_of(block))
    timed = next((place for place, (_, line) in enumerate(lines) if _TIMES.fullmatch(line)), None)
    if timed is None:
        yield from _text(block, 0, lines)
        return
    for start, line in lines[:timed]:
        if not _NUMBER.fullmatch(line):
            yield Slot("id", Span(start, start + len(line)), said(_atoms(line)))
    yield from _text(block, timed + 1, lines)


def _text(block: str, first: int, lines: Sequence[tuple[int, str]]) -> Iterator[Slot]:
    """Return what is said from a line on, cut where another begins to speak."""
    if first >= len(lines):
        return
    head = _HEAD.match(lines[0][1]) if first == 0 else None
    done = head.end() + lines[0][0] if head else lines[first][0]
    end = lines[-1][0] + len(lines[-1][1])
    for voice in _VOICE.finditer(block, done, end):
        yield from _stretch(block, done, voice.start())
        yield Slot("voice", Span(*voice.span(1)), said(_atoms(voice[1])), "PERSON")
        done = voice.end()
    yield from _stretch(block, done, end)


def _stretch(block: str, start: int, end: int) -> Iterator[Slot]:
    value = said(_atoms(block[start:end]))
    if value.strip():
        yield Slot("text", Span(start, end), value)


def _atoms(raw: str) -> Iterator[Atom]:
    done = 0
    for mark in _MARK.finditer(raw):
        yield from plain_atoms(raw[done : mark.start()])
        yield mark[0], ""
        done = mark.end()
    yield from plain_atoms(raw[done:])
