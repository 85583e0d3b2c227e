"""Lines that look like the one before are read by one expression; it reads them as everything else is read."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.formats.reading import Pieces, read

from allonym.core.pieces import Layout
from allonym.formats import json_shape
from allonym.formats.json_lines import json_lines
from allonym.formats.json_record import Record, roles
from allonym.formats.json_scan import scan_whole

LAYOUTS = [
    Layout(),
    Layout(text_columns=("text",)),
    Layout(text_columns=("text", "more"), id_column="id", author_column="user"),
    Layout(text_columns=("text",), labels=(("user", "PERSON"),)),
]
LINES = [
    '{"id": "1", "user": "Anna", "text": "a", "more": null}',
    '{"id":"2","user":"Bo","text":"b","more":"c"}',
    '{ "id" : 3 , "user" : null , "text" : "d\\ne\\u00e9\\/\\"" , "more" : -1.5e+3 } ',
    '{"id": "4", "user": 7, "text": "\\ud800", "more": true}',
    '{"id": "5", "user": "", "text": "", "more": false}',
    '{"id": "6", "user": "x", "text": "\\u12g4", "more": 1}',
    '{"id": "7", "user": "x", "text": "tab\tinside", "more": 1}',
    '{"id": "8", "user": "x", "text": "y", "more": 01}',
    '{"id": "9", "user": "x", "text": ["y"], "more": 1}',
    '{"id": "10", "user": "x", "text": "y"}',
    '{"user": "x", "id": "11", "text": "y", "more": "z"}',
    '{"id": "12", "id": "13", "user": "x", "text": "y", "more": "z"}',
    '{"\\u0069d": "14", "user": "x", "text": "y", "more": "z"}',
    '{"id": null, "user": "x", "text": "y", "more": "z"}',
    '{"id": "15", "user": "x", "text": "y", "more": "z"} x',
    "{}",
    "",
    "[1]",
]
VALUES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5) | st.lists(st.text())
)


def both_ways(data: bytes, layout: Layout) -> tuple[Pieces, Pieces]:
    shaped = read(json_lines(), data, layout)[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_shape, "_MOST_TRIES", 0)
        return shaped, read(json_lines(), data, layout)[1]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_are_read_alike_after_whichever_line_was_learnt(layout: Layout, end: str) -> None:
    for first in LINES:
        shaped, scanned = both_ways(end.join([LINES[0], first, *LINES]).encode(), layout)

        assert shaped == scanned


@given(st.lists(st.fixed_dictionaries({"id": VALUES, "text": VALUES}), max_size=5), st.booleans(), st.booleans())
@settings(max_examples=200)
def test_any_values_are_read_alike(rows: list[dict[str, object]], is_tight: bool, is_ascii: bool) -> None:
    separators = (",", ":") if is_tight else None
    lines = [json.dumps(row, ensure_ascii=is_ascii, separators=separators) for row in rows]
    shaped, scanned = both_ways("\n".join(lines).encode("utf-8", "surrogatepass"), Layout(text_columns=("text",)))

    assert shaped == scanned


def test_a_line_that_looks_alike_is_read_by_its_shape() -> None:
    layout = Layout(text_columns=("text",))
    shapes = json_shape.Shapes(layout, roles(layout))
    shapes.learn(LINES[0], scan_whole(LINES[0]))

    assert isinstance(shapes.read(LINES[2]), Record)
    assert shapes.read(LINES[9]) is None


def test_of_shapes_that_change_all_the_time_only_a_few_are_learnt() -> None:
    layout = Layout()
    shapes = json_shape.Shapes(layout, roles(layout))
    lines = [f'{{"k{number}": "a"}}' for number in range(20)]
    for line in lines:
        shapes.learn(line, scan_whole(line))

    assert [line for line in lines if shapes.read(line)] == [lines[7]]
