"""`allonym profiles list|show|check`."""

from typing import Annotated

import typer

app = typer.Typer(help="Profiles: what is looked for, and what is done with it.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="A profile's name, or a .toml file.")]


@app.command("list")
def list_profiles() -> None:
    """List the profiles that come with allonym."""
    from allonym.settings import load_settings, profile_names

    for name in profile_names():
        typer.echo(f"{name:24} {load_settings(name).description}")


@app.command("show")
def show(name: Name) -> None:
    """Print the rules of a profile."""
    from allonym.settings import load_settings

    settings = load_settings(name)
    typer.echo(f"{settings.name}: {settings.description}")
    typer.echo(f"scope      {settings.scope}")
    typer.echo(f"detectors  {', '.join(settings.detectors)}")
    typer.echo(f"linker     {settings.linker}")
    for rule in (*settings.rules, settings.otherwise):
        options = "".join(f" {key}={value}" for key, value in rule.options.items())
        labels = " ".join(rule.labels) or "every other label"
        typer.echo(f"\n{rule.name}: {rule.strategy}{options}\n    {labels}")


@app.command("check")
def check(name: Name) -> None:
    """Check a profile without using it; an error names the line and the nearest valid name."""
    from allonym.settings import build, load_settings

    build(load_settings(name))
    typer.echo(f"{name}: in order")
