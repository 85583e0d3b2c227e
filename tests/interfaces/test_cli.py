"""The command line as a user sees it: real processes, real files."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PASSPHRASE = "four random words here"
POSTS = (
    "id,author,text\r\n"
    '1,@anna,"Call me, Bo: +46 70 174 06 05"\r\n'
    "2,@bo,mail bo@example.org or BO@example.org\r\n"
    "3,@anna,nothing here\r\n"
)


def allonym(
    *arguments: object, cwd: Path, stdin: bytes = b"", passphrase: str | None = PASSPHRASE
) -> subprocess.CompletedProcess[bytes]:
    environment = {key: value for key, value in os.environ.items() if key != "ALLONYM_PASSPHRASE"}
    if passphrase is not None:
        environment["ALLONYM_PASSPHRASE"] = passphrase
    command = [sys.executable, "-m", "allonym", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, check=False, env=environment)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "posts.csv").write_bytes(POSTS.encode())
    (tmp_path / "empty").write_bytes(b"")
    return tmp_path


def test_a_csv_goes_there_and_back(folder: Path) -> None:
    done = allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", cwd=folder)

    assert done.returncode == 0, done.stderr
    assert (folder / "out.csv").read_bytes() == (
        b"id,author,text\r\n"
        b'1,[USERNAME_1],"Call me, Bo: [PHONE_1]"\r\n'
        b"2,[USERNAME_1],mail [EMAIL_1] or [EMAIL_1]\r\n"
        b"3,[USERNAME_1],nothing here\r\n"
    )
    assert done.stdout.startswith(b"6 texts, 5 changed, 6 mentions replaced, ")

    back = allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v", "--reason", "test", cwd=folder)

    assert back.returncode == 0, back.stderr
    assert back.stdout == b"recovered 1 of 1 file byte for byte\n"
    assert (folder / "back.csv").read_bytes() == POSTS.encode()
    assert sorted(path.name for path in folder.iterdir()) == ["back.csv", "empty", "out.csv", "posts.csv", "v"]


def test_the_same_run_again_gives_the_same_bytes_and_the_vault_does_not_grow(folder: Path) -> None:
    for name in ("one.csv", "two.csv"):
        allonym("pseudonymize", "posts.csv", "-o", name, "--vault", "v", "--scope", "corpus", cwd=folder)
    info = allonym("vault", "info", "v", cwd=folder).stdout.decode()

    assert (folder / "one.csv").read_bytes() == (folder / "two.csv").read_bytes()
    assert b"[USERNAME_2]" in (folder / "one.csv").read_bytes()
    assert "texts      6" in info
    assert "files      1" in info


def test_a_changed_file_is_recovered_row_by_row(folder: Path) -> None:
    allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", cwd=folder)
    header, one, two, three = (folder / "out.csv").read_bytes().splitlines(keepends=True)
    (folder / "part.csv").write_bytes(header + two + three.replace(b"nothing", b"something") + one)

    done = allonym("recover", "part.csv", "-o", "back.csv", "--vault", "v", "--reason", "test", cwd=folder)

    rows = POSTS.encode().splitlines(keepends=True)
    assert done.returncode == 1
    assert b"part.csv row 3 column text: the vault does not know this text" in done.stderr
    assert (folder / "back.csv").read_bytes() == rows[0] + rows[2] + rows[3].replace(b"nothing", b"something") + rows[1]


def test_a_file_that_the_vault_does_not_know_is_not_written(folder: Path) -> None:
    allonym("vault", "init", "v", cwd=folder)

    done = allonym("recover", "posts.csv", "-o", "back.csv", "--vault", "v", "--reason", "test", cwd=folder)

    assert done.returncode == 1
    assert b"this vault knows no text of this file" in done.stderr
    assert not (folder / "back.csv").exists()


BROKEN = b'id,text\n1,good a@x.se\n2,bad \xff SECRETWORD\n3,"SECRETWORD open\n4\n5,good b@x.se\n'


def test_broken_rows_are_named_left_out_and_given_back(folder: Path) -> None:
    (folder / "bad.csv").write_bytes(BROKEN)

    done = allonym("pseudonymize", "bad.csv", "-o", "out.csv", "--vault", "v", cwd=folder)

    assert done.returncode == 1
    assert b"bad.csv row 3 column text: not valid utf-8 at byte 7 of the row" in done.stderr
    assert b"bad.csv row 4 column text: unbalanced quotes" in done.stderr
    assert b"bad.csv row 5 column text: 1 cells where the header has 2" in done.stderr
    assert b"SECRET" not in done.stderr + done.stdout
    assert (folder / "out.csv").read_bytes() == b"id,text\n1,good [EMAIL_1]\n5,good [EMAIL_1]\n"

    allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v", "--reason", "test", cwd=folder)

    assert (folder / "back.csv").read_bytes() == BROKEN


def test_broken_json_lines_are_named_and_the_rest_goes_on(folder: Path) -> None:
    lines = [
        b'{"id":1,"text":"a@x.se"}',
        b"[1,2]",
        b'{"id":3}',
        b'{"id":4,"text":"\\ud800"}',
        b'{"text": SECRETWORD',
        b'{"id":6,"text":"b@x.se"}',
    ]
    (folder / "bad.jsonl").write_bytes(b"\n".join(lines))

    done = allonym("pseudonymize", "bad.jsonl", "-o", "out.jsonl", "--text-column", "text", cwd=folder)

    assert done.returncode == 1
    assert b"bad.jsonl row 2: not an object" in done.stderr
    assert b"bad.jsonl row 3 column text: missing column" in done.stderr
    assert b"bad.jsonl row 4 column text: lone surrogate" in done.stderr
    assert b"bad.jsonl row 5" in done.stderr
    assert b"SECRET" not in done.stderr
    assert (folder / "out.jsonl").read_bytes() == b'{"id":1,"text":"[EMAIL_1]"}\n{"id":6,"text":"[EMAIL_1]"}'


def test_a_first_row_of_data_is_not_taken_for_a_header(folder: Path) -> None:
    (folder / "bare.csv").write_bytes(b"1,anna@example.org\n2,bo@example.org\n")

    refused = allonym("pseudonymize", "bare.csv", "-o", "out.csv", cwd=folder)
    done = allonym("pseudonymize", "bare.csv", "-o", "out.csv", "--no-header", cwd=folder)

    assert refused.returncode == 1
    assert b"bare.csv row 1: a column name holds EMAIL; if the first row is data, use --no-header" in refused.stderr
    assert done.returncode == 0
    assert (folder / "out.csv").read_bytes() == b"1,[EMAIL_1]\n2,[EMAIL_1]\n"


def test_a_first_row_of_handles_or_sentences_is_not_taken_for_a_header(folder: Path) -> None:
    for row in (
        b"17,@anna_b,hi",
        b"17,x,see https://example.org/me",
        b"17,x,one two three four five six seven eight nine",
    ):
        (folder / "bare.csv").write_bytes(row + b"\n18,@sam,hello b@example.org\n")

        done = allonym("pseudonymize", "bare.csv", "-o", "out.csv", cwd=folder)

        assert done.returncode == 1
        assert b"if the first row is data, use --no-header" in done.stderr
        assert not (folder / "out.csv").exists()


def test_no_message_shows_cells_or_keys_that_may_be_data(folder: Path) -> None:
    (folder / "bare.csv").write_bytes(b"17,anna,SECRET words of a person\n")
    (folder / "k.jsonl").write_bytes(b'{"my SECRET diagnosis is this": "\\ud800"}\n')

    bare = allonym("detect", "bare.csv", "--text-column", "text", cwd=folder)
    keyed = allonym("detect", "k.jsonl", cwd=folder)

    assert bare.returncode == 2
    assert b"no column is called 'text'; the first row has 3 cells" in bare.stderr
    assert b"k.jsonl row 1 column (not a plain name): lone surrogate" in keyed.stderr
    assert b"SECRET" not in bare.stderr + keyed.stderr


def test_a_key_that_is_data_keeps_its_row_out(folder: Path) -> None:
    (folder / "k.jsonl").write_bytes(b'{"anna@example.org":"x","@type":"y"}\n{"a":"b@x.se"}\n')

    done = allonym("pseudonymize", "k.jsonl", "-o", "out.jsonl", cwd=folder)

    assert done.returncode == 1
    assert b"k.jsonl row 1: a key holds EMAIL, and keys are not rewritten" in done.stderr
    assert (folder / "out.jsonl").read_bytes() == b'{"a":"[EMAIL_1]"}\n'


def test_detect_writes_spans_that_fit_the_texts(folder: Path) -> None:
    texts = ["to a@x.se", "👩‍👩‍👧 @anna \U0001f600", "none"]
    (folder / "t.jsonl").write_text(
        "".join(json.dumps({"id": f"t{n}", "text": text}) + "\n" for n, text in enumerate(texts))
    )

    done = allonym("detect", "t.jsonl", "-o", "spans.jsonl", cwd=folder)

    rows = [json.loads(line) for line in (folder / "spans.jsonl").read_text().splitlines()]
    assert done.returncode == 0
    assert [(row["id"], [(texts[n][s:e], label) for s, e, label, _ in row["spans"]]) for n, row in enumerate(rows)] == [
        ("t0", [("a@x.se", "EMAIL")]),
        ("t1", [("@anna", "USERNAME")]),
        ("t2", []),
    ]
    assert all(set(row) == {"id", "spans"} for row in rows)


def test_plan_then_apply_is_the_same_as_pseudonymize(folder: Path) -> None:
    allonym("pseudonymize", "posts.csv", "-o", "one.csv", "--vault", "v", cwd=folder)
    planned = allonym("plan", "posts.csv", "-o", "plan.jsonl", cwd=folder)
    applied = allonym("apply", "posts.csv", "plan.jsonl", "-o", "two.csv", "--vault", "w", cwd=folder)

    assert (planned.returncode, applied.returncode) == (0, 0), applied.stderr
    assert (folder / "one.csv").read_bytes() == (folder / "two.csv").read_bytes()
    assert b"@anna" not in (folder / "plan.jsonl").read_bytes()


def test_a_corrected_plan_is_followed_and_a_plan_for_another_file_is_not(folder: Path) -> None:
    allonym("plan", "posts.csv", "-o", "plan.jsonl", cwd=folder)
    lines = (folder / "plan.jsonl").read_text().splitlines()
    row = json.loads(lines[1])
    row["decisions"][0]["replacement"] = "@somebody"
    lines[1] = json.dumps(row)
    (folder / "plan.jsonl").write_text("\n".join(lines) + "\n")

    done = allonym("apply", "posts.csv", "plan.jsonl", "-o", "out.csv", "--vault", "v", cwd=folder)
    (folder / "posts.csv").write_bytes(POSTS.replace("Bo", "Ed").encode())
    refused = allonym("apply", "posts.csv", "plan.jsonl", "-o", "other.csv", cwd=folder)

    assert done.returncode == 0
    assert b"1,@somebody," in (folder / "out.csv").read_bytes()
    assert refused.returncode == 3
    assert b"was made for another text; nothing is written" in refused.stderr
    assert not (folder / "other.csv").exists()


def test_a_folder_keeps_its_shape_and_equal_outputs_come_back_by_name(tmp_path: Path) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "a.txt").write_text("Call a@x.se")
    (tmp_path / "in" / "deep" / "b.txt").write_text("Call b@x.se")
    (tmp_path / "in" / "image.png").write_bytes(b"\x89PNG")

    done = allonym("pseudonymize", "in", "-o", "out", "--vault", "v", cwd=tmp_path)
    allonym("recover", "out", "-o", "back", "--vault", "v", "--reason", "test", cwd=tmp_path)

    assert done.returncode == 0
    assert b"skipped 1 file" in done.stderr
    assert (tmp_path / "out" / "deep" / "b.txt").read_text() == "Call [EMAIL_1]"
    assert (tmp_path / "back" / "a.txt").read_text() == "Call a@x.se"
    assert (tmp_path / "back" / "deep" / "b.txt").read_text() == "Call b@x.se"


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_bytes(b"bad \xff")
    (tmp_path / "in" / "b.json").write_bytes(b'{"a": SECRETWORD')
    (tmp_path / "in" / "c.txt").write_bytes(b"Call a@x.se")

    done = allonym("pseudonymize", "in", "-o", "out", cwd=tmp_path)

    assert done.returncode == 1
    assert b"a.txt" in done.stderr
    assert b"b.json" in done.stderr
    assert b"SECRET" not in done.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["c.txt"]


def test_streams_go_through_pipes(tmp_path: Path) -> None:
    data = b'{"id":"1","text":"a@x.se"}\n'

    done = allonym("pseudonymize", "-", "-o", "-", "--format", "jsonl", "--vault", "v", cwd=tmp_path, stdin=data)
    back = allonym("recover", "-", "-o", "-", "--format", "jsonl", "--vault", "v", cwd=tmp_path, stdin=done.stdout)

    assert done.stdout == b'{"id":"1","text":"[EMAIL_1]"}\n'
    assert back.stdout == data
    assert back.returncode == 0


def test_terms_and_allowed_words_come_from_files(folder: Path) -> None:
    (folder / "terms.txt").write_text("# people\nBo\nnothing here\tEXTRA\n")
    (folder / "allow.txt").write_text("@anna\n")

    allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--terms", "terms.txt", "--allow", "allow.txt", cwd=folder)

    rows = (folder / "out.csv").read_text().splitlines()
    assert rows[1] == '1,@anna,"Call me, [PERSON_1]: [PHONE_1]"'
    assert rows[3] == "3,@anna,[EXTRA_1]"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["pseudonymize", "gone.csv", "-o", "x"], 2, b"there is no file or folder gone.csv"),
        (["pseudonymize", "posts.csv", "-o", "posts.csv"], 2, b"is the input itself"),
        (["pseudonymize", "posts.csv", "-o", "no/x.csv"], 2, b"the folder no does not exist"),
        (["pseudonymize", "posts.csv", "-o", "x", "--profile", "defalt"], 2, b"did you mean 'default'"),
        (["pseudonymize", "posts.csv", "-o", "x", "--scope", "corpus"], 2, b"needs --vault"),
        (["pseudonymize", "posts.csv", "-o", "x", "--vault", "v", "--scope", "author"], 2, b"needs --author-column"),
        (["pseudonymize", "posts.csv", "-o", "x", "--text-column", "txt"], 2, b"did you mean 'text'"),
        (["pseudonymize", "posts.csv", "-o", "x.jsonl"], 2, b"the output keeps the format of its input, csv"),
        (["pseudonymize", "posts.csv", "posts.csv", "-o", "x.csv", "--terms", "empty"], 2, b"is empty"),
        (["pseudonymize", "posts.csv", "-o", "x", "--language", "xx"], 2, b"xx"),
        (["pseudonymize", "posts.csv", "-o", "x", "--encoding", "klingon"], 2, b"klingon"),
        (["pseudonymize", "posts.csv", "-o", "x", "--terms", "gone"], 2, b"cannot read the word list"),
        (["pseudonymize", "posts.csv", "-o", "v.db", "--vault", "v.db"], 2, b"keep the three apart"),
        (["recover", "posts.csv", "-o", "x", "--vault", "gone"], 2, b"there is no vault gone"),
        (["vault", "info", "posts.csv"], 1, b"is not a vault"),
        (["profiles", "show", "defalt"], 2, b"did you mean 'default'"),
        (["nonsense"], 2, b"nonsense"),
    ],
)  # fmt: skip
def test_a_mistake_is_explained(folder: Path, arguments: list[str], code: int, message: bytes) -> None:
    done = allonym(*arguments, cwd=folder)

    assert done.returncode == code, done.stderr
    assert message in done.stderr
    assert b"Traceback" not in done.stderr
    assert (folder / "posts.csv").read_bytes() == POSTS.encode()


def test_a_wrong_passphrase_changes_nothing(folder: Path) -> None:
    allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", cwd=folder)
    before = (folder / "v").read_bytes()

    done = allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v", cwd=folder, passphrase="wrong")

    assert done.returncode == 1
    assert b"passphrase" in done.stderr
    assert (folder / "v").read_bytes() == before
    assert not (folder / "back.csv").exists()


def test_without_a_terminal_a_missing_passphrase_is_asked_for_in_words(folder: Path) -> None:
    done = allonym("vault", "init", "v", cwd=folder, passphrase=None)

    assert done.returncode == 2
    assert b"set $ALLONYM_PASSPHRASE, or use --passphrase-file" in done.stderr


def test_a_passphrase_can_come_from_a_file(folder: Path) -> None:
    (folder / "secret").write_text(PASSPHRASE + "\n")
    allonym("vault", "init", "v", "--passphrase-file", "secret", cwd=folder, passphrase=None)

    assert allonym("vault", "verify", "v", cwd=folder).returncode == 0


def test_a_damaged_vault_is_named_and_nothing_is_written(folder: Path) -> None:
    allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", cwd=folder)
    data = (folder / "v").read_bytes()
    (folder / "v").write_bytes(data[: len(data) // 2])

    for arguments in (["vault", "verify", "v"], ["recover", "out.csv", "-o", "back.csv", "--vault", "v"]):
        done = allonym(*arguments, cwd=folder)
        assert done.returncode == 1
        assert b"v" in done.stderr
        assert b"Traceback" not in done.stderr
    assert not (folder / "back.csv").exists()


def test_the_demo_comes_back_byte_for_byte(tmp_path: Path) -> None:
    done = allonym("demo", cwd=tmp_path)

    folder = tmp_path / "allonym-demo"
    assert done.returncode == 0, done.stderr
    assert (folder / "posts.csv").read_bytes() == (folder / "posts.recovered.csv").read_bytes()
    assert b"Lindqvist" not in (folder / "posts.pseudonymized.csv").read_bytes()
    assert "<script" not in (folder / "report.html").read_text("utf-8")
    assert allonym("demo", cwd=tmp_path).returncode == 0


def test_profiles_are_listed_shown_and_checked(tmp_path: Path) -> None:
    assert b"default" in allonym("profiles", "list", cwd=tmp_path).stdout
    assert b"numbered template=[{label}_{n}]" in allonym("profiles", "show", "default", cwd=tmp_path).stdout
    assert allonym("profiles", "check", "default", cwd=tmp_path).stdout == b"default: in order\n"


def test_help_and_version_answer(tmp_path: Path) -> None:
    assert b"pseudonymize" in allonym("--help", cwd=tmp_path).stdout
    assert allonym("--version", cwd=tmp_path).stdout.startswith(b"allonym 0.")


def test_an_internal_error_shows_its_place_and_no_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from allonym.interfaces.cli import app

    def broken(*_: object, **__: object) -> None:
        raise ValueError("SECRETWORD")

    monkeypatch.setattr(app, "app", broken)

    assert app.run([]) == 3
    assert "SECRETWORD" not in capsys.readouterr().err


def test_a_corrected_plan_leaves_the_earlier_output_recoverable(folder: Path) -> None:
    allonym("pseudonymize", "posts.csv", "-o", "one.csv", "--vault", "v", cwd=folder)
    allonym("plan", "posts.csv", "-o", "plan.jsonl", cwd=folder)
    plan = (folder / "plan.jsonl").read_text().replace('"rule":"direct"', '"rule":"direct","replacement":"someone"')
    (folder / "plan.jsonl").write_text(plan)
    allonym("apply", "posts.csv", "plan.jsonl", "-o", "two.csv", "--vault", "v", cwd=folder)

    assert b"someone" in (folder / "two.csv").read_bytes()
    for name in ("one.csv", "two.csv"):
        done = allonym("recover", name, "-o", "back.csv", "--vault", "v", "--reason", "test", cwd=folder)
        assert done.returncode == 0, done.stderr
        assert (folder / "back.csv").read_bytes() == POSTS.encode()


def test_an_output_under_another_name_and_ending_comes_back(folder: Path) -> None:
    allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", cwd=folder)
    (folder / "out.csv").rename(folder / "renamed.txt")

    done = allonym("recover", "renamed.txt", "-o", "back.csv", "--vault", "v", "--reason", "test", cwd=folder)

    assert done.returncode == 0, done.stderr
    assert (folder / "back.csv").read_bytes() == POSTS.encode()


def test_a_file_that_cannot_be_recovered_does_not_stop_the_others_and_each_try_is_noted(folder: Path) -> None:
    (folder / "m").mkdir()
    (folder / "m" / "a.txt").write_text("unknown")
    allonym("pseudonymize", "posts.csv", "-o", "m/b.csv", "--vault", "v", cwd=folder)

    done = allonym("recover", "m", "-o", "back", "--vault", "v", "--reason", "test", cwd=folder)

    assert done.returncode == 1
    assert b"a.txt: this vault knows no text of this file" in done.stderr
    assert [path.name for path in (folder / "back").iterdir()] == ["b.csv"]
    assert b"accesses   2" in allonym("vault", "info", "v", cwd=folder).stdout


def test_an_id_that_is_data_keeps_its_row_out(folder: Path) -> None:
    (folder / "i.csv").write_bytes(b"id,text\nanna@example.org,hello\n1234567890,bye\n")

    done = allonym("pseudonymize", "i.csv", "-o", "out.csv", cwd=folder)

    assert done.returncode == 1
    assert b"i.csv row 2: the id holds EMAIL, and ids are not rewritten" in done.stderr
    assert (folder / "out.csv").read_bytes() == b"id,text\n1234567890,bye\n"


def test_a_text_pasted_into_a_row_with_another_id_is_not_given_back(folder: Path) -> None:
    allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", cwd=folder)
    (folder / "pasted.csv").write_bytes((folder / "out.csv").read_bytes().replace(b"\r\n2,", b"\r\n9,"))

    done = allonym("recover", "pasted.csv", "-o", "back.csv", "--vault", "v", "--reason", "test", cwd=folder)

    assert done.returncode == 1
    assert b"bo@example.org" not in (folder / "back.csv").read_bytes()


def test_a_long_text_is_one_document_to_the_numbering(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("a@x.se b@x.se\n" + "word " * 300_000 + "\nb@x.se c@x.se\n")

    done = allonym("pseudonymize", "long.txt", "-o", "out.txt", "--vault", "v", cwd=tmp_path)

    text = (tmp_path / "out.txt").read_text()
    assert done.returncode == 0, done.stderr
    assert text.startswith("[EMAIL_1] [EMAIL_2]\n")
    assert text.endswith("[EMAIL_2] [EMAIL_3]\n")


def test_a_plan_that_leaves_the_text_is_refused_with_its_document(folder: Path) -> None:
    allonym("plan", "posts.csv", "-o", "plan.jsonl", cwd=folder)
    plan = (folder / "plan.jsonl").read_text().replace("[[0,", "[[0,9", 1)
    (folder / "plan.jsonl").write_text(plan)

    done = allonym("apply", "posts.csv", "plan.jsonl", "-o", "out.csv", cwd=folder)

    assert done.returncode == 3
    assert b"1/author: edits overlap or leave the text" in done.stderr
    assert not (folder / "out.csv").exists()


def test_rows_of_two_files_with_the_same_ids_are_not_mixed_up(folder: Path) -> None:
    for name, who in (("january", "a"), ("february", "b")):
        (folder / f"{name}.csv").write_bytes(f"id,text\n1,mail {who}@x.se\n2,only {who}@x.se in {name}\n".encode())
        allonym("pseudonymize", f"{name}.csv", "-o", f"{name}.out.csv", "--vault", "v", cwd=folder)
    header, one, two = (folder / "january.out.csv").read_bytes().splitlines(keepends=True)
    (folder / "sorted.csv").write_bytes(header + two + one)

    done = allonym("recover", "sorted.csv", "-o", "back.csv", "--vault", "v", "--reason", "test", cwd=folder)

    assert done.returncode == 1
    assert b"sorted.csv row 3 column text: several documents gave this text" in done.stderr
    assert (folder / "back.csv").read_bytes() == b"id,text\n2,only a@x.se in january\n1,mail [EMAIL_1]\n"


@pytest.mark.parametrize("output", ["out.csv", "-"])
def test_a_row_left_out_between_two_line_ends_does_not_join_them(folder: Path, output: str) -> None:
    data = b'id,text\n1,mail x@example.org\r2,"open\n\n3,mail y@example.org\n'
    (folder / "a.csv").write_bytes(data)

    done = allonym("pseudonymize", "a.csv", "-o", output, "--vault", "v", cwd=folder)
    if output == "-":
        (folder / "out.csv").write_bytes(done.stdout)
    back = allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v", "--reason", "test", cwd=folder)

    assert back.returncode == 0, back.stderr
    assert (folder / "back.csv").read_bytes() == data


def test_spans_of_a_long_text_count_from_its_beginning(tmp_path: Path) -> None:
    text = "a@x.se\n" + "word " * 300_000 + "\nb@x.se c@x.se\n"
    (tmp_path / "long.txt").write_text(text)

    done = allonym("detect", "long.txt", cwd=tmp_path)

    [row] = [json.loads(line) for line in done.stdout.splitlines()]
    assert row["id"] == "long.txt"
    assert [text[start:end] for start, end, _, _ in row["spans"]] == ["a@x.se", "b@x.se", "c@x.se"]


def test_a_folder_of_one_file_goes_to_a_new_folder(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "a.md").write_text("mail x@example.org")

    done = allonym("pseudonymize", "one", "-o", "new", "--vault", "v", cwd=tmp_path)
    back = allonym("recover", "new", "-o", "deep/back", "--vault", "v", "--reason", "test", cwd=tmp_path)

    assert (done.returncode, back.returncode) == (0, 0), done.stderr + back.stderr
    assert (tmp_path / "deep" / "back" / "a.md").read_text() == "mail x@example.org"


def test_a_file_without_the_column_does_not_stop_its_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name, header in (("a.csv", "id,text"), ("b.csv", "id,body"), ("c.csv", "id,text")):
        (tmp_path / "in" / name).write_text(f"{header}\n1,x@example.org\n")

    done = allonym("pseudonymize", "in", "-o", "out", "--text-column", "text", cwd=tmp_path)

    assert done.returncode == 1
    assert b"error: b.csv: no column is called 'text'" in done.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.csv", "c.csv"]


def test_a_request_to_end_leaves_nothing_behind(tmp_path: Path) -> None:
    import signal
    import time

    (tmp_path / "big.jsonl").write_text('{"text":"a@x.se b@x.se"}\n' * 200_000)
    command = [sys.executable, "-m", "allonym", "pseudonymize", "big.jsonl", "-o", "out.jsonl"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    while not list(tmp_path.glob(".*.allonym-tmp")):
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)

    assert process.wait() == 143
    assert [path.name for path in tmp_path.iterdir()] == ["big.jsonl"]
