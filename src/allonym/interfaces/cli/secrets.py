"""Secrets that a command reads or writes besides the passphrase of a vault. None of them is ever an argument."""

import os
import sys
from pathlib import Path
from types import ModuleType

import typer

from allonym.core.errors import MissingExtra, UsageError
from allonym.interfaces.cli.console import note

NEW_VARIABLE = "ALLONYM_NEW_PASSPHRASE"
_KEYRING = "keyring:"
_SERVICE = "allonym"


def unsealed(text: str, variable: str) -> str:
    """Return a private key without the passphrase that it is kept under; anything else as it is."""
    if not text.startswith("allonym-sealed-"):
        return text
    from allonym.vault.credentials import unseal_private_key

    passphrase = os.environ.get(variable)
    if passphrase is None:
        if not sys.stdin.isatty():
            raise UsageError(f"the private key needs its passphrase: set ${variable}")
        passphrase = typer.prompt("Passphrase of the private key", hide_input=True, err=True)
    return unseal_private_key(text, passphrase)


def read_new_passphrase(file: Path | None) -> str:
    """Return a passphrase that somebody chose just now; one that is typed is asked for twice."""
    if file is not None:
        passphrase = read_text(file, "passphrase file", ours=False).rstrip("\r\n")
    elif (from_environment := os.environ.get(NEW_VARIABLE)) is not None:
        passphrase = from_environment
    elif sys.stdin.isatty():
        passphrase = typer.prompt("New passphrase", hide_input=True, confirmation_prompt=True, err=True)
    else:
        raise UsageError(f"a new passphrase is needed: set ${NEW_VARIABLE}, or use --new-passphrase-file")
    require_fit(passphrase)
    return passphrase


def require_fit(passphrase: str) -> None:
    """Refuse a new passphrase that is blank, and warn of one that is short."""
    if not passphrase.strip():
        raise UsageError("the new passphrase is blank, which keeps nobody out; choose four or more random words")
    if len(passphrase) < 12:
        note("the passphrase is short; four or more random words are hard to guess")


def from_keyring(given: str) -> str | None:
    """Return the secret that `keyring:NAME` means, or None for the name of a file."""
    if not given.startswith(_KEYRING):
        return None
    secret: str | None = _keyring().get_password(_SERVICE, given.removeprefix(_KEYRING))
    if secret is None:
        raise UsageError("the keyring has no secret of this name; `allonym vault keys keep` puts one there")
    return secret


def keep_in_keyring(name: str, secret: str) -> None:
    """Put a secret into the keyring of the system, in place of one with the same name."""
    _keyring().set_password(_SERVICE, name, secret)


def _keyring() -> ModuleType:
    try:
        import keyring
    except ImportError:
        raise MissingExtra("the keyring of the system needs a package: pip install 'allonym[keyring]'") from None
    return keyring


def read_text(file: Path, what: str, *, ours: bool = True) -> str:
    """Return the text of a small file; what allonym itself wrote is not to be saved again otherwise."""
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        if ours and isinstance(error, UnicodeDecodeError):
            raise UsageError(f"{file} is no {what}: it is not text; name the file that allonym wrote") from None
        raise UsageError(f"cannot read the {what} {file}: {unreadable(error)}") from None


def unreadable(error: OSError | UnicodeDecodeError) -> str:
    """Return in words why a small file cannot be read, and what to do; not what stands in it."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8; save it again as UTF-8"
    if isinstance(error, FileNotFoundError):
        return "there is no such file; see that the name and the folder are right"
    if isinstance(error, IsADirectoryError):
        return "it is a folder; name a file in it"
    return f"{os.strerror(error.errno or 0)}; see that you may read it"


def write_secret(file: Path, text: str, mode: int = 0o600) -> None:
    """Write a new file that only its owner can read, unless the mode says otherwise; never over another."""
    try:
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
    except FileExistsError:
        raise UsageError(f"{file} is already there; a key is never overwritten") from None
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as opened:
        opened.write(text + "\n")
        opened.flush()
        os.fsync(opened.fileno())
