"""`allonym recover`."""

import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.canon import says_something
from allonym.core.errors import AmbiguousText, UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import give, require_a_file
from allonym.interfaces.cli.console import files_data, note
from allonym.interfaces.cli.editing import EditedOptions, recover_edited
from allonym.interfaces.cli.jobs import plan_jobs, take_through
from allonym.interfaces.cli.opening import open_existing, require_separate
from allonym.interfaces.cli.targets import Read, already_there, require_free, require_jobs_free, say_replaced

if TYPE_CHECKING:
    from allonym.core.protocols import Giver
    from allonym.interfaces.cli.jobs import Job, Take
    from allonym.running.reports import Report
    from allonym.running.sources import Source, Watch
    from allonym.vault.sealed import SealedVault

Reason = Annotated[str, typer.Option(help="Why this is recovered; kept in the vault, sealed.")]
Edited = Annotated[
    bool,
    typer.Option("--edited", help="The text was edited: find its pseudonyms, restore what is sure, list the rest."),
]
DocumentId = Annotated[str | None, typer.Option("--id", help="With --edited: the id of the document that it was.")]
ReportFile = Annotated[
    Path | None, typer.Option(help="With --edited: a file for what was found, by place, without words.", dir_okay=False)
]
Grant = Annotated[
    int | None, typer.Option(help="Use what was granted to this request of yours: these files, once.", metavar="NUMBER")
]
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
    edited: Edited = False,
    id: DocumentId = None,  # noqa: A002 - the option's name
    report: ReportFile = None,
    grant: Grant = None,
    quiet: options.Quiet = False,
) -> None:
    """Give the originals back, byte for byte. A file that was changed since is recovered text by text, where sure."""
    require_a_file(output)
    _require_together(edited, id is not None or report is not None, grant)
    layout = options.make_layout(text_column, id_column, None, encoding, no_header)
    unknown = not edited and format is None and _have_unknown_endings(inputs)
    # The vault knows what an output is, whatever it is called now.
    jobs = plan_jobs(inputs, output, "text" if unknown else format, layout)
    require_separate(vault, jobs)
    require_jobs_free(jobs, options.also_read(passphrase_file=passphrase_file), vault)
    files: Read = {"an input": [source.path for source, _ in jobs], "an output": [target for _, target in jobs]}
    require_free({"--report": report}, files, vault)
    before = already_there([report, *files["an output"]])
    reason = reason if says_something(reason) else ""
    if not reason and sys.stdin.isatty() and inputs != ["-"]:
        reason = typer.prompt("Reason for recovery", err=True)
    with open_existing(vault, passphrase_file) as opened:
        if edited:
            code = recover_edited(opened, jobs, EditedOptions(reason or "not given", id, report, quiet))
        else:
            code = _recover_exactly(jobs, _giving(opened, grant, reason, unknown=unknown), quiet=quiet)
    say_replaced(before, quiet=quiet)
    if code:
        raise typer.Exit(code)


def _require_together(edited: bool, of_edited: bool, grant: int | None) -> None:
    if not edited and of_edited:
        raise UsageError("--id and --report go with --edited; exact recovery needs neither")
    if edited and grant is not None:
        raise UsageError("what was granted is given back exactly; --edited takes a key that opens texts")


def _recover_exactly(jobs: "list[Job]", take: "Take", *, quiet: bool) -> int:
    """Take every file through, say how many came back byte for byte, and return the exit code."""
    reports, code = take_through(jobs, take, quiet=quiet, private=True)
    exact_ones = [report for report in reports if report.exact]
    give(**files_data(reports), exact=len(exact_ones), made_from=[report.made_from for report in exact_ones])
    if not quiet and reports:
        exact = len(exact_ones)
        line = f"recovered {exact} of {len(jobs)} file{'s'[: len(jobs) != 1]} byte for byte"
        if exact < len(reports):
            texts = sum(report.changed for report in reports if not report.exact)
            without = sum(report.withheld_people for report in reports)
            if changed := len(reports) - exact - without:
                line += f"; {changed} changed since or from elsewhere, with {texts} known text{'s'[: texts != 1]}"
            if without:
                line += f"; {without} with all but the words of people who have withdrawn"
        typer.echo(line, err=jobs[0][1] is None)
        if any(report.failed for report in reports if not report.exact):
            note("in texts that were edited, `allonym recover --edited` finds the pseudonyms that are left")
    return code


def _have_unknown_endings(inputs: list[str]) -> bool:
    from allonym.formats.choosing import is_known

    return all(Path(each).is_file() and not is_known(Path(each).name) for each in inputs)


def _require_known(giver: "Giver", source: "Source") -> None:
    """Raise UsageError if nothing tells what a file is: neither the ending of its name nor the vault."""
    from allonym.running.sources import digest_of

    with suppress(AmbiguousText):
        if giver.find_file(digest_of(source), source.name) is None:
            told = f"{source.name}: the vault does not know this file, and no format is known for its ending"
            raise UsageError(f"{told}; name one with --format")


def _giving(vault: "SealedVault", grant: int | None, reason: str, *, unknown: bool) -> "Take":
    """Return what gives one file back: with the keys that opened the vault, or from what somebody has handed over."""
    from allonym.running.files import recover_file

    if grant is None:
        vault.require("recover")
        if not reason:
            note("no reason is given (--reason); the vault will say so")
    giver: Giver = vault if grant is None else vault.requests.use(grant)
    told = reason or ("not given" if grant is None else f"request {grant}")

    def take(source: "Source", target: Path | None, watch: "Watch") -> "Report":
        if source.is_stdin():
            source = replace(source, data=sys.stdin.buffer.read())
        if unknown:
            _require_known(giver, source)
        # Noted first: what has been seen cannot be unseen, whatever happens next.
        vault.note_access(told, source.name, 1)
        report = recover_file(giver, source, target or sys.stdout.buffer)
        sys.stdout.buffer.flush()
        watch(source.path.stat().st_size if source.data is None else len(source.data))
        return report

    return take
