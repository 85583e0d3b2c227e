"""`allonym decide`."""

from typing import Annotated

import typer

from allonym.core.errors import UsageError
from allonym.core.types import Action
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import give
from allonym.interfaces.cli.console import note
from allonym.interfaces.cli.detecting import Lines, PlanFile, Planned, write_lines
from allonym.interfaces.cli.jobs import plan_jobs

Share = Annotated[int, typer.Option("--k", min=2, help="Keep what at least so many authors share; replace the rest.")]


def decide(
    input: Planned,  # noqa: A002 - the argument's name
    plan_file: PlanFile,
    output: options.Output,
    k: Share = 5,
    profile: Annotated[str | None, typer.Option("--profile", "-p", help="Default: the plan's own profile.")] = None,
    text_column: options.TextColumn = None,
    column: options.LabelledColumn = None,
    id_column: options.IdColumn = None,
    author_column: options.AuthorColumn = None,
    format: options.FormatName = None,  # noqa: A002 - the option's name
    encoding: options.Encoding = "",
    no_header: options.NoHeader = False,
    quiet: options.Quiet = False,
) -> None:
    """Decide by the whole corpus what rules with `when = "rare"` have left open: rare values go, common ones stay."""
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.deciding import Deciding
    from allonym.running.plans import StoredPlans, header_line, settings_for
    from allonym.running.reports import Report

    settings = settings_for(plan_file, profile)
    if not any(rule.when == "rare" for rule in settings.rules):
        raise UsageError(f'the profile {settings.name} leaves nothing open: none of its rules has when = "rare"')
    layout = options.make_layout(text_column, id_column, author_column, encoding, no_header, column)
    jobs = plan_jobs([input], "-", format, layout)
    if jobs[0][0].is_stdin():
        raise UsageError("the input is read twice, so it must be a file")
    tool = Pseudonymizer(settings.with_user("document", {}, ()))
    deciding = Deciding(tool, jobs[0][0], StoredPlans(plan_file), k)
    deciding.count(Report(jobs[0][0].name))
    read = options.also_read(profile, plan=plan_file)
    write_lines(jobs, Lines(tool, output, header_line(settings), deciding.lines, quiet, read))
    give(
        decided=[
            {"label": label, "action": action.value, "values": many}
            for (label, action), many in deciding.outcome.items()
        ]
    )
    if not quiet:
        for label in sorted({label for label, _ in deciding.outcome}):
            gone, kept = (deciding.outcome[label, action] for action in (Action.REPLACE, Action.KEEP))
            typer.echo(f"{label}: {gone} replaced, {kept} kept", err=True)
        if author_column is None:
            note("without --author-column every text counts as an author of its own")
