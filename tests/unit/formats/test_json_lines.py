import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.formats.reading import broken, joined, pieces, read, values

from allonym.core.errors import InputError
from allonym.core.pieces import BrokenPiece, Layout, Piece, render
from allonym.formats.json_lines import json_lines


def one(line: str, asked: Layout | None = None) -> Piece:
    [piece] = pieces(json_lines(), line.encode(), asked)
    assert isinstance(piece, Piece)
    return piece


def fault(line: str, asked: Layout | None = None) -> tuple[str, str | None]:
    layout, [piece] = read(json_lines(), line.encode(), asked)
    assert isinstance(piece, BrokenPiece)
    assert joined(layout, [piece]) == line.encode()
    return piece.reason, piece.column


def test_lines_keep_their_ends_and_count_empty_ones() -> None:
    data = b'{"text": "a"}\r\n\n \t\r\n{"text": "b\xe2\x80\xa8"}'
    layout, found = read(json_lines(chunk=3), data)

    assert joined(layout, found) == data
    assert [(piece.number, values(piece)) for piece in found] == [
        (1, {"text": "a"}),
        (2, {}),
        (3, {}),
        (4, {"text": "b\u2028"}),
    ]


def test_all_strings_but_the_id_are_texts_unless_told() -> None:
    piece = one('{"Id": "7", "a": {"b": "x", "n": 1}, "tags": ["y", {"z": "w"}], "e": "\\u00e9", "none": null}')

    assert piece.id == "7"
    assert values(piece) == {"a.b": "x", "tags[]": "y", "tags[].z": "w", "e": "é"}
    assert piece.names == ("Id", "a", "b", "n", "tags", "z", "e", "none")


def test_slots_hold_the_quotes() -> None:
    line = '{"text" : "a\\tb"}'
    [slot] = one(line).slots

    assert slot.span.of(line) == '"a\\tb"'


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("a", {"a.b": "x", "a.c[]": "y"}),
        ("a.c", {"a.c[]": "y"}),
        ("a.c[]", {"a.c[]": "y"}),
        ("ab", {"ab": "z"}),
        ("n", {}),
        ("o", {}),
        ("n.inner", {}),
        ("l[].inner", {}),
        ("x.y", {"x.y": "v"}),
    ],
)
def test_a_text_column_takes_all_that_is_under_it(column: str, expected: dict[str, str]) -> None:
    line = '{"a": {"b": "x", "c": ["y"]}, "ab": "z", "n": null, "o": {}, "l": [], "x.y": "v"}'

    assert values(one(line, Layout(text_columns=(column,)))) == expected


@pytest.mark.parametrize("line", ['{"b": "x"}', '{"a": 1}', '{"a": {"bc": "x"}}', '{"a": [{"b": 1}]}'])
def test_a_missing_text_column_breaks_the_row(line: str) -> None:
    assert fault(line, Layout(text_columns=("a.b",))) == ("missing column", "a.b")


@pytest.mark.parametrize(("raw", "expected"), [('"x"', "x"), ("7", "7"), ("-1.50", "-1.50"), ('"\\u0041"', "A")])
def test_ids_and_authors_are_strings_or_numbers(raw: str, expected: str) -> None:
    piece = one(f'{{"user": {{"name": {raw}, "key": {raw}}}}}', Layout(id_column="user.key", author_column="user.name"))

    assert (piece.id, piece.author) == (expected, expected)
    assert "user.key" not in values(piece)


def test_an_id_nobody_asked_for_may_be_missing() -> None:
    assert one('{"id": null, "text": "a"}').id is None
    assert one('{"text": "a"}').id is None


@pytest.mark.parametrize(("line", "reason"), [('{"id": 1}', "missing column"), ('{"key": null}', "no id")])
def test_an_id_that_was_asked_for_must_be_there(line: str, reason: str) -> None:
    assert fault(line, Layout(id_column="key")) == (reason, "key")


def test_what_a_second_id_says_is_a_text() -> None:
    piece = one('{"id": "1", "id": "words"}')

    assert (piece.id, values(piece)) == ("1", {"id": "words"})


def test_an_id_that_is_a_text_column_is_both() -> None:
    piece = one('{"id": "words"}', Layout(text_columns=("id",)))

    assert (piece.id, values(piece)) == ("words", {"id": "words"})


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('["secret"]\n', "not an object"),
        ('"secret"\n', "not an object"),
        ('{"a": secret}\n', "not valid JSON at character 7 of the row"),
        ('{"a": "secret"} x\n', "not valid JSON at character 17 of the row"),
        ('{"a": NaN}\n', "not valid JSON at character 7 of the row"),
        ('{"a":' * 1001 + "1" + "}" * 1001, "nested deeper than 1000 at character 5001 of the row"),
        ('{"\\udc00": 1}', "lone surrogate in a key"),
    ],
)
def test_a_line_that_is_no_object_is_broken(line: str, reason: str) -> None:
    assert fault(line) == (reason, None)


def test_half_a_surrogate_pair_breaks_the_row_if_it_is_in_a_text() -> None:
    line = '{"a": "x", "b": "\\ud83d"}'

    assert fault(line) == ("lone surrogate", "b")
    assert values(one(line, Layout(text_columns=("a",)))) == {"a": "x"}
    assert values(one('{"a": "\\ud83d\\ude00"}')) == {"a": "😀"}


def test_broken_rows_keep_their_numbers() -> None:
    data = b'{"a": "b"}\n{\n\n{"a": "\xff"}\n{"a": "c"}'
    layout, found = read(json_lines(chunk=2), data)

    assert joined(layout, found) == data
    assert [piece.number for piece in broken(found)] == [2, 4]
    assert broken(found)[1].reason.startswith("not valid utf-8 at byte 8 of the row")


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_a_line_over_the_limit_is_broken_in_slices(chunk: int) -> None:
    data = b'{"a": "bbbbbbbbbbbbbbbbb"}\n{"a": "c"}\n'
    layout, found = read(json_lines(chunk, limit=12), data)

    assert joined(layout, found) == data
    assert {(piece.number, piece.reason) for piece in broken(found)} == {(1, "longer than 12 characters")}
    assert found[-1].number == 2
    assert values(found[-1]) == {"a": "c"}


@given(
    value=st.text(max_size=12),
    like=st.sampled_from(['"x"', '"\\u00e9"', '"é"', '"\\n"', '""', '"\\/"']),
    encoding=st.sampled_from(["utf-8", "ascii", "iso8859-1", "cp1252", "utf-16-le"]),
)
def test_what_is_spelt_reads_back(value: str, like: str, encoding: str) -> None:
    layout = Layout(encoding=encoding)
    like = like if encoding != "ascii" or like.isascii() else '"x"'
    line = f'{{"text": {like}, "n": 1}}\n'.encode(encoding)
    [piece] = json_lines().read(io.BytesIO(line), layout)
    assert isinstance(piece, Piece)
    written = render(piece, [json_lines().spell(value, like, layout)], encoding)
    [again] = json_lines().read(io.BytesIO(written), layout)

    assert values(again) == {"text": value}
    assert json.loads(written.decode(encoding)) == {"text": value, "n": 1}


@pytest.mark.parametrize(
    ("like", "encoding", "raw"),
    [
        ('"x"', "utf-8", '"é€\\n\u2028"'),
        ('"\\u007f"', "utf-8", '"é€\\n\u2028"'),
        ('"\\u00e9"', "utf-8", '"\\u00e9\\u20ac\\n\\u2028"'),
        ('"é\\u00e9"', "utf-8", '"é€\\n\u2028"'),
        ('"x"', "iso8859-1", '"é\\u20ac\\n\\u2028"'),
    ],
)
def test_letters_are_escaped_as_the_file_does_and_the_encoding_needs(like: str, encoding: str, raw: str) -> None:
    assert json_lines().spell("é€\n\u2028", like, Layout(encoding=encoding)) == raw


def test_half_a_surrogate_pair_is_not_spelt() -> None:
    with pytest.raises(InputError, match="surrogate"):
        json_lines().spell("\ud800", '"x"', Layout())
