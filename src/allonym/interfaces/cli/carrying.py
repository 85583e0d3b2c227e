"""Carries out what a command that pseudonymizes was told, and says what was done."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from allonym.interfaces.cli.answering import give
from allonym.interfaces.cli.console import Clock, files_data, note, show_counts, show_summary
from allonym.interfaces.cli.jobs import take_through
from allonym.interfaces.cli.opening import open_or_create
from allonym.interfaces.cli.sense import can_go_on, hopeless, require_sense
from allonym.interfaces.cli.targets import Read, already_there, say_replaced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from allonym.interfaces.cli.jobs import Job
    from allonym.pooling.pool import Pool
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.plans import PlanSource
    from allonym.running.reports import Report
    from allonym.running.runs import RunFolder
    from allonym.running.undertaking import Manner, Step
    from allonym.settings import Settings

LONG = 5_000_000
"""A run over so many bytes is worth remembering, whether or not somebody asks for it."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a command that pseudonymizes was told, besides its files."""

    settings: "Sequence[Settings]"
    vault: str | None
    passphrase_file: Path | None
    language: str | None = None
    plans: "PlanSource | None" = None
    quiet: bool = False
    asked: Mapping[str, object] = field(default_factory=dict)
    read: Read = field(default_factory=dict)
    """The files that are read besides the inputs."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How the run is to be done."""

    workers: int | None = 0
    place: Path | None = None
    resume: bool = False
    named: bool = False
    """Whether the user has named the folder of the run."""
    keep: bool = False
    quarantine: Path | None = None
    timeout: float | None = None
    dry: bool = False


def carry_out(order: Order, jobs: "list[Job]", wishes: Wishes = Wishes()) -> None:  # noqa: B008 - it is frozen
    """Pseudonymize every input, say what was done, and leave with 1 if anything was wrong."""
    clock = Clock()
    if wishes.dry:
        reports, code = _counted(order, jobs, wishes)
        show_counts(reports, clock.seconds())
    else:
        require_sense(order, jobs, wishes)
        before = already_there(target for _, target in jobs)
        reports, code = _carried_out(order, jobs, wishes)
        say_replaced(before, quiet=order.quiet)
        to_stderr = any(target is None for _, target in jobs)
        if reports and not order.quiet:
            show_summary(reports, clock.seconds(), to_stderr=to_stderr)
        if order.vault is None and reports and not order.quiet:
            note("without --vault nothing can be recovered from this output")
    written = bool(reports) and not wishes.dry
    give(**files_data(reports), written=written, recoverable=written and order.vault is not None)
    if code:
        raise typer.Exit(code)


def _carried_out(order: Order, jobs: "list[Job]", wishes: Wishes) -> "tuple[list[Report], int]":
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.undertaking import Undertaking
    from allonym.settings import build

    if (fail := hopeless(order, jobs, wishes)) is not None:
        return take_through(jobs, fail, quiet=order.quiet)
    with ExitStack() as stack:
        pool = _workers(stack, order, jobs, wishes)
        vault = None
        if order.vault is not None:
            vault = stack.enter_context(open_or_create(order.vault, order.passphrase_file, quiet=order.quiet))
        folder = _folder(order, jobs, wishes)
        try:
            chance = None if folder is None or vault is not None else folder.chance()
            tools = [
                # Where workers look for things, the network is not loaded before it is needed here.
                Pseudonymizer(each, vault, order.language, chance=chance, engine=build(each, late=pool is not None))
                for each in order.settings
            ]
            if folder is not None:
                _begin(folder, order, tools, jobs)
            steps = [(tool, source, target) for (source, target), tool in zip(jobs, cycle(tools), strict=False)]
            with Undertaking(steps, _manner(order, wishes, folder), pool) as undertaking:
                reports, code = take_through(jobs, undertaking.take, quiet=order.quiet)
        except BaseException:
            if folder is not None and folder.leave():
                note(f"{folder.folder} remembers how far this run came; --resume goes on with it")
            raise
        if folder is not None:
            folder.complete(reports, keep=wishes.keep)
    return reports, code


def _workers(stack: ExitStack, order: Order, jobs: "list[Job]", wishes: Wishes) -> "Pool | None":
    """Return the workers that are worth it: they get ready, with no key, while the vault is opened."""
    from allonym.running.undertaking import Manner, start_workers

    manner = Manner(wishes.workers, wishes.timeout, plans=order.plans)
    pool = start_workers([source for source, _ in jobs], order.settings, manner)
    return None if pool is None else stack.enter_context(pool)


def _counted(order: Order, jobs: "list[Job]", wishes: Wishes) -> "tuple[list[Report], int]":
    """Plan every input under every profile, and write nothing, not even to the vault."""
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.undertaking import Undertaking

    reports: list[Report] = []
    worst = 0
    for settings in order.settings:
        tool = Pseudonymizer(settings.with_user("document", {}, ()), None, order.language)
        steps: list[Step] = [(tool, source, None) for source, _ in jobs]
        with Undertaking(steps, _manner(order, wishes, None)) as undertaking:
            some, code = take_through([(source, None) for source, _ in jobs], undertaking.count, quiet=order.quiet)
        reports += some
        worst = max(worst, code)
    return reports, worst


def _folder(order: Order, jobs: "list[Job]", wishes: Wishes) -> "RunFolder | None":
    from allonym.running.runs import open_run

    if wishes.place is None or not can_go_on(order, jobs, wishes):
        return None
    size = sum(source.path.stat().st_size for source, _ in jobs if source.path.is_file())
    if wishes.resume or wishes.named or wishes.keep or size >= LONG or wishes.place.exists():
        return open_run(wishes.place, resume=wishes.resume)
    return None


def _begin(folder: "RunFolder", order: Order, tools: "list[Pseudonymizer]", jobs: "list[Job]") -> None:
    sources = list({source.path: source for source, _ in jobs}.values())
    settings = " ".join(tool.settings.digest() for tool in tools)
    folder.begin(tools[0].secret("run"), order.asked, settings, sources)


def _manner(order: Order, wishes: Wishes, folder: "RunFolder | None") -> "Manner":
    from allonym.running.quarantine import Quarantine, open_quarantine
    from allonym.running.undertaking import Manner

    quarantine = None
    if wishes.quarantine is not None:
        # Who only counts leaves no folder behind, and puts nothing into one.
        quarantine = Quarantine(wishes.quarantine) if wishes.dry else open_quarantine(wishes.quarantine)
    return Manner(wishes.workers, wishes.timeout, quarantine, folder, order.plans)
