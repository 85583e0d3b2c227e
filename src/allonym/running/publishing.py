"""A file appears whole or not at all: written beside its place, synced, checked, renamed."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES
from pathlib import Path
from typing import BinaryIO

from allonym.core.drafts import is_alive
from allonym.core.errors import UsageError
from allonym.running.places import sync_folder

_LEFTOVER = re.compile(r"\..*\.(\d+)\.allonym-tmp\Z")
_HEAD = 100
_KEY = re.compile(rb"\s*allonym-(?:recovery|private|sealed)-", re.IGNORECASE)


@contextmanager
def publish(path: Path, *, private: bool = False) -> Iterator[tuple[Path, BinaryIO]]:
    """Give a temporary file to write to; it takes the place of `path` when the block ends without an error.

    The file is private while it is written, since half of a recovered text is as sensitive as the whole; with
    `private` it stays so, also in place of one that others could read. A link is followed; a device or pipe is
    refused, since it would be replaced.
    """
    require_place(path)
    path = path.resolve()
    sweep(path.parent)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.allonym-tmp")
    try:
        handle = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError as error:
        raise UsageError(f"cannot write to the folder {path.parent}: {os.strerror(error.errno or 0)}") from None
    try:
        with os.fdopen(handle, "w+b") as stream:
            yield temporary, stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(_mode(path, private=private))
        temporary.replace(path)
        sync_folder(path.parent)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


def require_place(path: Path) -> None:
    """Raise UsageError unless a file can be written to a path, or take the place of the ordinary one there."""
    if not path.parent.is_dir():
        raise UsageError(f"the folder {path.parent} does not exist; make it first, or name another with -o")
    if not os.access(path.parent, os.W_OK):
        raise UsageError(f"cannot write to the folder {path.parent}: {os.strerror(EACCES)}")
    if path.is_dir():
        raise UsageError(f"{path} is a folder; name a file")
    if path.exists() and not path.is_file():
        raise UsageError(f"{path} is not an ordinary file; write to standard output with -o - instead")
    if (kept := _never_replaced(path)) is not None:
        raise UsageError(f"{path} is {kept}, and nothing takes its place; name another file")


def _never_replaced(path: Path) -> str | None:
    """Return what a file is if its loss could not be made good: a vault, or a key that opens one."""
    with suppress(OSError), path.open("rb") as file:
        head = file.read(_HEAD)
        if head.startswith(b"SQLite format 3\0") and head[68:72] == b"allo":
            return "a vault"
        if _KEY.match(head):
            return "a key"
    return None


def _mode(path: Path, *, private: bool) -> int:
    """Return the mode of the file that is replaced, or what the user's umask gives a new one."""
    with suppress(FileNotFoundError):
        # Others could read a file that is not about people; now it is.
        return path.stat().st_mode & (0o700 if private else 0o777)
    if private:
        return 0o600
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def sweep(folder: Path) -> int:
    """Remove what killed runs have left behind in a folder; return how many files that were."""
    swept = 0
    for path in leftovers(folder):
        with suppress(OSError):
            path.unlink()
            swept += 1
    return swept


def leftovers(folder: Path) -> Iterator[Path]:
    """Return the temporary files in a folder whose process is no more."""
    for path in folder.glob(".*.allonym-tmp"):
        found = _LEFTOVER.search(path.name)
        if found and not is_alive(int(found[1])):
            yield path
