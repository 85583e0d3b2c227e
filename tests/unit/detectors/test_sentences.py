"""Everyday sentences of eight languages with identifiers and near misses, read by all detectors together.

An identifier is found if mentions of its label, or of one above or below it, cover nine tenths of it. What is found in
no identifier of its label is wrong; names, dates and streets are not counted.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from allonym.core.types import Document, Mention
from allonym.languages.pack import CODES
from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import load_settings

DATA = Path(__file__).parents[2] / "data"
MARK = re.compile(r"\[\[(.+?)\|([A-Z.|]+)\]\]")
COUNTED = {
    "EMAIL", "PHONE", "URL", "IP", "MAC", "IBAN", "BIC", "CARD", "ACCOUNT", "CRYPTO", "MONEY", "CONTRACT", "ID",
    "PLATE", "VIN", "TRANSPORT", "FLIGHT", "COORDINATES",
}  # fmt: skip


class Marked(NamedTuple):
    """A marked stretch of a sentence, and the labels that are right for it."""

    start: int
    end: int
    labels: tuple[str, ...]


def unmark(line: str) -> tuple[str, list[Marked]]:
    """Return a sentence without its marks, and what they mark."""
    text, marked, at = "", [], 0
    for match in MARK.finditer(line):
        text += line[at : match.start()]
        marked.append(Marked(len(text), len(text) + len(match[1]), tuple(match[2].split("|"))))
        text += match[1]
        at = match.end()
    return text + line[at:], marked


def sentences(code: str) -> Iterator[tuple[str, list[Marked]]]:
    for line in (DATA / f"sentences-{code}.txt").read_text("utf-8").splitlines():
        if not line.startswith("# "):
            yield unmark(line)


def fits(label: str, marked: Marked) -> bool:
    return any(f"{label}.".startswith(f"{each}.") or f"{each}.".startswith(f"{label}.") for each in marked.labels)


def is_found(marked: Marked, mentions: list[Mention]) -> bool:
    covered = sum(
        max(0, min(marked.end, each.end) - max(marked.start, each.start))
        for each in mentions
        if fits(each.label, marked)
    )
    return covered >= 0.9 * (marked.end - marked.start)


def is_right(mention: Mention, marked: list[Marked]) -> bool:
    return any(mention.start < each.end and each.start < mention.end and fits(mention.label, each) for each in marked)


@pytest.fixture(scope="module")
def tool() -> Pseudonymizer:
    detectors = ("patterns", "identifiers", "life", "lists")
    return Pseudonymizer(replace(load_settings("default"), detectors=detectors))


@pytest.mark.parametrize("code", CODES)
def test_identifiers_are_found_and_near_misses_are_not(code: str, tool: Pseudonymizer) -> None:
    rows = list(sentences(code))
    plans = tool.plan_many([Document(str(number), text) for number, (text, _) in enumerate(rows)])
    found, right = [], []
    for (_, marked), plan in zip(rows, plans, strict=True):
        mentions = [mention for each in plan.decisions for mention in each.entity.mentions]
        found += [is_found(each, mentions) for each in marked]
        right += [is_right(each, marked) for each in mentions if each.label.partition(".")[0] in COUNTED]

    assert len(rows) > 300
    assert sum(found) / len(found) >= 0.97
    assert sum(right) / len(right) >= 0.95
