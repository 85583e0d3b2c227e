"""A file appears whole or not at all: written beside its place, synced, checked, renamed."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from allonym.core.errors import UsageError

_LEFTOVER = re.compile(r"\..*\.(\d+)\.allonym-tmp\Z")


@contextmanager
def publish(path: Path, *, private: bool = False) -> Iterator[tuple[Path, BinaryIO]]:
    """Give a temporary file to write to; it takes the place of `path` when the block ends without an error.

    The file is private while it is written, since half of a recovered text is as sensitive as the whole; with
    `private` a new file stays so. A link is followed; a device or pipe is refused, since it would be replaced.
    """
    if not path.parent.is_dir():
        raise UsageError(f"the folder {path.parent} does not exist")
    if path.is_dir():
        raise UsageError(f"{path} is a folder; name a file")
    if path.exists() and not path.is_file():
        raise UsageError(f"{path} is not an ordinary file; write to standard output with -o - instead")
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
        _sync_folder(path.parent)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


def _mode(path: Path, *, private: bool) -> int:
    """Return the mode of the file that is replaced, or what the user's umask gives a new one."""
    with suppress(FileNotFoundError):
        return path.stat().st_mode & 0o777
    if private:
        return 0o600
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sweep(folder: Path) -> int:
    """Remove what killed runs have left behind in a folder; return how many files that were."""
    swept = 0
    for path in folder.glob(".*.allonym-tmp"):
        found = _LEFTOVER.search(path.name)
        if found and not is_alive(int(found[1])):
            with suppress(OSError):
                path.unlink()
                swept += 1
    return swept


def is_alive(process: int) -> bool:
    """Tell whether a process is there, whoever's it is."""
    if process == os.getpid():
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
