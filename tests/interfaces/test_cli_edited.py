"""`allonym recover --edited`, run as a user would."""

import json
from pathlib import Path

import pytest
from tests.interfaces.command import allonym

LETTER = "Anna Berg met Klaus Weber.\nRing 070-174 06 05 or 070-174 06 22.\n"
EDITED = r"""Report: *\[person\_2\]*, says [PERSON_1], can be reached at [PHONE_2], not [PHONE_9] or x[PHONE_1]x.
"""


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    (tmp_path / "letter.txt").write_text(LETTER, "utf-8")
    (tmp_path / "report.txt").write_text(EDITED, "utf-8")
    done = allonym("pseudonymize", "letter.txt", "-o", "out.txt", "--vault", "v", "--fast", cwd=tmp_path)
    assert done.returncode == 0
    return tmp_path


def recover(*arguments: object, cwd: Path, stdin: bytes = b"") -> tuple[int, str, str]:
    done = allonym("recover", *arguments, "--vault", "v", "--reason", "test", cwd=cwd, stdin=stdin)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_exact_recovery_does_not_search_but_says_how(letter: Path) -> None:
    code, _, errors = recover("report.txt", "-o", "back.txt", cwd=letter)

    assert code == 1
    assert "use --edited" in errors
    assert not (letter / "back.txt").exists()


def test_what_is_sure_is_restored_and_the_rest_is_counted(letter: Path) -> None:
    code, table, _ = recover("report.txt", "-o", "back.txt", "--edited", "--id", "letter.txt", cwd=letter)

    assert code == 1
    assert (letter / "back.txt").read_text("utf-8") == (
        "Report: *klaus weber*, says Anna Berg, can be reached at 070-174 06 22, not [PHONE_9] or x[PHONE_1]x.\n"
    )
    assert [line.split() for line in table.splitlines()] == [
        ["label", "sure", "unsure", "refused"],
        ["PERSON", "2", "0", "0"],
        ["PHONE", "1", "1", "0"],
        ["unknown", "0", "0", "1"],
        ["all", "3", "1", "1"],
    ]
    assert (letter / "back.txt").stat().st_mode & 0o077 == 0


def test_the_report_names_places_and_no_words(letter: Path) -> None:
    recover(
        "report.txt", "-o", "back.txt", "--edited", "--id", "letter.txt", "--report", "found.jsonl", "-q", cwd=letter
    )

    lines = (letter / "found.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    assert [(each["label"], each["state"]) for each in found] == [
        ("PERSON", "sure"),
        ("PERSON", "sure"),
        ("PHONE", "sure"),
        ("", "refused"),
        ("PHONE", "unsure"),
    ]
    back = (letter / "back.txt").read_text("utf-8")
    assert back[slice(*found[1]["recovered"])] == "Anna Berg"
    assert EDITED[found[1]["start"] : found[1]["end"]] == "[PERSON_1]"
    assert not any(word in "".join(lines) for word in ("Anna", "Weber", "070"))


def test_all_sure_is_exit_code_0_and_works_in_a_pipe(letter: Path) -> None:
    code, text, table = recover(
        "-", "-o", "-", "--edited", "--id", "letter.txt", cwd=letter, stdin="Så [PERSON_1] kom.".encode()
    )

    assert code == 0
    assert text == "Så Anna Berg kom."
    assert "PERSON" in table


def test_without_an_id_nothing_is_guessed(letter: Path) -> None:
    code, _, errors = recover("report.txt", "-o", "back.txt", "--edited", cwd=letter)

    assert code == 1
    assert "say which it was with --id" in errors
    assert not (letter / "back.txt").exists()


@pytest.mark.parametrize("option", [["--id", "letter.txt"], ["--report", "r.jsonl"]])
def test_options_of_edited_texts_go_with_edited(letter: Path, option: list[str]) -> None:
    code, _, errors = recover("report.txt", "-o", "back.txt", *option, cwd=letter)

    assert code == 2
    assert "go with --edited" in errors


def test_rows_are_found_by_their_ids_and_others_stay(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,note,text\n1,x,Ring 070-174 06 05\n2,x,Ring 070-174 06 22\n", "utf-8")
    allonym("pseudonymize", "in.csv", "-o", "out.csv", "--vault", "v", "--fast", cwd=tmp_path)
    (tmp_path / "new.csv").write_text(
        'id,note,text\n2,y,"Please, ""ring"" [PHONE_1]!"\n1,y,now [phone_1]\n7,y,[PHONE_1]\n,y,[PHONE_1]\n', "utf-8"
    )

    code, _, errors = recover("new.csv", "-o", "back.csv", "--edited", cwd=tmp_path)

    assert code == 1
    assert (tmp_path / "back.csv").read_text("utf-8") == (
        'id,note,text\n2,y,"Please, ""ring"" 070-174 06 22!"\n1,y,now 070-174 06 05\n7,y,[PHONE_1]\n,y,[PHONE_1]\n'
    )
    assert "new.csv row 4 column text: no document of this vault has this id; the text stays as it is" in errors
    assert "new.csv row 5 column text: nothing tells which document this text was; the text stays as it is" in errors
    code, _, errors = recover("new.csv", "-o", "back.csv", "--edited", "--id", "1", cwd=tmp_path)
    assert code == 2
    assert "rows of a table have their own ids" in errors


def test_tokens_of_a_corpus_need_no_id(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"text":"Anna Berg rang."}\n{"text":"Klaus Weber rang."}\n', "utf-8")
    allonym("pseudonymize", "in.jsonl", "-o", "out.jsonl", "--vault", "v", "--scope", "corpus", "--fast", cwd=tmp_path)
    (tmp_path / "minutes.txt").write_text("[PERSON_2] asked [PERSON_1].\n", "utf-8")

    code, _, _ = recover("minutes.txt", "-o", "back.txt", "--edited", cwd=tmp_path)

    assert code == 0
    assert (tmp_path / "back.txt").read_text("utf-8") == "Klaus Weber asked Anna Berg.\n"


def test_the_search_is_noted_in_the_vault(letter: Path) -> None:
    recover("report.txt", "-o", "back.txt", "--edited", "--id", "letter.txt", cwd=letter)

    done = allonym("vault", "info", "v", cwd=letter)

    assert b"accesses" in done.stdout
    assert b"1" in next(line for line in done.stdout.splitlines() if b"accesses" in line)
