"""`allonym pseudonymize`."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from allonym.core.errors import UsageError
from allonym.formats.choosing import is_known
from allonym.interfaces.cli import options, run_options
from allonym.interfaces.cli.carrying import Order, Wishes, carry_out
from allonym.interfaces.cli.jobs import plan_jobs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from allonym.interfaces.cli.jobs import Job
    from allonym.settings import Settings


def pseudonymize(
    inputs: options.Inputs,
    output: run_options.MaybeOutput = None,
    profile: options.Profile = "default",
    vault: options.VaultAddress = None,
    passphrase_file: options.PassphraseFile = None,
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
    resume: run_options.Resume = False,
    run: run_options.RunPlace = None,
    keep_run: run_options.KeepRun = False,
    limit: run_options.Limit = None,
    sample: run_options.Sample = None,
    seed: run_options.Seed = 0,
    dry_run: run_options.DryRun = False,
    quarantine: run_options.QuarantinePlace = None,
    timeout: run_options.Timeout = None,
    quiet: options.Quiet = False,
) -> None:
    """Replace what identifies people. The output has the input's shape; recovery is proven before it appears."""
    from allonym.settings import load_settings

    user = scope, options.read_terms(terms), options.read_lines(allow)
    profiles = [load_settings(name).with_user(*user).with_links(links) for name in profile.split(",")]
    settings = [each.with_model(fast=fast, sensitivity=sensitivity) for each in profiles]
    layout = options.make_layout(text_column, id_column, author_column, encoding, no_header, column)
    if output is None and not dry_run:
        raise UsageError("say where to write with -o; or --dry-run writes nothing")
    jobs = picked(plan_jobs(inputs, output or "-", format, layout, quiet=quiet), limit, sample, seed)
    if len(settings) > 1 and not dry_run:
        jobs = under_each(settings, jobs, Path(output or "-"))
    place = None if output in (None, "-") else run or Path(f"{Path(str(output))}.run")
    wishes = Wishes(workers, place, resume, run is not None, keep_run, quarantine, timeout, dry_run)
    picking = {"limit": limit, "sample": sample, "seed": seed}
    asked = {"profiles": profile, "language": language, "layout": layout.as_data(), "format": format, **picking}
    read = options.also_read(profile, terms=terms, allow=allow, links=links, passphrase_file=passphrase_file)
    spoken = options.language_of(language)
    carry_out(Order(settings, vault, passphrase_file, spoken, quiet=quiet, asked=asked, read=read), jobs, wishes)


def picked(jobs: "list[Job]", limit: int | None, sample: int | None, seed: int) -> "list[Job]":
    """Return the jobs with only so many of their texts."""
    from allonym.running.picking import drawn_texts, first_texts

    if limit is not None and sample is not None:
        raise UsageError("--limit takes the first texts and --sample draws some; name one of them")
    if limit is not None:
        return first_texts(jobs, limit)
    return jobs if sample is None else drawn_texts(jobs, sample, seed)


def under_each(settings: "Sequence[Settings]", jobs: "list[Job]", folder: Path) -> "list[Job]":
    """Return the jobs once for each profile, into a folder of its own inside the output folder."""
    names = [Path(each.name).stem for each in settings]
    if any(target is None or source.is_stdin() for source, target in jobs) or is_known(folder.name):
        raise UsageError("several profiles write several files: give files as input, and a folder for the output")
    if len(set(names)) < len(names):
        raise UsageError("two of the profiles have the same name, and would write over each other")
    return [(replace(source, nested=True), folder / name / source.name) for source, _ in jobs for name in names]
