"""Identifiers of every kind in invented sentences of eight languages, and near misses; sentences are in tests/data.

What overlaps an identifier of the same coarse label has found it. Sums and plain numbers are not counted: they are
marked, not replaced.
"""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from allonym.core.types import Document, Mention
from allonym.detectors.identifiers.patterns import FINDERS, ON_REQUEST, patterns
from allonym.languages.pack import CODES
from allonym.resolving import resolve

DATA = Path(__file__).parents[2] / "data"
NOT_COUNTED = {"MONEY", "NUMBER", "HASHTAG", "USERNAME"}


class Row(NamedTuple):
    text: str
    spans: list[tuple[int, int, str]]
    split: str


def rows(code: str, split: str) -> list[Row]:
    lines = (DATA / f"identifiers-{code}.jsonl").read_text("utf-8").splitlines()
    read = [json.loads(line) for line in lines]
    return [Row(each["text"], each["spans"], each["split"]) for each in read if each["split"] == split]


def coarse(label: str) -> str:
    return label.partition(".")[0]


def overlap(mention: Mention, span: tuple[int, int, str]) -> bool:
    start, end, label = span
    return mention.start < end and start < mention.end and coarse(mention.label) == coarse(label)


@pytest.mark.parametrize("split", ["tune", "held"])
@pytest.mark.parametrize("code", CODES)
def test_identifiers_are_found_and_near_misses_are_not(code: str, split: str) -> None:
    gold = rows(code, split)
    names = [name for name in FINDERS if name not in ON_REQUEST]
    found = patterns(names).detect([Document(str(number), row.text) for number, row in enumerate(gold)])
    hits = misses = wrong = 0
    for row, raw in zip(gold, found, strict=True):
        mentions = resolve(raw)
        for span in row.spans:
            if span[2] not in NOT_COUNTED:
                is_found = any(overlap(mention, span) for mention in mentions)
                hits += is_found
                misses += not is_found
        counted = [mention for mention in mentions if coarse(mention.label) not in NOT_COUNTED]
        wrong += sum(not any(overlap(mention, span) for span in row.spans) for mention in counted)

    assert hits / (hits + misses) >= 0.97
    assert hits / (hits + wrong) >= 0.95


@pytest.mark.parametrize("code", CODES)
def test_there_are_sentences_of_every_kind(code: str) -> None:
    all_rows = [*rows(code, "tune"), *rows(code, "held")]

    assert len(all_rows) >= 250
    assert sum(not row.spans for row in all_rows) >= 80
    assert len({span[2] for row in all_rows for span in row.spans}) >= 20
