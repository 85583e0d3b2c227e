"""Streams that can be searched: a container keeps its directory at its end."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import BinaryIO

from allonym.core.errors import InputError
from allonym.core.protocols import Readable

MOST = 1 << 30
_CHUNK = 1024 * 1024


@contextmanager
def searchable(stream: Readable) -> Iterator[BinaryIO]:
    """Give a stream that can be searched: itself if it can be, else a copy in memory.

    Not in a file, not even in one without a name: what is read here are originals, and a disk keeps what was deleted.
    """
    if hasattr(stream, "seek"):
        yield stream  # type: ignore[misc]
        return
    copy = BytesIO()
    while data := stream.read(_CHUNK):
        if copy.tell() + len(data) > MOST:
            raise InputError("this is too large to be read without a file of its own; unpack it first")
        copy.write(data)
    copy.seek(0)
    yield copy
