"""Streams that can be searched, and never a copy of them on disk."""

import tempfile
from io import BytesIO

import pytest

from allonym.core.errors import InputError
from allonym.formats import seeking
from allonym.formats.seeking import searchable


class Flowing:
    """A stream that only flows."""

    def __init__(self, data: bytes) -> None:
        self._stream = BytesIO(data)

    def read(self, size: int = -1, /) -> bytes:
        return self._stream.read(size)


def test_what_can_be_searched_is_not_copied() -> None:
    stream = BytesIO(b"Anna")
    with searchable(stream) as given:
        assert given is stream


def test_originals_are_copied_to_memory_and_to_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a file was made")

    for name in ("TemporaryFile", "NamedTemporaryFile", "SpooledTemporaryFile", "mkstemp"):
        monkeypatch.setattr(tempfile, name, refuse)
    with searchable(Flowing(b"Anna" * 1_000_000)) as given:
        assert given.seek(-4, 2) == 3_999_996
        assert given.read() == b"Anna"
    assert not hasattr(seeking, "TemporaryFile")


def test_what_is_too_large_for_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeking, "MOST", 10)
    with pytest.raises(InputError, match="unpack it first"), searchable(Flowing(b"Anna" * 3)):
        pass
