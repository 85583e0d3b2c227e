"""`allonym pseudonymize`."""

import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from allonym.core.errors import UsageError
from allonym.formats.choosing import is_known
from allonym.interfaces.cli import options
from allonym.interfaces.cli.console import Clock, show_summary
from allonym.interfaces.cli.jobs import plan_jobs, require_same_format, take_through
from allonym.interfaces.cli.opening import open_or_create, require_separate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from allonym.interfaces.cli.jobs import Job
    from allonym.running.files import Run
    from allonym.running.plans import PlanSource
    from allonym.running.reports import Report
    from allonym.running.sources import Source, Watch
    from allonym.settings import Settings


def pseudonymize(
    inputs: options.Inputs,
    output: options.Output,
    profile: options.Profile = "default",
    vault: options.VaultAddress = None,
    passphrase_file: options.PassphraseFile = None,
    scope: options.Scope = None,
    language: options.Language = "auto",
    text_column: options.TextColumn = None,
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
    quiet: options.Quiet = False,
) -> None:
    """Replace what identifies people. The output has the input's shape; recovery is proven before it appears."""
    from allonym.settings import load_settings

    user = scope, options.read_terms(terms), options.read_lines(allow)
    profiles = [load_settings(name).with_user(*user).with_links(links) for name in profile.split(",")]
    settings = [each.with_model(fast=fast, sensitivity=sensitivity) for each in profiles]
    layout = options.make_layout(text_column, id_column, author_column, encoding, no_header)
    jobs = plan_jobs(inputs, output, format, layout, quiet=quiet)
    order = Order(settings, vault, passphrase_file, options.language_of(language), quiet=quiet)
    if len(settings) == 1:
        carry_out(order, jobs)
    else:
        carry_out(order, under_each(settings, jobs, Path(output)))


@dataclass(frozen=True, slots=True)
class Order:
    """What a command that pseudonymizes was told, besides its files."""

    settings: "Sequence[Settings]"
    vault: str | None
    passphrase_file: Path | None
    language: str | None = None
    plans: "PlanSource | None" = None
    quiet: bool = False


def carry_out(order: Order, jobs: "list[Job]") -> None:
    """Pseudonymize every input, say what was done, and leave with 1 if anything was wrong."""
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.files import Run
    from allonym.running.several import Sharing

    for scope in (each.scope for each in order.settings if each.scope != "document"):
        if order.vault is None:
            raise UsageError(f"the scope {scope!r} needs --vault, to remember who is who")
    require_separate(order.vault, jobs)
    require_same_format(jobs)
    clock = Clock()
    with ExitStack() as stack:
        opened = None
        if order.vault is not None:
            opened = stack.enter_context(open_or_create(order.vault, order.passphrase_file, quiet=order.quiet))
        tools = [Pseudonymizer(each, opened, order.language) for each in order.settings]
        sharing = stack.enter_context(Sharing(tools))
        by_target = {target: tool for (_, target), tool in zip(jobs, cycle(tools), strict=False)}

        def take_next(source: "Source", target: Path | None, watch: "Watch") -> "Report":
            tool = by_target[target]
            plans = order.plans if len(tools) == 1 else sharing.plans(tool, source)
            return take(Run(tool, plans=plans), source, target, watch)

        reports, code = take_through(jobs, take_next, quiet=order.quiet)
    if reports and not order.quiet:
        show_summary(reports, clock.seconds(), to_stderr=any(target is None for _, target in jobs))
    if opened is None and reports and not order.quiet:
        typer.echo("note: without --vault nothing can be recovered from this output", err=True)
    if code:
        raise typer.Exit(code)


def under_each(settings: "Sequence[Settings]", jobs: "list[Job]", folder: Path) -> "list[Job]":
    """Return the jobs once for each profile, into a folder of its own inside the output folder."""
    names = [Path(each.name).stem for each in settings]
    if any(target is None or source.is_stdin() for source, target in jobs) or is_known(folder.name):
        raise UsageError("several profiles write several files: give files as input, and a folder for the output")
    if len(set(names)) < len(names):
        raise UsageError("two of the profiles have the same name, and would write over each other")
    return [(replace(source, nested=True), folder / name / source.name) for source, _ in jobs for name in names]


def take(run: "Run", source: "Source", target: Path | None, watch: "Watch") -> "Report":
    """Pseudonymize one input: a file is proven as a whole before it appears, a stream batch by batch."""
    from allonym.running.files import pseudonymize_file, pseudonymize_stream
    from allonym.running.publishing import publish

    watched = replace(run, watch=watch)
    if target is not None and not source.is_stdin():
        return pseudonymize_file(watched, source, target)
    with source.open() as stream:
        if target is None:
            return pseudonymize_stream(watched, source, stream, sys.stdout.buffer)
        with publish(target) as (_, published):
            return pseudonymize_stream(watched, source, stream, published)
