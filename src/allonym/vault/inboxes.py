"""Inboxes: what workers write who cannot reach the vault, and how a custodian takes it in.

An inbox is an empty vault with the same keys. Whoever is a worker of the vault is one there, and can no more read it
than the vault itself. Pseudonyms of a whole corpus are not given out there: two inboxes would not know of each other.
"""

import os
from pathlib import Path

from allonym.core.errors import UsageError, VaultError
from allonym.vault.intake import Taken
from allonym.vault.options import DEFAULTS, VaultOptions
from allonym.vault.sealed import SealedVault
from allonym.vault.sqlite import make_file


def make_inbox(vault: SealedVault, path: Path, options: VaultOptions = DEFAULTS) -> None:
    """Make an inbox of a vault, in a file that is not there yet."""
    vault.require("keys")
    if os.path.lexists(path):
        raise UsageError(f"{path} is already there; an inbox is never overwritten")
    make_file(path, *vault.keys.for_inbox(), options)


def merge(vault: SealedVault, inbox: SealedVault) -> Taken:
    """Take in what workers have put into an inbox. The same inbox again changes nothing."""
    vault.require("merge")
    if not inbox.keys.is_inbox or inbox.keys.vault != vault.keys.vault:
        raise VaultError("this is not an inbox of the vault")
    return vault.moves.take_in("merge", inbox.moves.lots())
