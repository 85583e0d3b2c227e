"""Does asking a vault cost more when it holds more? `python benchmarks/lookups.py [SMALL LARGE]`.

Two vaults in files, one with a thousand entities and one with a million, are asked in turns for entities that they know
and for new ones. Processor time of this process, the best of five rounds, and the ratio.
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from allonym.core.types import Draw
from allonym.vault.opening import open_vault
from allonym.vault.sealed import SealedVault

ASKED, ROUNDS, AT_ONCE = 1000, 5, 10_000


def numbered(draw: Draw) -> str:
    """Return the next number."""
    return f"[PERSON_{draw.number}]"


def filled(path: Path, count: int) -> SealedVault:
    """Return a vault that knows so many people."""
    vault = open_vault(path, "correct horse battery staple", create=True)
    for start in range(0, count, AT_ONCE):
        with vault.batch():
            for number in range(start, min(start + AT_ONCE, count)):
                vault.assign("corpus", "PERSON", f"person {number}", numbered)
    return vault


def known(vault: SealedVault, count: int) -> Callable[[], None]:
    """Return a question for people that the vault knows, each time others."""

    def ask() -> None:
        for number in random.sample(range(count), ASKED):
            vault.assign("corpus", "PERSON", f"person {number}", numbered)

    return ask


def new(vault: SealedVault) -> Callable[[], None]:
    """Return a question for people that the vault has never met."""
    mark = iter(range(10**9))

    def ask() -> None:
        with vault.batch():
            for _ in range(ASKED):
                vault.assign("corpus", "PERSON", f"stranger {next(mark)}", numbered)

    return ask


def cost(*questions: Callable[[], None]) -> list[float]:
    """Return the least microseconds for one of each question; they take turns."""
    best = [float("inf")] * len(questions)
    for _ in range(ROUNDS):
        for at, question in enumerate(questions):
            start = time.process_time()
            question()
            best[at] = min(best[at], (time.process_time() - start) / ASKED * 1e6)
    return best


def main(small: int, large: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        vaults = [filled(Path(folder) / f"{count}.vault", count) for count in (small, large)]
        rows = {
            "a known entity": cost(*(known(*pair) for pair in zip(vaults, (small, large), strict=True))),
            "a new entity, in a batch": cost(*(new(vault) for vault in vaults)),
        }
        print(f"| microseconds | {small:,} entities | {large:,} entities | ratio |\n|---|---:|---:|---:|")
        for name, (few, many) in rows.items():
            print(f"| {name} | {few:.0f} | {many:.0f} | {many / few:.2f} |")


if __name__ == "__main__":
    main(*(map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (1000, 1_000_000)))
