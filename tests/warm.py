"""Commands of allonym without their start: one process has read all that they need, and forks for each of them.

A command spends most of a second on modules, tables and patterns before it does anything, and the tests run hundreds.
Each is still a process of its own, with its own folder, environment and streams. `pytest --cold`, which `make test-all`
says, starts every command anew, as users do.

    a test, or the `allonym` of a page --socket--> keeper, warm --fork--> watcher --fork--> the command
"""

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

MOST = 128 * 1024  # of a message: arguments and environment
_COLD: list[str] = []


def stay_cold() -> None:
    """Start every command anew from now on."""
    _COLD.append("asked for")


def is_cold() -> bool:
    """Tell whether commands are started anew."""
    return bool(_COLD)


def command(
    arguments: Sequence[str], cwd: Path, environment: Mapping[str, str], stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run `allonym` with these arguments and wait for its end."""
    if is_cold():
        line = [sys.executable, "-m", "allonym", *arguments]
        return subprocess.run(line, cwd=cwd, input=stdin, capture_output=True, check=False, env=dict(environment))
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        streams = [given.fileno(), out.fileno(), err.fileno()]
        code = ask(keeper(), {"arguments": [*arguments], "cwd": str(cwd), "environment": dict(environment)}, streams)
        for stream in (out, err):
            stream.seek(0)
        return subprocess.CompletedProcess(["allonym", *arguments], code, out.read(), err.read())


def ask(place: socket.socket, message: Mapping[str, object], streams: Sequence[int]) -> int:
    """Have a command run with these streams; return its exit code, below zero for a signal."""
    data = json.dumps(message).encode()
    assert len(data) < MOST
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            socket.send_fds(place, [data], [*streams, theirs.fileno()])
        answer = ours.recv(16)
    assert answer, "the process that runs commands is gone"
    return int(answer)


@cache
def keeper() -> socket.socket:
    """Return the way to the process that runs commands; the first to ask starts it, and it ends with this process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        line = [sys.executable, __file__, str(theirs.fileno())]
        # Nobody waits for it: it ends when our end of the socket does.
        subprocess.Popen(line, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL).returncode = 0
    return ours


def end() -> None:
    """Let the process that runs commands end, if there is one."""
    if keeper.cache_info().currsize:
        keeper().close()


def _keep(place: socket.socket) -> None:
    _warm_up()
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        data, passed, _, _ = socket.recv_fds(place, MOST, 4)
        if not data:
            return
        if os.fork() == 0:
            place.close()
            _watch(json.loads(data), passed[:3], passed[3])
        for each in passed:
            os.close(each)


def _watch(message: Mapping[str, object], streams: Sequence[int], answer: int) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child == 0:
        os.close(answer)
        _become(message, streams)
    _, status = os.waitpid(child, 0)
    os.write(answer, str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def _become(message: Mapping[str, object], streams: Sequence[int]) -> None:
    for number, each in enumerate(streams):
        os.dup2(each, number)
        os.close(each)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(message["environment"])  # type: ignore[call-overload]
    os.chdir(str(message["cwd"]))
    time.tzset()
    tempfile.tempdir = None
    from allonym.interfaces.cli.app import run

    sys.argv = ["allonym", *message["arguments"]]  # type: ignore[misc]
    code = run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    # An orderly end would take all apart that was read in advance.
    os._exit(code)


def _warm_up() -> None:
    """Read what most commands need."""
    from allonym.interfaces.cli.app import run

    with tempfile.TemporaryDirectory() as place, open(os.devnull, "w") as nowhere:  # noqa: PTH123
        kept = os.dup(1), os.dup(2)
        for number in (1, 2):
            os.dup2(nowhere.fileno(), number)
        posts = Path(place, "posts.csv")
        posts.write_text("id,text\n1,Anna Berg from Leeds wrote to anna.berg@example.org on 3 May 2024.\n", "utf-8")
        os.environ["ALLONYM_PASSPHRASE"] = "four random words here"
        vault = ["--vault", f"{place}/vault"]
        run(["pseudonymize", str(posts), "-o", f"{place}/out.csv", *vault])
        run(["recover", f"{place}/out.csv", "-o", f"{place}/back.csv", *vault, "--reason", "to be warm"])
        del os.environ["ALLONYM_PASSPHRASE"]
        for number, each in zip((1, 2), kept, strict=True):
            os.dup2(each, number)
            os.close(each)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as ours:
        _keep(ours)
