"""Streams of bytes that were looked into, or cannot be searched."""

from dataclasses import dataclass, field
from io import BytesIO
from typing import BinaryIO

from allonym.core.errors import InputError
from allonym.core.protocols import Readable

MOST = 1024 * 1024 * 1024
"""How many bytes a file may have that must be in memory as a whole."""

_CHUNK = 1024 * 1024


@dataclass(slots=True)
class Rejoined:
    """A stream whose first bytes were already read."""

    head: bytes = field(repr=False)
    rest: Readable = field(repr=False)

    def read(self, size: int = -1, /) -> bytes:
        """Read the first bytes again, then the rest."""
        if not self.head:
            return self.rest.read(size)
        cut = len(self.head) if size < 0 else size
        data, self.head = self.head[:cut], self.head[cut:]
        return data + self.rest.read() if size < 0 else data


def held(stream: Readable) -> BytesIO:
    """Return a stream as a whole, in memory.

    Not in a file, not even in one without a name: what is read here are originals, and a disk keeps what was deleted.
    """
    whole = BytesIO()
    while data := stream.read(_CHUNK):
        if whole.tell() + len(data) > MOST:
            raise InputError(f"a file inside has more than {MOST:,} bytes, too many to hold at once; unpack it first")
        whole.write(data)
    whole.seek(0)
    return whole


def searchable(stream: Readable) -> BinaryIO:
    """Return a stream that can be searched, as those need it that have their directory at the end: itself, or held."""
    return stream if hasattr(stream, "seek") else held(stream)  # type: ignore[return-value]
