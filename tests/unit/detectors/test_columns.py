"""The head of a column announces what stands in it."""

import pytest

from allonym.core.types import Document
from allonym.detectors.identifiers.columns import Columns
from allonym.detectors.identifiers.patterns import identifiers

TABLE = """Staff

Name | NPI | Room
-----|-----|-----
Mary | 6229511087 | 12
Paul | 7321650245 | 14
"""


@pytest.mark.parametrize(
    ("cell", "head"), [("6229511087", "NPI"), ("7321650245", "NPI"), ("14", "Room"), ("Mary", ""), ("NPI", "")]
)
def test_a_cell_has_what_stands_on_top_of_its_column(cell: str, head: str) -> None:
    assert Columns(TABLE).head(TABLE.index(cell)) == head


def test_a_table_ends_where_its_document_ends() -> None:
    text = f"{TABLE}\0Anna | 12345678"

    assert Columns(text).head(text.index("12345678")) == ""


def test_a_line_that_is_too_long_is_no_row() -> None:
    text = f"NPI | Room\n{'x' * 400} | 12345678"

    assert Columns(text).head(text.index("12345678")) == ""


def test_numbers_are_announced_by_their_column() -> None:
    [found] = identifiers(["identifier"]).detect([Document("staff", TABLE)])

    assert [(each.span.of(TABLE), each.label) for each in found] == [
        ("6229511087", "ID.LICENCE"),
        ("7321650245", "ID.LICENCE"),
    ]
