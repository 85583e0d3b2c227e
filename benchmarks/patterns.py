"""How fast the pattern layer reads tweets, and what reading them joined instead of one by one is worth.

python benchmarks/patterns.py
"""

import time
from collections.abc import Callable

from texts import tweets

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import patterns


def rate(size: int, work: Callable[[], object]) -> float:
    """Return megabytes per CPU second, the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return size / best / 1e6


def main() -> None:
    """Measure, and print."""
    texts = list(tweets(50_000))
    documents = [Document(str(number), text) for number, text in enumerate(texts)]
    size = sum(len(text.encode()) for text in texts)
    detector = patterns()

    def joined() -> int:
        return sum(
            len(found)
            for start in range(0, len(documents), 500)
            for found in detector.detect(documents[start : start + 500])
        )

    def alone() -> int:
        return sum(len(detector.detect([document])[0]) for document in documents)

    mentions = joined()
    fast, slow = rate(size, joined), rate(size, alone)
    print(f"{len(texts):,} tweets, {size / 1e6:.1f} MB, {mentions:,} mentions")
    print(f"pattern layer, batches of 500   {fast:6.1f} MB/s per core")
    print(f"pattern layer, one by one       {slow:6.1f} MB/s per core   ({fast / slow:.1f} times slower)")


if __name__ == "__main__":
    main()
