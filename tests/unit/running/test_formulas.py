"""A stand-in never begins a cell with a sign that makes it a formula, whatever the strategy and the label."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from tests.property.test_round_trip import STRATEGIES
from tests.unit.formats.passing import SETTINGS, through

from allonym import Pseudonymizer, open_vault
from allonym.core.labels import LABELS
from allonym.core.pieces import Layout
from allonym.core.registry import Registry
from allonym.core.splice import splice
from allonym.core.types import Document, Edit, Plan, Result, Span
from allonym.formats.choosing import choose
from allonym.policy.rules import Rule
from allonym.running.files import Run, pseudonymize_file, recover_file
from allonym.running.formulas import SIGNS, without_formula
from allonym.running.sources import Source

CELLS = (
    "Anna Berg",
    "+46 70 174 06 05",
    "@anna_b",
    "-12",
    "=1+1",
    "2018-12-01",
    "anna@example.org",
    "-Anna =2",
    "٠٥٠١",
)


@pytest.mark.parametrize("strategy", sorted(Registry("surrogates").names()))
def test_no_strategy_begins_a_cell_like_a_formula(strategy: str, tmp_path: Path) -> None:
    labels = sorted(LABELS)
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerows([cell] * len(labels) for cell in CELLS)
    data = out.getvalue().encode()
    there, made, back = tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "c.csv"
    there.write_bytes(data)
    layout = Layout(header=False, labels=tuple((str(number), label) for number, label in enumerate(labels, 1)))
    vault = open_vault("memory:")
    everything = Rule("all", (), strategy, STRATEGIES.get(strategy, {}))
    tool = Pseudonymizer(replace(SETTINGS, rules=(), otherwise=everything), vault)

    pseudonymize_file(Run(tool), Source(there, "a.csv", choose("a.csv"), layout), made)

    cells = [cell for row in csv.reader(io.StringIO(made.read_text("utf-8"), newline="")) for cell in row]
    assert len(cells) == len(labels) * len(CELLS)
    assert [cell for cell in cells if cell[:1] in SIGNS] == []
    recover_file(vault, Source(made, "b.csv", choose("b.csv"), Layout()), back)
    assert back.read_bytes() == data


def result(text: str, *edits: Edit) -> tuple[Document, Result]:
    document = Document("d", text)
    new, spans = splice(text, edits)
    return document, Result("d", new, edits, spans, Plan("d", document.digest(), ()))


def test_what_was_there_before_stays_as_it_was() -> None:
    pair = result("=1+1 Anna", Edit(Span(5, 9), "X"))

    assert without_formula(*pair) is pair[1]


def test_a_formula_that_a_deletion_lays_bare_is_marked() -> None:
    assert without_formula(*result("Anna=1+1", Edit(Span(0, 4), ""))).text == "'=1+1"


def test_a_handle_at_the_beginning_of_a_cell_is_marked_and_comes_back() -> None:
    made, _ = through("t.csv", b"n,text\n1,@anna_b hello\n", profile="cloaked-realistic")

    assert made.startswith(b"n,text\n1,'@")


def test_texts_that_are_no_cells_are_left_alone() -> None:
    made, _ = through("t.jsonl", b'{"text": "@anna_b hello"}\n', profile="cloaked-realistic")

    assert made.startswith(b'{"text": "@')
