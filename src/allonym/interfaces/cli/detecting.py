"""`allonym detect`, `plan` and `apply`: the flow in steps, with room for a person in between."""

import json
import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli import options, run_options
from allonym.interfaces.cli.answering import give, wanted
from allonym.interfaces.cli.carrying import Order, carry_out
from allonym.interfaces.cli.console import counted, coverage, files_data
from allonym.interfaces.cli.jobs import plan_jobs, take_through
from allonym.interfaces.cli.targets import Read, already_there, require_free, say_replaced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from allonym.interfaces.cli.jobs import Job
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.files import Run
    from allonym.running.reports import Report
    from allonym.running.sources import Source, Watch

PlanFile = Annotated[Path, typer.Argument(help="The plan that `allonym plan` wrote.")]
OneInput = Annotated[str, typer.Argument(help="The file to plan for; - reads standard input.")]
Planned = Annotated[str, typer.Argument(help="The file that the plan was made for.")]
Detectors = Annotated[
    str | None, typer.Option("--detectors", help="Only these, with commas between them: patterns,lists,model.")
]
Explain = Annotated[
    bool, typer.Option("--explain", help="Also say why: as tables on a terminal, else as further fields.")
]


def detect(
    inputs: options.Inputs,
    output: options.Output = "-",
    profile: options.Profile = "default",
    detectors: Detectors = None,
    explain: Explain = False,
    language: options.Language = "auto",
    text_column: options.TextColumn = None,
    column: options.LabelledColumn = None,
    id_column: options.IdColumn = None,
    format: options.FormatName = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = "",
    no_header: options.NoHeader = False,
    terms: options.Terms = None,
    allow: options.Allow = None,
    fast: options.Fast = False,
    sensitivity: options.Sensitivity = None,
    workers: run_options.Workers = None,
    quiet: options.Quiet = False,
) -> None:
    """Write what is found and where: one JSON line per text, with its id and spans of start, end, label, score."""
    from allonym.engine import spotting
    from allonym.interfaces.cli.explaining import tables
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.files import explained, spans_of
    from allonym.settings import build, load_settings

    layout = options.make_layout(text_column, id_column, None, encoding, no_header, column)
    settings = load_settings(profile).with_user("document", options.read_terms(terms), options.read_lines(allow))
    if detectors is not None:
        settings = settings.with_detectors([each.strip() for each in detectors.strip(" ,").split(",")])
        if terms is not None and "terms" not in settings.detectors:
            raise UsageError("--terms has no effect without the detector 'terms'; name it in --detectors, too")
    settings = settings.with_model(fast=fast, sensitivity=sensitivity)
    # Where workers look, the network is not loaded here. Spans do not say who is who; the reasons and the counts do.
    engine = build(settings, late=True)
    engine = engine if explain or wanted() else spotting(engine)
    tool = Pseudonymizer(settings, language=options.language_of(language), engine=engine)
    on_terminal = output == "-" and sys.stdout.isatty()
    make = (tables if on_terminal else explained) if explain else spans_of
    read = options.also_read(profile, terms=terms, allow=allow)
    write_lines(plan_jobs(inputs, "-", format, layout), Lines(tool, output, "", make, quiet, read, workers))


def plan(
    input: OneInput,  # noqa: A002 - the argument's name
    output: options.Output,
    profile: options.Profile = "default",
    scope: options.Scope = None,
    language: options.Language = "auto",
    text_column: options.TextColumn = None,
    column: options.LabelledColumn = None,
    id_column: options.IdColumn = None,
    author_column: options.AuthorColumn = None,
    format: options.FormatName = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = "",
    no_header: options.NoHeader = False,
    terms: options.Terms = None,
    allow: options.Allow = None,
    links: options.Links = None,
    fast: options.Fast = False,
    sensitivity: options.Sensitivity = None,
    workers: run_options.Workers = None,
    quiet: options.Quiet = False,
) -> None:
    """Write down what would be done with each text: places and decisions, no words. Correct it, then `apply` it."""
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.files import plan_lines
    from allonym.running.plans import header_line
    from allonym.settings import build, load_settings

    layout = options.make_layout(text_column, id_column, author_column, encoding, no_header, column)
    settings = load_settings(profile).with_user(scope, options.read_terms(terms), options.read_lines(allow))
    settings = settings.with_links(links).with_model(fast=fast, sensitivity=sensitivity)
    own = settings.with_user("document", {}, ())
    tool = Pseudonymizer(own, language=options.language_of(language), engine=build(own, late=True))
    read = options.also_read(profile, terms=terms, allow=allow, links=links)
    lines = Lines(tool, output, header_line(settings), plan_lines, quiet, read, workers)
    write_lines(plan_jobs([input], "-", format, layout), lines)


def apply(
    input: Planned,  # noqa: A002 - the argument's name
    plan_file: PlanFile,
    output: options.Output,
    profile: Annotated[str | None, typer.Option("--profile", "-p", help="Default: the plan's own profile.")] = None,
    vault: options.VaultAddress = None,
    passphrase_file: options.PassphraseFile = None,
    text_column: options.TextColumn = None,
    column: options.LabelledColumn = None,
    id_column: options.IdColumn = None,
    author_column: options.AuthorColumn = None,
    format: options.FormatName = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = "",
    no_header: options.NoHeader = False,
    quiet: options.Quiet = False,
) -> None:
    """Carry out a plan on the file it was made for. A plan that does not fit the file changes nothing."""
    from allonym.running.plans import StoredPlans, settings_for

    settings = settings_for(plan_file, profile)
    layout = options.make_layout(text_column, id_column, author_column, encoding, no_header, column)
    jobs = plan_jobs([input], output, format, layout)
    read = options.also_read(profile, passphrase_file=passphrase_file, plan=plan_file)
    carry_out(Order([settings], vault, passphrase_file, plans=StoredPlans(plan_file), quiet=quiet, read=read), jobs)


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines about all inputs of a command: by which tool, where they go, what comes first, and how they are made."""

    tool: "Pseudonymizer"
    output: str
    first: str
    make: "Callable[[Run, Source, Report], Iterator[str]]"
    quiet: bool
    read: Read
    """What is read besides the inputs."""
    workers: int | None = 0


def write_lines(jobs: "list[Job]", lines: Lines) -> None:
    """Write lines about every input, to a file that appears when it is whole, or to standard output."""
    from allonym.running.publishing import publish

    inputs = {"an input": [source.path for source, _ in jobs]}
    require_free({"-o": lines.output}, {**inputs, **lines.read})
    if lines.output == "-" and wanted():
        held = BytesIO()
        code = _fill(held, jobs, lines)
        give(lines=[json.loads(line) for line in held.getvalue().splitlines()])
    elif lines.output == "-":
        code = _fill(sys.stdout.buffer, jobs, lines)
    else:
        before = already_there([lines.output])
        with publish(Path(lines.output)) as (_, stream):
            code = _fill(stream, jobs, lines)
        say_replaced(before, quiet=lines.quiet)
        give(outputs=[lines.output])
    if code:
        raise typer.Exit(code)


def _fill(stream: BinaryIO, jobs: "list[Job]", lines: Lines) -> int:
    from allonym.running.sparing import Spared

    stream.write(lines.first.encode())
    reports, code = _taken(stream, jobs, lines)
    stream.flush()
    if len(reports) == len(jobs) == 1 and lines.output != "-":
        Spared(Path(lines.output)).require_text(lines.tool, jobs[0][0], reports[0])
    give(**files_data(reports))
    if not lines.quiet:
        found = sum((report.replaced + report.marked).total() for report in reports)
        documents = sum(report.documents for report in reports)
        line = f"{counted(documents, 'text')}, {counted(found, 'mention')}{coverage(reports)}"
        typer.echo(line, err=True)
    return code


def _taken(stream: BinaryIO, jobs: "list[Job]", lines: Lines) -> "tuple[list[Report], int]":
    """Write the lines of each input as it is read, with workers where they are worth it."""
    from allonym.running.reports import Report
    from allonym.running.undertaking import Manner, Undertaking

    def take_one(source: "Source", _: Path | None, watch: "Watch") -> Report:
        report = Report(source.name)
        run = undertaking.run(source, None, watch)
        stream.writelines(line.encode() for line in lines.make(run, source, report))
        return report

    # A bar would move between the lines that are being printed.
    barless = lines.quiet or (lines.output == "-" and sys.stdout.isatty())
    with Undertaking([(lines.tool, source, None) for source, _ in jobs], Manner(lines.workers)) as undertaking:
        return take_through(jobs, take_one, quiet=barless)
