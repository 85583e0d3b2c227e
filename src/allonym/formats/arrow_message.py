"""How the batches of an Arrow file are packed. pyarrow does not tell, so the first message is looked at.

A message is a flatbuffer: tables with a list of offsets before them (format/Message.fbs of Apache Arrow).
"""

from struct import unpack_from
from typing import BinaryIO

_HEADER_TYPE, _HEADER = 1, 2
_DICTIONARY_BATCH, _RECORD_BATCH = 2, 3
_DICTIONARY_DATA = 1
_COMPRESSION = 3
_CODECS = {0: "lz4", 1: "zstd"}
_PREFIX = 8


def codec_of(stream: BinaryIO) -> str | None:
    """Return the codec of the first batch of an Arrow file or stream, or None if it is not packed."""
    import pyarrow as pa

    stream.seek(0)
    if stream.read(_PREFIX) != b"ARROW1\0\0":
        stream.seek(0)
    for message in pa.ipc.MessageReader.open_stream(stream):
        if message.type in {"record batch", "dictionary batch"}:
            return _codec(message.metadata.to_pybytes())
    return None


def _codec(data: bytes) -> str | None:
    message = unpack_from("<I", data, 0)[0]
    kind = _field(data, message, _HEADER_TYPE)
    table = _table(data, message, _HEADER)
    if kind and data[kind] == _DICTIONARY_BATCH and table:
        table = _table(data, table, _DICTIONARY_DATA)
    packed = _table(data, table, _COMPRESSION) if table else 0
    if not packed:
        return None
    codec = _field(data, packed, 0)
    return _CODECS.get(data[codec] if codec else 0)


def _table(data: bytes, table: int, number: int) -> int:
    place = _field(data, table, number)
    return place + int(unpack_from("<I", data, place)[0]) if place else 0


def _field(data: bytes, table: int, number: int) -> int:
    """Return where a field of a table stands, or 0 if the table has it not."""
    offsets = table - unpack_from("<i", data, table)[0]
    size = unpack_from("<H", data, offsets)[0]
    place = 4 + 2 * number
    offset = unpack_from("<H", data, offsets + place)[0] if place < size else 0
    return table + offset if offset else 0
