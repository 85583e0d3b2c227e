"""Takes inputs to their outputs: with workers, past what fails, and from where an earlier run was stopped."""

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from allonym.core.errors import InputError, SafetyError
from allonym.pooling.pool import Pool
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.ahead import Ahead, Errand
from allonym.running.carrying import carrying
from allonym.running.files import Run, plan_file, pseudonymize_file, pseudonymize_stream
from allonym.running.plans import PlanSource
from allonym.running.publishing import publish
from allonym.running.quarantine import Quarantine
from allonym.running.reports import Report
from allonym.running.runs import RunFolder
from allonym.running.several import Sharing, alike, first_alike
from allonym.running.sources import Source, Watch
from allonym.running.sparing import Spared
from allonym.settings import Settings

Step = tuple[Pseudonymizer, Source, Path | None]
"""A tool, an input, and where the output goes; None is standard output."""

WORTH = {True: 400_000, False: 4_000_000}
"""From so many bytes on workers are worth their start, with and without the model (benchmarks/scaling.py)."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a run is to be done."""

    workers: int | None = None
    """How many processes look for things; None: as many as there are cores, if it is worth it."""
    timeout: float | None = None
    quarantine: Quarantine | None = None
    folder: RunFolder | None = field(default=None, repr=False)
    plans: PlanSource | None = field(default=None, repr=False)


class Undertaking:
    """All steps of a run, with workers that were started before, or as many as are worth it."""

    def __init__(self, steps: Sequence[Step], manner: Manner, pool: Pool | None = None) -> None:
        self._steps = steps
        self._manner = manner
        self._pool = pool
        self._stack = ExitStack()
        self._by_target = {(source.path, target): tool for tool, source, target in steps}
        self._sharing = Sharing(list(dict.fromkeys(tool for tool, _, _ in steps)))

    def take(self, source: Source, target: Path | None, watch: Watch) -> Report:
        """Pseudonymize one input, unless an earlier run has."""
        folder, quarantine = self._manner.folder, self._manner.quarantine
        if folder is not None and target is not None and (known := folder.finished(source, target)) is not None:
            watch(source.path.stat().st_size)
            return known
        try:
            report = take(self.run(source, target, watch), source, target)
        except (InputError, SafetyError) as error:
            if quarantine is None:
                raise
            if not source.is_stdin():
                quarantine.keep_file(source, str(error))
            elif not _is_of_one_text(error):
                raise
            raise InputError(_with_fate(error, source)) from None
        if folder is not None and target is not None:
            folder.finish(source, target, report)
        return report

    def count(self, source: Source, target: Path | None, watch: Watch) -> Report:
        """Plan one input and write nothing; the report has what would be done."""
        report = Report(source.name)
        for _ in plan_file(self.run(source, target, watch), source, report):
            pass
        return report

    def run(self, source: Source, target: Path | None, watch: Watch) -> Run:
        """Return how one input is taken through."""
        tool = self._by_target[source.path, target]
        plans = self._manner.plans or self._sharing.plans(tool, source)
        return Run(tool, watch, plans, self._manner.quarantine)

    def __enter__(self) -> Self:
        tools = list(dict.fromkeys(tool for tool, _, _ in self._steps))
        firsts = list(dict.fromkeys(first_alike(tool, tools) for tool in tools))
        pool = self._pool or self._started([each.settings for each in tools])
        carries = self._manner.timeout is None and self._manner.quarantine is None and len(tools) == 1
        ahead = None
        if pool is not None:
            numbers = {id(tool): firsts.index(first_alike(tool, tools)) for tool in tools}
            errands = [
                Errand(tool, source, numbers[id(tool)])
                for tool, source, target in self._steps
                if tool in firsts and not source.is_stdin() and not self._is_finished(target)
            ]
            ahead = Ahead(pool, errands, numbers, carries=carries)
        folder = None if self._manner.plans is not None else self._manner.folder
        open_spool = None if folder is None else folder.spool
        self._sharing = self._stack.enter_context(Sharing(tools, ahead, open_spool, carries=carries))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    def _started(self, settings: Sequence[Settings]) -> Pool | None:
        pool = start_workers([source for _, source, _ in self._steps], settings, self._manner)
        return None if pool is None else self._stack.enter_context(pool)

    def _is_finished(self, target: Path | None) -> bool:
        folder = self._manner.folder
        return folder is not None and target is not None and str(target) in folder.done


def _is_of_one_text(error: Exception) -> bool:
    """Tell whether one text has failed by itself; whoever reads of it is told to leave it out, and has done so."""
    return any(words in str(error) for words in ("took longer than", "workers died over it"))


def _with_fate(error: Exception, source: Source) -> str:
    """Return what went wrong; where a text could not be left out alone, also what became of it."""
    if not _is_of_one_text(error):
        return str(error)
    if source.is_stdin():
        return f"{error}; what comes through a pipe and has no rows cannot be set aside, so name a file instead"
    return f"{error}; it is no row that could be left out alone, so the whole file is set aside"


def start_workers(sources: Sequence[Source], settings: Sequence[Settings], manner: Manner) -> Pool | None:
    """Start the workers that are worth it; None if none are. They get ready while others open a vault."""
    workers = worth(sources, settings, manner)
    if not workers:
        return None
    firsts = [each for place, each in enumerate(settings) if not any(alike(each, one) for one in settings[:place])]
    return Pool(firsts, workers, manner.timeout, carrying)


def worth(sources: Sequence[Source], settings: Sequence[Settings], manner: Manner) -> int:
    """Return how many workers to start: as many as are wanted, else one for each core, if there is enough to do."""
    if manner.plans is not None:
        return 0
    if manner.workers is not None:
        # Only another process can be stopped when a document takes too long.
        return manner.workers or int(manner.timeout is not None)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    size = sum(map(_size, sources))
    slow = any("model" in each.detectors for each in settings)
    if cores > 1 and size >= WORTH[slow]:
        return cores
    return int(manner.timeout is not None)


def _size(source: Source) -> int:
    if source.data is not None:
        return len(source.data)
    return source.path.stat().st_size if source.path.is_file() else 0


def take(run: Run, source: Source, target: Path | None) -> Report:
    """Pseudonymize one input: a file is proven as a whole before it appears, a stream batch by batch."""
    if target is not None and not source.is_stdin():
        return pseudonymize_file(run, source, target)
    with source.open() as stream:
        if target is None:
            return pseudonymize_stream(run, source, stream, sys.stdout.buffer)
        with publish(target) as (_, published):
            return pseudonymize_stream(replace(run, spared=Spared(target)), source, stream, published)
