"""A stand-in never begins a cell with a sign that makes it a formula, whatever the strategy and the label."""

import csv
import html
import io
import re
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from openpyxl.utils import get_column_letter
from tests.property.test_round_trip import STRATEGIES
from tests.unit.formats.office_files import part, with_parts, zipped
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

S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET = "xl/worksheets/sheet1.xml"
WORKBOOK = zipped({"[Content_Types].xml": "<Types/>", "xl/workbook.xml": f"<workbook {S}/>"})
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


def table(rows: list[list[str]], ending: str) -> bytes:
    """Return cells as a file: a table as text, or a workbook."""
    if ending == "xlsx":
        cells = "".join(
            f'<row r="{number}">'
            + "".join(
                f'<c r="{get_column_letter(place)}{number}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
                for place, cell in enumerate(row, 1)
            )
            + "</row>"
            for number, row in enumerate(rows, 1)
        )
        return with_parts(WORKBOOK, {SHEET: f"<worksheet {S}><sheetData>{cells}</sheetData></worksheet>"})
    out = io.StringIO(newline="")
    csv.writer(out, delimiter="\t" if ending == "tsv" else ",").writerows(rows)
    return out.getvalue().encode()


def cells_of(data: bytes, ending: str) -> list[str]:
    """Return the cells of a file, as another program reads them."""
    if ending == "xlsx":
        texts = re.findall("<t[^>]*>([^<]*)</t>", part(data, SHEET))
        return [html.unescape(text) for text in texts]
    rows = csv.reader(io.StringIO(data.decode(), newline=""), delimiter="\t" if ending == "tsv" else ",")
    return [cell for row in rows for cell in row]


@pytest.mark.parametrize("ending", ["csv", "tsv", "xlsx"])
@pytest.mark.parametrize("strategy", sorted(Registry("surrogates").names()))
def test_no_strategy_begins_a_cell_like_a_formula(strategy: str, ending: str, tmp_path: Path) -> None:
    labels = sorted(LABELS)
    data = table([[cell] * len(labels) for cell in CELLS], ending)
    there, made, back = (tmp_path / f"{name}.{ending}" for name in "abc")
    there.write_bytes(data)
    layout = Layout(header=False, labels=tuple((str(number), label) for number, label in enumerate(labels, 1)))
    vault = open_vault("memory:")
    everything = Rule("all", (), strategy, STRATEGIES.get(strategy, {}))
    tool = Pseudonymizer(replace(SETTINGS, rules=(), otherwise=everything), vault)

    pseudonymize_file(Run(tool), Source(there, there.name, choose(there.name), layout), made)

    cells = cells_of(made.read_bytes(), ending)
    assert len(cells) == len(labels) * len(CELLS)
    assert [cell for cell in cells if cell[:1] in SIGNS] == []
    recover_file(vault, Source(made, made.name, choose(made.name), Layout()), back)
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
