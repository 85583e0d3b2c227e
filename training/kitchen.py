"""Prepares epochs in other processes while the device is busy."""

import json
import lzma
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

import numpy as np

from allonym.detectors.model.pieces import Vocabulary
from data import Arrays, Maker, Row, epoch, together

_makers: list[Maker] = []


def make_maker(folder: Path, pieces: Sequence[str], scores: np.ndarray) -> None:
    """Make the maker of arrays, once in every process."""
    with lzma.open(folder / "known.txt.xz", "rt", encoding="utf-8") as lines:
        rows = (line.rstrip("\n").split("\t") for line in lines)
        known = {form: tuple(map(int, row)) for form, row in rows}
    with lzma.open(folder / "pools.json.xz", "rt", encoding="utf-8") as file:
        pools = json.load(file)
    _makers[:] = [Maker(Vocabulary.of(zip(pieces, map(float, scores), strict=True)), known, pools)]


def _gold(rows: list[Row], seed: int, noisy: bool) -> Arrays:
    return _makers[0].gold(rows, seed, noisy=noisy)


def _raw(texts: list[str], seed: int) -> Arrays:
    return _makers[0].raw(texts, seed)


class Order:
    """Arrays that are being made."""

    def __init__(self, parts: list[Future[Arrays]]) -> None:
        self.parts = parts

    def serve(self) -> Arrays:
        """Wait for them."""
        return together([each.result() for each in self.parts])


class Kitchen:
    """The other processes."""

    def __init__(self, folder: Path, pieces: Sequence[str], scores: np.ndarray, workers: int) -> None:
        self.pool = ProcessPoolExecutor(workers, initializer=make_maker, initargs=(folder, pieces, scores))
        self.workers = workers

    def gold(self, rows: list[Row], seed: int, *, noisy: bool = True) -> Order:
        """Order an epoch of annotated text; without noise, the rows as they are."""
        mine = epoch(rows, seed) if noisy else rows
        size = -(-len(mine) // self.workers)
        return Order(
            [self.pool.submit(_gold, mine[at : at + size], seed * 1000 + at, noisy) for at in range(0, len(mine), size)]
        )

    def raw(self, texts: list[str], seed: int) -> Order:
        """Order raw text."""
        size = -(-len(texts) // self.workers)
        return Order(
            [self.pool.submit(_raw, texts[at : at + size], seed * 1000 + at) for at in range(0, len(texts), size)]
        )
