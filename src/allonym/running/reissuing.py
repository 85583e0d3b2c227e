"""Write an output anew without a person who was forgotten: the vault says where the person stands, nobody searches.

The bytes outside those places stay as they are. The new file is known to the vault before it appears, and recovering it
is proven to give what recovering the old one gives.
"""

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from allonym.core.errors import NotExact
from allonym.core.pieces import Layout, Piece, render
from allonym.core.protocols import Format, Vault
from allonym.core.splice import splice
from allonym.core.types import Edit, FileRecord, Manifest, Place, Span, digest
from allonym.core.withdrawal import MARK, WITHDRAWN, proof
from allonym.formats.choosing import choose
from allonym.running.files import naming, require_apart
from allonym.running.publishing import publish
from allonym.running.restoring import by_piece, restore
from allonym.running.sources import Source, digest_of

REISSUED, UNTOUCHED, UNKNOWN = "reissued", "untouched", "unknown"
_BATCH = 500


@dataclass(slots=True)
class _Copy:
    """The new output while it is written."""

    file: int
    sha: "hashlib._Hash" = field(default_factory=hashlib.sha256, repr=False)
    sizes: list[int] = field(default_factory=list)
    manifests: list[Manifest] = field(default_factory=list, repr=False)


def reissue_file(vault: Vault, source: Source, output: Path) -> str:
    """Write an output anew if somebody in it was forgotten; tell whether that was so, or the vault does not know it."""
    with naming(source):
        record = vault.find_file(digest_of(source), source.name)
        if record is None:
            return UNKNOWN
        if not any(edit.replacement == WITHDRAWN for each in vault.recall_file(record.file) for edit in each.edits):
            return UNTOUCHED
        require_apart(source.path, output)
        format = choose(source.path.name, record.format)  # noqa: A001 - the word for it
        with publish(output) as (_, stream):
            made = _write(vault, record, format, source, stream)
            vault.finish_file(made)
            stream.flush()
            stream.seek(0)
            with source.open() as old:
                if not _lead_to_the_same(restore(vault, made, format, stream), restore(vault, record, format, old)):
                    raise NotExact(
                        f"{source.name}: the new output does not lead back like the old one; nothing is written"
                    )
    return REISSUED


def _write(vault: Vault, record: FileRecord, format: Format, source: Source, stream: BinaryIO) -> FileRecord:  # noqa: A002
    copy = _Copy(vault.begin_file(secrets.token_bytes(32), f"reissue of file {record.file}"))
    layout = Layout.from_data(record.layout)
    copy.sha.update(layout.bom)
    stream.write(layout.bom)
    with source.open() as opened:
        for data in _pieces(vault, record, format, opened, copy):
            copy.sha.update(data)
            copy.sizes.append(len(data))
            stream.write(data)
            if len(copy.manifests) >= _BATCH:
                vault.remember(copy.manifests)
                copy.manifests = []
    vault.remember(copy.manifests)
    shape = replace(layout, cuts=tuple(copy.sizes)) if format.is_cut else layout
    return replace(record, file=copy.file, input=MARK, output=copy.sha.digest(), layout=shape.as_data())


def _pieces(vault: Vault, record: FileRecord, format: Format, stream: BinaryIO, copy: _Copy) -> Iterator[bytes]:  # noqa: A002
    """Return the bytes of each piece, without whoever was forgotten, and note how each text is given back."""
    layout = Layout.from_data(record.layout)
    pieces = iter(format.read(stream, layout))
    for number, mine in _numbered(record.pieces, by_piece(vault.recall_file(record.file))):
        if mine and mine[0].withheld:
            copy.manifests.append(replace(mine[0], place=Place(copy.file, number, 0)))
            yield b""
            continue
        piece = next(pieces, None)
        if not isinstance(piece, Piece) or len(piece.slots) != len(mine):
            raise NotExact("the output does not read back as it was written; nothing is written")
        raws: list[str | None] = []
        for slot, manifest in zip(piece.slots, mine, strict=True):
            value, changed = without_withdrawn(manifest, slot.value)
            raws.append(None if changed is manifest else format.spell(value, slot.span.of(piece.text), layout))
            copy.manifests.append(replace(changed, place=Place(copy.file, number, len(raws) - 1)))
        yield render(piece, raws, layout.encoding)


def _numbered(count: int, groups: Iterator[tuple[int, list[Manifest]]]) -> Iterator[tuple[int, list[Manifest]]]:
    """Return every piece of a file with its manifests; some have none."""
    waiting = next(groups, None)
    for number in range(count):
        if waiting is not None and waiting[0] == number:
            yield waiting
            waiting = next(groups, None)
        else:
            yield number, []


def without_withdrawn(manifest: Manifest, text: str) -> tuple[str, Manifest]:
    """Return an output text without whoever was forgotten, and its way back; the same ones if nobody was."""
    if digest(text) != manifest.output:
        raise NotExact("the output does not read back as it was written; nothing is written")
    gone = [Edit(edit.span, WITHDRAWN) for edit in manifest.edits if edit.replacement == WITHDRAWN]
    if not gone:
        return text, manifest
    new, _ = splice(text, gone)
    edits = _moved(manifest.edits)
    output = digest(new)
    return new, replace(manifest, output=output, original=proof(output, edits), edits=edits)


def _moved(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Return edits at the places where they stand once the gone ones have their fixed stand-in."""
    moved: list[Edit] = []
    shift = 0
    for edit in edits:
        start = edit.span.start + shift
        if edit.replacement == WITHDRAWN:
            shift += len(WITHDRAWN) - len(edit.span)
            moved.append(replace(edit, span=Span(start, start + len(WITHDRAWN)), replaced=WITHDRAWN))
        else:
            moved.append(replace(edit, span=Span(start, edit.span.end + shift)))
    return tuple(moved)


def _lead_to_the_same(one: Iterator[bytes], other: Iterator[bytes]) -> bool:
    hashes = [hashlib.sha256(), hashlib.sha256()]
    for sha, parts in zip(hashes, (one, other), strict=True):
        for data in parts:
            sha.update(data)
    return hashes[0].digest() == hashes[1].digest()
