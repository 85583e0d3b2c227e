"""Which input goes to which output, and how all of them are taken through."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import typer

from allonym.core.errors import AllonymError, InputError, SafetyError, UsageError
from allonym.core.pieces import Layout
from allonym.formats.choosing import choose, is_known
from allonym.interfaces.cli.console import progress, show_problems, unforeseen
from allonym.running.reports import Report
from allonym.running.sources import Source, Watch, find_inputs, stdin_source

Job = tuple[Source, Path | None]
"""An input and where its output goes; None is standard output."""


def plan_jobs(
    inputs: list[str], output: str, format_name: str | None, asked: Layout, *, quiet: bool = False
) -> list[Job]:
    """Pair inputs with outputs: one file to one file, several into a folder that keeps their places."""
    if inputs == ["-"]:
        return [(stdin_source(format_name, asked), None if output == "-" else Path(output))]
    if "-" in inputs:
        raise UsageError("standard input goes alone; it cannot be mixed with files")
    sources, skipped = find_inputs(inputs, format_name, asked)
    if skipped and not quiet:
        typer.echo(f"skipped {skipped} file{'s'[: skipped > 1]} with an ending that no format knows", err=True)
    several = len(sources) > 1 or any(Path(each).is_dir() for each in inputs)
    if output == "-":
        return [(source, None) for source in sources]
    target = Path(output)
    if not several and not target.is_dir():
        return [(sources[0], target)]
    if (target.exists() and not target.is_dir()) or (not target.exists() and is_known(target.name)):
        raise UsageError(f"{target} names a file; several inputs need a folder to go to")
    jobs: list[Job] = [(replace(source, nested=True), target / source.name) for source in sources]
    _require_different(jobs)
    return jobs


Take = Callable[[Source, Path | None, Watch], Report]
"""Does one job."""


def take_through(jobs: list[Job], take: Take, *, quiet: bool) -> tuple[list[Report], int]:
    """Do every job and return reports and an exit code; of several, one that fails is named and the others go on."""
    reports: list[Report] = []
    code = 0
    total = sum(source.path.stat().st_size for source, _ in jobs if source.path.is_file())
    with progress(total or None, "reading", quiet=quiet) as watch:
        for source, target in jobs:
            try:
                if target is not None and source.nested:
                    target.parent.mkdir(parents=True, exist_ok=True)
                reports.append(take(source, target, watch))
                watch.fail(reports[-1].failed)
            except (InputError, UsageError, SafetyError) as error:
                if len(jobs) == 1 and not isinstance(error, InputError):
                    raise
                named = str(error) if str(error).startswith(source.name) else f"{source.name}: {error}"
                watch.say(f"error: {named}")
                code = max(code, 3 if isinstance(error, SafetyError) else 1)
                watch.fail()
            except (AllonymError, OSError):
                # A vault that fails, or a disk that is full, would fail the next file, too.
                raise
            except Exception as error:
                if len(jobs) == 1:
                    raise
                watch.say(f"{source.name}: {unforeseen(error)}")
                code = 3
                watch.fail()
    show_problems(reports)
    return reports, max(code, *(min(1, report.failed) for report in reports), 0)


def require_same_format(jobs: list[Job]) -> None:
    """Refuse an output whose ending promises another format than its input has."""
    for source, target in jobs:
        if target is None or source.is_stdin() or not is_known(target.name):
            continue
        same_ending = target.suffix.casefold() == source.path.suffix.casefold()
        if same_ending or choose(target.name).name == source.format.name:
            continue
        raise UsageError(f"the output keeps the format of its input, {source.format.name}; {target.name} says another")


def _require_different(jobs: list[Job]) -> None:
    targets = [target for _, target in jobs]
    if len(set(targets)) < len(targets):
        raise UsageError("two inputs have the same name and would overwrite each other; give their folder instead")
