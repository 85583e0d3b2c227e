"""Streams that were looked into, or cannot be searched; and never a copy of them on disk."""

import tempfile
from io import BytesIO

import pytest

from allonym.core import streams
from allonym.core.errors import InputError
from allonym.core.streams import Rejoined, held, searchable


class Flowing:
    """A stream that only flows."""

    def __init__(self, data: bytes) -> None:
        self._stream = BytesIO(data)

    def read(self, size: int = -1, /) -> bytes:
        return self._stream.read(size)


def test_what_can_be_searched_is_not_copied() -> None:
    stream = BytesIO(b"Anna")

    assert searchable(stream) is stream


def test_originals_are_copied_to_memory_and_to_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a file was made")

    for name in ("TemporaryFile", "NamedTemporaryFile", "SpooledTemporaryFile", "mkstemp"):
        monkeypatch.setattr(tempfile, name, refuse)
    given = searchable(Flowing(b"Anna" * 1_000_000))

    assert given.seek(-4, 2) == 3_999_996
    assert given.read() == b"Anna"
    assert not hasattr(streams, "TemporaryFile")


def test_what_is_too_large_for_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST", 10)
    with pytest.raises(InputError, match="unpack it first"):
        held(Flowing(b"Anna" * 3))


@pytest.mark.parametrize("size", [1, 3, 100, -1])
def test_what_was_read_already_is_read_again(size: int) -> None:
    stream, read = Rejoined(b"An", Flowing(b"na came")), b""
    while data := stream.read(size):
        read += data

    assert read == b"Anna came"
