"""What was found in an input, kept in a file, so that memory does not grow and nothing is looked for twice.

The file has no name, or it is part of a run that can be gone on with. Each part of it is sealed: it holds places and no
words, but the value of a date is a date. A part that was cut off, or is of another input, is as if it had never been.
"""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from allonym.core.errors import SafetyError, VaultDamaged
from allonym.core.types import Document, Mention, Segment, Span
from allonym.engine import Detected
from allonym.pooling.failing import Failed
from allonym.vault import crypto

_LENGTH = 4
_PLACE = b"spool"


class Spool:
    """What was found in one input, once: the first tool that asks finds, those after it read."""

    def __init__(self, file: IO[bytes] | None = None, key: bytes = b"", of: bytes = b"") -> None:
        self._file: IO[bytes] = file or TemporaryFile()  # noqa: SIM115 - closed with the spool
        self._key = crypto.SealKey.of(1, key or crypto.fresh(crypto.SEAL_SIZE))
        self._of = of
        self.is_whole = False

    def write(self, documents: Sequence[Document], found: Sequence[Detected | Failed]) -> None:
        """Keep what was found in more documents; it is in the hands of the system when this returns."""
        self.add(json.dumps([_data(*pair) for pair in zip(documents, found, strict=True)]).encode())

    def add(self, part: bytes) -> None:
        """Keep one more part; it is in the hands of the system when this returns."""
        at = self._file.seek(0, os.SEEK_END)
        sealed = crypto.seal(self._key, self._place(at), part)
        self._file.write(len(sealed).to_bytes(_LENGTH) + sealed)
        self._file.flush()

    def read(self) -> Iterator[dict[str, Any]]:
        """Return what was found, document by document, from the beginning."""
        return (each for part in self.parts() for each in json.loads(part))

    def parts(self) -> Iterator[bytes]:
        """Return the parts, from the beginning; also those that are added meanwhile."""
        at = 0
        while (found := self._part(at)) is not None:
            at, part = found
            yield part

    def count(self) -> int:
        """Return of how many documents something is kept; what comes after the last whole part is thrown away."""
        return sum(len(json.loads(part)) for part in self._whole())

    def count_parts(self) -> int:
        """Return how many parts there are; what comes after the last whole one is thrown away."""
        return sum(1 for _ in self._whole())

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def _whole(self) -> Iterator[bytes]:
        at = 0
        while (found := self._part(at)) is not None:
            at, part = found
            yield part
        self._file.truncate(at)

    def _part(self, at: int) -> tuple[int, bytes] | None:
        self._file.seek(at)
        length = int.from_bytes(self._file.read(_LENGTH))
        if not length:
            return None
        try:
            plain = crypto.opened({1: self._key}, self._place(at), self._file.read(length))
        except VaultDamaged:
            return None
        return at + _LENGTH + length, plain

    def _place(self, at: int) -> list[bytes]:
        return [_PLACE, self._of, at.to_bytes(8)]


def open_spool(path: Path, key: bytes, of: bytes) -> Spool:
    """Open a spool that outlives this process; `of` tells inputs apart."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    return Spool(os.fdopen(handle, "r+b"), key, of)


def found_in(data: dict[str, Any], document: Document) -> Detected | Failed:
    """Return what was kept of a document; raise SafetyError if it was of another."""
    if data.get("digest") != document.digest().hex():
        raise SafetyError(f"{document.id}: the input has changed meanwhile; nothing is written")
    if "failed" in data:
        return Failed(*data["failed"])
    segments = tuple(Segment(Span(*place), language) for *place, language in data["segments"])
    told = replace(document, language=data["language"], segments=segments)
    return Detected(told, [_mention(each) for each in data["mentions"]], len(document.text))


def _data(document: Document, found: Detected | Failed) -> dict[str, object]:
    if isinstance(found, Failed):
        return {"digest": document.digest().hex(), "failed": [found.kind, found.reason]}
    told = found.document
    return {
        "digest": document.digest().hex(),
        "language": told.language,
        "segments": [[each.span.start, each.span.end, each.language] for each in told.segments],
        "mentions": [
            [each.start, each.end, each.label, each.score, each.source, each.features] for each in found.mentions
        ],
    }


def _mention(data: Sequence[Any]) -> Mention:
    start, end, label, score, source, features = data
    return Mention(Span(start, end), label, score, source, tuple((name, value) for name, value in features))
