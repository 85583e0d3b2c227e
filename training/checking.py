"""How good networks are on dev rows: as they are, in small letters and in capitals."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import torch
from batches import CLEAN, Store
from keeping import is_kept
from kitchen import Kitchen
from labels import LABELS
from learning import read
from network import Network
from scoring import Figures, by_source
from torch.nn import functional

from allonym.detectors.model.decoding import Said, names
from allonym.detectors.model.tokens import tokens_of
from data import Row, read_gold

LANGUAGES = ("en", "fr", "de", "es", "it", "pt", "sv", "ar")
BATCH = 40_000
THRESHOLD = 0.5


def in_case(change: Callable[[str], str], text: str) -> str:
    """Return a text in another case, of the same length."""
    return "".join(new if len(new := change(character)) == 1 else character for character in text)


LOOKS = {"as is": str, "lower": partial(in_case, str.lower), "upper": partial(in_case, str.upper)}


def dev_rows(folder: Path, most: int) -> list[Row]:
    """Return the same few dev rows of each set, of those that are kept; long texts count more."""
    rows = [row for row in read_gold(folder, "dev", LANGUAGES) if is_kept(row.source, row.text)]
    random.Random(5).shuffle(rows)
    taken: dict[str, int] = {}
    made = []
    for row in rows:
        key = row.lang + row.source
        taken[key] = taken.get(key, 0) + 1 + len(row.text) // 1000
        if taken[key] <= most:
            made.append(row)
    return made


class Checker:
    """Dev rows on the device, in every look."""

    def __init__(self, kitchen: Kitchen, rows: list[Row], device: str) -> None:
        self.rows, self.device = rows, device
        self.stores = {look: self._store(kitchen, change) for look, change in LOOKS.items()}

    def _store(self, kitchen: Kitchen, change: Callable[[str], str]) -> Store:
        rows = [Row(change(row.text), row.spans, row.source, row.lang, row.ignored) for row in self.rows]
        return Store(kitchen.plain(rows).serve(), self.device)

    def check(self, networks: Sequence[Network]) -> dict[str, Figures]:
        """Return the figures of networks that vote together, for each look and set."""
        made = {}
        for look, store in self.stores.items():
            chances, found, at = self._chances(networks, store), [], 0
            for row in self.rows:
                text = LOOKS[look](row.text)
                tokens = tokens_of(text)
                said = Said.of(chances[at : at + len(tokens)])
                mine = names(text, tokens, said, said.over(THRESHOLD))
                found.append([(tokens[each.first].start, tokens[each.last].end, each.label) for each in mine])
                at += len(tokens)
            made[look] = by_source(self.rows, found)
        return made

    @torch.no_grad()
    def _chances(self, networks: Sequence[Network], store: Store) -> np.ndarray:
        found = torch.zeros(len(store.allowed), len(LABELS), device=self.device)
        for batch in store.batches(BATCH, 0):
            tokens, mask = batch
            with torch.autocast(self.device, torch.bfloat16):
                logits = [read(each, store, CLEAN, batch, hide=False)[0].float() for each in networks]
            chances = torch.stack([functional.softmax(each, -1) for each in logits]).mean(0)
            found[tokens[mask]] = chances[mask]
        return found.cpu().numpy()


def mean(figures: Figures) -> str:
    """Return the mean over sets: F1, character recall, character precision."""
    columns = zip(*figures.values(), strict=True)
    return " · ".join(f"{sum(column) / len(figures):.1f}" for column in columns)
