"""What is inside a sealed row, as bytes: a version first, then compact JSON; a manifest's digests stay binary.

A record holds everything that its tags were made of, so that tags can be made anew under other keys.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from struct import Struct
from typing import Any

from allonym.core.errors import VaultError
from allonym.core.making import quickly
from allonym.core.types import Edit, FileRecord, Manifest, Place, Span
from allonym.vault.tags import coded, joined, parted

_VERSION = b"\x01"
_TURN = Struct(">QBB")
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().decode
_edit, _manifest = quickly(Edit), quickly(Manifest)


@dataclass(frozen=True, slots=True)
class EntityRecord:
    """One original and the pseudonym it was given."""

    scope: str = field(repr=False)
    series: str
    original: str = field(repr=False)
    pseudonym: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Access:
    """That somebody recovered something: when, why, of what, and how many texts."""

    time: float
    reason: str = field(repr=False)
    what: str = field(repr=False)
    count: int


@dataclass(frozen=True, slots=True)
class FileState:
    """A file that was begun, and its record once it was finished."""

    settings: str
    input: bytes = field(repr=False)
    record: FileRecord | None = None


def packed(data: object) -> bytes:
    """Return plain data as bytes, behind a version."""
    return _VERSION + coded(_encode(data))


def unpacked(data: bytes) -> Any:
    """Return the plain data that `packed` wrote."""
    return _decode(_body(data).decode("utf-8", "surrogatepass"))


def pack_entity(entity: EntityRecord) -> bytes:
    """Return an entity as bytes."""
    return packed([entity.scope, entity.series, entity.original, entity.pseudonym])


def unpack_entity(data: bytes) -> EntityRecord:
    """Return the entity that bytes describe."""
    return EntityRecord(*unpacked(data))


def pack_access(access: Access) -> bytes:
    """Return an access as bytes."""
    return packed([access.time, access.reason, access.what, access.count])


def unpack_access(data: bytes) -> Access:
    """Return the access that bytes describe."""
    return Access(*unpacked(data))


def pack_manifest(manifest: Manifest, turn: int) -> bytes:
    """Return a manifest as bytes, with the turn at which it was written: of two, the newer has the higher."""
    edits = [_row(edit) for edit in manifest.edits]
    flags = _TURN.pack(turn, manifest.withheld, manifest.raw is not None)
    author = [] if manifest.author is None else [manifest.author]
    words = coded(_encode([manifest.id, edits, *author]))
    return _VERSION + joined([flags, manifest.output, manifest.original, manifest.raw or b"", words])


def unpack_manifest(data: bytes, place: Place | None) -> tuple[Manifest, int]:
    """Return the manifest that bytes describe, and its turn."""
    flags, output, original, raw, words = parted(_body(data))
    turn, withheld, has_raw = _TURN.unpack(flags)
    # The first vaults did not keep who wrote a text.
    name, rows, *author = _decode(words.decode("utf-8", "surrogatepass"))
    edits = tuple([_edit(Span(start, end), *words) for start, end, *words in rows])
    manifest = _manifest(name, output, original, edits, raw if has_raw else None, bool(withheld), place, *author)
    return manifest, turn


def pack_file(state: FileState) -> bytes:
    """Return what is known of a file as bytes."""
    record = state.record
    known = record and {
        "input": record.input.hex(),
        "output": record.output.hex(),
        "format": record.format,
        "layout": dict(record.layout),
        "pieces": record.pieces,
        "name": record.name,
        "facts": dict(record.facts),
    }
    return packed([state.settings, state.input.hex(), known])


def unpack_file(data: bytes, file: int) -> FileState:
    """Return what is known of the file that bytes describe."""
    settings, begun, known = unpacked(data)
    return FileState(settings, bytes.fromhex(begun), known and _file_record(known, file))


def _file_record(known: Mapping[str, Any], file: int) -> FileRecord:
    return FileRecord(
        file=file,
        input=bytes.fromhex(known["input"]),
        output=bytes.fromhex(known["output"]),
        format=known["format"],
        layout=known["layout"],
        pieces=known["pieces"],
        name=known["name"],
        facts=known.get("facts", {}),
    )


def _row(edit: Edit) -> tuple[int | str, ...]:
    """Return an edit as plain data; the first vaults kept no stand-ins."""
    row = edit.span.start, edit.span.end, edit.replacement, edit.label, edit.entity
    return (*row, edit.replaced, edit.near) if edit.replaced else row


def _body(data: bytes) -> bytes:
    if data[:1] != _VERSION:
        raise VaultError("this vault holds rows of another version of allonym")
    return data[1:]
