"""A file appears whole or not at all: written beside its place, synced, checked, renamed."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from allonym.core.errors import UsageError
from allonym.running.places import sync_folder

_LEFTOVER = re.compile(r"\..*\.(\d+)\.allonym-tmp\Z")


@contextmanager
def publish(path: Path, *, private: bool = False) -> Iterator[tuple[Path, BinaryIO]]:
    """Give a temporary file to write to; it takes the place of `path` when the block ends without an error.

    The file is private while it is written, since half of a recovered text is as sensitive as the whole; with
    `private` a new file stays so. A link is followed; a device or pipe is refused, since it would be replaced.
    """
    if not path.parent.is_dir():
        raise UsageError(f"the folder {path.parent} does not exist; make it first, or name another with -o")
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
        sync_folder(path.parent)
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


def is_alive(process: int) -> bool:
    """Tell whether a process is there, whoever's it is."""
    if process == os.getpid():
        return True
    if sys.platform == "win32":
        return _is_alive_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _is_alive_on_windows(process: int) -> bool:
    """Ask for a handle: there, signal 0 is Ctrl-C, and would end whom it asks about."""
    import ctypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - only there is it known
    handle = kernel.OpenProcess(0x1000, False, process)  # PROCESS_QUERY_LIMITED_INFORMATION
    if not handle:
        return bool(kernel.GetLastError() == 5)  # ERROR_ACCESS_DENIED: it is there, and somebody else's
    code = ctypes.c_ulong()
    kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return code.value == 259  # STILL_ACTIVE
