import tracemalloc
from collections.abc import Callable, Iterable
from itertools import chain, repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.formats.reading import Pieces, joined, read

from allonym.core.errors import InputError
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.core.protocols import Format
from allonym.formats.delimited import csv, tsv
from allonym.formats.json_file import json_file
from allonym.formats.json_lines import json_lines
from allonym.formats.text import text

Make = Callable[[int], Format]
MAKERS: dict[str, Make] = {
    "csv": lambda chunk: csv(chunk, limit=40),
    "json": lambda chunk: json_file(chunk, limit=400),
    "jsonl": lambda chunk: json_lines(chunk, limit=60),
    "text": lambda chunk: text(size=16, limit=60, chunk=chunk),
    "tsv": tsv,
}
ALPHABET = st.sampled_from(
    [*'",;\t\r\n\r\n{}[]:\\ud8 aé1\x00\ufeff\u2028', "😀", '""', '","', "\r\n", '{"a":"b"}\n', "null"]
)
TEXTS = st.lists(ALPHABET, max_size=60).map("".join)
BYTES = st.one_of(
    st.binary(max_size=60),
    TEXTS.map(str.encode),
    TEXTS.map(lambda value: value.encode("latin-1", "ignore")),
    TEXTS.map(lambda value: b"\xef\xbb\xbf" + value.encode()),
    TEXTS.map(lambda value: value.encode("utf-16")),
)
ENCODINGS = st.sampled_from(["", "utf-8", "latin-1", "cp1252", "ascii", "utf-16", "utf-16-be", "utf-32"])


def outcome(form: Format, data: bytes, asked: Layout) -> tuple[Layout, Pieces] | str:
    try:
        return read(form, data, asked)
    except InputError as error:
        return str(error)


@pytest.mark.parametrize("name", MAKERS)
@given(data=BYTES, encoding=ENCODINGS, header=st.booleans())
@settings(max_examples=250)
def test_joined_the_pieces_are_the_file(name: str, data: bytes, encoding: str, header: bool) -> None:
    found = outcome(MAKERS[name](7), data, Layout(encoding=encoding, header=header))

    assert isinstance(found, str) or joined(*found) == data


@pytest.mark.parametrize("name", MAKERS)
@given(data=BYTES, chunk=st.integers(1, 9))
@settings(max_examples=250)
def test_how_the_file_is_chunked_does_not_matter(name: str, data: bytes, chunk: int) -> None:
    asked = Layout(encoding="utf-8", header=False)
    small, large = (outcome(MAKERS[name](size), data, asked) for size in (chunk, 1000))

    # An error may name the limit or not, depending on how much was in view; it names the same place.
    assert small == large or (isinstance(small, str) and isinstance(large, str))


@pytest.mark.parametrize("name", ["csv", "tsv", "jsonl"])
@given(data=BYTES)
@settings(max_examples=250)
def test_a_file_of_rows_is_never_refused_as_a_whole(name: str, data: bytes) -> None:
    layout, found = read(MAKERS[name](64), data, Layout(encoding="utf-8", header=False))

    assert joined(layout, found) == data


@pytest.mark.parametrize("name", MAKERS)
@given(value=TEXTS)
@settings(max_examples=150)
def test_slots_lie_inside_their_piece_in_order(name: str, value: str) -> None:
    found = outcome(MAKERS[name](64), value.encode(), Layout(encoding="utf-8", header=False))

    for piece in [] if isinstance(found, str) else found[1]:
        if isinstance(piece, Piece):
            bounds = [place for slot in piece.slots for place in (slot.span.start, slot.span.end)]
            assert bounds == sorted(bounds)
            assert not bounds or bounds[-1] <= len(piece.text)


@pytest.mark.parametrize("name", ["csv", "tsv", "jsonl"])
@given(data=st.binary(max_size=80))
@settings(max_examples=150)
def test_reasons_are_made_of_our_words_only(name: str, data: bytes) -> None:
    ours = set("qwertyuiopasdfghjklzxcvbnm QWERTYUIOPASDFGHJKLZXCVBNM-0123456789;")
    found = read(MAKERS[name](64), b"\xf0\x9f\x98\x80,b\n" + data, Layout(encoding="utf-8"))[1]

    assert all(set(piece.reason) <= ours for piece in found if isinstance(piece, BrokenPiece))


class Pipe:
    """A file that is made while it is read, in pieces as they come."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts = iter(parts)

    def read(self, _size: int = -1, /) -> bytes:
        return next(self._parts, b"")


@pytest.mark.parametrize(
    ("form", "first", "row", "last"),
    [
        (csv(chunk=4096), b"id,text\n", b'7,"some words of a row"\n', b""),
        (json_lines(chunk=4096), b"\n", b'{"id": 7, "text": "some words of a row"}\n', b""),
        (json_file(chunk=4096), b"[0", b',{"id": 7, "text": "some words of a row"}\n', b"]"),
        (text(size=4096, chunk=4096), b"A line\n", b"some words of a line\n", b"end"),
    ],
)
def test_memory_does_not_grow_with_the_file(form: Format, first: bytes, row: bytes, last: bytes) -> None:
    stream = Pipe(chain([first], repeat(row * 100, 300), [last]))
    tracemalloc.start()
    try:
        count = sum(1 for _ in form.read(stream, Layout(encoding="utf-8", delimiter=",")))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert count > 100
    assert peak < 200_000
