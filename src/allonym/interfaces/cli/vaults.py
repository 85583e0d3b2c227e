"""`allonym vault init|info|verify`; what else can be done to a vault hangs on here."""

from dataclasses import asdict
from typing import Annotated

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli import backups, keys, moving, options
from allonym.interfaces.cli.answering import Commands, give
from allonym.interfaces.cli.opening import known_as, open_existing, read_passphrase

app = Commands(help="The vault: what is needed to give texts back, encrypted.", no_args_is_help=True)
app.add_typer(keys.app, name="keys")
app.command("rotate")(keys.rotate)
app.command("backup")(backups.backup)
app.command("restore")(backups.restore)
app.command("two-person")(moving.two_person)
app.command("inbox")(moving.inbox)
app.command("merge")(moving.merge)
app.command("export")(moving.export)
app.command("import")(moving.take_in)
Where = Annotated[str, typer.Argument(help="The vault's file, or its address postgresql://…")]


@app.command("init")
def init(path: Where, passphrase_file: options.PassphraseFile = None) -> None:
    """Create a vault. Without its passphrase nobody can read it."""
    from allonym.vault.opening import open_vault, vault_exists

    name = known_as(path)
    if vault_exists(path):
        raise UsageError(f"{name} is already there; a vault is never overwritten")
    passphrase = read_passphrase(passphrase_file, confirm=True)
    open_vault(path, passphrase, create=True).close()
    give(vault=name)
    typer.echo(f"created {name}. Keep it and its passphrase apart from the texts, and both safe.")


@app.command("info")
def info(path: Where, passphrase_file: options.PassphraseFile = None) -> None:
    """Show what a vault holds, in numbers."""
    with open_existing(path, passphrase_file) as vault:
        summary, key = vault.info(), vault.audit.public_key
    give(**asdict(summary), public_key=key)
    typer.echo(f"format     {summary.format}")
    typer.echo(f"created    {summary.created:%Y-%m-%d %H:%M} UTC")
    typer.echo(f"key slots  {summary.slots}")
    typer.echo(f"entities   {summary.entities:,}")
    typer.echo(f"texts      {summary.texts:,}")
    typer.echo(f"files      {summary.files:,}")
    typer.echo(f"accesses   {summary.accesses:,}")
    typer.echo(f"verifies with {key}")


@app.command("verify")
def verify(path: Where, passphrase_file: options.PassphraseFile = None) -> None:
    """Open every row of a vault and count them; damage is named by table and row."""
    from allonym.vault.opening import shown

    with open_existing(path, passphrase_file) as vault:
        summary = vault.verify()
    give(vault=shown(path), **asdict(summary))
    counts = f"{summary.texts:,} texts, {summary.entities:,} entities, {summary.files:,} files"
    typer.echo(f"{shown(path)}: in order ({counts})")
