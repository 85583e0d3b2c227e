"""Layouts are kept as plain data and come back; pieces are written with what is new in them."""

import pytest

from allonym.core.pieces import Layout, Piece, Slot, render
from allonym.core.types import Span

FULL = Layout("utf-8", b"\xef\xbb\xbf", ";", False, ("text", "note"), "id", "author", (3, 4), (("name", "PERSON"),))


@pytest.mark.parametrize("layout", [Layout(), FULL, Layout(text_columns=("text",))])
def test_a_layout_comes_back_from_its_data(layout: Layout) -> None:
    assert Layout.from_data(layout.as_data()) == layout


def test_data_of_older_vaults_has_fewer_names_and_of_newer_ones_perhaps_more() -> None:
    assert "labels" not in Layout().as_data()
    assert FULL.as_data()["labels"] == (("name", "PERSON"),)
    assert FULL.as_data()["bom"] == "efbbbf"
    old = {"bom": "", "text_columns": ["text"], "cuts": [1, 2], "newer": "x"}
    assert Layout.from_data(old) == Layout(text_columns=("text",), cuts=(1, 2))


def test_new_texts_stand_in_their_slots_and_none_leaves_one() -> None:
    piece = Piece(1, "a,b,é", (Slot("x", Span(0, 1), "a"), Slot("y", Span(4, 5), "é")))

    assert render(piece, [None, None], "utf-8") == "a,b,é".encode()
    assert render(piece, ["long", None], "utf-8") == "long,b,é".encode()
    assert render(piece, ["", "ö"], "latin-1") == ",b,ö".encode("latin-1")
