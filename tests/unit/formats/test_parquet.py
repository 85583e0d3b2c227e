import io
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from tests.unit.formats.office_files import NAMES, WORDS, changed_since, there_and_back

from allonym.core.errors import InputError, MissingExtra, UsageError
from allonym.core.pieces import Layout
from allonym.core.types import Edit, Span
from allonym.formats import arrow_tables
from allonym.formats.arrow_message import codec_of
from allonym.formats.columns import UnknownColumn
from allonym.formats.parquet import parquet
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.checking import hinted
from allonym.settings import load_settings

pa = pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'allonym[parquet]'")
pq = pytest.importorskip("pyarrow.parquet")

ZELDA, ORVILLE, WILHELMINA = NAMES
PATHS = ["text", "kind", "user.name", "tags[]", "deep[].a[]", "map[].key", "map[].value", "pair[]", "large"]
"""Where a table has texts."""


def table() -> Any:
    """A table with texts at every kind of place, and with nulls at every level."""
    made = pa.table(
        {
            "id": [1, 2, 3, 4],
            "text": [f"Dear {ZELDA}", "nothing", None, ZELDA],
            "kind": pa.array(["a", ORVILLE, None, "a"]).dictionary_encode(),
            "user": pa.array([{"name": ZELDA, "n": 1}, None, {"name": None, "n": 3}, {"name": "", "n": 4}]),
            "tags": pa.array([[ZELDA, "b"], None, [], [None, ORVILLE]]),
            "deep": pa.array([[{"a": [WILHELMINA]}], [], None, [{"a": None}, None]]),
            "map": pa.array([[("k", ZELDA)], None, [], [("c", "z")]], pa.map_(pa.string(), pa.string())),
            "pair": pa.array([[ZELDA, "b"], None, ["d", "e"], ["f", None]], pa.list_(pa.string(), 2)),
            "large": pa.array([ZELDA, "a", "b", "c"], pa.large_string()),
            "when": pa.array([1, 2, None, 4], pa.timestamp("ns", "UTC")),
            "price": pa.array([1, 2, 3, None], pa.int64()).cast(pa.decimal128(20, 0)),
            "raw": pa.array([b"1", b"2", None, b"4"]),
        }
    )
    return made.replace_schema_metadata({"note": "made for a test", "pandas": "{}"})


def written(given: Any, **options: Any) -> bytes:
    out = io.BytesIO()
    pq.write_table(given, out, **options)
    return out.getvalue()


def as_arrow(given: Any, *, is_file: bool = True, codec: str | None = None, rows: int = 2) -> bytes:
    out = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression=codec, unify_dictionaries=True)
    make = pa.ipc.new_file if is_file else pa.ipc.new_stream
    with make(out, given.schema, options=options) as writer:
        writer.write_table(given, max_chunksize=rows)
    return out.getvalue()


def read_arrow(data: bytes) -> Any:
    opened = pa.ipc.open_file(data) if data.startswith(b"ARROW1") else pa.ipc.open_stream(data)
    return opened.read_all()


def leaks(data: bytes, made: Any) -> list[str]:
    """Return the words of the originals that stand in a file, packed or not."""
    shown = repr(made.drop_columns(["when"]).to_pylist()) + repr(made.schema.metadata)
    return [word for word in WORDS if word.encode() in data or word in shown]


@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "brotli", "zstd", "lz4"])
@pytest.mark.parametrize("dictionary", [True, False])
def test_a_parquet_file_comes_back_byte_for_byte(codec: str, dictionary: bool) -> None:
    given = written(table(), compression=codec, row_group_size=2, use_dictionary=dictionary)
    taken = there_and_back("a.parquet", given)
    old, new = pq.ParquetFile(io.BytesIO(given)), pq.ParquetFile(io.BytesIO(taken.made))

    assert taken.back == given
    assert leaks(taken.made, new.read()) == []
    assert new.schema_arrow.equals(old.schema_arrow, check_metadata=True)
    assert new.num_row_groups == old.num_row_groups == 2
    for number in range(old.metadata.num_columns):
        one, other = (each.metadata.row_group(0).column(number) for each in (old, new))
        assert (one.path_in_schema, one.compression) == (other.path_in_schema, other.compression)
        assert one.has_dictionary_page == other.has_dictionary_page
    for column in ("id", "when", "price", "raw"):
        assert new.read().column(column).equals(old.read().column(column))


@pytest.mark.parametrize(
    ("is_file", "codec"), [(True, None), (True, "lz4"), (True, "zstd"), (False, None), (False, "zstd")]
)
def test_an_arrow_file_comes_back_byte_for_byte(is_file: bool, codec: str | None) -> None:
    given = as_arrow(table(), is_file=is_file, codec=codec)
    taken = there_and_back("a.arrow", given)
    old, new = read_arrow(given), read_arrow(taken.made)

    assert taken.back == given
    assert leaks(taken.made, new) == []
    assert new.schema.equals(old.schema, check_metadata=True)
    assert codec_of(io.BytesIO(taken.made)) == codec
    assert [len(batch) for batch in new.to_batches()] == [2, 2]
    for column in ("id", "when", "price", "raw"):
        assert new.column(column).equals(old.column(column))


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow"])
def test_texts_are_replaced_wherever_they_stand_and_nulls_stay(name: str) -> None:
    given = written(table()) if name == "a.parquet" else as_arrow(table())
    made = there_and_back(name, given).made
    new = pq.read_table(io.BytesIO(made)) if name == "a.parquet" else read_arrow(made)
    first, second, third, fourth = new.drop_columns(["when", "price", "raw"]).to_pylist()

    assert first == {
        "id": 1,
        "text": "Dear [PERSON_1]",
        "kind": "a",
        "user": {"name": "[PERSON_1]", "n": 1},
        "tags": ["[PERSON_1]", "b"],
        "deep": [{"a": ["[PERSON_2]"]}],
        "map": [("k", "[PERSON_1]")],
        "pair": ["[PERSON_1]", "b"],
        "large": "[PERSON_1]",
    }
    assert (second["user"], second["tags"], second["deep"], second["map"], second["pair"]) == (
        None,
        None,
        [],
        None,
        None,
    )
    assert (third["text"], third["user"], third["tags"], third["deep"]) == (None, {"name": None, "n": 3}, [], None)
    assert (fourth["user"]["name"], fourth["tags"], fourth["deep"]) == ("", [None, "[PERSON_2]"], [{"a": None}, None])


@pytest.mark.parametrize("path", PATHS)
def test_a_path_names_one_column(path: str) -> None:
    given = written(table())
    taken = there_and_back("a.parquet", given, Layout(text_columns=(path,)))
    old, new = pq.read_table(io.BytesIO(given)), pq.read_table(io.BytesIO(taken.made))
    top = path.partition(".")[0].partition("[")[0]

    assert taken.back == given
    assert [name for name in old.column_names if not old.column(name).equals(new.column(name))] in ([top], [])
    assert path.endswith("key") or not old.column(top).equals(new.column(top))


def test_id_author_and_label_columns() -> None:
    layout = Layout(text_columns=("text",), id_column="id", author_column="user.name", labels=(("kind", "ORG"),))
    pieces = list(parquet().read(io.BytesIO(written(table())), layout))

    assert [(piece.id, piece.author) for piece in pieces[2:]] == [("1", ZELDA), ("2", None), ("3", None), ("4", None)]
    assert [[(slot.column, slot.label) for slot in piece.slots] for piece in pieces[2:4]] == [
        [("text", ""), ("kind", "ORG")],
        [("text", ""), ("kind", "ORG")],
    ]


@pytest.mark.parametrize(
    ("layout", "reason"),
    [
        (Layout(text_columns=("txt",)), "'txt' is not there"),
        (Layout(text_columns=("when",)), "'when' holds no strings"),
        (Layout(id_column="key"), "no column is called 'key'"),
        (Layout(author_column="who"), "no column is called 'who'"),
        (Layout(id_column="text", labels=(("text", "PERSON"),)), "cannot be the id"),
    ],
)
def test_a_column_that_is_not_there_is_a_usage_error(layout: Layout, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        there_and_back("a.parquet", written(table()), layout)


def told(columns: dict[str, list[object]], layout: Layout) -> str:
    with pytest.raises(UnknownColumn) as refused:
        there_and_back("a.parquet", written(pa.table(columns)), layout)
    return str(hinted(Pseudonymizer(load_settings("default").with_model(fast=True)), refused.value))


def test_only_columns_with_texts_are_suggested_and_none_that_names_somebody() -> None:
    plain: dict[str, list[object]] = {"texts": ["a"], "txtt": [1], "when": [2]}
    people: dict[str, list[object]] = {"a.berg@example.org": ["a"], "texts": ["b"]}

    assert told(plain, Layout(text_columns=("txt",))).endswith("did you mean 'texts'?")
    assert "did you mean" not in told({"txtt": [1], "other": ["a"]}, Layout(text_columns=("txt",)))
    assert told(plain, Layout(id_column="whn")).endswith("did you mean 'when'?")
    assert told(people, Layout(text_columns=("berg@example",))).endswith("is not there, of the 2 of the file")


def test_words_that_nobody_sees_are_gone() -> None:
    hidden = pa.DictionaryArray.from_arrays(pa.array([1, 1]), pa.array([ZELDA, "x"]))
    full = pa.array(["x", ZELDA])
    under = pa.Array.from_buffers(pa.string(), 2, [pa.py_buffer(b"\x01"), *full.buffers()[1:]])
    inside = pa.StructArray.from_arrays([pa.array(["x", "Unheardofson"])], ["a"], mask=pa.array([False, True]))
    given = pa.table({"one": hidden, "two": under, "three": inside})
    made = there_and_back("a.arrow", as_arrow(given)).made

    assert ZELDA.encode() in as_arrow(given)
    assert b"Unheardofson" in as_arrow(given)
    assert b"Unheardofson" not in made
    assert [word for word in WORDS if word.encode() in made] == []


def test_statistics_are_made_anew() -> None:
    made = there_and_back("a.parquet", written(table())).made
    column = pq.ParquetFile(io.BytesIO(made)).metadata.row_group(0).column(1)

    assert column.statistics.max == "nothing"
    assert column.statistics.min == "Dear [PERSON_1]"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (pa.table({ZELDA: ["x"]}), "a column name holds PERSON"),
        (pa.table({"a": pa.array([{ZELDA: "x"}])}), "a column name holds PERSON"),
        (pa.table({"a": ["x"]}).replace_schema_metadata({"owner": ZELDA}), "a key holds PERSON"),
    ],
)
def test_names_of_columns_and_notes_on_the_table_are_checked(given: Any, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        there_and_back("a.parquet", written(given))


def test_a_column_may_be_called_as_a_firm_or_a_town_is() -> None:
    given = written(pa.table({"lg": ["en"], "Paris": ["x"], "ikea": ["y"]}))
    assert pq.read_table(io.BytesIO(there_and_back("a.parquet", given).made)).column_names == ["lg", "Paris", "ikea"]


def test_no_advice_about_a_first_row_is_given_where_there_is_none() -> None:
    with pytest.raises(InputError, match="if it names nobody, --allow it") as caught:
        there_and_back("a.parquet", written(pa.table({ZELDA: ["x"]})))
    assert "--no-header" not in str(caught.value)


def test_columns_that_nobody_has_looked_into_are_told() -> None:
    assert there_and_back("a.parquet", written(table())).report.notes == [
        "1 column with bytes or values of other kinds stays as is"
    ]


GOOD = written(table(), compression="none")
DAMAGED = {
    "text": (b"Dear Zelda", "not a Parquet file"),
    "encrypted": (b"PARE" + GOOD[4:], "is encrypted"),
    "cut off": (GOOD[:-50], "damaged, cut off"),
    "only a beginning": (b"PAR1", "damaged, cut off"),
    "no footer": (b"PAR1" + bytes(400) + b"PAR1", "damaged, cut off"),
    "broken pages": (GOOD[:4] + bytes(120) + GOOD[124:], "damaged, cut off"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_parquet_file_is_refused(name: str) -> None:
    data, reason = DAMAGED[name]
    with pytest.raises(InputError, match=reason) as caught:
        there_and_back("a.parquet", data)
    assert "Zelda" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"Dear Zelda", "not an Arrow file"),
        (b"FEA1" + bytes(100), "Feather file of version 1"),
        (as_arrow(table())[:-40], "damaged, cut off"),
        (as_arrow(table(), is_file=False)[:1500], "damaged, cut off"),
        (b"\xff\xff\xff\xff" + bytes(100), "damaged, cut off"),
        (b"ARROW1\0\0" + bytes(100), "damaged, cut off"),
    ],
)
def test_a_damaged_arrow_file_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        there_and_back("a.arrow", data)


def test_a_filtered_file_is_recovered_row_by_row() -> None:
    def drop_first(made: bytes) -> bytes:
        return written(pq.read_table(io.BytesIO(made)).slice(3))

    back = pq.read_table(io.BytesIO(changed_since("a.parquet", written(table()), drop_first)))

    assert back.column("text").to_pylist() == [ZELDA]
    assert back.column("tags").to_pylist() == [[None, ORVILLE]]


def test_without_pyarrow_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(arrow_tables, "import_module", missing)
    with pytest.raises(MissingExtra, match=r"pip install 'allonym\[parquet\]'"):
        parquet().inspect(GOOD, Layout())


def test_memory_does_not_grow_with_the_number_of_row_groups(tmp_path: Path) -> None:
    def peak(groups: int) -> int:
        path = tmp_path / f"{groups}.parquet"
        with pq.ParquetWriter(path, pa.schema([("text", pa.string())])) as writer:
            for number in range(groups):
                writer.write_table(pa.table({"text": [f"{number} {row} {ZELDA}" for row in range(500)]}))
        tracemalloc.start()
        before = pa.total_allocated_bytes()
        highest = 0
        with path.open("rb") as reading, path.open("rb") as opened, (tmp_path / "out").open("w+b") as output:
            pieces = parquet().read(reading, Layout())
            edits = ([[Edit(Span(0, 1), "x")] for _ in piece.slots] for piece in pieces)
            for _ in parquet().build(opened, Layout(), iter(edits), output):
                highest = max(highest, pa.total_allocated_bytes() - before)
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used + highest

    small, large = peak(2), peak(16)

    assert large < small * 1.6
