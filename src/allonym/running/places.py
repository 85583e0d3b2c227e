"""Places on disk: folders that are their owner's alone, and names that every system can tell apart."""

import os
import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?\Z", re.IGNORECASE)


def make_private(folder: Path) -> None:
    """Make a folder and those above it that are missing, each of them readable by nobody else."""
    make_folder(folder, 0o700)


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder and those above it that are missing, so that their names outlive a loss of power."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        # Somebody may have been faster.
        with suppress(FileExistsError):
            each.mkdir(mode=mode)
        # Who may write into a folder need not be allowed to read it.
        with suppress(PermissionError):
            sync_folder(each.parent)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder outlive a loss of power."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def is_device(name: str) -> bool:
    """Tell whether Windows takes a name for a device, whatever its ending: CON, aux.txt, nul."""
    return _DEVICE.match(name) is not None


def same_places(targets: Iterable[Path]) -> bool:
    """Tell whether two targets would be one file: also A.txt and a.txt, where the disk makes no difference."""
    known = list(targets)
    if len(set(known)) < len(known):
        return True
    alike = {_folded(each) for each in known}
    return len(alike) < len(known) and any(folds_case(each.parent) for each in known)


def folds_case(folder: Path) -> bool:
    """Tell whether capitals make no difference on the disk where a folder is, or is going to be."""
    here = folder.absolute()
    for each in (here, *here.parents):
        other = each.with_name(each.name.swapcase()) if each.name else each
        if other != each and each.exists():
            return other.exists() and other.samefile(each)
    return False


def _folded(path: Path) -> str:
    return unicodedata.normalize("NFC", str(path)).casefold()
