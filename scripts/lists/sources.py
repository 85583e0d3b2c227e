"""Write tables/sources.toml: where the tables come from, what is in them, and their hashes."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import babel
from facts import LANGUAGES, Facts
from fetch import HERE, Package

from allonym.languages.list_format import FORMS, KINDS, LEADS, NUMBERS, THINGS, WORDS

HEAD = """\
# Made by scripts/lists/build.py; `allonym lists audit` reads it. Counts are forms, variants of spelling included:
# of a source, those it was the first to tell; of a kind, all that are in the tables, per language and for "any".
"""
OWN = {
    "registry": "own",
    "version": "1",
    "licence": "Apache-2.0",
    "used": "family words, titles, streets, legal forms, nicknames, surnames, nationalities, makers, products, exonyms",
}
WORDS_USED = {
    "registry": "own",
    "version": "1",
    "licence": "Apache-2.0 (counts only; the texts are under CC BY, CC BY-SA and other open terms)",
    "used": "how common a form is as an ordinary word, four bits per language, counted in public text",
}


def write_sources(folder: Path, facts: Facts, packages: Mapping[str, Package]) -> None:
    """Write the file beside the tables."""
    if babel.__version__ != packages["babel"].version:
        raise ValueError(f"packages.toml names babel {packages['babel'].version}, installed is {babel.__version__}")
    parts = [HEAD]
    for name in (FORMS, LEADS, NUMBERS, THINGS, WORDS):
        data = (folder / name).read_bytes()
        parts.append(section(f'tables."{name}"', {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}))
    own = sorted(path for path in (HERE / "own").iterdir() if path.name != "scores.tsv.xz")
    parts.append(source("allonym", {**OWN, "sha256": _hash(own)}, facts))
    parts.append(source("word-scores", {**WORDS_USED, "sha256": _hash([HERE / "own" / "scores.tsv.xz"])}, facts))
    for name, package in sorted(packages.items()):
        if package.shipped:
            told = {key: getattr(package, key) for key in ("registry", "version", "licence", "used", "sha256")}
            parts.append(source(name, told, facts))
    parts += [section(f"kinds.{kind}", counts) for kind, counts in count_kinds(facts).items()]
    (folder / "sources.toml").write_text("\n".join(parts), "utf-8", newline="\n")


def count_kinds(facts: Facts) -> dict[str, dict[str, int]]:
    """Return, per kind, how many forms it has: in all, per language, and for any language."""
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    for _, meanings in facts:
        for kind in {fact.kind for fact in meanings}:
            of_kind = [fact for fact in meanings if fact.kind == kind]
            told = {code for fact in of_kind for code in fact.languages.split() or ["any"]}
            counts[kind].update(["forms", *told])
    return {kind: {key: found[key] for key in ("forms", *LANGUAGES, "any")} for kind, found in counts.items()}


def source(name: str, told: Mapping[str, str | int], facts: Facts) -> str:
    """Return the section of one source, with its counts per kind."""
    counts = {kind: facts.counts[name, kind] for kind in KINDS if (name, kind) in facts.counts}
    return section(f'sources."{name}"', told) + ("\n" + section(f'sources."{name}".counts', counts) if counts else "")


def section(name: str, values: Mapping[str, str | int]) -> str:
    """Return a table of TOML."""
    lines = (f"{key} = {value}" if isinstance(value, int) else f'{key} = "{value}"' for key, value in values.items())
    return f"[{name}]\n" + "\n".join(lines) + "\n"


def _hash(paths: list[Path]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()
