"""Zip containers, read without trust: what lies about its size, hides behind a name or overlaps is refused.

Messages count members from 1, in the order of the directory, and do not name them: a name can be anything.
"""

import zlib
from dataclasses import dataclass, field
from struct import Struct
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from allonym.core.errors import InputError

MOST_MEMBERS = 10_000
MOST_BYTES = 1024 * 1024 * 1024
MOST_RATIO = 100
EXEMPT = 1024 * 1024
"""A member that is no larger than this, unpacked, may be packed as tightly as it likes."""

_MAGIC = b"PK\x03\x04"
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_LOCAL = Struct("<4s5H3L2H")
_ENCRYPTED, _STRONG = 0x1, 0x40


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a container: its name, and where its packed bytes stand in the file."""

    number: int
    name: str = field(repr=False)
    start: int
    entry: ZipInfo = field(repr=False)

    @property
    def end(self) -> int:
        """Return where the packed bytes end."""
        return self.start + self.entry.compress_size


def require_zip(head: bytes) -> None:
    """Refuse a file that does not begin like a zip container."""
    if head.startswith(_OLD_OFFICE):
        raise InputError("this is an old or a password-protected Office file; save it anew without a password")
    if not head.startswith(_MAGIC):
        raise InputError("this is not a zip container, as an Office file should be")


def members_of(stream: BinaryIO) -> list[Member]:
    """Return the members of a container, in the order of its directory; raise InputError on anything odd."""
    stream.seek(0)
    require_zip(stream.read(8))
    try:
        with ZipFile(stream) as opened:
            entries = opened.infolist()
    except (BadZipFile, NotImplementedError, ValueError, EOFError, OSError, UnicodeError):
        raise InputError("the zip container is damaged or cut off") from None
    if len(entries) > MOST_MEMBERS:
        raise InputError(f"the zip container has more than {MOST_MEMBERS:,} members")
    if sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise InputError(f"the zip container would unpack to more than {MOST_BYTES:,} bytes")
    for number, entry in enumerate(entries, 1):
        _require_sound(number, entry)
    folded = [entry.filename.casefold() for entry in entries]
    if len(set(folded)) < len(folded):
        raise InputError("two members of the zip container have the same name")
    members = [
        Member(number, entry.filename, _start(stream, number, entry), entry) for number, entry in enumerate(entries, 1)
    ]
    _require_apart(members)
    return members


def unpack(stream: BinaryIO, member: Member) -> bytes:
    """Return the bytes of a member; raise InputError if they are more, fewer or others than it says."""
    size = member.entry.file_size
    packed = packed_bytes(stream, member)
    if member.entry.compress_type == ZIP_STORED:
        data = packed
    else:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            data = inflater.decompress(packed, size + 1)
        except zlib.error:
            raise InputError(f"member {member.number} of the zip container is damaged") from None
        if not inflater.eof and len(data) <= size:
            raise InputError(f"member {member.number} of the zip container is cut off")
    if len(data) != size or zlib.crc32(data) != member.entry.CRC:
        raise InputError(f"member {member.number} of the zip container is not what its directory says")
    return data


def packed_bytes(stream: BinaryIO, member: Member) -> bytes:
    """Return the bytes of a member as they stand in the file."""
    stream.seek(member.start)
    return stream.read(member.entry.compress_size)


def _require_sound(number: int, entry: ZipInfo) -> None:
    place = f"member {number} of the zip container"
    if entry.flag_bits & (_ENCRYPTED | _STRONG):
        raise InputError(f"{place} is encrypted; save the file without a password")
    if entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        raise InputError(f"{place} is packed in a way that is not known")
    if entry.file_size > EXEMPT and entry.file_size > MOST_RATIO * entry.compress_size:
        raise InputError(f"{place} is packed more than {MOST_RATIO}:1, like a zip bomb")
    # Python cuts a name at a NUL, so that what it shows is not what others may see.
    name = entry.orig_filename
    if "\0" in name or "\\" in name or name.startswith("/") or ":" in name.split("/")[0] or ".." in name.split("/"):
        raise InputError(f"{place} has a name that leads out of the container")


def _start(stream: BinaryIO, number: int, entry: ZipInfo) -> int:
    # Where the directory says that it begins elsewhere, a member may seem to stand before the first byte.
    stream.seek(max(0, entry.header_offset))
    head = stream.read(_LOCAL.size) if entry.header_offset >= 0 else b""
    if len(head) < _LOCAL.size or not head.startswith(_MAGIC):
        raise InputError(f"member {number} of the zip container does not stand where its directory says")
    name_size, extra_size = map(int, _LOCAL.unpack(head)[-2:])
    if stream.read(name_size) != _raw_name(entry):
        raise InputError(f"member {number} of the zip container has two names")
    start = entry.header_offset + _LOCAL.size + name_size + extra_size
    stream.seek(0, 2)
    if start + entry.compress_size > stream.tell():
        raise InputError(f"member {number} of the zip container is cut off")
    return start


def _raw_name(entry: ZipInfo) -> bytes:
    return entry.orig_filename.encode("utf-8" if entry.flag_bits & 0x800 else "cp437")


def _require_apart(members: list[Member]) -> None:
    done = 0
    for member in sorted(members, key=lambda each: each.entry.header_offset):
        if member.entry.header_offset < done:
            raise InputError(f"member {member.number} of the zip container overlaps another, like a zip bomb")
        done = member.end
