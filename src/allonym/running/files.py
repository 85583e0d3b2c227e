"""Pseudonymize and recover whole files.

pseudonymize:  hash input -> rewrite into a temporary file (vault first) -> recover it and compare -> rename
recover:       hash output -> find its record -> give back -> compare the hash -> rename
"""

import hashlib
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import BinaryIO

from allonym.core.containers import is_container
from allonym.core.errors import AmbiguousText, InputError, NotExact, SafetyError, UsageError
from allonym.core.pieces import Layout
from allonym.core.protocols import Giver, Readable
from allonym.core.streams import Rejoined
from allonym.core.types import Document, FileRecord, Mention, Plan
from allonym.core.withdrawal import is_withdrawn
from allonym.formats.choosing import choose
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.containers import as_whole, count_left_out, one_ledger, search_container, write_container
from allonym.running.facts import facts_of, failure_noted
from allonym.running.handing import hands_for, rewrite_lines
from allonym.running.job import Job
from allonym.running.plans import FreshPlans, PlanSource, explained_line, mentions_of, plan_line, spans_line
from allonym.running.proving import prove
from allonym.running.publishing import publish
from allonym.running.quarantine import Quarantine
from allonym.running.reports import Report
from allonym.running.restoring import Search, restore
from allonym.running.rewriting import rewrite, scan
from allonym.running.several import SharedPlans
from allonym.running.sources import HEAD, Source, Watch, Watched, digest_of
from allonym.running.sparing import Spared, require_known
from allonym.running.spool import Spool


def ignore(_: int) -> None:
    """Watch nothing."""


@dataclass(frozen=True, slots=True)
class Run:
    """How files are taken through a tool: who watches, and where plans come from if not from the tool itself."""

    tool: Pseudonymizer
    watch: Watch = ignore
    plans: PlanSource | None = field(default=None, repr=False)
    quarantine: Quarantine | None = None
    spared: Spared | None = None
    """Where the output goes: an older one stays if no text of this one can be read."""


def pseudonymize_file(run: Run, source: Source, output: Path) -> Report:
    """Pseudonymize a file. It appears under `output` only when its recovery has been proven."""
    require_apart(source.path, output)
    with failure_noted(run.tool.vault), naming(source), _reserving(run, source) as run:  # noqa: PLR1704 - the same run, with its plans kept
        before = digest_of(source)
        job = _job(run, source, source.inspect())
        with publish(output) as (_, stream):
            done, record = _remembered(replace(run, spared=Spared(output)), source, stream, before, job)
            stream.flush()
            stream.seek(0)
            prove(done, source, stream, record)
    return done.report


def pseudonymize_stream(run: Run, source: Source, stream: BinaryIO, output: BinaryIO) -> Report:
    """Pseudonymize what comes in while it comes in. Each batch is proven in memory before it goes out."""
    if is_container(source.format):
        return _pseudonymize_whole(run, as_whole(source, stream), output)
    with naming(source):
        head = stream.read(HEAD)
        job = _job(run, source, source.format.inspect(head, source.asked))
        vault = run.tool.vault
        if vault is not None:
            # What comes in cannot be hashed before it is read, so it gets a number that nothing else has.
            job = replace(job, file=vault.begin_file(secrets.token_bytes(32), _settings(run, job)))
        watched = Watched(Rejoined(head, stream), run.watch)
        record = _write(output, job, watched)
        if run.spared is not None:
            run.spared.require_text(run.tool, source, job.report, record.output)
        output.flush()
        if vault is not None:
            vault.finish_file(replace(record, input=watched.sha.digest()))
    return job.report


def _pseudonymize_whole(run: Run, source: Source, output: BinaryIO) -> Report:
    with naming(source), TemporaryFile() as made:
        before = digest_of(source)
        done, record = _remembered(run, source, made, before, _job(run, source, source.inspect()))
        made.seek(0)
        prove(done, source, made, record)
        made.seek(0)
        copyfileobj(made, output)
        output.flush()
    return done.report


def plan_file(run: Run, source: Source, report: Report) -> Iterator[tuple[Document, Plan]]:
    """Return each text of an input with its plan, in order; problems go to the report."""
    if source.is_stdin() and is_container(source.format):
        source = as_whole(source, source.open())
    with naming(source), source.open() as stream:
        head = stream.read(HEAD)
        layout = source.format.inspect(head, source.asked)
        job = replace(_job(run, source, layout), report=report)
        watched = stream if is_container(source.format) else Watched(Rejoined(head, stream), run.watch)
        yield from scan(job, source.format.read(watched, layout))
        count_left_out(job, stream)


def plan_lines(run: Run, source: Source, report: Report) -> Iterator[str]:
    """Return the lines of a plan file for one input."""
    return (plan_line(plan) for _, plan in plan_file(run, source, report))


def spans_of(run: Run, source: Source, report: Report) -> Iterator[str]:
    """Return a line for each text of an input; where its pieces are parts of one text, one line for the whole."""
    return (spans_line(name, mentions) for name, mentions, _ in _found(run, source, report))


def explained(run: Run, source: Source, report: Report) -> Iterator[str]:
    """Return the same lines, with the language of each text and what speaks for each mention."""
    return (explained_line(*each) for each in _found(run, source, report))


def recover_file(vault: Giver, source: Source, output: Path | BinaryIO) -> Report:
    """Recover a file; it appears only when it is proven, or, if it was changed since, as far as the vault is sure."""
    with vault.audit.watching("recover", files=1), naming(source):
        try:
            record = vault.find_file(digest_of(source), source.name)
        except AmbiguousText as error:
            raise InputError(f"{error}; give it the name that its input had") from None
        if record is not None:
            # The name may have changed since; what the file is, has not.
            source = replace(source, format=choose(source.path.name, record.format))
        if not isinstance(output, Path):
            return _recover_into(vault, source, record, output)
        require_apart(source.path, output)
        with publish(output, private=True) as (_, stream):
            return _recover_into(vault, source, record, stream)


def require_apart(one: Path, other: Path) -> None:
    """Refuse to write over what is read."""
    if other.exists() and one.exists() and one.samefile(other):
        raise UsageError(f"{other} is the input itself; write to another file")


@contextmanager
def naming(source: Source) -> Iterator[None]:
    """Put the name of the file before an input error that does not know it."""
    try:
        yield
    except InputError as error:
        known = str(error).startswith(source.name)
        raise InputError(str(error) if known else f"{source.name}: {error}") from None


@contextmanager
def _reserving(run: Run, source: Source) -> Iterator[Run]:
    """Where it matters, go over the whole file first and note its originals; what was found is kept for the second."""
    if not run.tool.minds_originals:
        yield run
        return
    spool = Spool()
    try:
        kept = replace(run, plans=run.plans or SharedPlans(run.tool, spool))
        for document, plan in plan_file(replace(kept, watch=ignore), source, Report(source.name)):
            run.tool.reserve([document], [plan])
        yield kept
    finally:
        spool.close()


def _found(run: Run, source: Source, report: Report) -> Iterator[tuple[str, list[Mention], str | None]]:
    pairs = plan_file(run, source, report)
    if not source.format.is_cut:
        yield from ((plan.id, mentions_of(plan), plan.language) for _, plan in pairs)
        return
    found: list[Mention] = []
    languages: Counter[str | None] = Counter()
    done = 0
    for document, plan in pairs:
        found += mentions_of(plan, done)
        languages[plan.language] += len(document.text)
        done += len(document.text)
    if done:
        yield source.name, found, languages.most_common(1)[0][0]


def _job(run: Run, source: Source, layout: Layout) -> Job:
    if run.tool.settings.scope == "author" and layout.author_column is None:
        raise UsageError("the scope 'author' needs --author-column: who wrote each text")
    planner = (run.plans or FreshPlans(run.tool)).start()
    ledger = run.tool.local_ledger(source.name) if one_ledger(source.format, layout) else None
    report = Report(source.name)
    return Job(run.tool, source.name, source.format, layout, report, None, planner, ledger, quarantine=run.quarantine)


def _settings(run: Run, job: Job, attempt: int = 0) -> str:
    """Return all that decides over the output, so that a vault can tell a run again from another run."""
    plans = "" if run.plans is None else run.plans.digest()
    shape = sorted(job.layout.as_data().items())
    return "\0".join((job.name, job.format.name, run.tool.settings.digest(), plans, repr(shape), str(attempt)))


def _remembered(run: Run, source: Source, stream: BinaryIO, before: bytes, job: Job) -> tuple[Job, FileRecord]:
    """Write the output and have the vault remember it, without touching what it remembers of earlier outputs."""
    vault = run.tool.vault
    if vault is None:
        return job, _write_from(run, source, stream, before, job)
    known: FileRecord | None = None
    for attempt in count():
        numbered = replace(job, file=vault.begin_file(before, _settings(run, job, attempt)))
        earlier = vault.file_record(numbered.file or 0)
        if earlier is None:
            break
        # This input went through before. Only the output tells whether this is the same run again.
        known = known or _write_from(run, source, stream, before, job)
        if known.output == earlier.output:
            return job, earlier
    if known is not None:
        stream.seek(0)
        stream.truncate()
        numbered = replace(_job(run, source, job.layout), file=numbered.file)
    record = _write_from(run, source, stream, before, numbered)
    vault.finish_file(record)
    return numbered, record


def _write_from(run: Run, source: Source, stream: BinaryIO, before: bytes, job: Job) -> FileRecord:
    if is_container(source.format):
        record = write_container(job, source, stream, before)
    else:
        with source.open() as opened:
            watched = Watched(opened, run.watch)
            record = _write(stream, job, watched)
            if watched.sha.digest() != before or opened.read(1):
                raise SafetyError(f"{source.name}: the file changed while it was read; nothing is written")
    if run.spared is not None:
        run.spared.require_text(run.tool, source, job.report, record.output)
    return replace(record, input=before)


def _write(stream: BinaryIO, job: Job, readable: Readable) -> FileRecord:
    sha = hashlib.sha256(job.layout.bom)
    sizes: list[int] = []
    pieces = 0
    stream.write(job.layout.bom)
    for data, count_ in _rewritten(job, readable):
        sha.update(data)
        stream.write(data)
        pieces += count_
        if job.format.is_cut:
            sizes.append(len(data))
    job.planner.finish()
    layout = replace(job.layout, cuts=tuple(sizes))
    shape = layout.as_data()
    return FileRecord(job.file or 0, b"", sha.digest(), job.format.name, shape, pieces, job.name, facts_of(job))


def _rewritten(job: Job, readable: Readable) -> Iterator[tuple[bytes, int]]:
    """Return the bytes of the output, and of how many pieces they are."""
    hands = hands_for(job)
    if hands is not None:
        return rewrite_lines(job, hands, readable)
    return ((data, 1) for data in rewrite(job, job.format.read(readable, job.layout)))


def _recover_into(vault: Giver, source: Source, record: FileRecord | None, stream: BinaryIO) -> Report:
    report = Report(source.name)
    with source.open() as opened:
        if record is None:
            search = Search(vault, source.name, source.format, source.inspect())
            if is_container(source.format):
                search_container(search, source, stream, report)
            else:
                stream.writelines(search.restore(opened, report))
            require_known(report)
            return report
        sha = hashlib.sha256()
        for data in restore(vault, record, source.format, opened):
            sha.update(data)
            stream.write(data)
        if not is_withdrawn(record.input) and sha.digest() != record.input:
            raise NotExact(f"{source.name}: recovery does not give the original bytes; nothing is written")
    report.withheld_people = is_withdrawn(record.input)
    report.exact = not report.withheld_people
    report.made_from = record.name
    return report
