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
NeededVault = Annotated[str, typer.Option("--vault", help="The vault that was used to pseudonymize.")]


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
        reports, code = take_through(
            jobs, lambda source, target, watch: _take(opened, source, target, watch, reason or "not given"), quiet=quiet
        )
    if not quiet and reports:
        exact = sum(report.exact for report in reports)
        line = f"recovered {exact} of {len(jobs)} file{'s'[: len(jobs) != 1]} byte for byte"
        if exact < len(reports):
            texts = sum(report.changed for report in reports if not report.exact)
            line += f"; {len(reports) - exact} changed since, with {texts} known text{'s'[: texts != 1]}"
        typer.echo(line, err=output == "-")
    if code:
        raise typer.Exit(code)


def _take(vault: "Vault", source: "Source", target: Path | None, watch: "Watch", reason: str) -> "Report":
    from allonym.running.files import recover_file

    if source.is_stdin():
        source = replace(source, data=sys.stdin.buffer.read())
    # Noted first: what has been seen cannot be unseen, whatever happens next.
    vault.note_access(reason, source.name, 1)
    report = recover_file(vault, source, target or sys.stdout.buffer)
    sys.stdout.buffer.flush()
    watch(source.path.stat().st_size if source.data is None else len(source.data))
    return report
