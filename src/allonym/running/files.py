"""Pseudonymize and recover whole files.

pseudonymize:  hash input -> rewrite into a temporary file (vault first) -> recover it and compare -> rename
recover:       hash output -> find its record -> give back -> compare the hash -> rename
"""

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from allonym.core.errors import NotExact, SafetyError, UsageError, VaultError
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.protocols import Vault
from allonym.core.types import FileRecord, Plan, digest
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.publishing import publish
from allonym.running.reports import Report
from allonym.running.restoring import Search, restore
from allonym.running.rewriting import Job, Planner, rewrite, scan
from allonym.running.sources import HEAD, Rejoined, Source, Watch, Watched, digest_of


def ignore(_: int) -> None:
    """Watch nothing."""


@dataclass(frozen=True, slots=True)
class Run:
    """How files are taken through a tool: who watches, and where plans come from if not from the tool itself."""

    tool: Pseudonymizer
    watch: Watch = ignore
    planner: Planner | None = None


def pseudonymize_file(run: Run, source: Source, output: Path) -> Report:
    """Pseudonymize a file. It appears under `output` only when its recovery has been proven."""
    require_apart(source.path, output)
    report = Report(source.name)
    before = digest_of(source)
    layout = _layout_for(run, source)
    job = _job(run, source, layout, report, before)
    with publish(output) as (_, stream), source.open() as opened:
        watched = Watched(opened, run.watch)
        written = _write(stream, job, source.format.read(watched, layout))
        if watched.sha.digest() != before or opened.read(1):
            raise SafetyError(f"{source.name}: the file changed while it was read; nothing is written")
        stream.flush()
        stream.seek(0)
        _prove(run, source, job, stream, replace(written, input=before))
    return report


def pseudonymize_stream(run: Run, source: Source, stream: BinaryIO, output: BinaryIO) -> Report:
    """Pseudonymize what comes in while it comes in. Each batch is proven in memory before it goes out."""
    report = Report(source.name)
    head = stream.read(HEAD)
    layout = source.format.inspect(head, source.asked)
    job = _job(run, source, layout, report, secrets.token_bytes(32))
    watched = Watched(Rejoined(head, stream), run.watch)
    written = _write(output, job, source.format.read(watched, layout))
    output.flush()
    if run.tool.vault is not None:
        run.tool.vault.finish_file(replace(written, input=watched.sha.digest()))
    return report


def plan_file(run: Run, source: Source, report: Report) -> Iterator[Plan]:
    """Return the plan of each text of an input, in order; problems go to the report."""
    stream: BinaryIO
    with source.open() as stream:
        head = stream.read(HEAD)
        layout = source.format.inspect(head, source.asked)
        job = Job(run.tool, source.name, source.format, layout, report, None, run.planner or run.tool.plan_many)
        yield from scan(job, source.format.read(Watched(Rejoined(head, stream), run.watch), layout))


def recover_file(vault: Vault, source: Source, output: Path | None, stream: BinaryIO | None = None) -> Report:
    """Recover a file into `output`, or into a stream that is already open."""
    report = Report(source.name)
    record = vault.find_file(digest_of(source), source.name)
    if output is None:
        _recover_into(vault, source, record, stream or BytesIO(), report)
        return report
    require_apart(source.path, output)
    with publish(output) as (_, opened):
        _recover_into(vault, source, record, opened, report)
    return report


def require_apart(one: Path, other: Path) -> None:
    """Refuse to write over what is read."""
    if other.exists() and one.exists() and one.samefile(other):
        raise UsageError(f"{other} is the input itself; write to another file")


def _recover_into(vault: Vault, source: Source, record: FileRecord | None, stream: BinaryIO, report: Report) -> None:
    with source.open() as opened:
        if record is None:
            search = Search(vault, source.name, source.format, source.inspect())
            stream.writelines(search.restore(opened, report))
            if not report.changed:
                raise VaultError(f"{source.name}: this vault knows no text of this file; nothing is written")
            return
        sha = hashlib.sha256()
        for data in restore(vault, record, source.format, opened):
            sha.update(data)
            stream.write(data)
        report.exact = True
        if sha.digest() != record.input:
            raise NotExact(f"{source.name}: recovery does not give the original bytes; nothing is written")


def _layout_for(run: Run, source: Source) -> Layout:
    layout = source.inspect()
    if run.tool.settings.scope == "author" and layout.author_column is None:
        raise UsageError("the scope 'author' needs --author-column: who wrote each text")
    return layout


def _job(run: Run, source: Source, layout: Layout, report: Report, before: bytes) -> Job:
    vault = run.tool.vault
    settings = f"{source.name}\0{source.format.name}\0{run.tool.settings.digest()}\0{sorted(layout.as_data().items())}"
    file = None if vault is None else vault.begin_file(before, settings)
    return Job(run.tool, source.name, source.format, layout, report, file, run.planner or run.tool.plan_many)


def _write(stream: BinaryIO, job: Job, pieces: Iterable[Piece | BrokenPiece]) -> FileRecord:
    sha = hashlib.sha256()
    sizes: list[int] = []
    stream.write(job.layout.bom)
    sha.update(job.layout.bom)
    count = 0
    for data in rewrite(job, pieces):
        sha.update(data)
        stream.write(data)
        count += 1
        if job.format.is_cut:
            sizes.append(len(data))
    layout = replace(job.layout, cuts=tuple(sizes))
    return FileRecord(job.file or 0, b"", sha.digest(), job.format.name, layout.as_data(), count, job.name)


def _prove(run: Run, source: Source, job: Job, stream: BinaryIO, record: FileRecord) -> None:
    """Recover what was written from the vault, as anybody would, and compare it with the input byte for byte."""
    vault = run.tool.vault
    if vault is None:
        _prove_readable(source, job, stream, record)
        return
    vault.finish_file(record)
    with source.open() as opened:
        for data in restore(vault, record, job.format, stream):
            if opened.read(len(data)) != data:
                raise NotExact(f"{source.name}: recovery does not give the original bytes; nothing is written")
        if opened.read(1):
            raise NotExact(f"{source.name}: recovery does not give the whole original; nothing is written")


def _prove_readable(source: Source, job: Job, stream: BinaryIO, record: FileRecord) -> None:
    """Without a vault nothing can be recovered; at least every text must read back as it was meant."""
    seen = hashlib.sha256()
    for piece in job.format.read(stream, Layout.from_data(record.layout)):
        for slot in piece.slots if isinstance(piece, Piece) else ():
            seen.update(digest(slot.value))
    if seen.digest() != job.texts.digest():
        raise NotExact(f"{source.name}: the output does not read back as it was written; nothing is written")
