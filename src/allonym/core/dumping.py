"""What a process holds in its memory stays there: no core file of it, and no look inside by other programs."""

import sys
from contextlib import suppress

_GET_DUMPABLE, _SET_DUMPABLE = 3, 4
"""PR_GET_DUMPABLE and PR_SET_DUMPABLE of <linux/prctl.h>."""


def forbid_core_dumps() -> None:
    """Keep originals and keys out of core files, as far as the system lets us; the first thing that a process does.

    A limit of zero stops core files, also of what this process starts. It does not stop a kernel that hands them to a
    program (`core_pattern` with a `|`, as on most Linux desktops); a process that is not dumpable is spared by both,
    and other programs of the same user cannot read its memory. A new program is dumpable again, so each has to ask.
    """
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _prctl(_SET_DUMPABLE)


def can_be_dumped() -> bool:
    """Tell whether the system may still hand the memory of this process to a program, or let others read it."""
    return _prctl(_GET_DUMPABLE) != 0


def _prctl(what: int) -> int | None:
    """Ask the kernel; return None where there is no such question."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            return int(ctypes.CDLL(None).prctl(what, 0, 0, 0, 0))
    return None
