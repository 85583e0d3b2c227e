"""How good labels are: strict F1 over persons, places and organisations, and character recall and precision of any."""

import re
from collections import defaultdict
from collections.abc import Sequence

from labels import TITLED, TITLES

from data import Row

KINDS = ("PERSON", "LOCATION", "ORGANIZATION")
_FIRST = re.compile(r"(\w+)\.?\s+(?=\S)")
Figures = dict[str, tuple[float, float, float]]
"""Per set: strict F1, character recall, character precision, in per cent."""


def untitled(row: Row, span: tuple[int, int, str]) -> tuple[int, int, str]:
    """Return a span without the titles that some sets count into the names of persons."""
    start, end, kind = span
    if kind == "PERSON" and row.source in TITLED:
        while (word := _FIRST.match(row.text, start, end)) and word[1].lower() in TITLES:
            start = word.end()
    return start, end, kind


class Score:
    """Counts hits and misses."""

    def __init__(self) -> None:
        self.hits = self.found = self.gold = self.covered = self.marked = self.characters = 0

    def add(self, row: Row, found: Sequence[tuple[int, int, str]]) -> None:
        """Count one text; handles are left out."""
        gold = {untitled(row, span) for span in row.spans if span[2] in KINDS and row.text[span[0]] != "@"}
        mine = {span for span in found if not any(span[0] < end and start < span[1] for start, end in row.ignored)}
        self.hits += len(gold & mine)
        self.found += len(mine)
        self.gold += len(gold)
        wanted = {at for start, end, _ in gold for at in range(start, end) if not row.text[at].isspace()}
        have = {at for start, end, _ in mine for at in range(start, end) if not row.text[at].isspace()}
        self.covered += len(wanted & have)
        self.characters += len(wanted)
        self.marked += len(have)

    def row(self) -> tuple[float, float, float]:
        """Return F1, character recall, character precision, in per cent."""
        precision, recall = self.hits / max(1, self.found), self.hits / max(1, self.gold)
        strict = 2 * precision * recall / max(1e-9, precision + recall)
        return tuple(
            round(100 * each, 1)
            for each in (strict, self.covered / max(1, self.characters), self.covered / max(1, self.marked))
        )


def by_source(rows: Sequence[Row], found: Sequence[Sequence[tuple[int, int, str]]]) -> Figures:
    """Return the figures of each set."""
    scores: dict[str, Score] = defaultdict(Score)
    for row, mine in zip(rows, found, strict=True):
        scores[f"{row.lang} {row.source}"].add(row, mine)
    return {name: score.row() for name, score in sorted(scores.items())}
