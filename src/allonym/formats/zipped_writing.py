"""Write a zip container anew: changed members are packed, the others keep their packed bytes as they are.

Nothing else is taken over. Comments, extra fields and what stands between members can hold anything; it stays in
the vault, and comes back with the rest of the file.
"""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from struct import Struct
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED

from allonym.core.containers import Copied, Kept, kept
from allonym.formats.zipped import Member, packed_bytes

_LOCAL = Struct("<4s5H3L2H")
_CENTRAL = Struct("<4s6H3L5H2L")
_END = Struct("<4s4H2LH")
_UTF8 = 0x800
_VERSION = 20


def write_zip(
    stream: BinaryIO, members: Sequence[Member], changed: Mapping[str, bytes], output: BinaryIO
) -> Iterator[Copied | Kept]:
    """Write the members, with new bytes for those that are changed; then tell the way back."""
    entries: list[bytes] = []
    places: dict[int, int] = {}
    start = output.tell()
    for member in members:
        offset = output.tell() - start
        data = changed.get(member.name)
        header, packed = _unchanged(stream, member) if data is None else _packed(member, data)
        name = member.name.encode()
        output.write(_LOCAL.pack(b"PK\x03\x04", _VERSION, *header, len(name), 0) + name)
        if data is None:
            places[member.number] = output.tell() - start
        output.write(packed)
        entries.append(
            _CENTRAL.pack(b"PK\x01\x02", _VERSION, _VERSION, *header, len(name), 0, 0, 0, 0, 0, offset) + name
        )
    directory = output.tell() - start
    output.writelines(entries)
    size = sum(map(len, entries))
    output.write(_END.pack(b"PK\x05\x06", 0, 0, len(entries), len(entries), size, directory, 0))
    yield from _way_back(stream, members, places)


def _way_back(stream: BinaryIO, members: Sequence[Member], places: Mapping[int, int]) -> Iterator[Copied | Kept]:
    done = 0
    for member in sorted(members, key=lambda each: each.start):
        if member.number in places and member.end > member.start:
            yield from kept(stream, done, member.start)
            yield Copied(places[member.number], member.end - member.start)
            done = member.end
    yield from kept(stream, done, stream.seek(0, 2))


def _unchanged(stream: BinaryIO, member: Member) -> tuple[tuple[int, ...], bytes]:
    entry = member.entry
    header = (_UTF8, entry.compress_type, *_time(member), entry.CRC, entry.compress_size, entry.file_size)
    return header, packed_bytes(stream, member)


def _packed(member: Member, data: bytes) -> tuple[tuple[int, ...], bytes]:
    deflater = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = deflater.compress(data) + deflater.flush()
    method = ZIP_DEFLATED if len(packed) < len(data) else ZIP_STORED
    packed = packed if method == ZIP_DEFLATED else data
    return (_UTF8, method, *_time(member), zlib.crc32(data), len(packed), len(data)), packed


def _time(member: Member) -> tuple[int, int]:
    year, month, day, hour, minute, second = member.entry.date_time
    return hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day
