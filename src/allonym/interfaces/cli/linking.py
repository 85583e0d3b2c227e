"""`allonym link`."""

from pathlib import Path

import typer

from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import give
from allonym.interfaces.cli.console import counted, progress, show_problems
from allonym.interfaces.cli.jobs import plan_jobs
from allonym.interfaces.cli.targets import already_there, require_free, say_replaced


def link(
    inputs: options.Inputs,
    output: options.Output,
    profile: options.Profile = "default",
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
    fast: options.Fast = False,
    quiet: options.Quiet = False,
) -> None:
    """Write down who is who in a corpus: a table of names to look over, and to give to `pseudonymize --links`."""
    from allonym.linking.corpus import correspondences
    from allonym.linking.table import write_table
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.files import Run, plan_file
    from allonym.running.publishing import publish
    from allonym.running.reports import Report
    from allonym.running.sparing import Spared
    from allonym.settings import load_settings

    settings = load_settings(profile).with_user("document", options.read_terms(terms), options.read_lines(allow))
    tool = Pseudonymizer(settings.with_model(fast=fast), language=options.language_of(language))
    layout = options.make_layout(text_column, id_column, author_column, encoding, no_header, column)
    sources = [source for source, _ in plan_jobs(inputs, "-", format, layout, quiet=quiet)]
    read = options.also_read(profile, terms=terms, allow=allow)
    require_free({"-o": output}, {"an input": [source.path for source in sources], **read})
    before = already_there([output])
    reports = [Report(source.name) for source in sources]
    size = sum(source.path.stat().st_size for source in sources if source.path.is_file())
    with progress(size or None, "reading", quiet=quiet) as watch:
        pairs = (
            pair
            for source, report in zip(sources, reports, strict=True)
            for pair in plan_file(Run(tool, watch), source, report)
        )
        table = correspondences(pairs)
    if not any(report.documents for report in reports):
        for source, report in zip(sources, reports, strict=True):
            Spared(Path(output)).require_text(tool, source, report)
    with publish(Path(output), private=True) as (path, _):
        write_table(table, path)
    say_replaced(before, quiet=quiet)
    show_problems(reports)
    give(output=output, forms=len(table.rows), entities=len({(row.label, row.entity) for row in table.rows}))
    if not quiet:
        entities = len({(row.label, row.entity) for row in table.rows})
        typer.echo(f"{counted(len(table.rows), 'form')}, {entities:,} who are told apart", err=True)
    if any(report.failed for report in reports):
        raise typer.Exit(1)
