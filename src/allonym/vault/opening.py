"""The front door: which kind of vault an address means. Nothing heavy is loaded before it is needed."""

from pathlib import Path
from typing import TYPE_CHECKING

from allonym.core.errors import UsageError

if TYPE_CHECKING:
    from allonym.vault.sealed import SealedVault

MEMORY = "memory:"


def open_vault(where: str | Path, passphrase: str | None = None, create: bool = False) -> "SealedVault":
    """Open a vault: a file with its passphrase, or "memory:" for one that ends with the process.

    With `create`, a file that does not exist is made; one that exists is opened, and its passphrase still counts.
    """
    if where == MEMORY:
        from allonym.vault.memory import open_memory

        return open_memory()
    if isinstance(where, str) and where.startswith(("postgresql:", "postgres:")):
        raise UsageError("vaults in PostgreSQL are not built yet; give the path of a file")
    from allonym.vault.sqlite import open_file

    return open_file(where, passphrase, create)
