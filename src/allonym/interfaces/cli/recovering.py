"""`allonym recover`."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.interfaces.cli import options
from allonym.interfaces.cli.jobs import plan_jobs, take_through
from allonym.interfaces.cli.opening import open_existing, require_separate

if TYPE_CHECKING:
    from allonym.core.protocols import Vault
    from allonym.running.reports import Report
    from allonym.running.sources import Source, Watch

Reason = Annotated[str, typer.Option(help="Why this is recovered; kept in the vault, sealed.")]
NeededVault = Annotated[Path, typer.Option("--vault", help="The vault that was used to pseudonymize.")]


def recover(
    inputs: options.Inputs,
    output: options.Output,
    vault: NeededVault,
    reason: Reason = "",
    passphrase_file: options.PassphraseFile = None,
    text_column: options.TextColumn = None,
    id_column: options.IdColumn = None,
    format: options.FormatName = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = "",
    no_header: options.NoHeader = False,
    quiet: options.Quiet = False,
) -> None:
    """Give the originals back, byte for byte. A file that was changed since is recovered text by text, where sure."""
    layout = options.make_layout(text_column, id_column, None, encoding, no_header)
    jobs = plan_jobs(inputs, output, format, layout)
    require_separate(vault, jobs)
    if not reason and sys.stdin.isatty() and inputs != ["-"]:
        reason = typer.prompt("Reason for recovery", err=True)
    with open_existing(vault, passphrase_file) as opened:
        reports, failed = take_through(jobs, lambda *job: _take(opened, *job), quiet=quiet)
        opened.note_access(reason or "not given", ", ".join(report.file for report in reports), len(reports))
    if not quiet and reports:
        exact = sum(report.exact for report in reports)
        line = f"recovered {exact} of {len(jobs)} files byte for byte"
        if exact < len(reports):
            texts = sum(report.changed for report in reports if not report.exact)
            line += f"; {len(reports) - exact} changed since, of which {texts} texts were given back"
        typer.echo(line, err=output == "-")
    if failed or any(report.failed for report in reports):
        raise typer.Exit(1)


def _take(vault: "Vault", source: "Source", target: Path | None, watch: "Watch") -> "Report":
    from allonym.running.files import recover_file

    if source.is_stdin():
        source = replace(source, data=sys.stdin.buffer.read())
    report = recover_file(vault, source, target or sys.stdout.buffer)
    watch(source.path.stat().st_size if source.data is None else len(source.data))
    return report
