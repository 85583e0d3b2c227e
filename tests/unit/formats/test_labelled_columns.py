import pytest
from tests.unit.formats.passing import through

from allonym.core.errors import InputError, SettingsError, UsageError
from allonym.core.pieces import Layout

PEOPLE = Layout(labels=(("name", "PERSON"), ("city", "LOCATION.CITY")))
TABLE = (
    "nr,name,city,text\n"
    "1,Blorp Quuxson,Qqville,Blorp Quuxson lives in Qqville. Quuxson is ill.\n"
    "2,,,nobody\n"
    '3,"Berg, Anna",Lyon,"Lyon, says Anna"\n'
    "4, ليلى ,دبي,وصلت ليلى إلى دبي\n"
)


def test_a_cell_is_one_thing_and_the_texts_of_its_row_share_its_stand_in() -> None:
    made, _ = through("people.csv", TABLE.encode(), PEOPLE)

    assert made.decode().splitlines()[1] == (
        "1,[PERSON_1],[LOCATION_1],[PERSON_1] lives in [LOCATION_1]. [PERSON_1] is ill."
    )


def test_an_empty_cell_stays_empty_and_white_space_around_a_name_stays() -> None:
    rows = through("people.csv", TABLE.encode(), PEOPLE)[0].decode().splitlines()

    assert rows[2] == "2,,,nobody"
    assert rows[4].startswith("4, [PERSON_1] ,[LOCATION_1],")


def test_what_nobody_would_take_for_a_name_is_replaced_where_its_column_says_so() -> None:
    made, _ = through("p.tsv", b"code\ttext\nxq7 zz\tsee xq7 zz\n", Layout(labels=(("code", "PERSON"),)))

    assert made == b"code\ttext\n[PERSON_1]\tsee [PERSON_1]\n"


def test_labelled_columns_are_read_beside_the_text_columns_and_no_others() -> None:
    layout = Layout(text_columns=("text",), labels=(("name", "PERSON"),))
    made, report = through("p.csv", b"name,note,text\nZork,Anna Berg,Zork rang\n", layout)

    assert made == b"name,note,text\n[PERSON_1],Anna Berg,[PERSON_1] rang\n"
    assert report.documents == 2


@pytest.mark.parametrize("name", ["p.jsonl", "p.json"])
def test_a_path_can_have_a_label(name: str) -> None:
    layout = Layout(labels=(("user.name", "PERSON"), ("tags[]", "EXTRA")))
    made, _ = through(name, b'{"user": {"name": "Zork"}, "tags": ["aa", ""], "text": "Zork likes aa"}\n', layout)

    assert made == (
        b'{"user": {"name": "[PERSON_1]"}, "tags": ["[EXTRA_1]", ""], "text": "[PERSON_1] likes [EXTRA_1]"}\n'
    )


def test_a_number_that_was_to_be_replaced_does_not_stay() -> None:
    layout = Layout(labels=(("phone", "PHONE"),))
    made, report = through("p.jsonl", b'{"phone": 46701740605}\n{"phone": null}\n', layout)

    assert made == b'{"phone": null}\n'
    assert "only texts are" in report.problems[0].reason
    with pytest.raises(InputError, match="only texts are"):
        through("p.json", b'{"phone": 46701740605}', layout)


def test_a_handle_in_a_column_is_the_handle_in_the_text() -> None:
    made, _ = through("p.csv", b"user,text\nzork_1,hello @zork_1\n", Layout(labels=(("user", "USERNAME"),)))

    assert made == b"user,text\n[USERNAME_1],hello [USERNAME_1]\n"


def test_an_id_with_a_label_is_no_id() -> None:
    made, _ = through("p.csv", b"id,text\nzork_1,hello\n", Layout(labels=(("id", "USERNAME"),)))

    assert made == b"id,text\n[USERNAME_1],hello\n"
    for name, data in (("p.csv", b"id,text\na,b\n"), ("p.jsonl", b'{"id": "a"}\n')):
        with pytest.raises(UsageError, match="an id stays as it is"):
            through(name, data, Layout(id_column="id", labels=(("id", "PERSON"),)))


def test_wrong_labels_and_columns_are_told() -> None:
    with pytest.raises(SettingsError, match="did you mean 'PERSON'"):
        through("p.csv", b"name\nA\n", Layout(labels=(("name", "PERSN"),)))
    with pytest.raises(UsageError, match="did you mean 'name'"):
        through("p.csv", b"name\nA\n", Layout(labels=(("nam", "PERSON"),)))


def test_a_layout_without_labels_is_kept_as_vaults_know_it() -> None:
    assert "labels" not in Layout().as_data()
    assert Layout.from_data(PEOPLE.as_data()) == PEOPLE


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("p.jsonl", b'{"user": {"name": "Zork"}}\n{"user": null}\n'),
        ("p.json", b'[{"user": {"name": "Zork"}}, {"text": "x"}]'),
        ("p.json", b'{"user": {"name": "Zork"}}'),
    ],
)
def test_a_path_that_no_record_has_fails_the_file_and_one_that_some_lack_does_not(name: str, data: bytes) -> None:
    with pytest.raises(UsageError, match=r"no record has a column 'usr\.name', did you mean 'user\.name'"):
        through(name, data, Layout(labels=(("usr.name", "PERSON"),)))
    for column in ("user", "user.name"):
        assert b"Zork" not in through(name, data, Layout(labels=((column, "PERSON"),)))[0]


def test_a_file_without_records_and_an_export_without_a_known_path_are_fine() -> None:
    assert through("p.jsonl", b"\n", Layout(labels=(("name", "PERSON"),)))[0] == b"\n"
