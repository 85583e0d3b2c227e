"""Where the list tables come from: tables/sources.toml, and whether the tables are those it speaks of."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from allonym.core.errors import SafetyError


@dataclass(frozen=True, slots=True)
class Source:
    """One source: where from, which version, under which terms, the hash of what was downloaded, forms per kind."""

    name: str
    registry: str
    version: str
    licence: str
    used: str
    sha256: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Table:
    """One file of tables, with its size and hash."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Sources:
    """All that sources.toml says. `kinds` counts forms: in all, per language, and for any language."""

    tables: tuple[Table, ...]
    sources: tuple[Source, ...]
    kinds: Mapping[str, Mapping[str, int]]


def read_sources(folder: Path) -> Sources:
    """Return what is known about the tables of a folder."""
    told = tomllib.loads((folder / "sources.toml").read_text("utf-8"))
    return Sources(
        tuple(Table(name, table["bytes"], table["sha256"]) for name, table in told["tables"].items()),
        tuple(Source(name, **{"counts": {}, **source}) for name, source in told["sources"].items()),
        told["kinds"],
    )


def require_unchanged(folder: Path) -> None:
    """Raise SafetyError if a table is missing or is not the one that was shipped."""
    for table in read_sources(folder).tables:
        path = folder / table.name
        if not path.is_file() or _digest(path) != table.sha256:
            raise SafetyError(f"{path}: not the table that was shipped; install allonym again")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
