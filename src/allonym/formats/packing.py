"""Files that are packed with gzip or Zstandard, as streams. What would unpack to far more than it is, is refused."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from allonym.core.errors import InputError, MissingExtra
from allonym.core.protocols import Readable

MOST_RATIO = 100
EXEMPT = 10 * 1024 * 1024
"""A file that is no larger than this, unpacked, may be packed as tightly as it likes."""

ENDINGS = {".gz": "gz", ".zst": "zst"}
_FEED = {"gz": 64 * 1024, "zst": 256}
"""How much is unpacked at a time; a little of Zstandard can become very much."""
_MAGIC = {"gz": b"\x1f\x8b", "zst": b"\x28\xb5\x2f\xfd"}
_WITH_HEADER = 16 + zlib.MAX_WBITS
_CHUNK = 1024 * 1024


class Unpacker(Protocol):
    """What zlib and zstandard have in common."""

    @property
    def eof(self) -> bool:
        """Tell whether the end of what was packed is reached."""
        ...

    @property
    def unused_data(self) -> bytes:
        """Return what stands behind that end."""
        ...

    def decompress(self, data: bytes, /) -> bytes:
        """Return what these bytes unpack to."""
        ...


@dataclass(slots=True)
class Unpacked:
    """A packed stream as the stream that was packed. One file may be several that were packed one after another."""

    stream: Readable = field(repr=False)
    packing: str
    taken: int = 0
    given: int = 0
    _waiting: bytes = field(default=b"", repr=False)
    _parts: Iterator[bytes] | None = field(default=None, repr=False)

    def read(self, size: int = -1, /) -> bytes:
        """Return up to `size` bytes, none at the end; raise InputError on what is damaged, cut off or a bomb."""
        if self._parts is None:
            self._parts = self._unpack()
        while not self._waiting:
            part = next(self._parts, None)
            if part is None:
                return b""
            self._waiting = part
        if size < 0:
            data, self._waiting = b"".join((self._waiting, *self._parts)), b""
            return data
        data, self._waiting = self._waiting[:size], self._waiting[size:]
        return data

    def _unpack(self) -> Iterator[bytes]:
        unpacker: Unpacker | None = None
        while data := self.stream.read(_FEED[self.packing]):
            self.taken += len(data)
            while data:
                if unpacker is None:
                    self._require_magic(data)
                    unpacker = _unpacker(self.packing)
                yield from self._step(unpacker, data)
                data = unpacker.unused_data if unpacker.eof else b""
                unpacker = None if unpacker.eof else unpacker
        if unpacker is not None or not self.taken:
            raise InputError("the packed file is cut off")

    def _step(self, unpacker: Unpacker, data: bytes) -> Iterator[bytes]:
        while data:
            try:
                made = unpacker.decompress(data, _CHUNK) if self.packing == "gz" else unpacker.decompress(data)  # type: ignore[call-arg]
            except Exception:  # noqa: BLE001 - each library has errors of its own, and their words are not ours to show
                raise InputError("the packed file is damaged") from None
            self.given += len(made)
            if self.given > EXEMPT and self.given > MOST_RATIO * self.taken:
                raise InputError(f"the file is packed more than {MOST_RATIO}:1, like a bomb")
            if made:
                yield made
            data = getattr(unpacker, "unconsumed_tail", b"")

    def _require_magic(self, data: bytes) -> None:
        # Where two packed files meet, there may be less to see than the whole mark.
        if not data.startswith(_MAGIC[self.packing][: len(data)]):
            raise InputError(f"this is not a {self.packing} file, or something else stands behind its end")


def require_sound(stream: Readable, packing: str) -> None:
    """Unpack a stream to its end and throw it away; raise InputError on what is damaged, cut off or a bomb."""
    unpacked = Unpacked(stream, packing)
    while unpacked.read(_CHUNK):
        pass


class Packer(Protocol):
    """Packs a stream."""

    def compress(self, data: bytes, /) -> bytes:
        """Take bytes, and return what is ready."""
        ...

    def flush(self) -> bytes:
        """Return the rest."""
        ...


def packer(packing: str) -> Packer:
    """Return what packs a new file: without a name and without a time, since these may tell of somebody."""
    if packing == "gz":
        return zlib.compressobj(6, zlib.DEFLATED, _WITH_HEADER)
    made: Packer = _zstandard().ZstdCompressor(level=3, write_checksum=True).compressobj()
    return made


def unpacked_head(head: bytes, packing: str, size: int) -> bytes:
    """Return the first bytes of a packed file, as far as its own first bytes tell."""
    unpacker = _unpacker(packing)
    made = b""
    try:
        for at in range(0, len(head), 512):
            made += unpacker.decompress(head[at : at + 512])
            if len(made) >= size or unpacker.eof:
                break
    except Exception:  # noqa: BLE001 - the whole file will be read, and what is wrong with it be told, later
        return made[:size]
    return made[:size]


def _unpacker(packing: str) -> Unpacker:
    if packing == "gz":
        return zlib.decompressobj(_WITH_HEADER)
    made: Unpacker = _zstandard().ZstdDecompressor(max_window_size=1 << 27).decompressobj()
    return made


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise MissingExtra("files that end in .zst need the package zstandard: pip install 'allonym[zst]'") from None
    return zstandard
