"""Open a vault for a command: the passphrase comes from a file, the environment or a prompt, never from an argument."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from allonym.core.errors import UsageError
from allonym.interfaces.cli.console import note
from allonym.interfaces.cli.secrets import from_keyring, require_fit, unreadable, unsealed

if TYPE_CHECKING:
    from allonym.interfaces.cli.jobs import Job
    from allonym.vault.sealed import SealedVault

VARIABLE = "ALLONYM_PASSPHRASE"


def read_passphrase(file: Path | None, *, confirm: bool = False) -> str:
    """Return the passphrase; a new one must be fit, and is typed twice, since a slip would lock the vault for ever."""
    passphrase = _passphrase(file, confirm=confirm)
    if confirm:
        require_fit(passphrase)
    return passphrase


def _passphrase(file: Path | None, *, confirm: bool) -> str:
    if file is not None and (kept := from_keyring(str(file))) is not None:
        return unsealed(kept, VARIABLE)
    if file is not None:
        try:
            if file.stat().st_mode & 0o077:
                note(f"others can read the passphrase file {file}; chmod 600 keeps it yours")
            return unsealed(file.read_text("utf-8").rstrip("\r\n"), VARIABLE)
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"cannot read the passphrase file {file}: {unreadable(error)}") from None
    if (from_environment := os.environ.get(VARIABLE)) is not None:
        return from_environment
    if not sys.stdin.isatty():
        raise UsageError(f"the vault needs a passphrase: set ${VARIABLE}, or use --passphrase-file")
    typed: str = typer.prompt("Passphrase", hide_input=True, confirmation_prompt=confirm, err=True)
    return typed


def open_existing(where: str, passphrase_file: Path | None) -> "SealedVault":
    """Open a vault that must be there."""
    from allonym.vault.opening import open_vault

    require_vault(where)
    return open_vault(where, read_passphrase(passphrase_file))


def require_vault(where: str) -> None:
    """Raise UsageError unless there is a vault, or something in its place."""
    from allonym.vault.opening import vault_exists

    if not where.strip():
        raise UsageError("the vault has no name; name the file or the address of the one that was used")
    name = known_as(where)
    if not vault_exists(where):
        raise UsageError(f"there is no vault {name}; name the one that was used, or `allonym vault init` makes one")


def open_or_create(where: str, passphrase_file: Path | None, *, quiet: bool = False) -> "SealedVault":
    """Open a vault, or create it if it is not there yet."""
    from allonym.vault.opening import open_vault, vault_exists

    name = known_as(where)
    new = not vault_exists(where)
    vault = open_vault(where, read_passphrase(passphrase_file, confirm=new), create=True)
    if new and not quiet:
        typer.echo(f"created the vault {name}; without its passphrase nothing can be recovered", err=True)
    return vault


def known_as(where: str) -> str:
    """Return how a vault is called in messages: without the password of its server, which should stand elsewhere."""
    from allonym.vault.opening import holds_password, shown

    if holds_password(where):
        note("others can read a password in an address, in the list of processes; a file ~/.pgpass keeps it yours")
    return shown(where)


def require_separate(vault: str | None, jobs: "list[Job]") -> None:
    """Refuse to read the vault as input or to write the output over it."""
    from allonym.vault.opening import is_on_server

    if vault is None or is_on_server(vault):
        return
    paths = [path for source, target in jobs for path in (source.path, target) if path is not None]
    if any(path.resolve() == Path(vault).resolve() for path in paths):
        raise UsageError("the vault is also named as input or output; keep the three apart")
