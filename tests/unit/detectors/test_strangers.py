"""Texts by people who had not read the rules: what they call an identifier, a date, an age is found, little else is.

A span is found if what is structured covers half of it, whatever its label; what covers no such half is wrong. "chat"
is English without capitals and marks. Spans that those people were unsure of count neither way.
"""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from allonym import Pseudonymizer
from allonym.core.types import Document
from allonym.languages.pack import CODES
from allonym.settings import load_settings

DATA = Path(__file__).parents[2] / "data"
TOOL = Pseudonymizer(load_settings("default").with_model(fast=True))
UNSTRUCTURED = frozenset(
    {
        "PERSON", "LOCATION", "ORGANIZATION", "EXTRA", "NATIONALITY", "PROFESSION", "EDUCATION", "FAMILY", "LANGUAGE",
        "SENSITIVE", "HASHTAG", "NUMBER",
    }
)  # fmt: skip
"""Names and attributes; and numbers that say nothing."""

Span = tuple[int, int]


class Row(NamedTuple):
    text: str
    spans: list[Span]
    optional: list[Span]


NAMES = [
    *(f"strangers-{code}" for code in (*CODES, "chat")),
    *(f"{name}-{code}" for name in ("others", "later", "newest", "plain") for code in CODES),
]
"""Lines of many kinds by some people; forms, notes and letters by others; what others wrote later; plain templates."""


def rows(name: str) -> list[Row]:
    lines = (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()
    read = [json.loads(line) for line in lines]
    return [Row(each["text"], [span[:2] for span in each["spans"]], each["optional"]) for each in read]


def structured(texts: list[str]) -> list[list[Span]]:
    plans = TOOL.plan_many([Document(str(place), text) for place, text in enumerate(texts)])
    return [
        [
            (mention.start, mention.end)
            for decision in plan.decisions
            for mention in decision.entity.mentions
            if mention.label.partition(".")[0] not in UNSTRUCTURED
        ]
        for plan in plans
    ]


def is_half_covered(span: Span, others: list[Span]) -> bool:
    start, end = span
    return 2 * sum(max(0, min(end, stop) - max(start, begin)) for begin, stop in others) >= end - start


@pytest.mark.parametrize("name", NAMES)
def test_what_strangers_wrote_is_found(name: str) -> None:
    gold = rows(name)
    found = structured([row.text for row in gold])
    hits = [is_half_covered(span, mine) for row, mine in zip(gold, found, strict=True) for span in row.spans]
    right = [
        is_half_covered(span, [*row.spans, *row.optional])
        for row, mine in zip(gold, found, strict=True)
        for span in mine
    ]

    assert sum(hits) / len(hits) >= 0.97
    assert sum(right) / len(right) >= 0.95


@pytest.mark.parametrize("name", NAMES)
def test_there_are_texts_with_and_without_identifiers(name: str) -> None:
    gold = rows(name)

    texts, without = (150, 45) if name.startswith(("later", "newest", "plain")) else (200, 65)
    assert len(gold) >= texts
    assert sum(not row.spans for row in gold) >= without
