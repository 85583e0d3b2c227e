"""The rows of the experiment: a text, the label that people gave it, and, if columns say so, its part and author."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from allonym.core.errors import UsageError
from allonym.evidence.rows import cells_of
from allonym.running.sources import Source

LEAST = 10
"""A label needs so many texts: two of five go into the smallest test."""
TRAIN, TEST = "train", "test"
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns hold the label, the texts, the part (train or test) and the author."""

    label: str
    texts: tuple[str, ...] = ()
    split: str | None = None
    author: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One text with its label."""

    text: str = field(repr=False)
    label: str
    part: str = ""
    author: str = field(default="", repr=False)


def read_rows(sources: Sequence[Source], columns: Columns) -> tuple[list[Row], int]:
    """Return the rows that have a text and a label, and how many have not; rows of other parts are left out, too."""
    rows: list[Row] = []
    without: Counter[str] = Counter()
    for source in sources:
        wanted = [columns.label, *columns.texts, columns.split, columns.author]
        for _, cells in cells_of(source, [each for each in wanted if each]):
            row = _row(cells, columns)
            if reason := _useless(row, columns):
                without[reason] += 1
            else:
                rows.append(row)
    if not rows:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in without.most_common()) or "there are none"
        raise UsageError(f"no row can be used: {reasons}")
    _require_labels(rows, columns)
    return rows, without.total()


def drawn(rows: Sequence[Row], most: int, seed: int) -> list[Row]:
    """Return at most so many rows, in their order: of each label and part as large a share as it has."""
    if len(rows) <= most:
        return list(rows)
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        groups[row.label, row.part].append(at)
    chance = random.Random(seed)  # noqa: S311 - a sample that is the same each time
    chosen: list[int] = []
    for group in groups.values():
        chosen += chance.sample(group, min(len(group), max(LEAST, round(len(group) * most / len(rows)))))
    return [rows[at] for at in sorted(chosen)]


def spaced(values: Sequence[Value], most: int) -> list[Value]:
    """Return at most so many values, from the first to the last, as far apart as can be."""
    count = min(most, len(values))
    return [values[at * len(values) // count] for at in range(count)]


def _row(cells: dict[str, str], columns: Columns) -> Row:
    others = {columns.label, columns.split, columns.author, "id"}
    texts = columns.texts or tuple(name for name in cells if name not in others)
    words = "\n".join(cells[name] for name in texts if cells.get(name, "").strip())
    part = cells.get(columns.split, "").strip().lower() if columns.split else ""
    return Row(words, cells.get(columns.label, "").strip(), part, cells.get(columns.author or "", ""))


def _useless(row: Row, columns: Columns) -> str:
    """Return why nothing can be learnt from a row; nothing, if it can."""
    if columns.split is not None and row.part not in (TRAIN, TEST):
        return f"that say neither train nor test in the column {columns.split!r}"
    if not row.text.strip():
        return "without a text"
    if not row.label:
        return f"without a label in the column {columns.label!r}"
    return ""


def _require_labels(rows: Iterable[Row], columns: Columns) -> None:
    counts = Counter(row.label for row in rows)
    if columns.split is not None:
        parts = Counter(row.part for row in rows)
        if not parts[TRAIN] or not parts[TEST]:
            raise UsageError(
                f"the column {columns.split!r} must say train and test; it says train in {parts[TRAIN]:,} rows and "
                f"test in {parts[TEST]:,}, and other rows are left out"
            )
    if len(counts) < 2:
        raise UsageError(f"the column {columns.label!r} has {len(counts)} different labels; to tell apart it takes two")
    if few := [label for label, count in counts.items() if count < LEAST]:
        raise UsageError(
            f"{len(few)} of {len(counts)} labels in the column {columns.label!r} stand on fewer than {LEAST} texts; "
            "is it a column of labels? Leave rare ones out, or put them together"
        )
