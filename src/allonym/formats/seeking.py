"""Streams that can be searched: a container keeps its directory at its end."""

from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import BinaryIO

from allonym.core.protocols import Readable

_CHUNK = 1024 * 1024


@contextmanager
def searchable(stream: Readable) -> Iterator[BinaryIO]:
    """Give a stream that can be searched: itself if it can be, else a copy in a file without a name."""
    if hasattr(stream, "seek"):
        yield stream  # type: ignore[misc]
        return
    with TemporaryFile() as copy:
        while data := stream.read(_CHUNK):
            copy.write(data)
        copy.seek(0)
        yield copy
