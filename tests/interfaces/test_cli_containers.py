"""Office files and tables on the command line: there and back, and nothing of a bad one."""

import io
from pathlib import Path

import docx
import openpyxl
import pytest
from tests.interfaces.command import allonym

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
