"""A part of the inputs: the first texts, or some that are drawn. What is left out is as if it were not in the input.

Rows are picked one by one. A file without rows is a text, and goes whole or not at all.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from heapq import nsmallest
from io import BufferedReader, RawIOBase
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from allonym.core.errors import UsageError
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.protocols import Format
from allonym.core.streams import Rejoined
from allonym.running.sources import HEAD, Source

Job = tuple[Source, Path | None]


@dataclass(frozen=True, slots=True)
class First:
    """The first so many rows. It fits Picking."""

    count: int

    def through(self, format: Format, asked: Layout, stream: BinaryIO) -> BinaryIO:  # noqa: A002
        """Return a stream of the rows that are picked; the rest is not even read."""
        return _stream(format, asked, stream, self._pick)

    def _pick(self, pieces: Iterator[Piece | BrokenPiece]) -> Iterator[Piece | BrokenPiece]:
        left = self.count
        for piece in pieces:
            left -= isinstance(piece, Piece) and bool(piece.slots)
            yield piece
            if left <= 0:
                return


@dataclass(frozen=True, slots=True)
class Drawn:
    """Rows with these numbers. It fits Picking."""

    numbers: frozenset[int] = field(repr=False)

    def through(self, format: Format, asked: Layout, stream: BinaryIO) -> BinaryIO:  # noqa: A002
        """Return a stream of the rows that are picked."""
        return _stream(format, asked, stream, self._pick)

    def _pick(self, pieces: Iterator[Piece | BrokenPiece]) -> Iterator[Piece | BrokenPiece]:
        return (each for each in pieces if isinstance(each, Piece) and (each.header or each.number in self.numbers))


def first_texts(jobs: Sequence[Job], count: int) -> list[Job]:
    """Return the jobs with the first so many texts."""
    picked: list[Job] = []
    for source, target in jobs:
        if count <= 0:
            break
        if not source.format.has_rows:
            picked.append((source, target))
            count -= 1
            continue
        picked.append((replace(source, picked=First(count)), target))
        count -= (
            0
            if source.is_stdin() or source.is_pipe()
            else sum(1 for _ in islice(_rows(source), min(count, sys.maxsize)))
        )
    return picked


def drawn_texts(jobs: Sequence[Job], count: int, seed: int) -> list[Job]:
    """Return the jobs with so many texts, drawn by a seed: the same seed, the same names and rows, the same texts."""
    if any(source.is_stdin() for source, _ in jobs):
        raise UsageError("a sample is drawn from all there is, so it needs files; --limit takes the first of a stream")
    for source, _ in jobs:
        source.require_file()
    every = chain.from_iterable(
        ((_lot(seed, source.name, number), at, number) for number in _rows(source))
        for at, (source, _) in enumerate(jobs)
    )
    chosen = sorted((at, number) for _, at, number in nsmallest(count, every))
    picked: list[Job] = []
    for at, group in groupby(chosen, key=lambda each: each[0]):
        source, target = jobs[at]
        numbers = frozenset(number for _, number in group)
        picked.append((replace(source, picked=Drawn(numbers)) if source.format.has_rows else source, target))
    if not picked:
        raise UsageError("there is nothing to draw a sample from")
    return picked


def _rows(source: Source) -> Iterator[int]:
    """Return the numbers of the rows that hold texts; a file without rows is one."""
    if not source.format.has_rows:
        yield 1
        return
    layout = source.inspect()
    with source.open() as stream:
        for piece in source.format.read(stream, layout):
            if isinstance(piece, Piece) and piece.slots:
                yield piece.number


def _lot(seed: int, name: str, number: int) -> bytes:
    return blake2b(f"{seed}\0{name}\0{number}".encode(), digest_size=16).digest()


class _Parts(RawIOBase):
    """Bytes as they are made."""

    def __init__(self, parts: Iterator[bytes], below: BinaryIO) -> None:
        super().__init__()
        self._parts = parts
        self._below = below
        self._waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._waiting:
            part = next(self._parts, None)
            if part is None:
                return 0
            self._waiting = part
        size = min(len(buffer), len(self._waiting))
        buffer[:size], self._waiting = self._waiting[:size], self._waiting[size:]
        return size

    def close(self) -> None:
        if not self.closed:
            self._below.close()
        super().close()


def _stream(format: Format, asked: Layout, stream: BinaryIO, pick: Any) -> BinaryIO:  # noqa: A002
    return cast("BinaryIO", BufferedReader(_Parts(_parts(format, asked, stream, pick), stream)))


def _parts(format: Format, asked: Layout, stream: BinaryIO, pick: Any) -> Iterator[bytes]:  # noqa: A002
    head = stream.read(HEAD)
    layout = format.inspect(head, asked)
    yield layout.bom
    for piece in pick(format.read(Rejoined(head, stream), layout)):
        yield piece.raw if isinstance(piece, BrokenPiece) else piece.text.encode(layout.encoding)
