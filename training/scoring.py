"""How good labels are: strict F1 over persons, places and organisations, and character recall and precision of any."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from allonym.detectors.model.tokens import Token
from data import Row

KINDS = ("PERSON", "LOCATION", "ORGANIZATION")
Figures = dict[str, tuple[float, float, float]]
"""Per set: strict F1, character recall, character precision, in per cent."""


def spans(tokens: Sequence[Token], chances: np.ndarray, threshold: float = 0.5) -> list[tuple[int, int, str]]:
    """Return names: rows of tokens that are likelier inside a name than outside."""
    kinds = chances[:, 1:7].reshape(-1, 3, 2)
    inside = kinds.sum((1, 2)) > threshold
    which = kinds.sum(2).argmax(1)
    made: list[list] = []
    for place in np.flatnonzero(inside):
        kind = which[place]
        begins = kinds[place, kind, 0] > kinds[place, kind, 1]
        if made and made[-1][1] == place - 1 and made[-1][2] == kind and not begins:
            made[-1][1] = place
        else:
            made.append([place, place, kind])
    return [(tokens[first].start, tokens[last].end, KINDS[kind]) for first, last, kind in made]


class Score:
    """Counts hits and misses."""

    def __init__(self) -> None:
        self.hits = self.found = self.gold = self.covered = self.marked = self.characters = 0

    def add(self, row: Row, found: Sequence[tuple[int, int, str]]) -> None:
        """Count one text; handles are left out."""
        gold = {span for span in row.spans if span[2] in KINDS and not row.text[span[0] : span[1]].startswith("@")}
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
