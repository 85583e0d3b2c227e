"""Runs on a disk that fails when it is told to, or that tells all that is done to it; see disk.c.

One process is started with it and has loaded everything; each run is a child of it, so that hundreds take minutes.
"""

import ctypes
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.unit.running.forking import load, speak_into
from tests.unit.running.stopping import PASSPHRASE

ROOT = Path(__file__).parents[2]
NEVER, FULL, BROKEN, SHORT = range(4)
MODES = {"full": FULL, "broken": BROKEN, "short": SHORT}
"""How calls fail: no room from the n-th on; the n-th fails; the n-th writes but half."""
_SERVE = "import sys; from tests.families.disks import serve; serve(*sys.argv[1:])"


def compiled(folder: Path, name: str = "disk") -> Path | None:
    """Build what is put before the C library; None where there is no compiler, or no system that knows such."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or sys.platform != "linux":
        return None
    made = folder / f"{name}.so"
    source = Path(__file__).with_name(f"{name}.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl"], check=True)
    return made


class Disk:
    """A folder on such a disk, and the process that works in it."""

    def __init__(self, root: Path, process: "subprocess.Popen[bytes]") -> None:
        self.root = root
        self._process = process

    def run(self, *arguments: object, mode: int = NEVER, at: int = 0, trace: Path | None = None) -> tuple[int, str]:
        """Run the command line; return its exit code and what it said."""
        log = self.root.parent / "said.txt"
        asked = [list(map(str, arguments)), mode, at, str(trace or ""), str(log)]
        self._send(asked)
        code, self.calls = self._answer()
        return code, log.read_text("utf-8", "replace")

    def _send(self, asked: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        self._process.stdin.flush()

    def _answer(self) -> tuple[int, int]:
        assert self._process.stdout is not None
        code, calls = json.loads(self._process.stdout.readline())
        return int(code), int(calls)


@contextmanager
def disk(folder: Path, library: Path, ways: Sequence[Sequence[str]]) -> Iterator[Disk]:
    """Start the process; temporary files are on the disk too."""
    root = folder / "disk"
    (root / "tmp").mkdir(parents=True)
    environment = {
        **os.environ,
        "ALLONYM_PASSPHRASE": PASSPHRASE,
        "DISK_ROOT": str(root),
        "LD_PRELOAD": str(library),
        "TMPDIR": str(root / "tmp"),
    }
    (folder / "loading").mkdir()
    command = [sys.executable, "-c", _SERVE, str(library), str(folder / "loading"), json.dumps(ways)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe) as process:
        try:
            made = Disk(root, process)
            assert made._answer() == (0, 0)
            yield made
        finally:
            process.kill()


def serve(library: str, loading: str, ways: str) -> None:
    """Be that process: load everything, then have a child do what each line asks."""
    said = os.dup(1)
    speak_into(f"{loading}/said.txt")
    load(Path(loading), json.loads(ways))
    shim = ctypes.CDLL(library)
    _tell(said, 0, 0)
    for line in sys.stdin:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            _work(shim, writing, *json.loads(line))
        os.close(writing)
        _, status = os.waitpid(child, 0)
        calls = int(os.read(reading, 20) or b"0")
        os.close(reading)
        _tell(said, os.waitstatus_to_exitcode(status), calls)


def _work(shim: ctypes.CDLL, calls: int, arguments: list[str], mode: int, at: int, trace: str, log: str) -> None:  # noqa: PLR0917 - as they stand in the line
    from allonym.interfaces.cli.app import run

    speak_into(log)
    if trace:
        shim.disk_tell(os.open(trace, os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_TRUNC, 0o600))
    shim.disk_fail(mode, ctypes.c_long(at))
    code = run(arguments)
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(calls, str(shim.disk_calls()).encode())
    os._exit(code)


def _tell(where: int, *numbers: int) -> None:
    os.write(where, json.dumps(numbers).encode() + b"\n")
