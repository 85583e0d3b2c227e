"""How memory and time grow with a file: JSON Lines of 10 MB and of SIZE MB through the command line.

python benchmarks/memory.py [SIZE in MB, default 100] [--vault]
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from texts import write_jsonl


def run(folder: Path, megabytes: int, *, with_vault: bool) -> tuple[float, float]:
    """Pseudonymize a file of that size; return seconds and peak RSS in MB."""
    source = folder / f"tweets-{megabytes}.jsonl"
    write_jsonl(source, megabytes * 1_000_000)
    command = [sys.executable, "-m", "allonym", "pseudonymize", str(source), "-o", str(folder / "out.jsonl"), "-q"]
    if with_vault:
        command += ["--vault", str(folder / f"{megabytes}.vault")]
    start = time.monotonic()
    process = subprocess.Popen(command, env={**os.environ, "ALLONYM_PASSPHRASE": "benchmark only"})
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"allonym left with {process.returncode}")
    source.unlink()
    return time.monotonic() - start, usage.ru_maxrss / 1024


def main() -> None:
    """Measure, and print."""
    sizes = [int(each) for each in sys.argv[1:] if each.isdigit()] or [100]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for with_vault in [False, True] if "--vault" in sys.argv else [False]:
        for size in (10, *sizes):
            with tempfile.TemporaryDirectory() as folder:
                seconds, peak = run(Path(folder), size, with_vault=with_vault)
                kept = sum(path.stat().st_size for path in Path(folder).glob("*.vault")) / 1e6
            note = f", vault {kept:.0f} MB" if with_vault else ""
            print(
                f"{size:5d} MB: {seconds:7.1f} s, {size / seconds:5.2f} MB/s, peak RSS {peak:4.0f} MB{note}", flush=True
            )


if __name__ == "__main__":
    main()
