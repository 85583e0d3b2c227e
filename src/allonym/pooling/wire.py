"""What goes between processes: values, each behind its length, over pipes that have no name on disk."""

import pickle
from typing import BinaryIO

_LENGTH = 8


def send(stream: BinaryIO, value: object) -> None:
    """Write a value."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    stream.write(len(data).to_bytes(_LENGTH) + data)
    stream.flush()


def receive(stream: BinaryIO) -> object:
    """Read a value; raise EOFError if the other side has gone."""
    length = stream.read(_LENGTH)
    if len(length) < _LENGTH:
        raise EOFError
    size = int.from_bytes(length)
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    # Only our own processes stand at the other end.
    return pickle.loads(data)  # noqa: S301
