"""How long it takes to find and to forget a person, in a small vault and in a large one.

python benchmarks/subjects.py [--documents 1000 100000] [--vault postgresql://…]

Every document names four people: few first names are common (the first one stands in one document of six),
surnames are drawn from twenty thousand. Times are processor seconds of this process, best of three.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial

from allonym import open_vault
from allonym.core.types import Edit, Manifest, Place, Span, digest
from allonym.vault.sealed import SealedVault

PEOPLE, SURNAMES, FIRST_NAMES, BATCH = 4, 20_000, 400, 500
ASKED = ("Carla Quistmark", "First0 Quistmark")


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, nargs="+", default=[1_000, 100_000])
    parser.add_argument("--vault", help="an address with {} for the number of documents; a file unless given")
    arguments = parser.parse_args()
    print("documents  keep µs/doc  find rare s  find common s  manifests opened  forget s (without rotation)")
    for count in arguments.documents:
        with tempfile.TemporaryDirectory() as folder:
            where = (arguments.vault or f"{folder}/{{}}.vault").format(count)
            with open_vault(where, "correct horse battery staple", create=True) as vault:
                print(measured(vault, count))


def measured(vault: SealedVault, count: int) -> str:
    """Fill a vault and return a line of the table."""
    manifests = list(documents(count))
    kept = timed(lambda: keep(vault, manifests))
    [rare, common] = [min(timed(partial(vault.subjects.find, name)) for _ in range(3)) for name in ASKED]
    opened = count_opened(vault, ASKED[1])
    findings = vault.subjects.find(ASKED[0])
    forgotten = timed(lambda: vault.subjects.forget(findings.sure, later=True))
    cells = f"{kept / count * 1e6:11.0f}  {rare:11.3f}  {common:13.3f}  {opened:16,}  {forgotten:8.3f}"
    return f"{count:9,}  {cells}"


def documents(count: int) -> Iterator[Manifest]:
    """Return manifests of documents with four people each; the one who is asked for stands in three of them."""
    rng = random.Random(7)
    weights = [1 / (rank + 5) for rank in range(FIRST_NAMES)]
    places = {count // 5, count // 2, count - 1}
    for number in range(count):
        first = rng.choices(range(FIRST_NAMES), weights, k=PEOPLE)
        names = [f"First{each} Surname{rng.randrange(SURNAMES)}x" for each in first]
        if number in places:
            names[-1] = ASKED[0] if number != count - 1 else ASKED[1]
        edits = tuple(
            Edit(Span(at * 20, at * 20 + 10), name, "PERSON", f"e{at + 1}", f"[PERSON_{at + 1}]")
            for at, name in enumerate(names)
        )
        texts = digest(f"out {number}"), digest(f"in {number}")
        yield Manifest(f"post-{number}", *texts, edits, place=Place(1, number, 0), author=f"u{number % 999}")


def keep(vault: SealedVault, manifests: list[Manifest]) -> None:
    """Have the vault remember them as a run does."""
    for start in range(0, len(manifests), BATCH):
        vault.remember(manifests[start : start + BATCH])


def count_opened(vault: SealedVault, name: str) -> int:
    """Return how many manifests are opened to find somebody."""
    from allonym.vault.likeness import Likeness
    from allonym.vault.subjects import names_linker

    terms = Likeness(name, None, names_linker()).terms()
    return len(vault.subjects.index.places(terms))


def timed(work: Callable[[], object]) -> float:
    """Return the processor seconds that something takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    main()
