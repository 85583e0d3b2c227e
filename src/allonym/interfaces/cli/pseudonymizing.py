"""`allonym pseudonymize`."""

import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.console import Clock, show_summary
from allonym.interfaces.cli.jobs import plan_jobs, require_same_format, take_through
from allonym.interfaces.cli.opening import open_or_create, require_separate

if TYPE_CHECKING:
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
    vault: options.VaultPath = None,
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
    fast: options.Fast = False,
    sensitivity: options.Sensitivity = None,
    quiet: options.Quiet = False,
) -> None:
    """Replace what identifies people. The output has the input's shape; recovery is proven before it appears."""
    from allonym.settings import load_settings

    settings = load_settings(profile).with_user(scope, options.read_terms(terms), options.read_lines(allow))
    settings = settings.with_model(fast=fast, sensitivity=sensitivity)
    layout = options.make_layout(text_column, id_column, author_column, encoding, no_header)
    jobs = plan_jobs(inputs, output, format, layout, quiet=quiet)
    carry_out(Order(settings, vault, passphrase_file, options.language_of(language), quiet=quiet), jobs)


@dataclass(frozen=True, slots=True)
class Order:
    """What a command that pseudonymizes was told, besides its files."""

    settings: "Settings"
    vault: Path | None
    passphrase_file: Path | None
    language: str | None = None
    plans: "PlanSource | None" = None
    quiet: bool = False


def carry_out(order: Order, jobs: "list[Job]") -> None:
    """Pseudonymize every input, say what was done, and leave with 1 if anything was wrong."""
    from allonym.pseudonymizer import Pseudonymizer
    from allonym.running.files import Run

    if order.vault is None and order.settings.scope != "document":
        raise UsageError(f"the scope {order.settings.scope!r} needs --vault, to remember who is who")
    require_separate(order.vault, jobs)
    require_same_format(jobs)
    clock = Clock()
    with ExitStack() as stack:
        opened = None
        if order.vault is not None:
            opened = stack.enter_context(open_or_create(order.vault, order.passphrase_file, quiet=order.quiet))
        run = Run(Pseudonymizer(order.settings, opened, order.language), plans=order.plans)
        reports, code = take_through(jobs, lambda *job: take(run, *job), quiet=order.quiet)
    if reports and not order.quiet:
        show_summary(reports, clock.seconds(), to_stderr=any(target is None for _, target in jobs))
    if opened is None and reports and not order.quiet:
        typer.echo("note: without --vault nothing can be recovered from this output", err=True)
    if code:
        raise typer.Exit(code)


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
