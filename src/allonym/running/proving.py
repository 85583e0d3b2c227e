"""Prove a new file before it appears: it must give the old one back, or at least read as it was meant."""

import hashlib
from collections.abc import Iterable
from typing import BinaryIO

from allonym.core.collecting import undisturbed
from allonym.core.containers import is_container
from allonym.core.errors import NotExact
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.types import FileRecord, digest
from allonym.running.handing import hands_for, texts_of
from allonym.running.job import Hashing, Job
from allonym.running.restoring import restore
from allonym.running.sources import Source


def prove(job: Job, source: Source, stream: BinaryIO, record: FileRecord) -> None:
    """Recover what was written from the vault, as anybody would, and compare it with the input byte for byte."""
    vault = job.tool.vault
    if vault is None:
        _prove_readable(job, stream, record)
        return
    with undisturbed(), source.open() as opened:
        for data in restore(vault, record, job.format, stream):
            if opened.read(len(data)) != data:
                raise NotExact(f"{source.name}: recovery does not give the original bytes; nothing is written")
        if opened.read(1):
            raise NotExact(f"{source.name}: recovery does not give the whole original; nothing is written")
    if is_container(job.format):
        stream.seek(0)
        _prove_readable(job, stream, record)


def _prove_readable(job: Job, stream: BinaryIO, record: FileRecord) -> None:
    """Without a vault nothing can be recovered; at least every text must read back as it was meant.

    A format that cuts texts by what stands in them (an address, a sentence without words) may read them otherwise
    afterwards, and says so: for these nothing can be compared here, and without a vault nothing is.
    """
    if not getattr(job.format, "reads_back", True):
        return
    seen = hashlib.sha256()
    hands = hands_for(job)
    if hands is not None:
        for told in texts_of(job, hands, stream):
            seen.update(told)
    else:
        _see(job, stream, record, seen)
    if seen.digest() != job.texts.digest():
        raise NotExact(f"{job.name}: the output does not read back as it was written; nothing is written")


def _see(job: Job, stream: BinaryIO, record: FileRecord, seen: Hashing) -> None:
    pieces: Iterable[Piece | BrokenPiece] = job.format.read(stream, Layout.from_data(record.layout))
    for piece in pieces:
        for slot in piece.slots if isinstance(piece, Piece) else ():
            seen.update(digest(slot.value))
