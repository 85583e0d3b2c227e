"""`allonym recover --edited`: texts that were changed after they were pseudonymized."""

import sys
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from allonym.interfaces.cli.answering import give
from allonym.interfaces.cli.console import files_data
from allonym.interfaces.cli.jobs import Job, take_through

if TYPE_CHECKING:
    from allonym.running.reports import Report
    from allonym.running.sources import Source, Watch
    from allonym.vault.sealed import SealedVault


@dataclass(frozen=True, slots=True)
class EditedOptions:
    """What the user has said about an edited file."""

    reason: str = field(repr=False)
    id: str | None
    report: Path | None
    quiet: bool


def recover_edited(vault: "SealedVault", jobs: list[Job], said: EditedOptions) -> int:
    """Find the pseudonyms in all files, restore what is sure, and return the exit code."""
    from allonym.running.editing import EditedFiles
    from allonym.running.publishing import publish

    vault.require("recover")
    with ExitStack() as stack:
        files = EditedFiles(vault, said.id)
        if said.report is not None:
            stream = stack.enter_context(publish(said.report, private=True))[1]
            files.tell = lambda line: void(stream.write(f"{line}\n".encode()))

        def take(source: "Source", target: Path | None, watch: "Watch") -> "Report":
            if source.is_stdin():
                source = replace(source, data=sys.stdin.buffer.read())
            # Noted first: what has been seen cannot be unseen, whatever happens next.
            vault.note_access(said.reason, source.name, 1)
            with vault.audit.watching("recover", files=1):
                report = files.recover(source, target or sys.stdout.buffer)
            watch(source.path.stat().st_size if source.data is None else len(source.data))
            return report

        reports, code = take_through(jobs, take, quiet=said.quiet, private=True)
        give(**files_data(reports), found=_data(files.counts))
        sys.stdout.buffer.flush()
    if reports and not said.quiet:
        _show(files.counts, to_stderr=jobs[0][1] is None)
    return code or min(1, files.left())


def void(_: object) -> None:
    """Return nothing."""


def _data(counts: Counter[tuple[str, str]]) -> dict[str, dict[str, int]]:
    """Return the counts by label and state."""
    labels = sorted({label for label, _ in counts})
    return {name: {state: many for (label, state), many in counts.items() if label == name} for name in labels}


def _show(counts: Counter[tuple[str, str]], *, to_stderr: bool) -> None:
    """Print a table of how much was found of each label, and what became of it."""
    states = ("sure", "unsure", "refused")
    labels = sorted({label for label, _ in counts})
    rows = [(label, *(counts[label, state] for state in states)) for label in labels]
    rows.append(("all", *(sum(counts[label, state] for label in labels) for state in states)))
    wide = max(len(str(row[0])) for row in rows)
    typer.echo(f"{'label':{wide}}" + "".join(f"{state:>9}" for state in states), err=to_stderr)
    for label, *numbers in rows:
        typer.echo(f"{label:{wide}}" + "".join(f"{number:>9,}" for number in numbers), err=to_stderr)
