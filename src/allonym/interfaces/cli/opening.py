"""Open a vault for a command: the passphrase comes from a file, the environment or a prompt, never from an argument."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from allonym.core.errors import UsageError

if TYPE_CHECKING:
    from allonym.interfaces.cli.jobs import Job
    from allonym.vault.sealed import SealedVault

VARIABLE = "ALLONYM_PASSPHRASE"


def read_passphrase(file: Path | None, *, confirm: bool = False) -> str:
    """Return the passphrase; a new one that is typed is asked for twice, since a slip would lock the vault for ever."""
    if file is not None:
        try:
            if file.stat().st_mode & 0o077:
                typer.echo(f"note: others can read the passphrase file {file}; chmod 600 keeps it yours", err=True)
            return file.read_text("utf-8").rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"cannot read the passphrase file {file}: {type(error).__name__}") from None
    if (from_environment := os.environ.get(VARIABLE)) is not None:
        return from_environment
    if not sys.stdin.isatty():
        raise UsageError(f"the vault needs a passphrase: set ${VARIABLE}, or use --passphrase-file")
    typed: str = typer.prompt("Passphrase", hide_input=True, confirmation_prompt=confirm, err=True)
    return typed


def open_existing(path: Path, passphrase_file: Path | None) -> "SealedVault":
    """Open a vault that must be there."""
    from allonym.vault.opening import open_vault

    if not path.exists():
        raise UsageError(f"there is no vault {path}")
    return open_vault(path, read_passphrase(passphrase_file))


def open_or_create(path: Path, passphrase_file: Path | None, *, quiet: bool = False) -> "SealedVault":
    """Open a vault, or create it if it is not there yet."""
    from allonym.vault.opening import open_vault

    new = not path.exists()
    vault = open_vault(path, read_passphrase(passphrase_file, confirm=new), create=True)
    if new and not quiet:
        typer.echo(f"created the vault {path}; without its passphrase nothing can be recovered", err=True)
    return vault


def require_separate(vault: Path | None, jobs: "list[Job]") -> None:
    """Refuse to read the vault as input or to write the output over it."""
    paths = [path for source, target in jobs for path in (source.path, target) if path is not None]
    if vault is not None and any(path.resolve() == vault.resolve() for path in paths):
        raise UsageError("the vault is also named as input or output; keep the three apart")
