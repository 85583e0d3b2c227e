"""Files that were edited since: what is sure comes back, all else stays and is told, in tables, texts and letters."""

import json
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.unit.searching.edited_texts import tool
from tests.unit.vault.helpers import QUICK

from allonym.core.errors import InputError, UsageError
from allonym.core.pieces import Layout
from allonym.core.types import Edit, Manifest, Span, digest
from allonym.formats.choosing import choose
from allonym.running.editing import EditedFiles
from allonym.running.reports import Report
from allonym.running.sources import Source
from allonym.vault.memory import open_memory
from allonym.vault.sealed import SealedVault

ROWS = Layout(text_columns=("text",), id_column="id")


def told(name: str, token: str, original: str) -> Manifest:
    edits = (Edit(Span(0, len(token)), original, "PERSON", "e1", token),)
    return Manifest(name, digest(f"{token} came"), digest(f"{original} came"), edits)


@pytest.fixture
def vault() -> Iterator[SealedVault]:
    with open_memory(QUICK) as made:
        made.remember([told("1", "[PERSON_1]", "Anna"), told("2", "[PERSON_1]", "Bo")])
        yield made


def source(name: str, data: bytes, layout: Layout = ROWS) -> Source:
    return Source(Path(name), name, choose(name), layout, data)


def recovered(files: EditedFiles, given: Source) -> tuple[bytes, Report]:
    stream = BytesIO()
    report = files.recover(given, stream)
    return stream.getvalue(), report


def test_each_row_is_recovered_by_its_own_id(vault: SealedVault) -> None:
    table = '\ufeffid,text\r\n2,so [PERSON_1] left\r\n1,"ask [PERSON_1], he said"\r\n1,nobody here\r\n'.encode()
    files = EditedFiles(vault)

    back, report = recovered(files, source("a.csv", table))

    assert back == table.replace(b"[PERSON_1]", b"Bo", 1).replace(b"[PERSON_1]", b"Anna", 1)
    assert (report.file, report.documents, report.changed, report.failed) == ("a.csv", 3, 2, 0)
    assert files.counts == Counter({("PERSON", "sure"): 2})
    assert files.left() == 0


def test_what_is_not_known_stays_and_is_told_by_row_and_column(vault: SealedVault) -> None:
    table = b"id,text\n1,[PERSON_1] and [PERSON_7]\n9,[PERSON_1]\n"
    files = EditedFiles(vault)

    back, report = recovered(files, source("a.csv", table))

    assert back == b"id,text\n1,Anna and [PERSON_7]\n9,[PERSON_1]\n"
    assert [str(each) for each in report.problems] == [
        "a.csv row 3 column text: no document of this vault has this id; the text stays as it is"
    ]
    assert files.counts == Counter({("PERSON", "sure"): 1, ("unknown", "refused"): 1})
    assert files.left() == 1


def test_a_column_that_was_never_pseudonymized_is_no_problem(vault: SealedVault) -> None:
    layout = Layout(text_columns=("text", "note"), id_column="id")
    _, report = recovered(EditedFiles(vault), source("a.csv", b"id,text,note\n1,[PERSON_1],well\n", layout))

    assert report.failed == 0
    assert report.documents == 2


def test_a_broken_row_stays_and_is_told(vault: SealedVault) -> None:
    lines = b'{"id": "1", "text": "[PERSON_1]"}\n{broken\n'
    back, report = recovered(EditedFiles(vault), source("a.jsonl", lines))

    assert back == b'{"id": "1", "text": "Anna"}\n{broken\n'
    [problem] = report.problems
    assert (problem.file, problem.number) == ("a.jsonl", 2)


def test_each_finding_is_told_with_its_places_and_no_words(vault: SealedVault) -> None:
    lines: list[str] = []
    recovered(EditedFiles(vault, tell=lines.append), source("a.csv", b"id,text\n1,So [PERSON_1] came\n"))

    [line] = lines
    found = json.loads(line)
    assert found.pop("reason")
    assert found == {
        "file": "a.csv",
        "row": 2,
        "column": "text",
        "id": "1",
        "start": 3,
        "end": 13,
        "recovered": [3, 7],
        "label": "PERSON",
        "state": "sure",
    }
    assert "Anna" not in line


def test_a_file_that_is_one_text_is_recovered_by_the_id_that_is_given(vault: SealedVault) -> None:
    lines: list[str] = []
    files = EditedFiles(vault, "2", lines.append)

    back, report = recovered(files, source("a.txt", b"so [PERSON_1] came", Layout()))

    assert back == b"so Bo came"
    assert (report.documents, report.changed) == (1, 1)
    assert json.loads(lines[0])["id"] == "2"


def test_the_rows_of_a_table_have_their_own_ids(vault: SealedVault) -> None:
    with pytest.raises(UsageError, match="--id is for a file that is one text"):
        recovered(EditedFiles(vault, "1"), source("a.csv", b"id,text\n1,[PERSON_1]\n"))


def test_a_file_of_which_nothing_is_known_is_refused_by_name(vault: SealedVault, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^a\.csv: this vault knows no document of this file"):
        EditedFiles(vault).recover(source("a.csv", b"id,text\n9,[PERSON_1]\n"), tmp_path / "back.csv")

    assert list(tmp_path.iterdir()) == []


def test_a_recovered_file_is_its_owner_s_alone_and_never_the_input(vault: SealedVault, tmp_path: Path) -> None:
    given = tmp_path / "a.csv"
    given.write_bytes(b"id,text\n1,[PERSON_1]\n")
    opened = Source(given, "a.csv", choose("a.csv"), ROWS)

    EditedFiles(vault).recover(opened, tmp_path / "back.csv")

    assert (tmp_path / "back.csv").read_bytes() == b"id,text\n1,Anna\n"
    assert (tmp_path / "back.csv").stat().st_mode & 0o777 == 0o600
    with pytest.raises(UsageError, match="is the input itself"):
        EditedFiles(vault).recover(opened, given)
    (tmp_path / "link.csv").symlink_to(given)
    with pytest.raises(UsageError, match=r"link\.csv is the input itself"):
        EditedFiles(vault).recover(opened, tmp_path / "link.csv")
    assert given.read_bytes() == b"id,text\n1,[PERSON_1]\n"


def test_a_letter_is_built_anew_with_what_is_sure(vault: SealedVault, tmp_path: Path) -> None:
    docx = pytest.importorskip("docx")
    letter = docx.Document()
    letter.add_paragraph("So [PERSON_1] met [PERSON_7] and [PERSON_1].")
    letter.save(tmp_path / "a.docx")
    given = Source(tmp_path / "a.docx", "a.docx", choose("a.docx"), Layout())
    files = EditedFiles(vault, "1")

    report = files.recover(given, tmp_path / "back.docx")

    assert ZipFile(tmp_path / "back.docx").testzip() is None
    assert [each.text for each in docx.Document(tmp_path / "back.docx").paragraphs] == [
        "So Anna met [PERSON_7] and Anna."
    ]
    assert (report.changed, files.left()) == (1, 1)


def test_without_ids_the_tokens_that_documents_share_are_found() -> None:
    made = tool("default", "en", scope="corpus")
    assert made.vault is not None
    made.pseudonymize("Margaret Holloway met Desmond Pryce.", id="x")
    rows = b"text\nask [PERSON_2]\nno token here\n"

    lines: list[str] = []
    files = EditedFiles(made.vault, tell=lines.append)
    back, report = recovered(files, source("a.csv", rows, Layout(text_columns=("text",))))

    assert [json.loads(line)["id"] for line in lines] == ["a.csv:2"]
    assert back == b"text\nask Desmond Pryce\nno token here\n"
    assert report.documents == 2
    assert [str(each) for each in report.problems] == [
        "a.csv row 3 column text: nothing tells which document this text was; the text stays as it is"
    ]


def test_the_pieces_of_one_text_ask_the_vault_once(vault: SealedVault, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    find = type(vault.searches).manifests_of

    def manifests_of(self: object, name: str) -> object:
        asked.append(name)
        return find(self, name)  # type: ignore[arg-type]

    monkeypatch.setattr(type(vault.searches), "manifests_of", manifests_of)
    recovered(EditedFiles(vault), source("a.csv", b"id,text\n1,[PERSON_1]\n1,[PERSON_1]\n2,[PERSON_1]\n"))

    assert asked == ["1", "2"]


def test_of_a_letter_what_nothing_tells_of_is_told(tmp_path: Path) -> None:
    docx = pytest.importorskip("docx")
    made = tool("default", "en", scope="corpus")
    assert made.vault is not None
    made.pseudonymize("Margaret Holloway met Desmond Pryce.", id="x")
    letter = docx.Document()
    for text in ("ask [PERSON_2]", "no token here"):
        letter.add_paragraph(text)
    letter.save(tmp_path / "a.docx")
    given = Source(tmp_path / "a.docx", "a.docx", choose("a.docx"), Layout())

    report = EditedFiles(made.vault).recover(given, tmp_path / "back.docx")

    assert next(each.text for each in docx.Document(tmp_path / "back.docx").paragraphs) == "ask Desmond Pryce"
    assert (report.documents, report.failed) == (2, 1)
