"""Files that become what they are called only when they are whole, and those of them that a killed process left behind.

.NAME.TOKEN.MACHINE.PROCESS.ENDING
"""

import os
import re
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from platform import node

HERE, ELSEWHERE = 3600.0, 7 * 86400.0
"""After so many seconds without a change a draft is dead if its process is gone; if that is on another machine, or
nobody knows whose it is, after so many."""
_MAGIC = b"SQLite format 3\0"
_DRAFT = re.compile(r"\A\..+\.[0-9a-f]{16}\.(?P<machine>[0-9a-f]{8})\.(?P<process>\d{1,10})", re.DOTALL)
_BEFORE = re.compile(r"\A(?:\..+\.[0-9a-f]{16}|.+-[0-9a-f]{24})", re.DOTALL)
"""How drafts were called when the process did not stand in them."""


def draft_for(path: Path, ending: str) -> Path:
    """Return a new name beside a place, in which it stands whose draft it is."""
    return path.with_name(f".{path.name}.{secrets.token_hex(8)}.{_machine()}.{os.getpid()}{ending}")


def sweep_drafts(folder: Path, ending: str) -> int:
    """Remove the drafts in a folder that are surely nobody's any more; return how many."""
    swept = 0
    for path in dead_drafts(folder, ending, time.time()):
        with suppress(OSError):
            path.unlink()
            path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
            swept += 1
    return swept


def dead_drafts(folder: Path, ending: str, now: float) -> Iterator[Path]:
    """Return the drafts in a folder whose process has ended, and that nobody has touched for long."""
    with suppress(OSError), os.scandir(folder) as entries:
        for each in entries:
            if each.name.endswith(ending) and each.is_file(follow_symlinks=False):
                untouched = now - each.stat(follow_symlinks=False).st_mtime
                if untouched > _longest(each.name.removesuffix(ending)) and _is_ours(Path(each.path)):
                    yield Path(each.path)


def _is_ours(path: Path) -> bool:
    """Tell whether a file is a vault in the making: other programs may like such names, too."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) in (b"", _MAGIC)


def _longest(name: str) -> float:
    """Return for how long a draft may lie untouched while somebody may still work on it."""
    if found := _DRAFT.fullmatch(name):
        if found["machine"] != _machine():
            return ELSEWHERE
        return float("inf") if is_alive(int(found["process"])) else HERE
    return ELSEWHERE if _BEFORE.fullmatch(name) else float("inf")


def _machine() -> str:
    return blake2b(node().encode(), digest_size=4).hexdigest()


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
    except (OSError, OverflowError):
        # It is somebody else's, or no process can have this number: then the name is not one that we have given.
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
