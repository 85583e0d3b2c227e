"""The mapping table in a file, for another vault: under a passphrase or somebody's public key.

magic | id | slot: a key for the one it is meant for | chunks, each sealed to its place; the last one says so

What cannot be helped is said at once: whoever opens the file has all originals that are in it.
"""

import csv
from collections.abc import Iterable, Iterator
from struct import Struct
from typing import BinaryIO, TextIO

from allonym.core.errors import UsageError, VaultDamaged, WrongPassphrase
from allonym.core.types import Manifest, Place
from allonym.vault import crypto
from allonym.vault.credentials import PUBLIC, Credential, credential, read
from allonym.vault.crypto import STANDARD, Cost, SealKey
from allonym.vault.intake import Lot, Taken
from allonym.vault.records import (
    EntityRecord,
    pack_entity,
    pack_file,
    pack_manifest,
    packed,
    unpack_entity,
    unpack_file,
    unpack_manifest,
    unpacked,
)
from allonym.vault.sealed import SealedVault
from allonym.vault.slots import open_slot, passphrase_slot, public_slot
from allonym.vault.tags import joined, parted

MAGIC = b"allonym transfer 1\n"
COLUMNS = ("scope", "series", "original", "pseudonym")

_SIZE = Struct(">I")
_ID_SIZE = 16
_LARGEST = 1 << 30
_KEY = 1
_MORE, _LAST = b"\x00", b"\x01"


def export_table(vault: SealedVault, stream: BinaryIO, receiver: str, cost: Cost = STANDARD) -> Taken:
    """Write all that a vault knows, for whoever has a passphrase or the private half of a public key."""
    vault.require("transfer")
    secret, name = crypto.fresh(crypto.MASTER_SIZE), crypto.fresh(_ID_SIZE)
    slot = _slot(receiver, secret, name, cost)
    stream.write(MAGIC + joined([name, slot]))
    key, told = _key(secret, name), Taken()
    with vault.audit.watching("export") as noted:
        chunk = 0
        for chunk, lot in enumerate(vault.moves.lots(), 1):
            _write(stream, crypto.seal(key, _place(name, chunk, _MORE), _packed_lot(lot)))
            told.entities += len(lot.entities)
            told.files += len(lot.files)
            told.texts += sum(not manifest.withheld for manifest in lot.manifests)
        _write(stream, crypto.seal(key, _place(name, chunk + 1, _LAST), b""))
        noted.counts.update(entities=told.entities, files=told.files, texts=told.texts)
    return told


def import_table(vault: SealedVault, stream: BinaryIO, secret: str | Credential) -> Taken:
    """Take in what another vault has exported; all of it or nothing."""
    vault.require("transfer")
    return vault.moves.take_in("import", _read(stream, secret))


def export_csv(vault: SealedVault, stream: TextIO) -> int:
    """Write the originals and their pseudonyms in plain text, and return how many there are."""
    vault.require("transfer")
    writer, number = csv.writer(stream), 0
    writer.writerow(COLUMNS)
    with vault.audit.watching("export") as noted:
        for entity in (each for lot in vault.moves.lots() for each in lot.entities):
            writer.writerow((entity.scope, entity.series, entity.original, entity.pseudonym))
            number += 1
        noted.counts["entities"] = number
    return number


def import_csv(vault: SealedVault, stream: TextIO) -> Taken:
    """Take in originals and pseudonyms from plain text, with the columns that `export_csv` writes."""
    vault.require("transfer")
    reader = csv.DictReader(stream)
    if reader.fieldnames is None or set(COLUMNS) - set(reader.fieldnames):
        raise UsageError(f"the table needs the columns {', '.join(COLUMNS)}")
    return vault.moves.take_in("import", (Lot(entities=[_entity(row, reader.line_num)]) for row in reader))


def _entity(row: dict[str, str | None], line: int) -> EntityRecord:
    words = [row[column] for column in COLUMNS]
    if not all(words[1:]) or words[0] is None:
        raise UsageError(f"line {line}: a cell is empty")
    return EntityRecord(*(str(word) for word in words))


def _slot(receiver: str, secret: bytes, name: bytes, cost: Cost) -> bytes:
    if receiver.strip().lower().startswith(f"allonym-{PUBLIC}-"):
        return public_slot(secret, name, read(PUBLIC, receiver))
    return passphrase_slot(secret, name, receiver, cost)


def _read(stream: BinaryIO, secret: str | Credential) -> Iterator[Lot]:
    holder = credential(secret) if isinstance(secret, str) else secret
    if stream.read(len(MAGIC)) != MAGIC:
        raise UsageError("this is not a table that `allonym vault export` wrote")
    name, slot = _part(stream), _part(stream)
    master = open_slot(slot, name, holder)
    if master is None:
        raise WrongPassphrase(f"the {holder.name} does not open this table")
    keys = {_KEY: _key(master, name)}
    for chunk, (sealed, is_last) in enumerate(_chunks(stream), 1):
        plain = crypto.opened(keys, _place(name, chunk, _LAST if is_last else _MORE), sealed)
        if not is_last:
            yield _unpacked_lot(plain)


def _chunks(stream: BinaryIO) -> Iterator[tuple[bytes, bool]]:
    """Return the sealed chunks, and whether each is the last."""
    waiting = _part(stream)
    while following := stream.read(_SIZE.size):
        yield waiting, False
        waiting = _rest(stream, following)
    yield waiting, True


def _part(stream: BinaryIO) -> bytes:
    return _rest(stream, stream.read(_SIZE.size))


def _rest(stream: BinaryIO, size: bytes) -> bytes:
    wanted = _SIZE.unpack(size)[0] if len(size) == _SIZE.size else _LARGEST
    part = stream.read(wanted) if wanted < _LARGEST else b""
    if len(part) != wanted:
        raise VaultDamaged("the table is cut short")
    return part


def _write(stream: BinaryIO, sealed: bytes) -> None:
    stream.write(_SIZE.pack(len(sealed)) + sealed)


def _key(secret: bytes, name: bytes) -> SealKey:
    return SealKey.of(_KEY, crypto.derived(secret, name, b"allonym/transfer", crypto.SEAL_SIZE))


def _place(name: bytes, chunk: int, last: bytes) -> list[bytes]:
    return [b"allonym/transfer", name, _SIZE.pack(chunk), last]


def _packed_lot(lot: Lot) -> bytes:
    return joined(
        [
            joined(map(pack_entity, lot.entities)),
            joined(joined([packed(number), pack_file(state)]) for number, state in lot.files),
            joined(joined([packed(_cells(manifest)), pack_manifest(manifest, 0)]) for manifest in lot.manifests),
        ]
    )


def _unpacked_lot(data: bytes) -> Lot:
    entities, files, manifests = map(parted, parted(data))
    pairs = [parted(each) for each in files]
    return Lot(
        [unpack_entity(each) for each in entities],
        [(number := unpacked(each), unpack_file(state, number)) for each, state in pairs],
        [unpack_manifest(body, Place(*unpacked(place)))[0] for place, body in map(parted, manifests)],
    )


def _cells(manifest: Manifest) -> Iterable[int]:
    place = manifest.place or Place(0, 0, 0)
    return [place.file, place.piece, place.slot]
