"""Rounds of a search for what is left: their report as data, their history, and the words that the next run denies.

    round 1: 284  ->  round 2: 53  ->  round 3: 0

A report as data has places and counts, and words only if they are asked for. The history is read from the report of
the round before.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from allonym import __version__
from allonym.core.errors import UsageError
from allonym.evidence.values import Leftover, Residue
from allonym.running.publishing import publish
from allonym.running.reports import Problem

Data = dict[str, Any]
KIND = "allonym residual"
_VERSION = 1
_SHORTEST_TERM = 3
LIMITS = (
    (
        "The sweep knows only what the vault knows: a name that nobody has ever replaced is found by the second "
        "opinion alone, or not at all."
    ),
    "Dates, ages, amounts and other words that stand everywhere are not swept, nor numbers of fewer than five digits.",
    "Nicknames, translations, other scripts and slips of the pen of an original are other words, and are not swept.",
    "An ordinary word that is also a name is looked for with a capital letter only.",
    "Nothing found is no proof that nobody can be recognised: context may point to a person.",
)


@dataclass(frozen=True, slots=True)
class Round:
    """How one round ended."""

    number: int
    findings: int
    hints: int
    texts: int


def history(path: Path | None) -> list[Round]:
    """Return the rounds that the report of the round before tells of; none without one."""
    if path is None or not path.exists():
        return []
    try:
        data = json.loads(path.read_text("utf-8"))
        told = {KIND: data["rounds"]}[data["kind"]]
        return [Round(*(int(each[name]) for name in ("round", "findings", "hints", "texts"))) for each in told]
    except (OSError, ValueError, KeyError, TypeError, RecursionError, OverflowError):
        raise UsageError(f"{path} is no report of `allonym residual`; name another file") from None


def countable(before: Iterable[Round], turn: int) -> int:
    """Return the number under which a round may be signed: its own, if all rounds before it are known, else 1."""
    return turn if set(range(1, turn)) <= {each.number for each in before} else 1


def with_round(before: Iterable[Round], residue: Residue, number: int | None) -> list[Round]:
    """Return the rounds with this one, which takes the place of one with its number and of all after it."""
    kept = list(before)
    turn = number if number is not None else max((each.number for each in kept), default=0) + 1
    now = Round(turn, len(residue.findings), len(residue.hints), residue.texts)
    return [*(each for each in kept if each.number < turn), now]


def as_data(residue: Residue, rounds: Sequence[Round], *, show: bool) -> Data:
    """Return a report as plain data."""
    return {
        "kind": KIND,
        "version": _VERSION,
        "tool": __version__,
        "files": list(residue.files),
        "digests": list(residue.digests),
        "texts": residue.texts,
        "characters": residue.characters,
        "originals": residue.originals,
        "changed": residue.changed,
        "profiles": list(residue.profiles),
        "detectors": list(residue.detectors),
        "findings": len(residue.findings),
        "hints": len(residue.hints),
        "counts": residue.counts(),
        "kept": dict(residue.kept),
        "rounds": [
            {"round": each.number, "findings": each.findings, "hints": each.hints, "texts": each.texts}
            for each in rounds
        ],
        "found": [_leftover(each, show=show) for each in residue.found],
        "notes": list(residue.notes),
        "limits": list(LIMITS),
    }


def place_of(each: Leftover) -> str:
    """Return where something stands, for people: never words, and no column that is not a plain name."""
    where = each.where
    column = Problem(where.file, "", where.row, where.column).plain_column()
    parts = [where.file, f"row {where.row}" if where.row is not None else "", f"column {column}" if column else ""]
    return ", ".join(part for part in (*parts, where.part) if part)


def deny(path: Path, residue: Residue) -> int:
    """Add all findings to a file of terms that `--terms` reads, which only you can read; return how many are new."""
    try:
        kept = path.read_bytes() if path.exists() else b""
        known = kept.decode("utf-8-sig").splitlines()
        wanted = dict.fromkeys(f"{_term(each.words)}\t{each.label}" for each in residue.findings)
        have = {line.partition("\t")[0].casefold() for line in known}
        news = [line for line in wanted if line.partition("\t")[0].casefold() not in have | {""}]
        with publish(path, private=True) as (_, stream):
            stream.write(kept + (b"\n" if kept and not kept.endswith(b"\n") else b""))
            stream.writelines(f"{line}\n".encode() for line in news)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot write the word list {path}: {type(error).__name__}") from None
    return len(news)


def _term(words: str) -> str:
    """Return words as a line of a list has them; nothing for an initial, which would stand for half of every text."""
    # A line that begins so would be read as a comment.
    term = " ".join(words.split()).removeprefix("# ")
    return term if sum(map(str.isalnum, term)) >= _SHORTEST_TERM else ""


def _leftover(each: Leftover, *, show: bool) -> Data:
    where = each.where
    column = Problem(where.file, "", where.row, where.column).plain_column()
    data = {
        "file": where.file,
        "row": where.row,
        "column": column or None,
        "part": where.part or None,
        "start": each.span.start,
        "end": each.span.end,
        "label": each.label,
        "severity": each.severity,
        "source": each.source,
        "variant": each.variant or None,
    }
    return {**data, "words": each.words, "before": each.before, "after": each.after} if show else data
