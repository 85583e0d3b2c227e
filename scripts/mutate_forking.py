"""Do something in a child of this process that cannot harm it: silent, with little memory, in a group of its own."""

import os
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

_MEMORY = 8 << 30


def forked(work: Callable[[], int]) -> int:
    """Do something in a child, in a process group of its own, and return how it ended."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        _alone(work)
    status = os.waitpid(child, 0)[1]
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return status


def _alone(work: Callable[[], int]) -> None:
    code = 1
    try:
        os.setsid()
        silence = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(silence, number)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        code = work()
    finally:
        os._exit(code)


def give_folder(session: pytest.Session, folder: Path) -> None:
    """Have the temporary files of tests in a folder."""
    factory: Any = session.config._tmp_path_factory  # type: ignore[attr-defined]  # noqa: SLF001 - not public
    factory._given_basetemp, factory._basetemp = folder, None  # noqa: SLF001 - as above
