"""What the tests of the vault share: quick options, small values, and a way in without the passphrase."""

from pathlib import Path

from allonym.core.types import Draw, Edit, FileRecord, Manifest, Place, Span, digest
from allonym.vault.crypto import FLOOR
from allonym.vault.founding import enter, stored_header
from allonym.vault.keys import derive, read_header, unlock
from allonym.vault.options import VaultOptions
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import SqliteStore, open_file, open_store

PASSPHRASE = "correct horse battery"
NOON = 1_700_000_000.0
QUICK = VaultOptions(cost=FLOOR, patience=10.0, clock=lambda: NOON)


def numbered(draw: Draw) -> str:
    return f"[PERSON_{draw.number}]"


def manifest(output: str, original: str, name: str = "post-1", place: Place | None = None) -> Manifest:
    edits = (Edit(Span(0, len(output)), original, "PERSON.FIRST", "e1"),)
    return Manifest(name, digest(output), digest(original), edits, place=place)


def file_record(number: int, given: bytes = b"in", put_out: bytes = b"out") -> FileRecord:
    layout: dict[str, object] = {"encoding": "utf-8", "text_columns": ["text"], "header": True}
    return FileRecord(number, given, put_out, "csv", layout, 7)


def store_at(path: Path) -> SqliteStore:
    return open_store(path, QUICK)


def master_of(path: Path) -> bytes:
    store = store_at(path)
    try:
        return unlock(read_header(stored_header(store)), PASSPHRASE).master
    finally:
        store.close()


def enter_file(path: Path, master: bytes) -> SealedVault:
    """Open a vault with its master key: hundreds of openings cannot each pay for a passphrase."""
    store = store_at(path)
    try:
        return enter(store, derive(master, read_header(stored_header(store)).vault), QUICK)
    except BaseException:
        store.close()
        raise


def open_either(where: str, create: bool = False, options: VaultOptions = QUICK) -> SealedVault:
    """Open a vault in a file or on a server."""
    if not where.startswith("postgresql:"):
        return open_file(where, PASSPHRASE, create, options)
    from allonym.vault.postgres import open_postgres

    return open_postgres(where, PASSPHRASE, create, options)


def store_of(vault: SealedVault) -> SqliteStore:
    store = vault._rows._store

    assert isinstance(store, SqliteStore)
    return store
