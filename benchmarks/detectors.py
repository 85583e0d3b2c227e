"""How fast each detector reads tweets, how long it takes to be ready, and how much memory it adds.

python benchmarks/detectors.py

Real tweets are read where the labelled data lies beside the repository (../shared/data), invented ones elsewhere.
"Load" is the CPU time of a fresh process that imports and makes the detector; "first" that of its first batch, when
tables and expressions are prepared. Memory is what both of them add. "all" runs them one after another over each
batch, as the engine does.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from texts import real_tweets, tweets

from allonym.core.registry import Registry
from allonym.core.types import Document

NAMES = ("patterns", "identifiers", "life", "lists")
BATCH = 500


def documents() -> tuple[list[Document], str]:
    """Return about 2 MB of tweets as documents, and what they are."""
    texts, kind = list(real_tweets(2_000_000)), "real"
    if not texts:
        texts, kind = list(tweets(20_000)), "invented"
    return [Document(str(number), text) for number, text in enumerate(texts)], kind


def make(name: str) -> Callable[[Sequence[Document]], list[object]]:
    """Return what runs a detector over documents, or all of them."""
    detectors = [Registry("detectors").make(each, {}) for each in (NAMES if name == "all" else (name,))]
    return lambda batch: [detector.detect(batch) for detector in detectors]


def resident() -> float:
    """Return the resident memory of this process in MB."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1000


def measure_load(name: str) -> dict[str, float]:
    """Return what a fresh process needs until a detector has read its first batch."""
    # What is installed is looked up once in every use of allonym; that is not counted.
    Registry("detectors").names()
    batch = [Document(str(number), text) for number, text in enumerate(tweets(BATCH))]
    before, start = resident(), time.process_time()
    detect = make(name)
    made = time.process_time()
    detect(batch)
    return {"load": made - start, "first": time.process_time() - made, "memory": resident() - before}


def measure_rate(name: str, every: list[Document]) -> float:
    """Return megabytes of UTF-8 per CPU second, the best of three."""
    detect = make(name)
    size = sum(len(document.text.encode()) for document in every)
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        for first in range(0, len(every), BATCH):
            detect(every[first : first + BATCH])
        best = min(best, time.process_time() - start)
    return size / best / 1e6


def main() -> None:
    """Measure, and print."""
    if len(sys.argv) > 1:
        print(json.dumps(measure_load(sys.argv[1])))
        return
    every, kind = documents()
    print(f"{len(every):,} {kind} tweets in batches of {BATCH}, one core")
    print(f"{'detector':12}{'MB/s':>8}{'load ms':>10}{'first ms':>10}{'memory MB':>11}")
    for name in (*NAMES, "all"):
        command = [sys.executable, __file__, name]
        answers = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(3)]
        load, first, memory = (min(answer[key] for answer in answers) for key in ("load", "first", "memory"))
        rate = measure_rate(name, every)
        print(f"{name:12}{rate:8.1f}{load * 1000:10.0f}{first * 1000:10.0f}{memory:11.0f}", flush=True)


if __name__ == "__main__":
    main()
