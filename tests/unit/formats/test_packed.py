"""Packed files: any format inside gz, zst and zip; bombs, cut-off and lying ones are refused."""

import gzip
import io
import tracemalloc
import zipfile
from collections.abc import Callable
from itertools import product

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.formats.passing import CANARIES, require_none_of, through

from allonym.core.errors import InputError, UsageError
from allonym.core.pieces import Layout, Piece
from allonym.formats.choosing import choose, is_known
from allonym.formats.packing import EXEMPT, Unpacked

TABLE = "id,name,text\n1,Zorblat Quux,سارة يوسف met Zorblat Quux\n2,,nobody\n".encode()
PACK: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "zst": zstandard.compress}
UNPACK: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.decompress,
    "zst": lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data),
}


def zipped(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return made.getvalue()


@pytest.mark.parametrize("packing", PACK)
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", TABLE),
        ("a.jsonl", b'{"text": "Zorblat Quux"}\n{"text": ""}\n'),
        ("a.json", b'[{"text": "Zorblat Quux"}]'),
        ("a.txt", b"Zorblat Quux was here.\n" * 50),
        ("a.html", b"<p>Zorblat <b>Quux</b></p>"),
        ("a.srt", b"1\n00:00:01,000 --> 00:00:02,000\nZorblat Quux\n"),
        ("a.mbox", b"From z Mon\nFrom: Zorblat Quux <z@example.org>\n\nZorblat Quux\n\n"),
    ],
)
def test_a_packed_file_is_read_as_what_it_holds(packing: str, name: str, data: bytes) -> None:
    made, _ = through(f"{name}.{packing}", PACK[packing](data))
    plain, _ = through(name, data)

    assert UNPACK[packing](made) == plain
    require_none_of(CANARIES, plain)


def test_what_was_packed_in_any_way_comes_back_byte_for_byte() -> None:
    for level in (0, 1, 9):
        through("a.csv.gz", gzip.compress(TABLE, level, mtime=7))
    named = io.BytesIO()
    with gzip.GzipFile("Zorblat Quux.csv", "wb", fileobj=named, mtime=1) as packed:
        packed.write(TABLE)
    made, _ = through("a.csv.gz", named.getvalue())
    require_none_of(CANARIES, made)
    through("a.csv.gz", gzip.compress(TABLE) + gzip.compress(b"3,x,Zorblat Quux\n"))
    through("a.csv.zst", zstandard.compress(TABLE, 19))


def test_labels_and_columns_go_with_it() -> None:
    layout = Layout(text_columns=("text",), labels=(("name", "PERSON"),))
    made, _ = through("a.csv.gz", gzip.compress(b"name,x,text\nZork,Anna Berg,Zork rang\n"), layout)

    assert gzip.decompress(made) == b"name,x,text\n[PERSON_1],Anna Berg,[PERSON_1] rang\n"


def test_a_row_that_cannot_be_read_is_left_out_told_and_comes_back() -> None:
    made, report = through("a.csv.gz", gzip.compress(b'id,text\n1,"Zorblat Quux\n2,fine\n'))

    assert gzip.decompress(made) == b"id,text\n2,fine\n"
    assert (report.failed, report.notes) == (1, ["row 2 is left out: unbalanced quotes"])


@pytest.mark.parametrize("packing", PACK)
def test_damaged_cut_off_and_foreign_files_are_refused(packing: str) -> None:
    whole = PACK[packing](TABLE * 50)
    for data in (
        whole[:-5],
        whole[:20],
        whole + b"Zorblat",
        b"PK\x03\x04",
        b"id,text\n",
        whole[:30] + b"\0\0\0\0" + whole[34:],
    ):
        with pytest.raises(InputError):
            through(f"a.csv.{packing}", data)
    with pytest.raises(InputError):
        through(f"a.csv.{packing}", b"")


@pytest.mark.parametrize("packing", PACK)
def test_a_bomb_is_refused_before_it_is_unpacked(packing: str) -> None:
    bomb = PACK[packing](b"a" * (4 * EXEMPT))
    stream = Unpacked(io.BytesIO(bomb), packing)

    with pytest.raises(InputError, match="100:1"):
        stream.read()
    assert stream.given < 3 * EXEMPT
    with pytest.raises(InputError, match="100:1"):
        through(f"a.txt.{packing}", bomb)


def test_no_row_of_a_bomb_is_read() -> None:
    packed = gzip.compress(b"id,text\n" + b"1,a\n" * 4_000_000)
    form = choose("a.csv.gz")
    layout = form.inspect(packed[:65536], Layout())
    with pytest.raises(InputError, match="like a bomb"):
        next(iter(form.read(io.BytesIO(packed), layout)))


@pytest.mark.parametrize("packing", PACK)
def test_memory_does_not_grow_with_the_packed_file(packing: str) -> None:
    rows = b"".join(b"%d,some words of row %d\n" % (number, number * 7919) for number in range(100_000))
    data = PACK[packing](b"id,text\n" + rows)
    form = choose(f"a.csv.{packing}")
    layout = form.inspect(data[:65536], Layout())
    tracemalloc.start()
    try:
        count = sum(1 for _ in form.read(io.BytesIO(data), layout))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert count == 100_001
    assert peak < len(rows) / 2


@given(st.binary(max_size=2000), st.integers(1, 500), st.sampled_from(sorted(PACK)))
@settings(max_examples=100)
def test_whatever_was_packed_is_unpacked(data: bytes, size: int, packing: str) -> None:
    stream = Unpacked(io.BytesIO(PACK[packing](data)), packing)
    parts = []
    while part := stream.read(size):
        assert len(part) <= size
        parts.append(part)

    assert b"".join(parts) == data


def test_formats_are_told_by_both_endings() -> None:
    assert choose("posts.csv.gz").name == "csv.gz"
    assert choose("x", "jsonl.zst").name == "jsonl.zst"
    assert choose("posts.gz", "csv").name == "csv.gz"
    assert [is_known(name) for name in ("a.gz", "a.bin.gz", "a.zip.gz", "a.csv.gz.gz", "A.CSV.GZ")] == [False] * 4 + [
        True
    ]
    with pytest.raises(UsageError, match="no format is known"):
        choose("posts.gz")


def test_an_archive_takes_each_member_through_its_own_format() -> None:
    data = zipped(
        ("posts/a.csv", TABLE),
        ("b.txt", b"Zorblat Quux"),
        ("c.html", b"<b>Zorblat</b> Quux"),
        ("d.bin", b"Zorblat Quux"),
        ("empty/", b""),
        ("e.txt", b"nobody"),
    )
    made, report = through("a.zip", data)

    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["posts/a.csv", "b.txt", "c.html", "e.txt"]
        assert archive.read("b.txt") == b"[PERSON_1]"
        require_none_of(CANARIES, b"".join(map(archive.read, archive.namelist())))
    assert report.notes == ["member 4 is withheld: no format reads it"]
    assert report.failed == 1


def test_every_member_gets_its_own_edits_whatever_stands_beside_it() -> None:
    from tests.unit.formats.office_files import paragraph, small_docx

    pa = pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'allonym[parquet]'")
    from pyarrow import feather, parquet

    table = pa.table({"id": [1, 2], "text": ["Zorblat Quux", "nobody"]})
    columns, frame = io.BytesIO(), io.BytesIO()
    parquet.write_table(table, columns)
    feather.write_feather(table, frame)
    members = {
        "docx": small_docx(paragraph("Zorblat Quux")),
        "xlsx": workbook("Zorblat Quux"),
        "parquet": columns.getvalue(),
        "feather": frame.getvalue(),
        "eml": b"From: Zorblat Quux <z@example.org>\nSubject: x\n\nZorblat Quux\n",
        "csv": TABLE,
        "txt": b"Zorblat Quux",
    }
    for first, second in product(members, repeat=2):
        made, _ = through("a.zip", zipped((f"a.{first}", members[first]), (f"b.{second}", members[second])))
        with zipfile.ZipFile(io.BytesIO(made)) as archive:
            for name in archive.namelist():
                plain, _ = through(name, members[name.partition(".")[2]])
                assert words_in(name, archive.read(name)) == words_in(name, plain)
                assert "Quux" not in words_in(name, plain)


def workbook(text: str) -> bytes:
    import openpyxl

    made, out = openpyxl.Workbook(), io.BytesIO()
    made.active.append(["text"])
    made.active.append([text])
    made.save(out)
    return out.getvalue()


def words_in(name: str, data: bytes) -> str:
    form = choose(name)
    pieces = form.read(io.BytesIO(data), form.inspect(data[:65536], Layout()))
    return "\n".join(slot.value for piece in pieces if isinstance(piece, Piece) for slot in piece.slots)


def test_a_member_that_begins_with_an_empty_line_follows_one_that_ends_with_a_lone_return() -> None:
    _, report = through("a.zip", zipped(("a.csv", b"id,text\r1,hi\r"), ("b.csv", b"\nid,text\n1,Zorblat Quux\n")))

    assert (report.documents, report.failed) == (2, 0)


def test_what_cannot_go_is_named_by_the_number_of_its_member() -> None:
    ten = [(f"f{number}.csv", b"id,text\n1,hi\n2,ho\n") for number in range(10)]
    with pytest.raises(InputError, match=r"a\.zip member 11: the name of a file holds PERSON"):
        through("a.zip", zipped(*ten, ("Zorblat Quux.csv", b"id,text\n1,hi\n")))
    with pytest.raises(InputError, match=r"a\.zip member 11 row 3: the id holds EMAIL"):
        through("a.zip", zipped(*ten, ("a.csv", b"id,text\n1,hi\nz@example.org,x\n")), Layout(id_column="id"))
    with pytest.raises(InputError, match=r"a\.zip member 11 row 1: a column name holds EMAIL"):
        through("a.zip", zipped(*ten, ("a.csv", b"id,z@example.org\n1,hi\n")))


@pytest.mark.parametrize("data", [b"", b"id,text\n", b"id,text\n1,hi\n"])
@pytest.mark.parametrize("name", ["Zorblat Quux", "letters/Zorblat Quux", "zorblat_quux_2", "ZorblatQuux"])
def test_a_member_whose_name_names_somebody_fails_the_archive(name: str, data: bytes) -> None:
    with pytest.raises(InputError, match="the name of a file holds PERSON"):
        through("a.zip", zipped(("a.txt", b"nobody"), (f"{name}.csv", data)))


def test_members_without_texts_come_back_too() -> None:
    made, _ = through("a.zip", zipped(("a.csv", b""), ("b.csv", b"id,text\n"), ("c.txt", b""), ("d.txt", b"Zork Zork")))

    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert [archive.read(name) for name in archive.namelist()][:3] == [b"", b"id,text\n", b""]


def test_all_that_is_left_out_is_counted_although_not_all_is_told() -> None:
    _, report = through("a.zip", zipped(("a.txt", b"nobody"), *((f"{n}.bin", b"x") for n in range(130))))

    assert (report.failed, len(report.notes)) == (130, 101)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (zipped(("a.zip", b"x"), ("b.txt", b"x")), "archives inside archives"),
        (zipped(("a.csv.gz", b"x")), "archives inside archives"),
        (zipped(("../a.txt", b"x")), "leads out"),
        (zipped(("/a.txt", b"x")), "leads out"),
        (zipped(("a.txt", b"a" * (2 << 20))), "100:1"),
        (zipped(("a.bin", b"x")), "no member"),
        (zipped(), "not a zip container"),
        (zipped(("a.txt", TABLE))[:-30], "damaged|cut off"),
        (b"hello", "not a zip container"),
        (zipped(("zorblat.quux@example.org.txt", b"x")), "the name of a file holds EMAIL"),
    ],
)
def test_archives_out_of_order_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        through("a.zip", data)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="same name"):
        through("a.zip", zipped(("a.txt", b"Zorblat Quux"), ("A.txt", b"x")))
