"""What people see: a progress bar on a terminal, one quiet line elsewhere, a table of what was done."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from shutil import get_terminal_size
from textwrap import wrap
from typing import TextIO

import typer

from allonym.core.errors import place_of
from allonym.interfaces.cli.answering import give
from allonym.running.reports import Report

SHOWN_PROBLEMS = 20
SLOW = 10
"""From so many seconds on, the rate is told."""


class Bar:
    """Is told about bytes, and about what went wrong."""

    def __init__(self, advance: Callable[[int, int], None], say: Callable[[str], None]) -> None:
        self._advance = advance
        self._say = say
        self._errors = 0

    def __call__(self, read: int) -> None:
        """Move on by so many bytes."""
        self._advance(read, self._errors)

    def fail(self, count: int = 1) -> None:
        """Count errors."""
        self._errors += count
        self._advance(0, self._errors)

    def say(self, message: str) -> None:
        """Print a line for people, above the bar if there is one."""
        self._say(message)


@contextmanager
def progress(total: int | None, title: str, *, quiet: bool) -> Iterator[Bar]:
    """Give something that is told about bytes; on a terminal it moves a bar with rate, time left and errors."""
    if quiet or not sys.stderr.isatty():
        yield Bar(lambda _, __: None, tell)
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=16),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[errors]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total, errors="")

        def advance(read: int, errors: int) -> None:
            bar.update(task, advance=read, errors=counted(errors, "error") if errors else "")

        yield Bar(advance, lambda message: bar.console.print(message, markup=False, highlight=False, soft_wrap=True))


@contextmanager
def until_stopped() -> Iterator[None]:
    """Take Ctrl-C as the end that it is for what goes on until somebody ends it."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo("stopped", err=True)


class Clock:
    """How long a command has taken."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def seconds(self) -> float:
        """Return the seconds since it was made."""
        return time.monotonic() - self._start


def tell(line: str) -> None:
    """Print a line for people to standard error; on a terminal it is broken where the terminal ends."""
    typer.echo(broken(line, terminal_width()), err=True)


def broken(line: str, width: int, indent: int = 2) -> str:
    """Return a line as lines that a terminal has room for; where there is none, a line stays one line."""
    lines = wrap(line, max(20, width), subsequent_indent=indent * " ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) if width and lines else line


def terminal_width() -> int:
    """Return how wide the terminal is that standard error goes to; 0 if it is none, and a line stays one line."""
    return width_of(sys.stderr)


def width_of(stream: TextIO | None) -> int:
    """Return how wide the terminal is that a stream goes to; 0 if it is none."""
    return get_terminal_size().columns if stream is not None and stream.isatty() else 0


def note(text: str) -> None:
    """Print what somebody should know although nothing is wrong."""
    tell(f"note: {text}")


def show_problems(reports: Sequence[Report]) -> None:
    """Print the first problems, each with its place, and how many more there are."""
    problems = [problem for report in reports for problem in report.problems]
    if problems:
        give(
            problems=[{"place": str(each).removesuffix(f": {each.reason}"), "reason": each.reason} for each in problems]
        )
    for problem in problems[:SHOWN_PROBLEMS]:
        tell(str(problem))
    failed = sum(report.failed for report in reports)
    if failed > SHOWN_PROBLEMS:
        typer.echo(f"… and {failed - SHOWN_PROBLEMS} more", err=True)


def unforeseen(error: BaseException) -> str:
    """Return what is said of an error that nobody foresaw."""
    return f"internal error {place_of(error)}; nothing is written. Please report it with this line."


def _say_notes(reports: Sequence[Report]) -> None:
    for report in reports:
        for each in report.notes:
            note(f"{report.file}: {each}")
    if withdrawn := sum(report.withdrawn for report in reports):
        note(
            f"{counted(withdrawn, 'mention')} of people who have withdrawn, now [WITHDRAWN]; the vault holds "
            "their words again, as these texts brought them: `allonym subjects forget` takes them out"
        )


def show_summary(reports: Sequence[Report], seconds: float, *, to_stderr: bool) -> None:
    """Print what was done: a table by label on a terminal, one line elsewhere; before it, what one should know."""
    stream = sys.stderr if to_stderr else sys.stdout
    _say_notes(reports)
    documents = sum(report.documents for report in reports)
    changed = sum(report.changed for report in reports)
    failed = sum(report.failed for report in reports)
    replaced = sum((report.replaced for report in reports), Counter())
    line = f"{counted(documents, 'text')}, {changed:,} changed, {counted(replaced.total(), 'mention')} replaced"
    if failed:
        line += f", {counted(failed, 'row')} left out"
    line += f"{coverage(reports)}, {seconds:.1f} s"
    if seconds >= SLOW and documents:
        line += f", {documents / seconds:,.0f} texts/s"
    if stream.isatty():
        _show_table(reports, replaced, to_stderr=to_stderr)
    typer.echo(broken(line, width_of(stream)), err=to_stderr)
    _say_what_follows(documents, replaced.total())


def _say_what_follows(documents: int, replaced: int) -> None:
    """Print what somebody should know of what was done."""
    if not documents:
        note("there was no text; is it the right file, and are its columns (--text-column) right?")
        return
    if not replaced:
        note("nothing was found to replace; a file that is pseudonymized already stays as it is")
    note("pseudonymized data stays personal data")


def show_counts(reports: Sequence[Report], seconds: float) -> None:
    """Print what would be done: a line for each label, and one for all."""
    replaced = sum((report.replaced for report in reports), Counter())
    marked = sum((report.marked for report in reports), Counter())
    entities = sum((report.entities for report in reports), Counter())
    if sys.stdout.isatty():
        _show_table(reports, replaced, to_stderr=False)
    else:
        for label in sorted({*replaced, *marked}):
            told = f"{counted(replaced[label], 'mention')} of {entities[label]:,} would be replaced"
            typer.echo(
                f"{label}: {told}" if replaced[label] else f"{label}: {counted(marked[label], 'mention')} marked"
            )
    documents, failed = (sum(getattr(report, name) for report in reports) for name in ("documents", "failed"))
    left_out = f", {counted(failed, 'row')} would be left out" if failed else ""
    line = f"{counted(documents, 'text')}{left_out}{coverage(reports)}, {seconds:.1f} s; nothing is written"
    typer.echo(broken(line, width_of(sys.stdout)))


def files_data(reports: Sequence[Report]) -> dict[str, object]:
    """Return for programs what was done with each file: counts by label, no words."""
    return {"files": [_file_data(each) for each in reports]}


def _file_data(report: Report) -> dict[str, object]:
    counts = {"texts": report.documents, "changed": report.changed, "left_out": report.failed}
    read = {"characters": report.characters, "read": report.scanned}
    labels = {"replaced": dict(report.replaced), "different": dict(report.entities), "marked": dict(report.marked)}
    told = {"file": report.file, **counts, **read, "exact": report.exact, "withdrawn": report.withdrawn}
    return {**told, **labels, "languages": dict(report.languages), "notes": list(report.notes)}


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


def counted(number: int, noun: str, nouns: str = "") -> str:
    """Return a number with its noun: "1 text", "2,011 texts"; the plural, where it is not made with an s."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"
