"""Take files that are built (see `core/containers.py`) through: the vault remembers the way back."""

import hashlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import BinaryIO

from allonym.core.containers import (
    Container,
    Copied,
    Kept,
    LeftOut,
    LeftRow,
    SlotEdits,
    broken_in,
    is_container,
    left_out,
    notes_of,
    pack_step,
    unpack_edits,
)
from allonym.core.errors import InputError, SafetyError
from allonym.core.pieces import Layout
from allonym.core.protocols import Format
from allonym.core.types import FileRecord, Manifest, Place, digest
from allonym.running.facts import facts_of
from allonym.running.job import Job
from allonym.running.reports import Problem, Report
from allonym.running.restoring import Search
from allonym.running.rewriting import rewrite
from allonym.running.sources import Source, digest_of

MOST_PIPED = 1024 * 1024 * 1024
"""How many bytes of a container may come through a pipe: it is held in memory, for its directory is at its end."""

_STEPS = 16
_CHUNK = 1024 * 1024


def one_ledger(format: Format, layout: Layout) -> bool:  # noqa: A002
    """Tell whether all pieces of a file are one document, so that one ledger goes through all of it."""
    return format.is_cut or (is_container(format) and format.is_one(layout))


def as_whole(source: Source, stream: BinaryIO) -> Source:
    """Return the source with all its bytes at hand, if they come through a pipe."""
    if not source.is_stdin() or source.data is not None:
        return source
    data = stream.read(MOST_PIPED + 1)
    if len(data) > MOST_PIPED:
        raise InputError(f"{source.name}: more than {MOST_PIPED:,} bytes through a pipe; name the file instead")
    return replace(source, data=data)


def write_container(job: Job, source: Source, stream: BinaryIO, before: bytes) -> FileRecord:
    """Write the new container and have the vault remember the way back; the input must hash to `before` all along."""
    container = _container(job.format)
    done = 0

    def edits() -> Iterator[SlotEdits]:
        nonlocal done
        with source.open() as reading:
            for data in rewrite(job, container.read(reading, job.layout)):
                done += 1
                yield unpack_edits(data)

    with source.open() as opened:
        steps = container.build(opened, job.layout, edits(), stream)
        while some := list(islice(steps, _STEPS)):
            _remember(job, done, some)
            done += len(some)
        notes = notes_of(container, opened, job.layout)
        job.report.notes += notes
        job.report.failed += left_out(notes)
        _set_aside(job, container, opened, notes)
    job.planner.finish()
    if digest_of(source) != before:
        raise SafetyError(f"{source.name}: the file changed while it was read; nothing is written")
    stream.seek(0)
    output = hashlib.sha256()
    while data := stream.read(_CHUNK):
        output.update(data)
    shape = job.layout.as_data()
    return FileRecord(job.file or 0, before, output.digest(), container.name, shape, done, job.name, facts_of(job))


def _set_aside(job: Job, container: Container, stream: BinaryIO, notes: list[str]) -> None:
    """Keep the rows that could not be read in quarantine, if there is one, and name what else is left out."""
    if job.quarantine is None or not left_out(notes):
        return
    before = None
    for piece in broken_in(container, stream, job.layout):
        place = piece.place, piece.number
        job.quarantine.keep_piece(job.name, piece, is_more=place == before)
        before = place
    for note in notes:
        if isinstance(note, LeftOut) and not isinstance(note, LeftRow):
            job.quarantine.name(job.name, str(note))


def count_left_out(job: Job, stream: BinaryIO) -> None:
    """Count what is left out of a container that was only read, and say why."""
    if not is_container(job.format):
        return
    for note in notes_of(job.format, stream, job.layout):
        _add_left_out(job.report, note)


def _add_left_out(report: Report, note: str) -> None:
    if things := left_out([note]):
        report.add_problem(Problem(report.file, str(note)))
        report.failed += things - 1


def search_container(search: Search, source: Source, stream: BinaryIO, report: Report) -> None:
    """Give back every text of a changed container that the vault is sure of."""
    container = _container(source.format)
    build_from(source, search.layout, lambda reading: search.edits(container, reading, report), stream, report)


def build_from(
    source: Source, layout: Layout, edits: Callable[[BinaryIO], Iterator[SlotEdits]], stream: BinaryIO, report: Report
) -> None:
    """Build a container from another with the edits of each piece; nobody asks for the way back."""
    container = _container(source.format)
    with source.open() as reading, source.open() as opened:
        given = edits(reading)
        for _ in container.build(opened, layout, given, stream):
            pass
        # Whoever gives the edits counts what was known when all are taken; a container need not ask for more.
        deque(given, maxlen=0)
        for note in notes_of(container, opened, layout):
            _add_left_out(report, note)


def _container(format: Format) -> Container:  # noqa: A002
    if not is_container(format):
        raise SafetyError("only a container can be built")
    return format


def _remember(job: Job, first: int, steps: list[Copied | Kept]) -> None:
    if job.tool.vault is None or job.file is None:
        return
    with job.tool.batch():
        job.tool.vault.remember([_manifest(job, first + number, step) for number, step in enumerate(steps)])


def _manifest(job: Job, number: int, step: Copied | Kept) -> Manifest:
    nothing = digest("")
    place = Place(job.file or 0, number, 0)
    return Manifest(f"{job.name}:way back", nothing, nothing, (), pack_step(step), withheld=True, place=place)
