"""`allonym profiles list|show|check`."""

import sys
from collections.abc import Iterator
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.interfaces.cli import completing
from allonym.interfaces.cli.answering import Commands, give, give_one
from allonym.interfaces.cli.completing import one_of

if TYPE_CHECKING:
    from allonym.settings import Settings

app = Commands(help="Profiles: what is looked for, and what is done with it.", no_args_is_help=True)
Name = Annotated[
    str, typer.Argument(help="A profile's name, or a .toml file.", autocompletion=one_of(completing.profiles))
]


@app.command("list")
def list_profiles() -> None:
    """List the profiles that come with allonym."""
    from allonym.settings import load_settings, profile_names

    for name in profile_names():
        description = load_settings(name).description
        give_one("profiles", {"name": name, "description": description})
        typer.echo(_in_columns(name, description))


@app.command("show")
def show(name: Name) -> None:
    """Print the rules of a profile, and which requirements its way of substituting fulfils."""
    from allonym.settings import load_settings

    settings = load_settings(name)
    give(**_data(settings))
    for line in (*_head(settings), *_rules(settings), *_requirements(settings)):
        typer.echo(line)


def _in_columns(name: str, description: str) -> str:
    """Return a line; on a terminal it is broken where the terminal ends, below its own column."""
    line = f"{name:24} {description}"
    if not sys.stdout.isatty():
        return line
    return fill(line, max(50, get_terminal_size().columns), subsequent_indent=" " * 25, break_on_hyphens=False)


def _data(settings: "Settings") -> dict[str, object]:
    from allonym.settings.requirements import fulfilled

    rules = [
        {"name": each.name, "strategy": each.strategy, "when": each.when, "labels": list(each.labels)}
        for each in (*settings.rules, settings.otherwise)
    ]
    named = {"name": settings.name, "description": settings.description, "scope": settings.scope}
    found = {"detectors": list(settings.detectors), "linker": settings.linker, "digest": settings.digest()}
    return {**named, **found, "rules": rules, "requirements": dict(fulfilled(settings))}


def _head(settings: "Settings") -> Iterator[str]:
    yield f"{settings.name}: {settings.description}"
    yield f"scope      {settings.scope}"
    yield f"detectors  {', '.join(settings.detectors)}"
    yield f"linker     {settings.linker}"
    if settings.home:
        yield f"home       {settings.home}"
    if settings.parts:
        yield f"parts      {', '.join(settings.parts)}"


def _rules(settings: "Settings") -> Iterator[str]:
    for rule in (*settings.rules, settings.otherwise):
        options = "".join(f" {key}={value}" for key, value in rule.options.items())
        when = f", when {rule.when}" if rule.when else ""
        yield f"\n{rule.name}: {rule.strategy}{options}{when}"
        yield f"    {' '.join(rule.labels) or 'every other label'}"
    for each in settings.exempt:
        names = "" if each.names is None else f", {len(each.names)} names{' beside a cue' if each.cue else ''}"
        yield f"\n{each.rule}: stays{names}{f', unless {each.unless}' if each.unless else ''}"
        yield f"    {' '.join(each.labels)}"


def _requirements(settings: "Settings") -> Iterator[str]:
    """Return table 1 of Francopoulo and Schaub, with a column for the profile."""
    from allonym.settings.requirements import MODES, REQUIREMENTS, fulfilled, modes_of

    here = modes_of(settings)
    heads = "".join(f"{mode + '*' * (mode in here):>9}" for mode in MODES)
    yield f"\n{'requirement':42}{heads}{'here':>9}"
    answers = fulfilled(settings)
    for requirement, (meaning, by_mode) in REQUIREMENTS.items():
        cells = "".join(f"{'yes' if by_mode[mode] else 'no':>9}" for mode in MODES)
        yield f"{requirement} {meaning:36}{cells}{answers[requirement]:>9}"
    yield f"* how this profile substitutes: {', '.join(here)}"


@app.command("check")
def check(name: Name) -> None:
    """Check a profile without using it; an error names the line and the nearest valid name."""
    from allonym.settings import build, load_settings

    build(load_settings(name))
    give(profile=name)
    typer.echo(f"{name}: in order")
