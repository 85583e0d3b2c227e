"""Runs in processes that have loaded everything beforehand, so that hundreds of them take minutes.

Each is a process of its own, which can be killed or leave by itself at a durable step.
"""

import os
import random
import sys
from collections.abc import Iterable, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.unit.running.stopping import PASSPHRASE

_FORK = get_context("fork")
KILLED, LEFT = -9, 9


def load(folder: Path, ways: Iterable[Sequence[str]]) -> None:
    """Run once in this process for each way, and recover: what that loads, the processes to come need not."""
    from allonym.interfaces.cli.app import run

    (folder / "posts.txt").write_text("Anna Berg was here.")
    for number, way in enumerate(ways):
        out, vault = folder / f"{number}.txt", ("--vault", str(folder / "load.vault"))

        assert run(["pseudonymize", str(folder / "posts.txt"), "-o", str(out), *vault, *way]) == 0
        assert run(["recover", str(out), "-o", str(folder / f"{number}.back"), *vault]) == 0


def leave_at(left: int) -> None:
    """Have this process leave at the n-th step that makes something last: a sync, a rename, a commit and the like."""
    import allonym.running.spool
    import allonym.vault.rows

    def step() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os._exit(LEFT)

    def watch(owner: Any, name: str) -> None:
        inner = getattr(owner, name)

        def before_and_after(*given: Any, **named: Any) -> Any:
            step()
            answer = inner(*given, **named)
            step()
            return answer

        setattr(owner, name, before_and_after)

    for owner, name in ((os, "fsync"), (Path, "replace"), (Path, "unlink"), (Path, "rmdir"), (Path, "mkdir")):
        watch(owner, name)
    watch(allonym.running.spool.Spool, "write")
    watch(allonym.vault.rows.SealedRows, "_keep_checkpoint")


def begin(arguments: list[str], log: Path, step: int = 0) -> Any:
    """Start the command line in a process of its own; with a step, one that leaves there."""
    process = _FORK.Process(target=_work, args=(arguments, str(log), step))
    process.start()
    return process


def done(arguments: list[str], log: Path, step: int = 0) -> int:
    """Run to the end, or to the step; return the exit code."""
    process = begin(arguments, log, step)
    process.join()
    return int(process.exitcode)


def killed_until_done(arguments: list[str], log: Path, chance: random.Random, longest: float) -> int:
    """Kill the run at random moments and go on with it, until it comes to its end; return how often it was killed."""
    kills = 0
    while True:
        process = begin(arguments, log)
        # Each time a little longer, or a machine that has become slow would never come to the end.
        process.join(chance.uniform(0.0, 1.0 + 0.1 * kills) * longest)
        if process.exitcode is None:
            process.kill()
        process.join()
        if process.exitcode == 0:
            return kills
        assert process.exitcode == KILLED, log.read_text()
        kills += 1


def speak_into(log: str) -> None:
    """Have all that this process says go to a file, not where pytest looks for it."""
    handle = os.open(log, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    os.dup2(handle, 1)
    os.dup2(handle, 2)
    sys.stdout = sys.stderr = os.fdopen(handle, "w")


def _work(arguments: list[str], log: str, step: int) -> None:
    os.environ["ALLONYM_PASSPHRASE"] = PASSPHRASE
    speak_into(log)
    if step:
        leave_at(step)
    from allonym.interfaces.cli.app import run

    code = run(arguments)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
