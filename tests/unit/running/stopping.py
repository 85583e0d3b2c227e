"""Runs that are stopped: by a signal at any moment, or by themselves at a durable step."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests import warm

PASSPHRASE = "four random words here"
NAMES = ("Anna Berg", "Karl Ek", "Maria Lind", "Omar Said", "Lena Voss", "Erik Sommar")

EXITING = """
import sys
from tests.unit.running.forking import leave_at
leave_at(int(sys.argv.pop(1)))
from allonym.interfaces.cli.app import run
sys.exit(run(sys.argv[1:]))
"""


def make_inputs(folder: Path, rows: int) -> None:
    """Write files of each kind; some names come again and again."""
    chance = random.Random(7)
    line = "{} wrote to user{}@example.org about {}, ring +46 70 174 06 05."

    def text() -> str:
        return line.format(chance.choice(NAMES), chance.randrange(rows), chance.choice(NAMES))

    (folder / "deep").mkdir(parents=True)
    (folder / "a.csv").write_text("id,author,text\n" + "".join(f'{n},u{n % 5},"{text()}"\n' for n in range(rows)))
    (folder / "b.txt").write_text("".join(text() + "\n\n" for _ in range(rows)))
    (folder / "deep" / "c.jsonl").write_text("".join(f'{{"id": "{n}", "text": "{text()}"}}\n' for n in range(rows)))
    for number in range(3):
        (folder / "deep" / f"{number}.txt").write_text(text())


def command(given: Path, out: Path, vault: object, *more: str) -> list[str]:
    stored = [] if vault is None else ["--vault", str(vault)]
    return ["pseudonymize", str(given), "-o", str(out), "--resume", *stored, *more]


def environment() -> dict[str, str]:
    return {**os.environ, "ALLONYM_PASSPHRASE": PASSPHRASE}


def seconds_for(arguments: list[str]) -> float:
    """Run to the end; return how long it takes here and now."""
    start = time.monotonic()
    done = finish(arguments)

    assert done.returncode == 0, done.stderr
    return time.monotonic() - start


def finish(arguments: list[str]) -> "subprocess.CompletedProcess[bytes]":
    return warm.command(arguments, Path.cwd(), environment())


def killed_until_done(arguments: list[str], chance: random.Random, longest: float) -> int:
    """Kill the run at random moments and go on with it, until it comes to its end; return how often it was killed."""
    kills = 0
    while True:
        process = subprocess.Popen(
            [sys.executable, "-m", "allonym", *arguments], env=environment(), stdout=subprocess.DEVNULL
        )
        try:
            # Each time a little longer, or a machine that has become slow would never come to the end.
            process.wait(chance.uniform(0.2, 1.0 + 0.1 * kills) * longest)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        code = process.wait()
        if code == 0:
            return kills
        assert code == -signal.SIGKILL
        kills += 1


def exited(arguments: list[str], step: int) -> int:
    """Have the run leave at a step; return its exit code."""
    whole = [sys.executable, "-c", EXITING, str(step), *arguments]
    return subprocess.run(whole, env=environment(), capture_output=True, check=False).returncode


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
