"""The front door: which kind of vault an address means. Nothing heavy is loaded before it is needed."""

import os
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from allonym.core.errors import MissingExtra

if TYPE_CHECKING:
    from allonym.vault.sealed import SealedVault

MEMORY = "memory:"
_SERVERS = ("postgresql:", "postgres:")


def open_vault(
    where: str | Path,
    passphrase: str | None = None,
    create: bool = False,
    *,
    recovery_key: str | None = None,
    private_key: str | None = None,
) -> "SealedVault":
    """Open a vault: a file or an address "postgresql://…", with its passphrase; or "memory:", till the process ends.

    With `create`, one that does not exist is made; one that exists is opened, and its passphrase still counts.
    Instead of the passphrase there may be a recovery key, or the text of a private key (with its own passphrase, if
    it is sealed).
    """
    if recovery_key is not None or private_key is not None:
        from allonym.vault.credentials import chosen

        passphrase = chosen(passphrase, recovery_key, private_key)
    if where == MEMORY:
        from allonym.vault.memory import open_memory

        return open_memory()
    if is_on_server(where):
        vault: SealedVault = _postgres().open_postgres(str(where), passphrase, create)
        return vault
    from allonym.vault.sqlite import open_file

    return open_file(where, passphrase, create)


def is_on_server(where: str | Path) -> bool:
    """Tell whether an address means a vault on a PostgreSQL server."""
    return isinstance(where, str) and where.startswith(_SERVERS)


def vault_exists(where: str | Path) -> bool:
    """Tell whether there is anything where a vault would be made."""
    return bool(_postgres().is_made(where)) if is_on_server(where) else os.path.lexists(where)


def shown(where: str | Path) -> str:
    """Return an address as it may stand in a message: without user and password."""
    return str(_postgres().read_address(where).shown) if is_on_server(where) else str(where)


def holds_password(where: str | Path) -> bool:
    """Tell whether the password of the server stands in an address."""
    return is_on_server(where) and "password" in _postgres().read_address(where).reached


def _postgres() -> ModuleType:
    try:
        from allonym.vault import postgres
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "psycopg":
            raise
        raise MissingExtra(
            "a vault in PostgreSQL needs the extra `postgres`: pip install 'allonym[postgres]'"
        ) from None
    return postgres
