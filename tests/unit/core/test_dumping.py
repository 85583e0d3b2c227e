"""Originals and keys in memory stay out of core files, in every process that holds them."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from allonym.interfaces.cli import app

LINUX = sys.platform == "linux"
ASK = """
import ctypes, resource
print(resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
"""
pytestmark = pytest.mark.skipif(not LINUX, reason="asks the Linux kernel")


def told(program: str, folder: Path) -> str:
    """Run a program that first allows core files, as far as it can, and return what it prints."""
    allowing = "import resource; limit = resource.getrlimit(resource.RLIMIT_CORE)[1]\n"
    allowing += "resource.setrlimit(resource.RLIMIT_CORE, (limit, limit))\n"
    command = [sys.executable, "-c", allowing + program]
    return subprocess.run(command, capture_output=True, check=True, text=True, cwd=folder).stdout


def test_a_command_can_not_be_dumped(tmp_path: Path) -> None:
    program = "from allonym.interfaces.cli.app import run\nrun(['--version'])\n" + ASK

    assert told(program, tmp_path).splitlines()[-1] == "(0, 0) 0"


def test_a_worker_can_not_be_dumped(tmp_path: Path) -> None:
    """It asks first, before it has seen a document; what it then reads from is nothing."""
    program = "import sys, io\nfrom allonym.pooling import worker\nworker.receive = lambda _: 1 / 0\n"
    program += "import os; out = os.dup(1)\ntry: worker.main()\nexcept ZeroDivisionError: os.dup2(out, 1)\n" + ASK

    assert told(program, tmp_path).splitlines()[-1] == "(0, 0) 0"


def test_a_process_that_crashes_leaves_no_core_file(tmp_path: Path) -> None:
    program = "from allonym.core.dumping import forbid_core_dumps\nforbid_core_dumps()\nimport os; os.abort()"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, cwd=tmp_path)

    assert ended.returncode == -signal.SIGABRT
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_others_of_the_same_user_can_not_read_the_memory(tmp_path: Path) -> None:
    program = "from allonym.core.dumping import forbid_core_dumps\nforbid_core_dumps()\nprint(flush=True)\ninput()"
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path) as running:
        assert running.stdout is not None
        running.stdout.readline()
        with pytest.raises(PermissionError):
            Path(f"/proc/{running.pid}/mem").read_bytes()
        running.communicate(b"\n")


def test_a_process_knows_whether_it_can_be_dumped() -> None:
    # In a process of its own: other tests may have forbidden it in this one, and a limit is not raised again.
    program = (
        "import resource; from allonym.core.dumping import can_be_dumped, forbid_core_dumps\n"
        "print(can_be_dumped()); forbid_core_dumps(); print(can_be_dumped(), resource.getrlimit(resource.RLIMIT_CORE))"
    )

    told = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout

    assert told.splitlines() == ["True", "False (0, 0)"]


def test_every_process_of_ours_asks_at_its_door() -> None:
    """The command line runs service and pages in its own process; workers and tasks of Spark are processes apart."""
    source = Path(app.__file__).parents[2]
    asking = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if "forbid_core_dumps()" in path.read_text("utf-8")
    }

    assert asking == {"core/dumping.py", "interfaces/cli/app.py", "pooling/worker.py", "spark.py"}
