import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.formats.reading import joined, pieces, read, values

from allonym.core.errors import InputError
from allonym.core.pieces import Layout, Piece, render
from allonym.formats.json_file import json_file

ELEMENTS = st.one_of(
    st.text(max_size=6),
    st.none(),
    st.integers(),
    st.dictionaries(st.sampled_from(["a", "b", "c"]), st.text(max_size=6), max_size=3),
    st.lists(st.text(max_size=3), max_size=3),
)


def strings(element: object) -> list[str]:
    inner = list(element.values()) if isinstance(element, dict) else element if isinstance(element, list) else [element]
    return [each for each in inner if isinstance(each, str)]


@given(
    st.lists(ELEMENTS, max_size=5),
    st.sampled_from([None, 0, 2]),
    st.integers(1, 9),
    st.sampled_from(["", "\n", " \r\n "]),
)
def test_a_list_is_read_element_by_element(elements: list[object], indent: int | None, chunk: int, around: str) -> None:
    data = (around + json.dumps(elements, indent=indent) + around).encode()
    layout, found = read(json_file(chunk), data)
    texts = [slot.value for piece in found if isinstance(piece, Piece) for slot in piece.slots]

    assert joined(layout, found) == data
    assert len(found) == max(len(elements), 1) + bool(around)
    assert texts == [text for element in elements for text in strings(element)]


@pytest.mark.parametrize("chunk", range(1, 20))
def test_a_number_may_stand_at_the_edge_of_what_was_read(chunk: int) -> None:
    found = pieces(json_file(chunk), b'[1.5,20e5, -0.25e+10 ,"a",7E-2]')

    assert [piece.text for piece in found if isinstance(piece, Piece)] == [
        "[1.5,", "20e5,", " -0.25e+10 ,", '"a",', "7E-2]",
    ]  # fmt: skip


def test_elements_are_counted_from_one() -> None:
    found = pieces(json_file(), b'[\n  {"id": 1, "text": "a"},\n  "b", 3,\n  ["c"]\n]\n')

    assert [(piece.number, values(piece)) for piece in found[:4]] == [
        (1, {"text": "a"}),
        (2, {"": "b"}),
        (3, {}),
        (4, {"[]": "c"}),
    ]
    assert isinstance(found[0], Piece)
    assert (found[0].id, found[0].names) == ("1", ("id", "text"))


@pytest.mark.parametrize("data", [b"[]", b" [ ]\n", b"3", b"null\n", b"{}", b"  7"])
def test_a_file_without_texts_has_no_slots(data: bytes) -> None:
    layout, found = read(json_file(chunk=1), data)

    assert joined(layout, found) == data
    assert not any(values(piece) for piece in found)


def test_another_value_is_one_piece() -> None:
    found = pieces(
        json_file(chunk=2),
        b'{"messages": [{"text": "a"}, {"text": ["b"]}]}\n',
        Layout(text_columns=("messages[].text",)),
    )

    assert isinstance(found[0], Piece)
    assert [(slot.column, slot.value) for slot in found[0].slots] == [
        ("messages[].text", "a"),
        ("messages[].text[]", "b"),
    ]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"", "line 1 column 1"),
        (b"[1,\n 2,\n  secret]", "line 3 column 3"),
        (b'[1,\n {"a": "b"}\n secret', "line 3 column 2"),
        (b'[1,\n {"a" "b"}]', "line 2 column 6"),
        (b"[1] secret", "line 1 column 5"),
        (b"[1", "line 1 column 3"),
        (b"[1,]", "line 1 column 4"),
        (b'{"a": "b"', "line 1 column 10"),
        (b"[" * 1002, "line 1 column 1002: nested deeper than 1000"),
    ],
)
@pytest.mark.parametrize("chunk", [1, 4, 1000])
def test_what_is_no_json_fails_the_file_and_names_the_place(data: bytes, place: str, chunk: int) -> None:
    with pytest.raises(InputError, match=place) as caught:
        pieces(json_file(chunk), data)

    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (Layout(text_columns=("text",)), "element 2 column text: missing column"),
        (Layout(id_column="key"), "element 2 column key: missing column"),
    ],
)
def test_a_missing_column_fails_the_file(asked: Layout, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        pieces(json_file(), b'[{"key": 1, "text": "a"}, {"other": "secret"}]', asked)


def test_half_a_surrogate_pair_fails_the_file() -> None:
    with pytest.raises(InputError, match="element 1 column a: lone surrogate"):
        pieces(json_file(), b'[{"a": "\\ud800"}]')
    with pytest.raises(InputError, match="element 1: lone surrogate in a key"):
        pieces(json_file(), b'[{"\\ud800": {"\\ud800": "\\ud800"}}]')


@pytest.mark.parametrize("chunk", [1, 1000])
@pytest.mark.parametrize("data", [b'["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]', b"[" + b" " * 40 + b"]"])
def test_a_value_over_the_limit_fails_the_file(data: bytes, chunk: int) -> None:
    with pytest.raises(InputError, match="longer than 20 characters"):
        pieces(json_file(chunk, limit=20), data)


@given(st.lists(st.text(max_size=5), min_size=1, max_size=4))
def test_what_is_spelt_reads_back(texts: list[str]) -> None:
    form = json_file()
    layout, found = read(form, json.dumps([{"id": "x", "text": "old"}] * len(texts), indent=1).encode())
    rows = [piece for piece in found if isinstance(piece, Piece)]
    written = b"".join(
        render(piece, [form.spell(text, '"old"', layout)], "utf-8") for piece, text in zip(rows, texts, strict=True)
    )

    assert json.loads(written) == [{"id": "x", "text": text} for text in texts]
    assert [values(piece)["text"] for piece in pieces(form, written)] == texts
