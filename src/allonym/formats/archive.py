"""Zip archives: each member is a file of its own format. A member that no format reads is left out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from typing import BinaryIO

from allonym.core.containers import LeftOut, SlotEdits, WayBack, first_notes, is_container
from allonym.core.errors import InputError, SafetyError, UsageError
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.protocols import Format, Readable
from allonym.core.streams import searchable
from allonym.formats.rebuilding import broken_rows, faults, pieces_of, rebuilt
from allonym.formats.zipped import Member, members_of, require_zip, unpack
from allonym.formats.zipped_writing import write_zip

_HEAD = 1 << 16
_NESTED = (".zip", ".gz", ".zst", ".bz2", ".xz", ".7z", ".rar", ".tar", ".tgz", ".jar")
_MOST_NOTES = 100


@dataclass(frozen=True)
class ArchiveFormat:
    """A zip archive. Pieces are counted over all members, in the order of its directory."""

    name: str = "zip"
    suffixes: tuple[str, ...] = (".zip",)
    has_rows: bool = False
    is_cut: bool = False
    has_cells: bool = True
    reads_back: bool = False

    def inspect(self, head: bytes, asked: Layout) -> Layout:
        """Refuse what is no archive; each member has a layout of its own."""
        require_zip(head)
        return asked

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece]:
        """Return the pieces of all members; before those of each comes one with its name, which stays."""
        opened = searchable(stream)
        number = 0
        for member, inner in _readable(members_of(opened)):
            data = unpack(opened, member)
            place, unit = f"member {member.number}", "row" if inner.has_rows else "part"
            yield Piece(member.number, "", names=(member.name,), place=place)
            bare = True
            for piece in pieces_of(inner, BytesIO(data), _layout(inner, data, layout)):
                number += 1
                bare = bare and piece.header
                yield replace(piece, number=number, place=f"{place} {piece.place or f'{unit} {piece.number}'}")
            # One is counted for a member without texts: else the texts of those behind it would be called otherwise.
            number += bare

    def spell(self, value: str, like: str, layout: Layout) -> str:  # noqa: ARG002
        """Return the value as it is; how it is written is decided in its member."""
        return value

    def is_one(self, layout: Layout) -> bool:  # noqa: ARG002
        """Tell that the members are documents of their own."""
        return False

    def notes(self, stream: BinaryIO) -> list[str]:
        """Say which members, and which rows of others, are left out, if nobody asked for anything."""
        return self.notes_read(stream, Layout())

    def notes_read(self, stream: BinaryIO, layout: Layout) -> list[str]:
        """Say which members, and which rows of others, are left out."""
        return first_notes(self._notes(stream, layout), _MOST_NOTES, "and more in further members")

    def _notes(self, stream: BinaryIO, layout: Layout) -> Iterator[str]:
        members = members_of(stream)
        known = dict(_readable(members))
        for member in members:
            if member in known:
                data = unpack(stream, member)
                found = faults(known[member], BytesIO(data), _layout(known[member], data, layout))
                for each in found:
                    told = f"member {member.number}: {each}"
                    yield type(each)(told, each.things) if isinstance(each, LeftOut) else told
            elif not member.name.endswith("/"):
                yield LeftOut(f"member {member.number} is withheld: no format reads it")

    def broken(self, stream: BinaryIO, layout: Layout) -> Iterator[BrokenPiece]:
        """Return the rows of members that cannot be read."""
        for member, inner in _readable(members_of(stream)):
            data = unpack(stream, member)
            for piece in broken_rows(inner, BytesIO(data), _layout(inner, data, layout)):
                yield replace(piece, place=f"member {member.number} row {piece.number}")

    def build(self, stream: BinaryIO, layout: Layout, edits: Iterator[SlotEdits], output: BinaryIO) -> WayBack:
        """Write the archive with the edits of its members; then tell the way back."""
        members = members_of(stream)
        known = {member.name: (member, inner) for member, inner in _readable(members)}
        written = [member for member in members if member.name in known]
        return write_zip(stream, written, _Rebuilt(known, stream, layout, edits), output)


def archive() -> ArchiveFormat:
    """Return the format of zip archives."""
    return ArchiveFormat()


@dataclass(frozen=True)
class _Rebuilt(Mapping[str, bytes]):
    """The new bytes of each member, made when they are asked for, in the order of the archive."""

    known: Mapping[str, tuple[Member, Format]]
    stream: BinaryIO
    layout: Layout
    edits: Iterator[SlotEdits]

    def __getitem__(self, name: str) -> bytes:
        member, inner = self.known[name]
        data = unpack(self.stream, member)
        layout = _layout(inner, data, self.layout)
        if next(self.edits):
            raise SafetyError("the archive has other members than when it was read")
        return b"".join(rebuilt(inner, BytesIO(data), layout, self._share(inner, data, layout)))

    def _share(self, inner: Format, data: bytes, layout: Layout) -> Iterator[SlotEdits]:
        """Return the edits of one member: some formats see to it that they have had all, and no more."""
        if not is_container(inner):
            return self.edits
        # In this order nothing is taken from the edits once there are no more pieces.
        return (mine for _, mine in zip(pieces_of(inner, BytesIO(data), layout), self.edits, strict=False))

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


def _readable(members: list[Member]) -> Iterator[tuple[Member, Format]]:
    from allonym.formats.choosing import choose

    count = 0
    for member in members:
        if member.name.casefold().endswith(_NESTED):
            raise InputError(
                f"member {member.number} of the archive is packed itself; archives inside archives are not read"
            )
        try:
            inner = choose(member.name)
        except UsageError:
            continue
        count += 1
        yield member, inner
    if not count:
        raise InputError("no member of the archive has a known format")


def _layout(inner: Format, data: bytes, asked: Layout) -> Layout:
    return inner.inspect(data[:_HEAD], asked)
