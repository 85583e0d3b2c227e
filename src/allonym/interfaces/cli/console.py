"""What people see: a progress bar on a terminal, one quiet line elsewhere, a table of what was done."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import typer

from allonym.running.reports import Report

SHOWN_PROBLEMS = 20


@contextmanager
def progress(total: int | None, title: str, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Give a function that is told about bytes; on a terminal it moves a bar with rate and time left."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda read: bar.advance(task, read)


class Clock:
    """How long a command has taken."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def seconds(self) -> float:
        """Return the seconds since it was made."""
        return time.monotonic() - self._start


def show_problems(reports: Sequence[Report]) -> None:
    """Print the first problems, each with its place, and how many more there are."""
    problems = [problem for report in reports for problem in report.problems]
    for problem in problems[:SHOWN_PROBLEMS]:
        typer.echo(str(problem), err=True)
    failed = sum(report.failed for report in reports)
    if failed > SHOWN_PROBLEMS:
        typer.echo(f"… and {failed - SHOWN_PROBLEMS} more", err=True)


def show_summary(reports: Sequence[Report], seconds: float, *, to_stderr: bool) -> None:
    """Print what was done: a table by label on a terminal, one line elsewhere."""
    stream = sys.stderr if to_stderr else sys.stdout
    documents = sum(report.documents for report in reports)
    changed = sum(report.changed for report in reports)
    failed = sum(report.failed for report in reports)
    replaced = sum((report.replaced for report in reports), Counter())
    line = f"{counted(documents, 'text')}, {changed:,} changed, {counted(replaced.total(), 'mention')} replaced"
    if failed:
        line += f", {counted(failed, 'row')} left out"
    line += f"{coverage(reports)}, {seconds:.1f} s"
    if not stream.isatty():
        typer.echo(line, err=to_stderr)
        return
    _show_table(reports, replaced, to_stderr=to_stderr)
    typer.echo(line, err=to_stderr)


def coverage(reports: Sequence[Report]) -> str:
    """Return in words how much of the texts the detectors have read; nothing where plans were given."""
    scanned, characters = (sum(getattr(report, name) for report in reports) for name in ("scanned", "characters"))
    if not scanned:
        return ""
    return f", all {characters:,} characters read" if scanned == characters else f", {scanned:,} of {characters:,} read"


def _show_table(reports: Sequence[Report], replaced: Counter[str], *, to_stderr: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    marked = sum((report.marked for report in reports), Counter())
    entities = sum((report.entities for report in reports), Counter())
    table = Table("label", title="What was found", title_justify="left")
    for heading in ("replaced", "different", "only marked"):
        table.add_column(heading, justify="right")
    for label in sorted({*replaced, *marked}):
        table.add_row(label, *(_cell(counter[label]) for counter in (replaced, entities, marked)))
    if table.row_count:
        Console(stderr=to_stderr).print(table)


def _cell(number: int) -> str:
    return f"{number:,}" if number else "–"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 text", "2,011 texts"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
