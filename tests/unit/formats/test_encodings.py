import codecs
import io

import pytest
from tests.unit.formats.reading import broken, joined, pieces, read, values

from allonym.core.errors import InputError, UsageError
from allonym.core.pieces import BrokenPiece, Layout, Piece
from allonym.formats.delimited import csv
from allonym.formats.encodings import normalize, require_encodable, with_encoding
from allonym.formats.json_lines import json_lines
from allonym.formats.text import text

SINGLE_BYTE = [
    "ascii",
    "mac-roman",
    *(f"iso-8859-{part}" for part in range(1, 17) if part != 12),
    *(f"cp125{part}" for part in range(9)),
]


@pytest.mark.parametrize("encoding", SINGLE_BYTE)
def test_every_byte_of_an_accepted_encoding_comes_back(encoding: str) -> None:
    name = normalize(encoding)

    for byte in (bytes([number]) for number in range(256)):
        character = byte.decode(name, "surrogateescape")
        assert character.encode(name, "surrogateescape") == byte


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("UTF8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("latin-1", "iso8859-1"),
        ("windows-1252", "cp1252"),
        ("l9", "iso8859-15"),
    ],
)
def test_an_encoding_has_one_name(asked: str, name: str) -> None:
    assert normalize(asked) == name


@pytest.mark.parametrize("asked", ["utf-7", "shift_jis", "gb18030", "utf-9", "rot13", "idna", "a\0b", "é", "cp437"])
def test_encodings_that_do_not_give_bytes_back_are_refused(asked: str) -> None:
    with pytest.raises(UsageError, match="unsupported encoding"):
        normalize(asked)


@pytest.mark.parametrize(
    ("mark", "asked", "encoding"),
    [
        (codecs.BOM_UTF8, "", "utf-8"),
        (codecs.BOM_UTF8, "utf-8", "utf-8"),
        (codecs.BOM_UTF16_LE, "", "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16", "utf-16-be"),
        (codecs.BOM_UTF32_LE, "", "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32", "utf-32-be"),
    ],
)
def test_a_byte_order_mark_tells_the_encoding(mark: bytes, asked: str, encoding: str) -> None:
    layout = with_encoding(mark + "id".encode(encoding), Layout(encoding=asked))

    assert (layout.encoding, layout.bom) == (encoding, mark)


def test_a_mark_of_another_encoding_is_text() -> None:
    layout = with_encoding(codecs.BOM_UTF8 + b"id", Layout(encoding="latin-1"))

    assert (layout.encoding, layout.bom) == ("iso8859-1", b"")


def test_utf_16_without_a_mark_is_little_endian_if_asked_for() -> None:
    assert with_encoding(b"a\0", Layout(encoding="utf-16")).encoding == "utf-16-le"


def test_utf_16_that_nobody_named_is_refused_rather_than_read_as_nul_characters() -> None:
    with pytest.raises(InputError, match="byte order mark"):
        with_encoding("Some words of a text.".encode("utf-16-le"), Layout())


def test_a_few_nul_characters_are_text() -> None:
    assert with_encoding(b"one\0two" + b"x" * 100, Layout()).encoding == "utf-8"


def test_a_mark_in_the_middle_is_text() -> None:
    layout, found = read(csv(), "\ufefftext\n\ufeffa\n".encode())

    assert layout.bom == codecs.BOM_UTF8
    assert values(found[1]) == {"text": "\ufeffa"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("marked", [True, False])
def test_wide_and_narrow_files_read_alike(encoding: str, marked: bool) -> None:
    content = 'id,text\r\n1,"É, 😀"\r\n'
    data = (("\ufeff" if marked else "") + content).encode(encoding)
    layout, found = read(csv(chunk=3), data, Layout(encoding=encoding))

    assert bool(layout.bom) is marked
    assert joined(layout, found) == data
    assert values(found[1]) == {"text": "É, 😀"}


@pytest.mark.parametrize(
    ("data", "byte"),
    [(b"\xff\xfea\0\x00\xdcb\0", 5), (b"\xff\xfea\0b\0\x00\xd8", 7), (b"\xff\xfea\0b", 5)],
)
@pytest.mark.parametrize("chunk", [1, 2, 3, 100])
def test_a_bad_unit_of_utf_16_fails_the_file_and_names_the_byte(data: bytes, byte: int, chunk: int) -> None:
    with pytest.raises(InputError, match=f"not valid utf-16-le at byte {byte} of the file"):
        pieces(csv(chunk=chunk), data, Layout(header=False))


def test_a_row_that_does_not_decode_is_broken_and_the_others_go_on() -> None:
    data = b"id,text\n1,caf\xe9\n2,caf\xc3\xa9\n"
    layout, found = read(csv(), data)

    assert joined(layout, found) == data
    assert found[1] == BrokenPiece(
        2, b"1,caf\xe9\n", "not valid utf-8 at byte 6 of the row; name another encoding with --encoding", "text"
    )
    assert values(found[2]) == {"text": "café"}


@pytest.mark.parametrize(("encoding", "bad"), [("cp1252", b"\x81"), ("ascii", b"\xe9"), ("cp1253", b"\xd2")])
def test_a_byte_without_a_meaning_breaks_its_row(encoding: str, bad: bytes) -> None:
    data = b'{"text": "a"}\n{"text": "' + bad + b'"}\n'
    layout, found = read(json_lines(), data, Layout(encoding=encoding))

    assert joined(layout, found) == data
    assert [piece.number for piece in broken(found)] == [2]
    assert broken(found)[0].reason.startswith(f"not valid {encoding} at byte 11 of the row")


def test_old_encodings_read_and_write_their_letters() -> None:
    layout, found = read(csv(), b"text\n\x80 caf\xe9\n", Layout(encoding="cp1252"))

    assert values(found[1]) == {"text": "€ café"}
    assert csv().spell("ß€", "x", layout) == "ß€"


def test_a_value_the_encoding_lacks_is_refused_without_its_words() -> None:
    with pytest.raises(InputError, match=r"character 3 .* ascii") as caught:
        require_encodable("abé", "ascii")

    assert "é" not in str(caught.value)


def test_a_text_that_does_not_decode_is_refused_with_byte_and_line() -> None:
    with pytest.raises(InputError, match="byte 10 of the file, on line 3; name another encoding"):
        pieces(text(chunk=4), b"\xef\xbb\xbfa\nb\ncd\xe9f\n")


def test_a_file_that_lost_its_mark_is_refused() -> None:
    layout = Layout(encoding="utf-8", bom=codecs.BOM_UTF8)

    with pytest.raises(InputError, match="byte order mark"):
        joined(layout, list(csv().read(io.BytesIO(b"id\n"), layout)))


def test_a_file_of_only_a_mark_has_no_pieces() -> None:
    for form in (csv(), json_lines(), text()):
        assert pieces(form, codecs.BOM_UTF8) == []


def test_reprs_hold_no_words() -> None:
    found = pieces(csv(), b"id,text\nsecret,secret\n\xffsecret\n")

    assert isinstance(found[1], Piece)
    assert "secret" not in repr(found)
