"""`allonym vault backup|restore`."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli import options
from allonym.interfaces.cli.answering import give
from allonym.interfaces.cli.console import note
from allonym.interfaces.cli.opening import read_passphrase

if TYPE_CHECKING:
    from allonym.vault.sealed import VaultSummary

Source = Annotated[str, typer.Argument(help="The vault's file.")]
Backup = Annotated[Path, typer.Argument(help="The backup.")]
Target = Annotated[Path, typer.Option("-o", "--output", help="The file to write; it must not be there yet.")]
Locked = Annotated[
    bool, typer.Option("--locked", help="Ask for no passphrase: check that the file is whole, open no row.")
]


def backup(
    vault: Source, output: Target, locked: Locked = False, passphrase_file: options.PassphraseFile = None
) -> None:
    """Copy a vault while it is in use, and open every row of the copy before it gets its name."""
    from allonym.vault.opening import is_on_server

    if is_on_server(vault):
        raise UsageError("a vault on a server is backed up there, with pg_dump; its rows are sealed")
    typer.echo(f"{output}: {_copy(Path(vault), output, locked, passphrase_file)}")


def restore(
    backup: Backup, output: Target, locked: Locked = False, passphrase_file: options.PassphraseFile = None
) -> None:
    """Make a vault of a backup, and open every row of it before it gets its name."""
    typer.echo(f"{output}: {_copy(backup, output, locked, passphrase_file, restoring=True)}")
    note("what was given out after the backup is not in it, and may be given out again")


def _copy(source: Path, target: Path, locked: bool, passphrase_file: Path | None, *, restoring: bool = False) -> str:
    from allonym.vault.backups import copy_vault

    if not source.exists():
        raise UsageError(f"there is no vault {source}; see that the name and the folder are right")
    secret = None if locked else read_passphrase(passphrase_file)
    summary: VaultSummary | None = copy_vault(source, target, secret, restoring=restoring)
    give(file=target, opened=summary is not None, **({} if summary is None else asdict(summary)))
    if summary is None:
        return "copied and whole; no row was opened"
    return f"in order ({summary.texts:,} texts, {summary.entities:,} entities, {summary.files:,} files)"
