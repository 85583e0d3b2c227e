"""How fast `--fast` is as a whole: the default profile without the network, from texts to plans, and its steps.

python benchmarks/fast.py [SIZE in MB, default 2]

Megabytes of UTF-8 per CPU second on one core, over tweets and over documents of some 20,000 characters. "First" is the
first pass of a process, in which words are looked up and tables prepared; "warm" the best of three more. Real texts are
read where the labelled data lies beside the repository (../shared/data), invented ones elsewhere.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from texts import real_documents, real_tweets, tweets

from allonym.core.collecting import undisturbed
from allonym.core.types import Document
from allonym.engine import Engine, decide, detect, plan
from allonym.languages.telling import tell
from allonym.settings import build, load_settings

BATCH = 500
PAGE = 150
"""So many invented tweets make a document."""


def samples(size: int) -> Iterator[tuple[str, list[Document]]]:
    """Return the texts to measure on, with what they are."""
    invented = list(tweets(size // 80))
    pages = ["\n".join(invented[first : first + PAGE]) for first in range(0, len(invented), PAGE)]
    for name, real, made in (("tweets", real_tweets, invented), ("long documents", real_documents, pages)):
        texts = list(real(size))
        kind = "real" if texts else "invented"
        yield f"{kind} {name}", [Document(str(number), text) for number, text in enumerate(texts or made)]


def seconds(work: Callable[[list[Document]], object], batches: Sequence[list[Document]]) -> float:
    """Return the CPU time of some work on all batches."""
    start = time.process_time()
    for batch in batches:
        work(batch)
    return time.process_time() - start


def steps(engine: Engine, batches: Sequence[list[Document]]) -> dict[str, float]:
    """Return the CPU time of each step by itself."""
    with undisturbed():
        taken = {"tell the language": seconds(lambda batch: [tell(each.text) for each in batch], batches)}
        found = [detect(engine, batch) for batch in batches]
        told = [[each.document for each in batch] for batch in found]
        for detector in engine.detectors:
            taken[f"detect: {detector.name}"] = seconds(detector.detect, told)
        taken["detect: all"] = seconds(partial(detect, engine), batches)
        start = time.process_time()
        for batch in found:
            for each in batch:
                decide(engine, each)
        taken["resolve, link, decide"] = time.process_time() - start
    return taken


def main() -> None:
    """Measure, and print."""
    size = int(float(sys.argv[1]) * 1e6) if len(sys.argv) > 1 else 2_000_000
    for name, documents in samples(size):
        engine = build(load_settings("default").with_model(fast=True))
        batches = [documents[first : first + BATCH] for first in range(0, len(documents), BATCH)]
        megabytes = sum(len(document.text.encode()) for document in documents) / 1e6
        first, *others = [seconds(partial(plan, engine), batches) for _ in range(4)]
        warm = min(others)
        print(f"\n{len(documents):,} {name}, {megabytes:.1f} MB, {warm / len(documents) * 1e6:,.0f} µs each")
        print(f"  first {megabytes / first:5.2f} MB/s    warm {megabytes / warm:5.2f} MB/s", flush=True)
        runs = [steps(engine, batches) for _ in range(3)]
        for step in runs[0]:
            print(f"  {step:24}{min(run[step] for run in runs) / megabytes * 1000:8.1f} ms/MB")


if __name__ == "__main__":
    main()
