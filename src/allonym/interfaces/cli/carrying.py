"""Carries out what a command that pseudonymizes was told, and says what was done."""

from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from allonym.core.errors import InputError, UsageError
from allonym.interfaces.cli.answering import give, require_a_file
from allonym.interfaces.cli.console import Clock, files_data, note, show_counts, show_summary
from allonym.interfaces.cli.jobs import require_same_format, take_through
from allonym.interfaces.cli.opening import open_or_create, require_separate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from allonym.interfaces.cli.jobs import Job
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
        _require_sense(order, jobs)
        reports, code = _carried_out(order, jobs, wishes)
        to_stderr = any(target is None for _, target in jobs)
        if reports and not order.quiet:
            show_summary(reports, clock.seconds(), to_stderr=to_stderr)
        if order.vault is None and reports and not order.quiet:
            note("without --vault nothing can be recovered from this output")
    written = bool(reports) and not wishes.dry
    give(**files_data(reports), written=written, recoverable=written and order.vault is not None)
    if code:
        raise typer.Exit(code)


def _require_sense(order: Order, jobs: "list[Job]") -> None:
    require_a_file("-" if any(target is None for _, target in jobs) else None)
    for scope in (each.scope for each in order.settings if each.scope != "document"):
        if order.vault is None:
            raise UsageError(f"the scope {scope!r} needs --vault, to remember who is who")
    require_separate(order.vault, jobs)
    require_same_format(jobs)
    _require_columns(order, jobs)


def _require_columns(order: Order, jobs: "list[Job]") -> None:
    """Refuse columns that the only input has not before a vault is made for it."""
    from allonym.vault.opening import vault_exists

    source = jobs[0][0]
    if order.vault is None or len(jobs) > 1 or source.is_stdin() or vault_exists(order.vault):
        return
    from allonym.formats.columns import UnknownColumn
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.checking import hinted

    try:
        with suppress(InputError), source.open() as stream:
            next(iter(source.format.read(stream, source.inspect())), None)
    except UnknownColumn as error:
        tool = Pseudonymizer(order.settings[0].with_user("document", None, ()), language=order.language)
        raise hinted(tool, error) from None


def _carried_out(order: Order, jobs: "list[Job]", wishes: Wishes) -> "tuple[list[Report], int]":
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.undertaking import Undertaking

    with ExitStack() as stack:
        vault = None
        if order.vault is not None:
            vault = stack.enter_context(open_or_create(order.vault, order.passphrase_file, quiet=order.quiet))
        folder = _folder(order, jobs, wishes)
        try:
            chance = None if folder is None or vault is not None else folder.chance()
            tools = [Pseudonymizer(each, vault, order.language, chance=chance) for each in order.settings]
            if folder is not None:
                _begin(folder, order, tools, jobs)
            steps = [(tool, source, target) for (source, target), tool in zip(jobs, cycle(tools), strict=False)]
            with Undertaking(steps, _manner(order, wishes, folder)) as undertaking:
                reports, code = take_through(jobs, undertaking.take, quiet=order.quiet)
        except BaseException:
            if folder is not None and folder.leave():
                note(f"{folder.folder} remembers how far this run came; --resume goes on with it")
            raise
        if folder is not None:
            folder.complete(reports, keep=wishes.keep)
    return reports, code


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

    if wishes.place is None or order.plans is not None or any(source.is_stdin() for source, _ in jobs):
        if wishes.resume or wishes.named:
            raise UsageError("only a run from files to files can be gone on with")
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
    from allonym.running.quarantine import open_quarantine
    from allonym.running.undertaking import Manner

    quarantine = None if wishes.quarantine is None else open_quarantine(wishes.quarantine)
    return Manner(wishes.workers, wishes.timeout, quarantine, folder, order.plans)
