"""Prepares epochs in other processes while the device is busy."""

import json
import lzma
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
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


def _gold(rows: list[Row], seed: int, look: int | None) -> Arrays:
    return _makers[0].gold(rows, seed, look)


def _raw(texts: list[str], seed: int, look: int) -> Arrays:
    return _makers[0].raw(texts, seed, look)


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
        self.pool = ProcessPoolExecutor(
            workers, get_context("spawn"), initializer=make_maker, initargs=(folder, pieces, scores)
        )
        self.workers = workers

    def plain(self, rows: list[Row]) -> Order:
        """Order annotated text as it is."""
        return self._parts(_gold, rows, 1, None)

    def gold(self, rows: list[Row], seed: int, look: int) -> Order:
        """Order an epoch of annotated text: the same seed gives the same words, the same look their noise."""
        return self._parts(_gold, epoch(rows, seed), seed, look)

    def raw(self, texts: list[str], seed: int, look: int) -> Order:
        """Order raw text."""
        return self._parts(_raw, texts, seed, look)

    def _parts(self, make: Callable[..., Arrays], all_of_it: list, seed: int, look: int | None) -> Order:
        size = -(-len(all_of_it) // self.workers)
        made = []
        for at in range(0, len(all_of_it), size):
            of_look = None if look is None else look * 100_000 + at // size
            made.append(self.pool.submit(make, all_of_it[at : at + size], seed * 100_000 + at // size, of_look))
        return Order(made)
