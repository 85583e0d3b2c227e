"""Tables in memory: pandas, Polars and Arrow, forth and back, alike and like a file."""

import csv
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import allonym
from allonym.core.errors import InputError, NotAllowed, UsageError
from allonym.frames import Columns, chosen, pseudonymized
from allonym.vault.sealed import SealedVault

pd: Any = pytest.importorskip("pandas")
pl: Any = pytest.importorskip("polars")
pa: Any = pytest.importorskip("pyarrow")

TEXTS = [
    "Anna Svensson called Paul Smith on +46 70 174 06 35.",
    None,
    "Paul Smith mailed paul.smith@example.org about it.",
    "",
    "Nothing here.",
]
TABLE: dict[str, list[Any]] = {
    "id": [7, 8, 9, 10, 11],
    "text": TEXTS,
    "name": ["Anna Svensson", "Bo Ek", None, " ", "Dora Lind"],
    "other": [1.5, None, 2.5, 3.5, 4.5],
}
LABELS = {"name": "PERSON"}


@pytest.fixture
def vault() -> Iterator[SealedVault]:
    with allonym.open_vault("memory:") as opened:
        yield opened


def test_the_same_table_comes_out_alike_from_every_library_and_goes_back(vault: SealedVault) -> None:
    frame, polars, table = pd.DataFrame(TABLE), pl.DataFrame(TABLE), pa.table(TABLE)
    how: dict[str, Any] = {"text_columns": "text", "id_column": "id", "labels": LABELS}
    made = [
        allonym.pandas.pseudonymize(frame, vault=vault, **how),
        allonym.polars.pseudonymize(polars, vault=vault, **how),
        allonym.arrow.pseudonymize(table, vault=vault, **how),
    ]
    columns = [
        each[name].to_list() if each is not made[2] else each[name].to_pylist() for each in made for name in how_names
    ]

    assert columns[0] == columns[2] == columns[4]
    assert columns[1] == columns[3] == columns[5]
    assert columns[0][0] == "[PERSON_1] called [PERSON_2] on [PHONE_1]."
    assert columns[0][1:] == [None, "[PERSON_1] mailed [EMAIL_1] about it.", "", "Nothing here."]
    assert columns[1] == ["[PERSON_1]", "[PERSON_1]", None, " ", "[PERSON_1]"]
    assert frame.equals(pd.DataFrame(TABLE)), "the frame itself is left alone"
    assert made[0].dtypes.equals(frame.dtypes)
    assert allonym.pandas.recover(made[0], vault, **how).equals(frame)
    assert allonym.polars.recover(made[1], vault, **how).equals(polars)
    assert allonym.arrow.recover(made[2], vault, **how).equals(table)
    assert [access.reason for access in vault.accesses()] == ["not given"] * 3


how_names = ("text", "name")


def test_rows_give_the_same_words_as_in_a_file(tmp_path: Path) -> None:
    rows = [(f"post-{row}", f"Anna Svensson wrote to Paul Smith, see anna{row}@example.org.") for row in range(30)]
    with (tmp_path / "posts.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("id", "text"), *rows])
    address, secret = str(tmp_path / "study.vault"), "correct horse battery staple"
    options = ["--id-column", "id", "--profile", "akio-internal", "--vault", address, "--quiet"]
    command = [sys.executable, "-m", "allonym", "pseudonymize", "posts.csv", "-o", "out.csv", *options]
    subprocess.run(command, cwd=tmp_path, check=True, env={"ALLONYM_PASSPHRASE": secret})
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as stream:
        in_file = [row["text"] for row in csv.DictReader(stream)]
    # Another order, and only a part: neither the file nor the row number counts, only the id.
    some = list(reversed(rows))[:20]
    frame = pd.DataFrame(some, columns=["id", "text"])
    with allonym.open_vault(address, secret) as opened:
        made = allonym.pandas.pseudonymize(frame, id_column="id", profile="akio-internal", vault=opened)

    assert made["text"].tolist() == list(reversed(in_file))[:20]
    assert len(set(in_file)) == len(rows)


@pytest.mark.parametrize("kind", ["string", "large_string", "dictionary"])
def test_arrow_keeps_types_chunks_and_other_columns(vault: SealedVault, kind: str) -> None:
    types = {
        "string": pa.string(),
        "large_string": pa.large_string(),
        "dictionary": pa.dictionary(pa.int8(), pa.string()),
    }
    text = pa.chunked_array([pa.array(TEXTS[:2], types[kind]), pa.array(TEXTS[2:], types[kind])])
    table = pa.table({"key": pa.array(list("abcde")), "text": text, "n": pa.array([[1], [], None, [2, 3], [4]])})
    table = table.replace_schema_metadata({"a": "b"})
    made = allonym.arrow.pseudonymize(table, id_column="key", vault=vault)

    assert made.schema.equals(table.schema, check_metadata=True)
    assert made["n"].equals(table["n"])
    assert made["text"].to_pylist()[4] == "Nothing here."
    assert allonym.arrow.recover(made, vault, id_column="key", reason="a test").equals(table)


def test_pandas_keeps_the_index_and_every_kind_of_missing_value(vault: SealedVault) -> None:
    values = ["Anna Svensson came.", None, float("nan"), pd.NA]
    for dtype in ("object", "string"):
        frame = pd.DataFrame({"text": pd.Series(values, dtype=dtype, index=["x", "y", "x", "z"])})
        made = allonym.pandas.pseudonymize(frame, vault=vault)
        assert list(made.index) == ["x", "y", "x", "z"]
        assert made["text"].iloc[0] == "[PERSON_1] came."
        assert [old is new or old == new or pd.isna(new) for old, new in zip(frame["text"], made["text"], strict=True)][
            1:
        ]
        assert allonym.pandas.recover(made, vault)["text"].iloc[0] == values[0]
        assert [type(cell) for cell in made["text"]] == [type(cell) for cell in frame["text"]]


def test_a_long_table_goes_through_in_parts(vault: SealedVault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allonym.frames.ROWS", 2)
    for make, library in ((pd.DataFrame, allonym.pandas), (pl.DataFrame, allonym.polars), (pa.table, allonym.arrow)):
        table = make({"text": TEXTS})
        made = library.pseudonymize(table, text_columns=["text"], vault=vault)
        assert library.recover(made, vault).equals(table)
    empty = pl.DataFrame({"text": []}, schema={"text": pl.String})
    assert allonym.polars.pseudonymize(empty).equals(empty)
    assert allonym.polars.recover(empty, vault).equals(empty)


def test_what_was_changed_since_is_named_by_its_row(vault: SealedVault) -> None:
    made = allonym.pandas.pseudonymize(pd.DataFrame(TABLE), id_column="id", vault=vault)
    made.loc[2, "text"] = "[PERSON_1] mailed nobody"

    with pytest.raises(InputError, match=r"row 3, column text: no document of this vault gave this text") as caught:
        allonym.pandas.recover(made, vault, id_column="id")
    assert "mailed" not in str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"text_columns": "body"}, "there is no column 'body'"),
        ({"text_columns": []}, "say which columns hold text"),
        ({"text_columns": ["text", "text"]}, "named twice"),
        ({"text_columns": "text", "id_column": "text"}, "named twice"),
        ({"text_columns": "text", "author_column": "who"}, "there is no column 'who'"),
    ],
)
def test_columns_that_do_not_fit_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        chosen(["id", "text"], **wrong)
    with pytest.raises(UsageError, match="say which columns"):
        chosen(["a", "b"], None)


def test_numbers_are_no_texts_and_ids_are_not_empty(vault: SealedVault) -> None:
    for make, library in ((pd.DataFrame, allonym.pandas), (pl.DataFrame, allonym.polars), (pa.table, allonym.arrow)):
        with pytest.raises(UsageError, match=r"column n holds \w+, not text"):
            library.pseudonymize(make({"n": [1, 2]}), text_columns="n")
        with pytest.raises(InputError, match="row 2: the id is empty"):
            library.pseudonymize(make({"id": ["a", None], "text": ["x", "y"]}), id_column="id", vault=vault)


def test_an_id_that_names_somebody_is_refused_as_in_files(vault: SealedVault) -> None:
    given = {"id": ["post-1", "anna.berg@example.org"], "text": ["x", "y"]}
    for library, make in ((allonym.pandas, pd.DataFrame), (allonym.polars, pl.DataFrame), (allonym.arrow, pa.table)):
        with pytest.raises(InputError, match="row 2: the id holds EMAIL, and ids are not rewritten") as caught:
            library.pseudonymize(make(given), id_column="id", vault=vault)
        assert "berg" not in str(caught.value)


def test_categories_and_columns_of_one_name_are_refused() -> None:
    frame = pd.DataFrame({"text": pd.Categorical(["Anna Berg", "Anna Berg"])})
    with pytest.raises(UsageError, match="is categorical"):
        allonym.pandas.pseudonymize(frame)
    with pytest.raises(UsageError, match="two columns are called 'text'"):
        allonym.pandas.pseudonymize(pd.DataFrame([["a", "b"]], columns=["text", "text"]))


def test_only_those_recover_who_may(vault: SealedVault) -> None:
    made = allonym.pandas.pseudonymize(pd.DataFrame({"text": TEXTS}), vault=vault)
    object.__setattr__(vault.audit._keys, "role", "worker")
    with pytest.raises(NotAllowed):
        allonym.pandas.recover(made, vault)


LIBRARIES = [(allonym.pandas, pd.DataFrame), (allonym.polars, pl.DataFrame), (allonym.arrow, pa.table)]


@pytest.mark.parametrize(("library", "make"), LIBRARIES)
def test_rows_without_ids_that_read_alike_are_told_apart_by_their_numbers(
    vault: SealedVault, library: Any, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("allonym.frames.ROWS", 2)
    given = {"text": ["Anna Svensson", "Paul Smith", None, "Karl Berg"], "name": ["Bo Ek", "Dora Lind", "Bo Ek", None]}
    how: dict[str, Any] = {"text_columns": "text", "labels": LABELS}
    table = make(given)
    made = library.pseudonymize(table, vault=vault, **how)
    fewer = make({"text": ["[PERSON_1]"] * 3})

    assert library.recover(made, vault, **how).equals(table)
    with pytest.raises(InputError, match=r"row 1, column text: . documents gave this text; say which"):
        library.recover(fewer, vault, text_columns="text")


def test_rows_without_ids_in_another_order_are_not_guessed(vault: SealedVault) -> None:
    table = pd.DataFrame({"text": ["Anna Svensson", "Paul Smith", "Karl Berg came.", "Nothing."]})
    made = allonym.pandas.pseudonymize(table, vault=vault)

    with pytest.raises(InputError, match="2 documents gave this text; say which with an id"):
        allonym.pandas.recover(made.iloc[::-1], vault)
    assert allonym.pandas.recover(made.iloc[[3, 2]], vault)["text"].tolist() == ["Nothing.", "Karl Berg came."]


def test_a_table_of_an_older_vault_comes_back_by_its_texts(vault: SealedVault) -> None:
    tool = allonym.Pseudonymizer(vault=vault)
    columns = Columns(("text",))
    made = pseudonymized(tool, columns, {"text": ["Anna Svensson came.", "Paul Smith went."]})

    back = allonym.pandas.recover(pd.DataFrame(made), vault)
    assert back["text"].tolist() == ["Anna Svensson came.", "Paul Smith went."]


@pytest.mark.parametrize(("library", "make"), LIBRARIES)
def test_rows_of_one_id_that_read_alike_are_refused(
    vault: SealedVault, library: Any, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("allonym.frames.ROWS", 2)
    alike = make({"id": ["a", "b", "a"], "text": ["Anna Svensson", "Karl Berg", "Paul Smith"]})
    fine = make({"id": ["c", "c", "c"], "text": ["Anna Svensson came.", "Paul Smith went.", "Anna Svensson came."]})

    with pytest.raises(InputError, match="rows 1 and 3 have one id and read alike now") as caught:
        library.pseudonymize(alike, id_column="id", vault=vault)
    assert "Smith" not in str(caught.value)
    made = library.pseudonymize(fine, id_column="id", vault=vault)
    assert library.recover(made, vault, id_column="id").equals(fine)
    assert len(library.pseudonymize(alike, id_column="id")) == 3, "without a vault nothing is given back"


@pytest.mark.parametrize("scope", ["document", "corpus"])
@pytest.mark.parametrize("wrong", ["a", "", "anna.berg@example.org"])
@pytest.mark.parametrize(("library", "make"), LIBRARIES)
def test_of_a_table_that_is_refused_for_its_ids_nothing_is_remembered(
    library: Any, make: Any, wrong: str, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("allonym.frames.ROWS", 2)
    vault = allonym.open_vault("memory:")
    texts = ["Anna Svensson", "Karl Berg", "Anna  Svensson"]
    how: dict[str, Any] = {"id_column": "id", "vault": vault, "scope": scope}
    good = make({"id": ["a", "b", "c"], "text": texts})

    with pytest.raises(InputError, match="row"):
        library.pseudonymize(make({"id": ["a", "b", wrong], "text": texts}), **how)
    assert (vault.info().texts, vault.info().entities) == (0, 0)
    made = library.pseudonymize(good, **how)
    assert library.recover(made, vault, id_column="id").equals(good)


def test_of_one_part_that_is_refused_nothing_is_remembered(vault: SealedVault) -> None:
    tool = allonym.Pseudonymizer(vault=vault)
    columns = Columns(("text",), "id")
    with pytest.raises(InputError, match="rows 1 and 2 have one id"):
        pseudonymized(tool, columns, {"id": ["a", "a"], "text": ["Anna Svensson", "Paul Smith"]})

    assert vault.info().texts == 0


@pytest.mark.parametrize(("library", "make"), LIBRARIES)
def test_a_table_of_another_library_is_refused_and_its_own_helper_named(
    vault: SealedVault, library: Any, make: Any
) -> None:
    for other, maker in LIBRARIES:
        if other is library:
            continue
        for name, take in (("pseudonymize", library.pseudonymize), ("recover", lambda t: library.recover(t, vault))):
            with pytest.raises(UsageError, match=rf"use {other.__name__}\.{name}$"):
                take(maker({"text": ["x"]}))
    with pytest.raises(UsageError, match="not a builtins list; make one of it first"):
        library.pseudonymize(["x"])
    with pytest.raises(UsageError, match="LazyFrame"):
        library.pseudonymize(pl.LazyFrame({"text": ["x"]}))
