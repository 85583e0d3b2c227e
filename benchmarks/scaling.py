"""How a run grows: with workers, and with the work.

scaling.py [MEGABYTES, default 4] [--workers 1,2] [--fast] [--vault]    wall time by workers, and the same bytes
scaling.py [MEGABYTES, default 2] --machine [--fast] [--vault]          what two cores allow: two runs of one process
scaling.py [MEGABYTES, default 1] --growth [--fast] [--vault]           CPU time and memory at 1x and 10x
scaling.py --start [--fast]                                             from which size workers are worth it

Wall times mean something on a quiet machine only, so the load is printed with them. CPU times are steadier: what the
first process does by itself, as a part of what its workers do, says how many times as fast two workers can be on two
cores: 2 / (1 + part). `--workers 0` is one process that does all, and keeps one core busy; with one worker there are
two processes, which keep somewhat more busy. `--machine` says how much of two times two cores give at all: they share
a cache, the memory and what power there is.
"""

import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from texts import write_jsonl


@dataclass(frozen=True)
class Taken:
    """What a run took."""

    wall: float
    cpu: float
    peak: float
    output: str
    own: float
    """CPU seconds of the first process, without its workers; 0 where the system does not tell."""

    def bound(self) -> str:
        """Return how many times as fast as one worker two can be at best."""
        if not self.own:
            return ""
        part = self.own / (self.cpu - self.own)
        return f", of them {self.own:.1f} in the first process: two workers at most {2 / (1 + part):.2f} x"


def run(folder: Path, source: Path, workers: int, name: str = "out") -> Taken:
    """Pseudonymize a file in a fresh process; workers are counted with it, the largest process for the memory."""
    made = folder / f"{name}-{workers}.jsonl"
    command = [sys.executable, "-m", "allonym", "pseudonymize", str(source), "-o", str(made), "-q"]
    command += ["--workers", str(workers), *(["--fast"] if "--fast" in sys.argv else [])]
    if "--vault" in sys.argv:
        command += ["--vault", str(folder / f"{source.stem}-{workers}-{time.monotonic_ns()}.vault")]
    start = time.monotonic()
    process = subprocess.Popen(command, env={**os.environ, "ALLONYM_PASSPHRASE": "benchmark only"})
    status, usage, own = ended(process.pid)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - start
    if process.returncode:
        raise SystemExit(f"allonym left with {process.returncode}")
    output = hashlib.sha256(made.read_bytes()).hexdigest()
    made.unlink()
    return Taken(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output, own)


def ended(pid: int) -> tuple[int, resource.struct_rusage, float]:
    """Wait for a process; return its status, what it used with its workers, and its own CPU seconds."""
    stat, own = Path(f"/proc/{pid}/stat"), 0.0
    while True:
        if stat.is_file() and (fields := stat.read_text().rpartition(")")[2].split()):
            own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            return status, usage, own
        time.sleep(0.02)


def scale(folder: Path, megabytes: float, counts: list[int]) -> None:
    """Print the wall time with each number of workers, the best of three; all must write the same bytes."""
    source = folder / "tweets.jsonl"
    write_jsonl(source, int(megabytes * 1_000_000))
    size = source.stat().st_size / 1e6
    outputs: set[str] = set()
    first: float | None = None
    for workers in counts:
        taken = [run(folder, source, workers) for _ in range(3)]
        best = min(taken, key=lambda each: each.wall)
        outputs.update(each.output for each in taken)
        first = first or best.wall
        print(
            f"{workers} workers, {size:.1f} MB: {best.wall:6.1f} s, {first / best.wall:.2f} x, {best.cpu:6.1f} CPU s, "
            f"peak RSS {best.peak:.0f} MB, load {os.getloadavg()[0]:.1f}{best.bound() if workers == 1 else ''}",
            flush=True,
        )
    if len(outputs) > 1:
        raise SystemExit("the outputs differ")


def compare_machine(folder: Path, megabytes: float) -> None:
    """Print how much two runs of one process, which share nothing, get done at once, compared with one alone."""
    source = folder / "tweets.jsonl"
    write_jsonl(source, int(megabytes * 1_000_000))
    ratios: list[float] = []
    for _ in range(3):
        alone = run(folder, source, 0)
        with ThreadPoolExecutor(2) as two:
            start = time.monotonic()
            both = list(two.map(lambda name: run(folder, source, 0, name), ("one", "other")))
            wall = time.monotonic() - start
        ratios.append(2 * alone.wall / wall)
        more = sum(each.cpu for each in both) / 2 / alone.cpu - 1
        print(
            f"one alone {alone.wall:.1f} s, two at once {wall:.1f} s: {ratios[-1]:.2f} x, each {more:+.0%} CPU time, "
            f"load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
    print(f"two cores of this machine give at most {max(ratios):.2f} x")


def grow(folder: Path, megabytes: float) -> None:
    """Print CPU time and memory for so much, and for ten times as much."""
    cpu: list[float] = []
    for times in (1, 10):
        source = folder / f"tweets-{times}.jsonl"
        write_jsonl(source, int(megabytes * times * 1_000_000))
        size = source.stat().st_size / 1e6
        taken = min((run(folder, source, 0) for _ in range(3 if times == 1 else 1)), key=lambda each: each.cpu)
        cpu.append(taken.cpu / size)
        print(f"{size:6.1f} MB: {taken.cpu:7.1f} CPU s, peak RSS {taken.peak:.0f} MB", flush=True)
    print(f"10 times the work takes {10 * cpu[1] / cpu[0]:.2f} times the CPU time")


def start(folder: Path) -> None:
    """Print wall times of small inputs with none and with all workers."""
    for kilobytes in (100, 200, 400, 800, 1600, 3200, 6400):
        source = folder / "small.jsonl"
        write_jsonl(source, 1)
        data = source.read_bytes()
        while len(data) < kilobytes * 1000:
            data += data
        source.write_bytes(data[: kilobytes * 1000].rpartition(b"\n")[0] + b"\n")
        none, some = (min(run(folder, source, count).wall for _ in range(3)) for count in (0, os.cpu_count() or 1))
        print(f"{kilobytes:5d} kB: {none:5.2f} s without, {some:5.2f} s with workers", flush=True)


def main() -> None:
    """Measure, and print."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sizes = [float(each) for each in sys.argv[1:2] if each.replace(".", "").isdigit()]
    with tempfile.TemporaryDirectory() as folder:
        if "--machine" in sys.argv:
            compare_machine(Path(folder), sizes[0] if sizes else 2)
        elif "--growth" in sys.argv:
            grow(Path(folder), sizes[0] if sizes else 1)
        elif "--start" in sys.argv:
            start(Path(folder))
        else:
            named = sys.argv[sys.argv.index("--workers") + 1] if "--workers" in sys.argv else "1,2"
            counts = [int(each) for each in named.split(",")]
            scale(Path(folder), sizes[0] if sizes else 4, counts)


if __name__ == "__main__":
    main()
