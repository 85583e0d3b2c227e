"""How long one short message takes, alone: through a warm tool, through the service, and through Presidio.

python benchmarks/latency.py [--peers DIR] [--messages 300]

Every message goes to all of them in turn, one after another, so that whatever else the machine does meets all alike.
Each runs in a process of its own, with one thread. Wall is the time until the answer is there, as who
asked sees it; CPU is what the process needed for it. allonym does the whole flow (detect, link, substitute, and with
a vault remember), Presidio's analyzer detects. DIR is a folder that `benchmarks/peers.py --install DIR` made; without
it Presidio is left out. Messages are English tweets of the annotated sets if they are at hand, else invented ones.
"""

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from statistics import quantiles
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data" / "ner" / "dev"
PASSPHRASE = "four random words here"  # noqa: S105 - of a vault that is thrown away
Ask = Callable[[str], tuple[float, float]]
"""Has one message worked on; returns wall and CPU seconds."""


def answer(tool: str) -> None:
    """Work on one message after another from standard input, and say how long each took: the worker's side."""
    work = prepared(tool)
    for line in sys.stdin:
        text = json.loads(line)
        wall, cpu = time.perf_counter(), time.process_time()
        work(text)
        sys.stdout.write(json.dumps([time.perf_counter() - wall, time.process_time() - cpu]) + "\n")
        sys.stdout.flush()


def prepared(tool: str) -> Callable[[str], object]:
    """Return what works on one text."""
    if tool == "presidio":
        return import_module("peer_worker").presidio("en", ()).each  # type: ignore[no-any-return]
    package, settings = import_module("allonym"), import_module("allonym.settings").load_settings("default")
    vault = None
    if tool == "vault":
        vault = package.open_vault(Path(tempfile.mkdtemp()) / "v", PASSPHRASE, create=True)
    ready = package.Pseudonymizer(settings.with_model(fast=tool == "fast"), vault)
    return ready.pseudonymize  # type: ignore[no-any-return]


@contextmanager
def worker(python: str, tool: str) -> Iterator[Ask]:
    """Start a worker, and ask it."""
    command = [python, str(Path(__file__).resolve()), "--worker", tool]
    known = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=known, text=True
    ) as begun:
        sent, got = begun.stdin, begun.stdout
        assert sent is not None  # noqa: S101 - pipes were asked for
        assert got is not None  # noqa: S101 - as above

        def ask(text: str) -> tuple[float, float]:
            sent.write(json.dumps(text) + "\n")
            sent.flush()
            wall, cpu = json.loads(got.readline())
            return wall, cpu

        yield ask
        sent.close()


@contextmanager
def service(folder: Path) -> Iterator[Ask]:
    """Start `allonym serve`, and ask it on one connection that stays open."""
    command = [sys.executable, "-m", "allonym", "serve"]
    kept = ["--tokens", str(folder / "tokens.json")]
    token = subprocess.run(
        [*command, "tokens", "add", "bench", "--role", "worker", *kept], capture_output=True, text=True, check=True
    ).stdout.strip()
    limits = ["--port", "0", "--requests-per-minute", "1000000", "--quiet"]
    with subprocess.Popen([*command, *kept, *limits], stderr=subprocess.PIPE, text=True) as begun:
        assert begun.stderr is not None  # noqa: S101 - a pipe was asked for
        port = int(begun.stderr.readline().rsplit(":", 1)[1])
        connection = http.client.HTTPConnection("127.0.0.1", port)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

        def ask(text: str) -> tuple[float, float]:
            wall, cpu = time.perf_counter(), cpu_of(begun.pid)
            connection.request("POST", "/v1/pseudonymize", json.dumps({"text": text}), headers)
            got = connection.getresponse()
            got.read()
            if got.status != 200:
                raise SystemExit(f"the service answers {got.status}")
            return time.perf_counter() - wall, cpu_of(begun.pid) - cpu

        yield ask
        connection.close()
        begun.terminate()


def cpu_of(process: int) -> float:
    """Return the CPU seconds that a process has used; 0 where the system does not tell. It counts in nanoseconds."""
    try:
        tasks = Path(f"/proc/{process}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
    except OSError:
        return 0.0


def messages(count: int) -> list[str]:
    """Return short messages, the same ones each time."""
    if (DATA / "en.jsonl.xz").is_file():
        sets = import_module("peers").read(DATA, "en", count)
        rows: list[Any] = [row for name in ("en wnut17", "en btc") for row in sets.get(name, [])]
        return [row["text"] for row in rows[::2]][:count]
    return list(import_module("texts").tweets(count))


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--peers", type=Path)
    parser.add_argument("--messages", type=int, default=300)
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        answer(given.worker)
        return
    texts = messages(given.messages)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        asked = {
            "allonym": stack.enter_context(worker(sys.executable, "allonym")),
            "allonym, vault": stack.enter_context(worker(sys.executable, "vault")),
            "allonym, fast": stack.enter_context(worker(sys.executable, "fast")),
            "allonym, service": stack.enter_context(service(folder)),
        }
        if given.peers:
            python = str(given.peers / "presidio" / "bin" / "python")
            asked["Presidio analyzer"] = stack.enter_context(worker(python, "presidio"))
        taken = measured(asked, texts)
    size = sum(map(len, texts)) / len(texts)
    print(f"{len(texts)} messages of {size:.0f} characters on average; load {os.getloadavg()[0]:.1f}; milliseconds")
    print(f"{'':20}{'wall p50':>10}{'p99':>8}{'p99/p50':>9}{'CPU p50':>10}{'p99':>8}{'p99/p50':>9}")
    for name, times in taken.items():
        print(f"{name:20}{row([wall for wall, _ in times])} {row([cpu for _, cpu in times])}")


def measured(asked: dict[str, Ask], texts: list[str]) -> dict[str, list[tuple[float, float]]]:
    """Return wall and CPU seconds of each message for each of those that are asked, after some to warm up."""
    for text in texts[:20]:
        for ask in asked.values():
            ask(text)
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in asked}
    for text in texts:
        for name, ask in asked.items():
            taken[name].append(ask(text))
    return taken


def row(seconds: list[float]) -> str:
    """Return the middle and the slow end of some times, and how far they are apart."""
    cuts = quantiles(seconds, n=100)
    middle, slow = cuts[49] * 1000, cuts[98] * 1000
    return f"{middle:10.2f}{slow:8.2f}{slow / middle if middle else 0:9.1f}"


if __name__ == "__main__":
    main()
