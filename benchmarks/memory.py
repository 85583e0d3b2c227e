"""How memory and time grow: with a file through the command line, or with one text in one call.

python benchmarks/memory.py [SIZE in MB, default 100] [--vault]    JSON Lines of 10 MB and of SIZE MB
python benchmarks/memory.py [SIZE in MB, default 7] --text         texts of 1 MB and of SIZE MB (a million characters)
"""

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from texts import tweets, write_jsonl

LIMIT = 350
"""So many MB one call may take at most, whatever the length of the text."""
TEXTS = {
    "lines": ("\n", "."),
    "one line without a sentence end": (" ", ""),
    "characters of four bytes": ("\n", " 😀 قالت مريم حداد إنها تسكن في القاهرة منذ سنة 2019."),
}
"""What stands between invented tweets, and what after each."""


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


def one_text(kind: str, size: int) -> str:
    """Return a text of so many characters."""
    between, after = TEXTS[kind]
    made: list[str] = []
    length = 0
    for tweet in tweets(size):
        made.append(tweet + after)
        length += len(made[-1]) + 1
        if length > size:
            break
    return between.join(made)[:size]


def call(kind: str, call: str, megabytes: int) -> dict[str, float]:
    """Take one text through one call in this process; return MB before and at the most, and CPU seconds."""
    from allonym import Pseudonymizer, open_vault

    tool = Pseudonymizer(vault=open_vault("memory:"))
    tool.detect("Anna Berg lives in Leeds.")
    text = one_text(kind, megabytes * 1_000_000)
    ready, start = peak(), time.process_time()
    getattr(tool, call)(text)
    return {"ready": ready, "seconds": time.process_time() - start, "peak": peak()}


def peak() -> float:
    """Return the largest resident memory that this process had so far, in MB; what started it is not counted."""
    found = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def measure_texts(size: int) -> None:
    """Print what one call takes, each in a process of its own; leave with an error if one takes too much."""
    too_much = 0
    for kind in TEXTS:
        for name in ("detect", "pseudonymize"):
            for megabytes in (1, size):
                command = [sys.executable, __file__, "--call", kind, name, str(megabytes)]
                seen = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
                too_much += seen["peak"] > LIMIT
                print(
                    f"{kind}, {name}, {megabytes} MB: {seen['seconds'] / megabytes:5.1f} CPU s a MB, "
                    f"peak RSS {seen['peak']:4.0f} MB of {LIMIT}, {seen['ready']:.0f} before",
                    flush=True,
                )
    if too_much:
        raise SystemExit(f"{too_much} of the calls take more than {LIMIT} MB")


def main() -> None:
    """Measure, and print."""
    if "--call" in sys.argv:
        kind, name, megabytes = sys.argv[-3:]
        print(json.dumps(call(kind, name, int(megabytes))))
        return
    sizes = [int(each) for each in sys.argv[1:] if each.isdigit()]
    if "--text" in sys.argv:
        measure_texts(*(sizes or [7]))
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for with_vault in [False, True] if "--vault" in sys.argv else [False]:
        for size in (10, *(sizes or [100])):
            with tempfile.TemporaryDirectory() as folder:
                seconds, most = run(Path(folder), size, with_vault=with_vault)
                kept = sum(path.stat().st_size for path in Path(folder).glob("*.vault")) / 1e6
            note = f", vault {kept:.0f} MB" if with_vault else ""
            print(
                f"{size:5d} MB: {seconds:7.1f} s, {size / seconds:5.2f} MB/s, peak RSS {most:4.0f} MB{note}", flush=True
            )


if __name__ == "__main__":
    main()
