"""Measure what the base install and each extra take on disk, from what is installed beside this interpreter.

python scripts/install_sizes.py            prints the table of docs/reference/install.md
python scripts/install_sizes.py --write    brings the page up to date; what is not installed here stays as it is there

A package counts with the disk blocks of its files and folders, compiled files included, as `du` counts them. An extra
counts with what it brings beyond the base. The base is measured only where allonym was installed from its wheel. MB are
2^20 bytes, as those of `du -m`.
"""

import argparse
import re
import sys
import sysconfig
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "install.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
SKIPPED = {"dev", "docs", "build", "fuzz"}
"""What only those who work on allonym install."""
_ROW = re.compile(r"^\| (?:the base|`(\w+)`) \|.*$", re.MULTILINE)
_BLOCK = 512


def closure(asked: list[str]) -> set[str]:
    """Return the names of all packages that requirements bring; raise PackageNotFoundError if one is not installed."""
    found: set[tuple[str, str]] = set()
    waiting = [(Requirement(each), "") for each in asked]
    while waiting:
        each, of = waiting.pop()
        if each.marker is not None and not each.marker.evaluate({"extra": of}):
            continue
        name = canonicalize_name(each.name)
        for extra in ("", *each.extras):
            if (name, extra) not in found:
                found.add((name, extra))
                waiting += [(Requirement(line), extra) for line in metadata.requires(name) or []]
    return {name for name, _ in found}


def files_of(names: set[str]) -> set[Path]:
    """Return the files and folders of packages below where packages lie."""
    below = Path(sysconfig.get_path("purelib")).resolve()
    found: set[Path] = set()
    for name in names:
        for file in metadata.distribution(name).files or []:
            path = Path(str(file.locate())).resolve()
            if path.is_relative_to(below) and path.exists():
                found |= {path, *(each for each in path.parents if each.is_relative_to(below) and each != below)}
    return found


def blocks(paths: set[Path]) -> int:
    """Return how many bytes of a disk are taken."""
    return sum(path.stat().st_blocks * _BLOCK for path in paths)


def measured() -> dict[str, tuple[str, str]]:
    """Return by name what stands in the last two columns of each row: what is brought, and how much it takes."""
    rows: dict[str, tuple[str, str]] = {}
    base: set[str] = set()
    for asked in PROJECT["dependencies"]:
        base |= _installed("the base", [asked])
    there = files_of(base)
    if len(own := files_of(_installed("the base", ["allonym"]))) > 100:
        rows[""] = (f"allonym and {len(base)} packages", _told(blocks(there | own)))
    else:
        print("the base: not measured, allonym is installed in place here, not from its wheel", file=sys.stderr)
    for extra in sorted(set(EXTRAS) - SKIPPED):
        names = _installed(extra, EXTRAS[extra]) - base
        if names:
            brought = ", ".join(f"`{name}`" for name in sorted(names, key=lambda each: -blocks(files_of({each})))[:3])
            more = f" and {len(names) - 3} more" if len(names) > 3 else ""
            rows[extra] = (brought + more, _told(blocks(files_of(names) - there)))
    return rows


def _installed(what: str, asked: list[str]) -> set[str]:
    """Return all that requirements bring; nothing, and say so, if one of them is not installed here."""
    try:
        return closure(asked)
    except metadata.PackageNotFoundError as missing:
        print(f"{what}: not measured, {missing.name} is not installed here", file=sys.stderr)
        return set()


def _told(size: int) -> str:
    return f"{size / 2**20:,.1f} MB" if size < 10 * 2**20 else f"{size / 2**20:,.0f} MB"


def filled(page: str, rows: dict[str, tuple[str, str]]) -> str:
    """Return the page with new figures in the rows that were measured."""

    def row(match: re.Match[str]) -> str:
        name = match[1] or ""
        if name not in rows:
            return match[0]
        return f"| {f'`{name}`' if name else 'the base'} | {rows[name][0]} | {rows[name][1]} |"

    return _ROW.sub(row, page)


def main() -> None:
    """Print the rows, or write them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    write = parser.parse_args().write
    rows = measured()
    if write:
        PAGE.write_text(filled(PAGE.read_text("utf-8"), rows), "utf-8", newline="\n")
    for name, (brought, size) in rows.items():
        print(f"{name or 'the base':14} {size:>9}  {brought}")


if __name__ == "__main__":
    main()
