from pathlib import Path

import pytest

from allonym.core.errors import SettingsError
from allonym.linking.names import names
from allonym.linking.table import Row, make_table, read_table, write_table

ROWS = [
    Row("p1", "PERSON", "ar", "محمد علي"),
    Row("p1", "PERSON", "en", "Cassius Clay"),
    Row("anna berg", "PERSON", "", "Berg", "w17"),
    Row("o1", "ORGANIZATION", "", "Old Mill Trust"),
]


def test_a_table_comes_back_as_it_was_written(tmp_path: Path) -> None:
    write_table(make_table(ROWS), tmp_path / "who.tsv")

    assert read_table(tmp_path / "who.tsv") == make_table(reversed(ROWS))
    assert (tmp_path / "who.tsv").read_text("utf-8").startswith("entity\tlabel\tlanguage\tform\tauthor\n")


def test_forms_are_found_whatever_their_case_and_title() -> None:
    table = make_table(ROWS)

    assert table.entity("PERSON", "MR CASSIUS CLAY'S", "en") == "p1"
    assert table.entity("ORGANIZATION.INSTITUTION", "the old mill trust", "de") == "o1"
    assert table.entity("PERSON", "Cassius Clay", "fr") == ""
    assert table.entity("PERSON.LAST", "Berg", "sv", "w17") == "anna berg"
    assert table.entity("PERSON.LAST", "Berg", "sv", "w18") == ""


def test_a_row_may_leave_out_the_author_and_lines_may_be_empty(tmp_path: Path) -> None:
    path = tmp_path / "who.tsv"
    path.write_text("# ours\n\np1\tPERSON\t\tAnna Berg\n", "utf-8")

    assert read_table(path).rows == (Row("p1", "PERSON", "", "Anna Berg"),)
    assert names(str(path)).table == read_table(path)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("p1\tPERSON\tAnna", "line 2: 3 cells"),
        ("p1\tPERSN\t\tAnna", "line 2: no label is called 'PERSN', did you mean 'PERSON'?"),
        ("\tPERSON\t\tAnna", "line 2: a row needs an entity and a form"),
    ],
)
def test_a_wrong_row_is_named_by_its_line(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "who.tsv"
    path.write_text(f"entity\tlabel\tlanguage\tform\n{line}\n", "utf-8")

    with pytest.raises(SettingsError) as caught:
        read_table(path)

    assert said in str(caught.value)
    assert "Anna" not in str(caught.value)


@pytest.mark.parametrize("form", ["Anna Berg", "anna  BERG", "Dr. Anna Berg"])
def test_rows_that_contradict_each_other_are_refused(tmp_path: Path, form: str) -> None:
    path = tmp_path / "who.tsv"
    path.write_text(f"p1\tPERSON\t\tAnna Berg\np2\tPERSON\t\tLind\np3\tPERSON\t\t{form}\n", "utf-8")

    with pytest.raises(SettingsError, match=r"who\.tsv line 3: line 1 gives this form") as caught:
        read_table(path)

    assert "delete one of the two" in str(caught.value)
    assert "Anna" not in str(caught.value)


def test_one_form_may_be_two_for_two_authors_or_in_two_languages(tmp_path: Path) -> None:
    path = tmp_path / "who.tsv"
    path.write_text("p1\tPERSON\t\tBerg\tw1\np2\tPERSON\t\tBerg\tw2\np3\tPERSON\tsv\tBerg\tw2\n", "utf-8")

    assert len(read_table(path).rows) == 3


def test_a_table_that_was_made_can_be_read(tmp_path: Path) -> None:
    made = make_table([Row("p1", "PERSON", "", "Anna Berg"), Row("p2", "PERSON", "", "Anna Berg")])
    write_table(made, tmp_path / "who.tsv")

    assert read_table(tmp_path / "who.tsv") == made


def test_a_table_that_is_not_there_is_a_mistake_of_the_settings(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no table of forms can be read there"):
        names(str(tmp_path / "none.tsv"))


def test_words_do_not_show_in_a_repr() -> None:
    assert "Clay" not in repr(make_table(ROWS))
    assert "Clay" not in repr(ROWS[1])
