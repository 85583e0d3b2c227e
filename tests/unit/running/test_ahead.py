"""A writer with workers reads some batches ahead, each input once, and tells what went wrong at its place."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from allonym import Pseudonymizer
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.protocols import Readable
from allonym.core.types import Document
from allonym.formats.json_lines import JsonLinesFormat
from allonym.pooling.pool import Pool
from allonym.running.ahead import Ahead, Errand
from allonym.running.files import Run, pseudonymize_file
from allonym.running.finding import FoundPlans
from allonym.running.rewriting import _read_ahead
from allonym.running.sources import Source
from allonym.settings import load_settings

FAST = load_settings("default").with_model(fast=True)


@dataclass(frozen=True)
class Counting(JsonLinesFormat):
    """JSON lines that count the pieces that were read."""

    read_pieces: Counter[str] = field(default_factory=Counter)

    def read(self, stream: Readable, layout: Layout) -> Iterator[Piece | BrokenPiece]:
        for piece in super().read(stream, layout):
            self.read_pieces["all"] += 1
            yield piece


@dataclass
class Room:
    """Takes so many documents ahead."""

    most: int
    told: list[str] = field(default_factory=list)
    taken: int = 0
    read: int = 0

    def has_room(self) -> bool:
        return len(self.told) - self.taken < self.most

    def foresee(self, documents: Sequence[Document]) -> None:
        self.told += [each.id for each in documents]

    def is_read(self) -> None:
        self.read += 1


def batches(
    count: int, error: Exception | None = None
) -> Iterator[tuple[int, list[Piece | BrokenPiece], list[Document]]]:
    for number in range(count):
        yield 1, [], [Document(str(number), "Anna")]
    if error is not None:
        raise error


def test_batches_come_in_order_and_no_more_are_read_than_there_is_room_for() -> None:
    room = Room(3)
    seen = []
    for _, _, (document,) in _read_ahead(batches(10), room):
        assert len(room.told) - room.taken <= 3
        assert document.id in room.told
        seen.append(document.id)
        room.taken += 1

    assert seen == [str(number) for number in range(10)]
    assert room.read > 0


def test_what_goes_wrong_in_reading_is_told_after_what_stands_before_it() -> None:
    reads = _read_ahead(batches(4, ValueError("torn")), Room(100))
    seen = [next(reads)[2][0].id for _ in range(4)]

    assert seen == ["0", "1", "2", "3"]
    with pytest.raises(ValueError, match="torn"):
        next(reads)


def write(path: Path, count: int) -> Path:
    rows = [{"id": f"{path.stem}{number}", "text": f"Anna Berg wrote to x{number}@y.org"} for number in range(count)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_with_workers_an_input_is_read_once_to_write_and_once_to_prove(tmp_path: Path) -> None:
    tool = Pseudonymizer(FAST, chance=b"k" * 32)
    counting = Counting()
    layout = Layout(text_columns=("text",), id_column="id")
    sizes = {"one": 1300, "two": 40, "three": 700}
    paths = [write(tmp_path / f"{name}.jsonl", size) for name, size in sizes.items()]
    sources = [Source(path, path.name, counting, layout) for path in paths]
    outputs: dict[bool, list[bytes]] = {}
    for workers in (0, 1):
        made = [tmp_path / f"{path.stem}.{workers}.out" for path in paths]
        if not workers:
            for source, output in zip(sources, made, strict=True):
                pseudonymize_file(Run(tool), source, output)
        else:
            counting.read_pieces.clear()
            with Pool([FAST], workers) as pool:
                ahead = Ahead(pool, [Errand(tool, source, 0) for source in sources], {id(tool): 0})
                for source, output in zip(sources, made, strict=True):
                    run = replace(Run(tool), plans=FoundPlans(tool, source, ahead))
                    pseudonymize_file(run, source, output)
        outputs[bool(workers)] = [each.read_bytes() for each in made]

    assert outputs[True] == outputs[False]
    # To write and to prove is twice; of the inputs to come, the scout may have read the beginnings.
    assert 2 * sum(sizes.values()) <= counting.read_pieces["all"] <= 2 * sum(sizes.values()) + 40 + 700
    assert b"[PERSON_1]" in outputs[True][0]
