"""Copies of a vault in a file: taken while it is in use, checked before they get their name, never over another file.

A copy is a vault like any other, under the same keys. Going back is the same way the other way round.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from allonym.core.drafts import draft_for, sweep_drafts
from allonym.core.errors import NotAllowed, UsageError, VaultError
from allonym.vault.audit import Audit
from allonym.vault.founding import enter, stored_header
from allonym.vault.keys import read_header, unlock
from allonym.vault.options import DEFAULTS, VaultOptions
from allonym.vault.sealed import VaultSummary
from allonym.vault.sqlite import DRAFT, open_store, sync_folder
from allonym.vault.upgrading import bring_up_to_date, is_old


def copy_vault(
    source: Path, target: Path, secret: str | None, options: VaultOptions = DEFAULTS, *, restoring: bool = False
) -> VaultSummary | None:
    """Copy a vault as it is at one moment, and return what the copy holds; with a key, every row of it is opened.

    Without a key there is no summary, and only the file is checked: that it is whole. The audit log of the vault notes
    that it was copied, or, when restoring, the log of the new one that it is a copy; without a key nothing is noted.
    """
    _require_free(target)
    if not os.path.lexists(source):
        raise VaultError(f"{source}: there is no vault")
    sweep_drafts(target.parent, DRAFT)
    draft = draft_for(target, DRAFT)
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _copy(source, draft, options)
        summary = _checked(draft, secret, options)
        if summary is not None and secret is not None:
            noted, action = (draft, "restore") if restoring else (source, "backup")
            counts = {"texts": summary.texts, "entities": summary.entities, "files": summary.files}
            _note(noted, secret, options, lambda log: log.note(action, counts=counts))
        _publish(draft, target)
    except NotAllowed as error:
        if secret is not None and not restoring:
            # So far only the copy knows of it, which is thrown away.
            refusal = NotAllowed(*error.args)
            _note(source, secret, options, lambda log: log.note_error("backup", refusal))
        raise
    except OSError as error:
        raise VaultError(f"{target}: cannot be written: {error.strerror}") from error
    finally:
        with suppress(OSError):
            draft.unlink()
    return summary


def _copy(source: Path, draft: Path, options: VaultOptions) -> None:
    store = open_store(source, options)
    try:
        store.copy_to(draft, options.patience)
    finally:
        store.close()
    with draft.open("rb") as file:
        os.fsync(file.fileno())


def _checked(draft: Path, secret: str | None, options: VaultOptions) -> VaultSummary | None:
    store = open_store(draft, options)
    try:
        if secret is not None:
            keys = unlock(read_header(stored_header(store)), secret)
            bring_up_to_date(store, keys, store.add_tables)
            return enter(store, keys, options).verify()
        store.check()
        read_header(stored_header(store))
        return None
    finally:
        store.close()


def _note(path: Path, secret: str, options: VaultOptions, note: Callable[[Audit], object]) -> None:
    store = open_store(path, options)
    try:
        # A vault of an older version has no log yet, and a backup is the last thing that should change it.
        if not is_old(store):
            note(enter(store, unlock(read_header(stored_header(store)), secret), options).audit)
    finally:
        store.close()


def _require_free(target: Path) -> None:
    if os.path.lexists(target):
        raise UsageError(f"{target} is already there; a vault is never overwritten")
    # SQLite would take it for the journal of the new file, and undo with it what was never done.
    journal = target.with_name(f"{target.name}-journal")
    if os.path.lexists(journal):
        raise UsageError(f"{journal} belongs to a vault that was here before; move it away first")


def _publish(draft: Path, target: Path) -> None:
    try:
        target.hardlink_to(draft)
    except FileExistsError:
        raise UsageError(f"{target} is already there; a vault is never overwritten") from None
    except OSError:
        # Where the file system knows no links, an empty file holds the name until the draft takes it.
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        draft.replace(target)
    sync_folder(target.parent)
