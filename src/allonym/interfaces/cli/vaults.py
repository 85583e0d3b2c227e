"""`allonym vault init|info|verify`."""

from pathlib import Path
from typing import Annotated

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.opening import open_existing, read_passphrase

app = typer.Typer(help="The vault: what is needed to give texts back, encrypted.", no_args_is_help=True)
Where = Annotated[Path, typer.Argument(help="The vault's file.")]


@app.command("init")
def init(path: Where, passphrase_file: options.PassphraseFile = None) -> None:
    """Create a vault. Without its passphrase nobody can read it."""
    from allonym.vault.opening import open_vault

    if path.exists():
        raise UsageError(f"{path} is already there; a vault is never overwritten")
    passphrase = read_passphrase(passphrase_file, confirm=True)
    open_vault(path, passphrase, create=True).close()
    typer.echo(f"created {path}. Keep it and its passphrase apart from the texts, and both safe.")
    if len(passphrase) < 12:
        typer.echo("note: the passphrase is short; four or more random words are hard to guess", err=True)


@app.command("info")
def info(path: Where, passphrase_file: options.PassphraseFile = None) -> None:
    """Show what a vault holds, in numbers."""
    with open_existing(path, passphrase_file) as vault:
        summary = vault.info()
    typer.echo(f"format     {summary.format}")
    typer.echo(f"created    {summary.created:%Y-%m-%d %H:%M} UTC")
    typer.echo(f"key slots  {summary.slots}")
    typer.echo(f"entities   {summary.entities:,}")
    typer.echo(f"texts      {summary.texts:,}")
    typer.echo(f"files      {summary.files:,}")
    typer.echo(f"accesses   {summary.accesses:,}")


@app.command("verify")
def verify(path: Where, passphrase_file: options.PassphraseFile = None) -> None:
    """Open every row of a vault and count them; damage is named by table and row."""
    with open_existing(path, passphrase_file) as vault:
        summary = vault.verify()
    typer.echo(f"{path}: in order ({summary.texts:,} texts, {summary.entities:,} entities, {summary.files:,} files)")
