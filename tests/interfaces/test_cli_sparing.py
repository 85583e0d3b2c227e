"""What a failed or doubtful run leaves alone: an older output, a place without a vault, a claim that nobody checked."""

import json
import sqlite3
from pathlib import Path

import pytest
from tests.interfaces.command import PASSPHRASE, allonym

from allonym.interfaces.cli.app import run
from allonym.interfaces.cli.failing import failure_of, lines_of

ROW = '{"id": 1, "text": "mail a@x.se"}\n'
OLDER = b'{"id": 1, "text": "what was there"}\n'


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ALLONYM_PASSPHRASE", PASSPHRASE)
    return tmp_path


def called(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Run a command, and return its exit code and all that it says."""
    capsys.readouterr()
    code = run(line.split())
    told = capsys.readouterr()
    return code, told.out + told.err


@pytest.mark.parametrize(
    "how", ["pseudonymize", "detect", "plan", "pseudonymize --vault v", "pseudonymize --workers 1"]
)
def test_an_older_output_stays_if_no_text_can_be_read(
    how: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "in.jsonl").write_text(ROW * 3)
    (place / "out.jsonl").write_bytes(OLDER)

    code, told = called(f"{how} in.jsonl -o out.jsonl --fast --text-column txet", capsys)

    assert code == 1
    assert (place / "out.jsonl").read_bytes() == OLDER
    assert "row 1 column txet: missing column" in told
    assert "out.jsonl stays as it was; columns with text: text; name one with --text-column" in told
    assert "was there already" not in told


def test_names_of_columns_that_may_be_data_are_not_shown(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "in.jsonl").write_text('{"anna.berg@x.se": "words"}\n')
    (place / "out.jsonl").write_bytes(OLDER)

    code, told = called("pseudonymize in.jsonl -o out.jsonl --fast --text-column txet", capsys)

    assert (code, "anna" in told, "name one with --text-column" in told) == (1, False, True)
    assert (place / "out.jsonl").read_bytes() == OLDER


def test_an_older_output_stays_for_a_stream_of_which_no_text_can_be_read(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "in.jsonl").write_text(ROW)
    (place / "out.jsonl").write_bytes(OLDER)
    with (place / "in.jsonl").open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        code, told = called("pseudonymize - --format jsonl -o out.jsonl --fast --text-column txet", capsys)

    assert (code, "out.jsonl stays as it was" in told) == (1, True)
    assert (place / "out.jsonl").read_bytes() == OLDER


def test_rows_are_still_left_out_one_by_one(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "in.jsonl").write_text("no row\n" + ROW)
    (place / "out.jsonl").write_bytes(OLDER)

    code, told = called("pseudonymize in.jsonl -o out.jsonl --fast", capsys)

    assert (code, "1 row left out" in told, "out.jsonl was there already" in told) == (1, True, True)
    assert (place / "out.jsonl").read_text() == ROW.replace("a@x.se", "[EMAIL_1]")


def test_the_same_output_without_a_text_can_be_written_again(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "in.csv").write_text('id,text\n1,"a quote\n')
    line = "pseudonymize in.csv -o out.csv --fast"

    codes = [called(line, capsys)[0] for _ in range(2)]

    assert codes == [1, 1]
    assert (place / "out.csv").read_text() == "id,text\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.txt", b"caf\xe9"), ("a.docx", b"words"), ("a.json", b'{"a": '), ("a.csv", b"a@x.se,b@x.se\n1,2\n")],
)
def test_no_vault_is_made_for_what_cannot_be_read(
    name: str, data: bytes, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / name).write_bytes(data)

    code, told = called(f"pseudonymize {name} -o out{Path(name).suffix} --vault v --fast", capsys)

    assert (code, name in told, "created the vault" in told) == (1, True, False)
    assert [path.name for path in place.iterdir()] == [name]


def test_a_vault_is_made_if_one_of_several_can_be_read(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "a.docx").write_bytes(b"words")
    (place / "b.csv").write_text("id,text\n1,mail a@x.se\n")
    (place / "c.csv").write_text("id,words\n1,mail a@x.se\n")

    code, told = called("pseudonymize a.docx c.csv b.csv -o out --vault v --fast --text-column text", capsys)

    assert (code, "a.docx" in told, "c.csv" in told) == (1, True, True)
    assert (place / "out" / "b.csv").read_text() == "id,text\n1,mail [EMAIL_1]\n"
    assert (place / "v").is_file()


def test_a_file_that_the_vault_does_not_know_as_a_whole_may_be_from_elsewhere(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "mine.csv").write_text("id,text\n1,mail a@x.se now\n")
    (place / "other.csv").write_text("id,text\n1,mail b@y.se now\n2,mail b@y.se then\n")
    for name in ("mine", "other"):
        assert run(f"pseudonymize {name}.csv -o {name}.out.csv --vault {name}.v --fast -q".split()) == 0

    code, told = called("recover other.out.csv -o back.csv --vault mine.v --reason x", capsys)

    assert code == 1
    assert "recovered 0 of 1 file byte for byte; 1 changed since or from elsewhere, with 1 known text" in told


def test_what_comes_back_byte_for_byte_is_named_as_the_vault_has_it(place: Path) -> None:
    (place / "mine.csv").write_text("id,text\n1,mail a@x.se now\n")
    assert run(["pseudonymize", "mine.csv", "-o", "out.csv", "--vault", "v", "--fast", "-q"]) == 0

    done = allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v", "--reason", "x", "--json", cwd=place)

    assert done.returncode == 0
    assert json.loads(done.stdout)["result"]["made_from"] == ["mine.csv"]


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (sqlite3.SQLITE_READONLY, "see that you may write to its file and its folder"),
        (sqlite3.SQLITE_CANTOPEN, "see that you may write to its file and its folder"),
        (sqlite3.SQLITE_IOERR, "see that its disk is in order"),
    ],
)
def test_a_vault_that_cannot_be_written_says_what_to_do(number: int, advice: str) -> None:
    from allonym.vault.sqlite import _told

    error = sqlite3.OperationalError("words")
    error.sqlite_errorcode, error.sqlite_errorname = number, "SQLITE_NAME"
    failure = failure_of(_told(error, Path("v")), "recover")

    assert failure.code == 1
    assert advice in failure.advice
    assert "doctor" not in " ".join(lines_of(failure))
