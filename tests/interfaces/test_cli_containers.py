"""Office files and tables on the command line: there and back, and nothing of a bad one."""

import gzip
import io
import json
from pathlib import Path

import docx
import openpyxl
import pytest
from tests.interfaces.command import allonym

from allonym.core.errors import SafetyError
from allonym.formats import word
from allonym.interfaces.cli.app import run

PEOPLE = ("Anna Berg", "anna.berg@example.org")


def letter() -> bytes:
    made, out = docx.Document(), io.BytesIO()
    made.add_paragraph("Dear Anna Berg, write to anna.berg@example.org.")
    made.save(out)
    return out.getvalue()


def workbook() -> bytes:
    made, out = openpyxl.Workbook(), io.BytesIO()
    sheet = made.active
    assert sheet is not None
    sheet.append(["id", "text"])
    sheet.append([1, "Dear Anna Berg, write to anna.berg@example.org."])
    made.save(out)
    return out.getvalue()


def columns(name: str) -> bytes:
    pa = pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'allonym[parquet]'")
    from pyarrow import feather, parquet

    table, out = pa.table({"id": [1], "text": ["Dear Anna Berg, write to anna.berg@example.org."]}), io.BytesIO()
    (parquet.write_table if name.endswith("parquet") else feather.write_feather)(table, out)
    return out.getvalue()


MAKERS = {
    "letter.docx": lambda _: letter(),
    "book.xlsx": lambda _: workbook(),
    "table.parquet": columns,
    "table.feather": columns,
}


@pytest.mark.parametrize("name", MAKERS)
def test_there_and_back(name: str, tmp_path: Path) -> None:
    given = MAKERS[name](name)
    (tmp_path / name).write_bytes(given)
    made = allonym("pseudonymize", name, "-o", f"out-{name}", "--vault", "v.vault", "--fast", cwd=tmp_path)
    back = allonym("recover", f"out-{name}", "-o", f"back-{name}", "--vault", "v.vault", "--reason", "t", cwd=tmp_path)

    assert (made.returncode, back.returncode) == (0, 0), (made.stderr, back.stderr)
    assert b"byte for byte" in back.stdout
    assert (tmp_path / f"back-{name}").read_bytes() == given
    assert (tmp_path / f"out-{name}").read_bytes() != given


def test_through_pipes(tmp_path: Path) -> None:
    given = letter()
    options = ("--format", "docx", "-o", "-", "--vault", "v.vault")
    made = allonym("pseudonymize", "-", *options, "--fast", cwd=tmp_path, stdin=given)
    back = allonym("recover", "-", *options, "--reason", "t", cwd=tmp_path, stdin=made.stdout)

    assert b"Berg" not in made.stdout
    assert back.stdout == given


def test_what_was_found_is_shown_with_places_in_the_text(tmp_path: Path) -> None:
    (tmp_path / "letter.docx").write_bytes(letter())
    shown = allonym("detect", "letter.docx", "--fast", cwd=tmp_path)

    assert b'"spans":[[5,14,"PERSON"' in shown.stdout.replace(b" ", b"")


def test_a_note_says_what_was_taken_out(tmp_path: Path) -> None:
    (tmp_path / "letter.docx").write_bytes(letter())
    made = allonym("pseudonymize", "letter.docx", "-o", "out.docx", "--fast", cwd=tmp_path)

    assert b"note: letter.docx: 1 embedded file or preview is empty now" in made.stderr


def test_of_several_files_a_bad_one_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "good.docx").write_bytes(letter())
    (tmp_path / "in" / "bad.docx").write_bytes(letter()[:3000])
    made = allonym("pseudonymize", "in", "-o", "out", "--fast", cwd=tmp_path)

    assert made.returncode == 1
    assert b"bad.docx: the zip container is damaged or cut off" in made.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["good.docx"]


def test_an_edited_letter_gets_its_names_back(tmp_path: Path) -> None:
    (tmp_path / "letter.docx").write_bytes(letter())
    allonym("pseudonymize", "letter.docx", "-o", "out.docx", "--vault", "v.vault", "--fast", cwd=tmp_path)
    opened = docx.Document(str(tmp_path / "out.docx"))
    opened.paragraphs[0].insert_paragraph_before("We saw [PERSON_1] again.")
    opened.save(str(tmp_path / "edited.docx"))
    options = ("--vault", "v.vault", "--reason", "t", "--edited", "--id", "letter.docx")
    back = allonym("recover", "edited.docx", "-o", "back.docx", *options, cwd=tmp_path)

    assert back.returncode == 0, back.stderr
    shown = [paragraph.text for paragraph in docx.Document(str(tmp_path / "back.docx")).paragraphs]
    assert shown == ["We saw Anna Berg again.", "Dear Anna Berg, write to anna.berg@example.org."]


ROWS = b'{"id": 1, "text": "write to a@example.org"}\n{"id": 2, "txt": "x"}\n'


def test_rows_left_out_of_a_packed_file_set_the_exit_code(tmp_path: Path) -> None:
    packed = gzip.compress(ROWS)
    (tmp_path / "w.jsonl.gz").write_bytes(packed)
    options = ("--fast", "--text-column", "text")
    made = allonym("pseudonymize", "w.jsonl.gz", "-o", "o.jsonl.gz", *options, "--json", cwd=tmp_path)
    found = allonym("detect", "w.jsonl.gz", *options, cwd=tmp_path)
    piped = allonym("detect", "-", "--format", "jsonl.gz", *options, cwd=tmp_path, stdin=packed)

    assert (made.returncode, found.returncode, piped.returncode) == (1, 1, 1)
    assert json.loads(made.stdout)["result"]["files"][0]["left_out"] == 1
    assert b"w.jsonl.gz: row 2 column text is left out: missing column" in found.stderr
    assert b"stdin: row 2 column text is left out: missing column" in piped.stderr
    assert found.stdout.count(b"EMAIL") == piped.stdout.count(b"EMAIL") == 1


def test_an_older_output_stays_where_a_pipe_holds_nothing_that_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "o.jsonl.gz").write_bytes(b"older")
    options = ("--format", "jsonl.gz", "-o", "o.jsonl.gz", "--fast", "--text-column", "texd")
    made = allonym("pseudonymize", "-", *options, cwd=tmp_path, stdin=gzip.compress(ROWS))

    assert made.returncode == 1
    assert b"o.jsonl.gz stays as it was" in made.stderr
    assert (tmp_path / "o.jsonl.gz").read_bytes() == b"older"


@pytest.mark.parametrize("names", [["bad.csv"], ["bad.csv", "worse.csv.gz"]])
def test_an_older_table_of_names_stays_where_nothing_can_be_read(tmp_path: Path, names: list[str]) -> None:
    (tmp_path / "bad.csv").write_bytes(b"id,text\n1\n2\n")
    (tmp_path / "worse.csv.gz").write_bytes(gzip.compress(b"id,text\n1\n2\n"))
    (tmp_path / "li.tsv").write_bytes(b"older")
    made = allonym("link", *names, "-o", "li.tsv", "--fast", cwd=tmp_path)

    assert made.returncode == 1
    assert b"li.tsv stays as it was" in made.stderr
    assert (tmp_path / "li.tsv").read_bytes() == b"older"


def test_nobody_is_told_that_nothing_was_written_where_neighbours_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in").mkdir()
    for name in ("a.txt", "b.docx", "c.txt"):
        (tmp_path / "in" / name).write_bytes(letter() if name.endswith("docx") else b"write to a@example.org")

    def fail(*_: object) -> None:
        raise SafetyError("the file has other texts than when it was read")

    monkeypatch.setattr(word, "require_gone", fail)
    code = run(["pseudonymize", str(tmp_path / "in"), "-o", str(tmp_path / "out"), "--fast", "--workers", "0"])
    told = capsys.readouterr().err

    assert code == 3
    assert sorted(each.name for each in (tmp_path / "out").iterdir()) == ["a.txt", "c.txt"]
    assert "b.docx" in told
    assert "nothing was written" not in told
