import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.formats.reading import pieces

from allonym.core.errors import InputError
from allonym.core.pieces import Layout, Piece, Slot, render
from allonym.core.types import Span
from allonym.formats.text import text


def cut(data: str, size: int = 10, limit: int = 30) -> list[str]:
    found = pieces(text(size, limit, chunk=3), data.encode())
    return [piece.text for piece in found if isinstance(piece, Piece)]


def test_a_file_is_one_text() -> None:
    assert pieces(text(), "É\r\nb".encode()) == [Piece(1, "É\r\nb", (Slot("", Span(0, 4), "É\r\nb"),))]


def test_an_empty_file_has_no_pieces() -> None:
    assert pieces(text(), b"") == []


@pytest.mark.parametrize(
    ("data", "parts"),
    [
        ("aa\n\nbb\ncc\ndd", ["aa\n\nbb\ncc\n", "dd"]),
        ("aaaa\n\nbb\ncc\ndd", ["aaaa\n\n", "bb\ncc\ndd"]),
        ("aaaa\r\n\r\nbb\ncc", ["aaaa\r\n\r\n", "bb\ncc"]),
        ("aa bb\ncc dd ee", ["aa bb\n", "cc dd ee"]),
        ("aa bb cc dd ee", ["aa bb cc ", "dd ee"]),
        ("aa\u3000bbbbbbbbbbb", ["aa\u3000", "bbbbbbbbbbb"]),
        ("aaaaaaaaa\r\nbb", ["aaaaaaaaa\r\n", "bb"]),
        ("aa\raaaaaa\r\nbb", ["aa\r", "aaaaaa\r\nbb"]),
        ("aaaaaaaaaaaaa\r\nb", ["aaaaaaaaaaaaa\r\n", "b"]),
        ("aaaaaaaaaaaaa", ["aaaaaaaaaaaaa"]),
        ("aaaaaaaaaa", ["aaaaaaaaaa"]),
    ],
)
def test_a_large_text_is_cut_where_a_reader_pauses(data: str, parts: list[str]) -> None:
    assert cut(data) == parts


@given(st.text(alphabet="a\r\n \u2028", max_size=80), st.integers(1, 9))
def test_a_line_end_is_never_cut_in_two(data: str, size: int) -> None:
    parts = cut(data, size, limit=1000)

    assert "".join(parts) == data
    assert not any(left.endswith("\r") and right.startswith("\n") for left, right in pairwise(parts))


def test_a_text_without_white_space_is_refused() -> None:
    with pytest.raises(InputError, match="no white space within 30"):
        cut("a" * 31)


@given(st.lists(st.text(alphabet="aé \r\n😀", max_size=9), min_size=1, max_size=9))
def test_told_cuts_are_made_exactly_there(parts: list[str]) -> None:
    encoded = [part.encode("utf-16-le") for part in parts]
    layout = Layout(encoding="utf-16-le", bom=b"\xff\xfe", cuts=tuple(map(len, encoded)))
    found = list(text().read(io.BytesIO(b"\xff\xfe" + b"".join(encoded)), layout))

    assert [piece.text for piece in found] == parts
    assert all(len(piece.slots) == 1 for piece in found)


@pytest.mark.parametrize(
    ("cuts", "reason"), [((2, 3), "length"), ((2,), "length"), ((3, 1), "not valid utf-8 at byte 3")]
)
def test_cuts_that_do_not_fit_the_file_are_refused(cuts: tuple[int, ...], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        list(text().read(io.BytesIO("abé".encode()), Layout(encoding="utf-8", cuts=cuts)))


def test_a_text_is_spelt_as_it_is() -> None:
    [piece] = text().read(io.BytesIO(b"ab"), Layout())
    raw = text().spell('"É\n', "ab", Layout(encoding="utf-8"))

    assert render(piece, [raw], "utf-8") == '"É\n'.encode()


def test_a_text_that_cannot_be_encoded_is_refused() -> None:
    with pytest.raises(InputError, match="iso8859-1"):
        text().spell("€", "ab", Layout(encoding="iso8859-1"))
