"""What a run leaves that was killed before it could clear up: half-written files, and the vault that was made for it.

.NAME.PROCESS.allonym-tmp          a file that was being written; it is removed once its process is gone
.VAULT.PROCESS.allonym-unfinished  says that the vault beside it was made for a run that has not ended well yet
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from allonym.core.drafts import is_alive
from allonym.running.publishing import sweep

_MARK = re.compile(r"\.(.+)\.(\d+)\.allonym-unfinished\Z", re.DOTALL)


def clear_up(folder: Path, made: str) -> None:
    """Remove half-written files of killed runs from a folder and its folders of outputs; `made` is in their names."""
    sweep(folder)
    for path in folder.glob(f"*{made}*"):
        if path.is_dir() and not path.is_symlink() and sweep(path) and not any(path.iterdir()):
            with suppress(OSError):
                path.rmdir()
    for mark, vault, _ in _marks(folder):
        if not vault.exists():
            mark.unlink(missing_ok=True)


def begin(vault: Path) -> None:
    """Note that a vault is made for a run that has only begun."""
    vault.with_name(f".{vault.name}.{os.getpid()}.allonym-unfinished").touch(0o600)


def end(vault: Path) -> None:
    """Note that a run with a vault has ended, or that the vault is gone."""
    for mark, marked, process in _marks(vault.parent):
        if marked == vault and (process == os.getpid() or not is_alive(process)):
            mark.unlink(missing_ok=True)


def unfinished(folder: Path) -> list[str]:
    """Return the names of vaults that are there from a run that was killed."""
    return sorted({vault.name for _, vault, process in _marks(folder) if vault.exists() and not is_alive(process)})


def _marks(folder: Path) -> Iterator[tuple[Path, Path, int]]:
    for path in sorted(folder.glob(".*.allonym-unfinished")):
        if found := _MARK.fullmatch(path.name):
            yield path, folder / found[1], int(found[2])
