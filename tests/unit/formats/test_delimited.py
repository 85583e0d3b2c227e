import csv as standard
import io
from typing import Literal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.unit.formats.reading import broken, joined, pieces, read, values

from allonym.core.errors import InputError, UsageError
from allonym.core.pieces import BrokenPiece, Layout, Piece, render
from allonym.formats.delimited import csv, sniff, tsv

CELLS = st.text(alphabet='ab ",;\t|\r\n\x00\x0b\x85\u2028é😀', max_size=8)
TABLES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=6)
)
Mode = Literal[0, 1]
MODES: list[Mode] = [standard.QUOTE_MINIMAL, standard.QUOTE_ALL]


def all_values(found: list[Piece | BrokenPiece]) -> list[list[str]]:
    return [list(values(piece).values()) for piece in found]


@given(
    table=TABLES, mode=st.sampled_from(MODES), delimiter=st.sampled_from(",;\t|"), end=st.sampled_from(["\n", "\r\n"])
)
def test_what_the_standard_library_writes_is_read(table: list[list[str]], mode: Mode, delimiter: str, end: str) -> None:
    # Up to Python 3.12 the library leaves a lone carriage return bare, which it cannot read itself.
    assume(mode == standard.QUOTE_ALL or end == "\r\n" or not any("\r" in cell for row in table for cell in row))
    sheet = io.StringIO()
    standard.writer(sheet, quoting=mode, delimiter=delimiter, lineterminator=end).writerows(table)
    data = sheet.getvalue().encode()
    layout, found = read(csv(chunk=5), data, Layout(encoding="utf-8", header=False, delimiter=delimiter))

    assert joined(layout, found) == data
    assert all_values(found) == table


@given(st.text(alphabet='ab",\r\n', max_size=25))
def test_rows_are_those_of_the_standard_library_unless_they_are_broken(content: str) -> None:
    found = pieces(csv(), content.encode(), Layout(header=False, delimiter=","))
    assume(not broken(found))
    expected = list(standard.reader(io.StringIO(content, newline=""), strict=True))

    assert [row for row in all_values(found) if row] == [row for row in expected if row]


@given(
    place=st.sampled_from([(1, 0), (2, 0), (2, 1), (3, 1)]),
    like=st.sampled_from(["x", "", '"x"', '""', '"a""b"', 'a"b']),
    value=CELLS,
    delimiter=st.sampled_from(",\t|^"),
    end=st.sampled_from(["\n", "\r\n", "\r", ""]),
)
@settings(max_examples=300)
def test_what_is_spelt_reads_back(place: tuple[int, int], like: str, value: str, delimiter: str, end: str) -> None:
    width, column = place
    assume(width > 1 or like)
    cells = ["1"] * width
    cells[column] = like
    asked = Layout(encoding="utf-8", header=False, delimiter=delimiter, text_columns=(str(column + 1),))
    layout, [piece] = read(csv(), (delimiter.join(cells) + end).encode(), asked)
    assert isinstance(piece, Piece)
    written = render(piece, [csv().spell(value, like, layout)], "utf-8")
    [again] = csv().read(io.BytesIO(written), layout)

    assert list(values(again).values()) == [value]


@given(value=CELLS, quoted=st.booleans())
def test_the_style_of_the_row_is_kept(value: str, quoted: bool) -> None:
    layout = Layout(encoding="utf-8", delimiter=",")
    raw = csv().spell(value, '"x"' if quoted else "x", layout)

    assert raw.startswith('"') or not quoted
    assert csv().spell(value, raw, layout) == raw


@pytest.mark.parametrize(
    ("value", "raw"),
    [("a b", "a b"), ("a,b", '"a,b"'), ("", '""'), ('"', '""""'), ('5"', '5"'), ("a\rb", '"a\rb"'), ("a;b", "a;b")],
)
def test_a_bare_cell_is_quoted_only_if_it_must_be(value: str, raw: str) -> None:
    assert csv().spell(value, "x", Layout(delimiter=",")) == raw


def test_a_cell_the_encoding_lacks_is_refused() -> None:
    with pytest.raises(InputError, match="ascii"):
        csv().spell("é", "x", Layout(encoding="ascii", delimiter=","))


def test_rows_are_counted_with_the_header_and_empty_lines() -> None:
    found = pieces(csv(), b"\nid,text\r\n\r\n1,a\r2,b\n")

    assert found[:3] == [Piece(1, "\n"), Piece(2, "id,text\r\n", names=("id", "text"), header=True), Piece(3, "\r\n")]
    assert [(piece.number, values(piece)["text"]) for piece in found[3:]] == [(4, "a"), (5, "b")]


def test_id_and_author_are_told_apart_from_texts() -> None:
    [_, row] = pieces(csv(), b'ID,user,text,n\n7,"A ""B""",hi,3', Layout(text_columns=("text",), author_column="user"))

    assert isinstance(row, Piece)
    assert (row.id, row.author, values(row)) == ("7", 'A "B"', {"text": "hi"})


def test_all_columns_but_the_id_are_texts_unless_told() -> None:
    [_, row] = pieces(csv(), b"a,key,a,,a\n1,2,3,4,5\n", Layout(id_column="key"))

    assert isinstance(row, Piece)
    assert (row.id, values(row)) == ("2", {"a": "1", "a#2": "3", "4": "4", "a#3": "5"})


def test_columns_without_a_header_are_numbers() -> None:
    [row] = pieces(csv(), b"x,y\n", Layout(header=False, text_columns=("2",), id_column="1"))

    assert isinstance(row, Piece)
    assert (row.number, row.id, row.header, values(row)) == (1, "x", False, {"2": "y"})


@pytest.mark.parametrize(
    "asked", [Layout(text_columns=("txet",)), Layout(id_column="txet"), Layout(author_column="txet")]
)
def test_an_unknown_column_is_refused_without_the_names_of_the_others(asked: Layout) -> None:
    with pytest.raises(UsageError, match=r"^no column is called 'txet'; the first row has 2 cells$"):
        pieces(csv(), b"id,text\n1,secret\n", asked)


@pytest.mark.parametrize(
    ("row", "reason", "column"),
    [
        (b"1,b\n", "2 cells where the header has 3", "text"),
        (b"1,b,c,d\n", "4 cells where the header has 3", "4"),
        (b'1,"b"x,c\n', "unbalanced quotes", "user"),
        (b'1,b,"c\n', "unbalanced quotes", "text"),
        (b'"1""\n', "unbalanced quotes", "id"),
        (b'1,b,c,"\n', "more than 3 cells where the header has 3", "4"),
        (b"1,b,\xff\n", "not valid utf-8 at byte 5 of the row; name another encoding with --encoding", "text"),
        (b"    \n", "1 cells where the header has 3", "user"),
    ],
)
def test_a_broken_row_is_left_out_and_the_others_go_on(row: bytes, reason: str, column: str | None) -> None:
    data = b"id,user,text\n0,a,b\n" + row + b"2,c,d\n3,e,f"
    layout, found = read(csv(chunk=4), data)

    assert joined(layout, found) == data
    assert broken(found) == [BrokenPiece(3, row, reason, column)]
    assert [values(piece)["text"] for piece in found[1:] if isinstance(piece, Piece)] == ["b", "d", "f"]


def test_only_the_first_line_of_a_broken_row_is_left_out() -> None:
    data = b'id,text\n1,"a\n2,b"\n3,"c\nd",e\n4,f\n'
    found = pieces(csv(), data)

    assert [piece.raw for piece in broken(found)] == [b'3,"c\n']
    assert all_values(found[1:2]) == [["a\n2,b"]]
    assert [values(piece) for piece in found[3:]] == [{"text": "e"}, {"text": "f"}]


def test_the_first_row_is_the_measure_without_a_header() -> None:
    [_, row] = broken_or_not = pieces(csv(), b"a,b\nc\n", Layout(header=False))

    assert broken(broken_or_not) == [row]
    assert row == BrokenPiece(2, b"c\n", "1 cells where the first row has 2", "2")


@pytest.mark.parametrize(
    ("header", "reason"),
    [(b'id,"text\n', "unbalanced quotes"), (b"id,t\xff\n", "not valid utf-8 at byte 5 of the row")],
)
def test_a_broken_header_fails_the_file(header: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=f"row 2, the header: {reason}"):
        pieces(csv(), b"\n" + header + b"1,b\n")


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_a_row_over_the_limit_is_broken_with_its_first_line(chunk: int) -> None:
    data = b'id,text\n1,"aaaaaaaa\nbbbbbbbbbbbbbb"\n2,"c\nd"\n'
    layout, found = read(csv(chunk, limit=20), data)

    assert joined(layout, found) == data
    assert [(piece.number, piece.raw, piece.reason) for piece in broken(found)] == [
        (2, b'1,"aaaaaaaa\n', "unbalanced quotes"),
        (3, b'bbbbbbbbbbbbbb"\n', "1 cells where the header has 2"),
    ]
    assert values(found[-1]) == {"text": "c\nd"}


def test_a_row_may_go_over_the_limit_after_its_quotes_too() -> None:
    found = pieces(csv(limit=12), b'id,text\n"1\n",aaaaaaaaaaaa\n2,b\n')

    assert [piece.raw for piece in broken(found)] == [b'"1\n', b'",aaaaaaaaaaa', b"a\n"]
    assert broken(found)[0].reason == "longer than 12 characters"


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_a_line_over_the_limit_is_broken_in_slices(chunk: int) -> None:
    data = b'id,text\n1,aaaaaaaaaaaaaa,"\n2,b\n'
    layout, found = read(csv(chunk, limit=10), data)

    assert joined(layout, found) == data
    assert {(piece.number, piece.reason) for piece in broken(found)} == {(2, "longer than 10 characters")}
    assert [piece.raw for piece in broken(found)] == [b"1,aaaaaaaaa", b'aaaaa,"\n']
    assert found[-1].number == 3
    assert values(found[-1]) == {"text": "b"}


def test_a_stray_quote_costs_little_time() -> None:
    row = b'x","y\n'
    found = pieces(csv(), b"a,b\n" + row * 20_000)

    assert len(found) == 20_001


@pytest.mark.parametrize(
    ("head", "delimiter"),
    [
        ("id,text\n1,a;b;c\n", ","),
        ("id;text\n1,5;a\n2,7;b\n", ";"),
        ("id\ttext\n1\ta, b\n", "\t"),
        ("id|text\n", "|"),
        ('"a,b,c";d\n"x,""y"";z";w\n', ";"),
        ('id;"text, never closed', ";"),
        ("text\nno, delimiter\n", ";"),
        ('text\n"no, delimiter"\n', ","),
        ("", ","),
    ],
)
def test_the_delimiter_is_found_outside_quotes(head: str, delimiter: str) -> None:
    assert sniff(head) == delimiter


def test_an_asked_delimiter_wins() -> None:
    assert csv().inspect(b"a,b,c\n", Layout(delimiter=";")).delimiter == ";"
    assert tsv().inspect(b"a,b,c\n", Layout()).delimiter == "\t"


@pytest.mark.parametrize("delimiter", ['"', "\n", "::"])
def test_a_delimiter_that_cannot_be_one_is_refused(delimiter: str) -> None:
    with pytest.raises(UsageError, match="delimiter is one character"):
        csv().inspect(b"", Layout(delimiter=delimiter))


def test_nul_and_odd_line_separators_are_characters() -> None:
    [_, row] = pieces(csv(), "id,text\n1,a\x00b\x0b\x0c\x1c\x85\u2028\n".encode())

    assert values(row) == {"text": "a\x00b\x0b\x0c\x1c\x85\u2028"}
