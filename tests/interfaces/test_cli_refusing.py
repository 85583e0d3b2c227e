"""What the command line refuses or leaves out, and what it says then: places, never words."""

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.command import POSTS, allonym


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


def test_a_column_that_is_called_like_somebody_passes_when_it_is_allowed(folder: Path) -> None:
    (folder / "grades.csv").write_bytes(b"id,Earl,Anna Berg\n1,x,y\n")
    (folder / "nobody.txt").write_bytes(b"Earl\nAnna Berg\n")

    refused = allonym("pseudonymize", "grades.csv", "-o", "out.csv", cwd=folder)
    done = allonym("pseudonymize", "grades.csv", "-o", "out.csv", "--allow", "nobody.txt", cwd=folder)

    assert refused.returncode == 1
    assert b"grades.csv row 1: a column name holds PERSON" in refused.stderr
    assert b"if it names nobody, --allow it" in refused.stderr
    assert b"Earl" not in refused.stderr
    assert done.returncode == 0


def test_no_message_shows_cells_or_keys_that_may_be_data(folder: Path) -> None:
    (folder / "bare.csv").write_bytes(b"17,anna,SECRET words of a person\n")
    (folder / "k.jsonl").write_bytes(b'{"my SECRET diagnosis is this": "\\ud800"}\n')

    bare = allonym("detect", "bare.csv", "--text-column", "text", cwd=folder)
    keyed = allonym("detect", "k.jsonl", cwd=folder)

    assert bare.returncode == 2
    assert b"no column is called 'text'; the first row has 3 cells" in bare.stderr
    assert b"k.jsonl row 1 column (not a plain name): lone surrogate" in keyed.stderr
    assert b"SECRET" not in bare.stderr + keyed.stderr


def test_a_column_is_suggested_only_if_the_first_row_is_a_header(folder: Path) -> None:
    (folder / "bare.csv").write_bytes(b"1,Arthur,hello\n")
    (folder / "bare2.csv").write_bytes(b"Arthur,hello\n")
    (folder / "k.jsonl").write_bytes(b'{"n": {"Kjersti Qvam": "\\ud800"}}\n{"n": {"b": "\\ud800"}}\n')

    bare = allonym("detect", "bare.csv", "--id-column", "author", cwd=folder)
    second = allonym("detect", "bare2.csv", "--id-column", "author", cwd=folder)
    keyed = allonym("detect", "k.jsonl", cwd=folder)

    assert bare.returncode == second.returncode == 2
    assert b"Arthur" not in bare.stderr + second.stderr
    assert b"--no-header" in bare.stderr
    assert b"k.jsonl row 1 column (not a plain name): lone surrogate" in keyed.stderr
    assert b"k.jsonl row 2 column n.b: lone surrogate" in keyed.stderr
    assert b"Kjersti" not in keyed.stderr


def test_a_column_that_is_not_there_leaves_no_new_vault_behind(folder: Path) -> None:
    (folder / "t.csv").write_bytes(b"id,text\n1,hello\n")

    done = allonym("pseudonymize", "t.csv", "-o", "x.csv", "--text-column", "txet", "--vault", "n.vault", cwd=folder)

    assert (done.returncode, list(folder.glob("n.vault*"))) == (2, [])
    assert b"did you mean 'text'" in done.stderr


@pytest.mark.parametrize(
    ("line", "stdin", "told"),
    [
        ("pseudonymize posts.csv more.csv -o o --text-column txet", b"", b"did you mean 'text'"),
        ("pseudonymize - -o o.csv --format csv --text-column txet", POSTS.encode(), b"did you mean 'text'"),
        ("pseudonymize - -o o.txt --resume", b"words", b"only a run from files to files"),
        ("pseudonymize - posts.csv -o o", b"words", b"goes alone"),
        ("pseudonymize posts.csv -o o.csv --scope author", b"", b"needs --author-column"),
        ("pseudonymize posts.csv more.csv -o o --scope author", b"", b"needs --author-column"),
        ("pseudonymize posts.csv -o o.csv --language xx", b"", b"'xx'"),
        ("pseudonymize posts.csv -o o.csv --encoding klingon", b"", b"klingon"),
        ("pseudonymize posts.csv -o gone/o.csv", b"", b"the folder gone does not exist"),
        ("pseudonymize posts.csv -o posts.csv", b"", b"is the input itself"),
        ("pseudonymize posts.csv -o o.csv --profile own.toml", b"", b"missing.tsv"),
        ("review posts.csv --text-column txet --no-browser", b"", b"did you mean 'text'"),
        ("pseudonymize posts.csv -o o.csv --run posts.csv", b"", b"posts.csv is not a folder; name another with --run"),
        ("pseudonymize posts.csv -o o.csv --run gone/run", b"", b"cannot make the folder gone/run"),
        ("pseudonymize posts.csv -o o.csv --run .", b"", b"is not the folder of a run"),
        ("pseudonymize posts.csv -o o.csv --quarantine posts.csv", b"", b"name another with --quarantine"),
        ("pseudonymize posts.csv -o o.csv --quarantine open", b"", b"others can read the folder open"),
        ("pseudonymize r.jsonl -o o.jsonl --column name=PERSON --column writ=PERSON", b"", b"no record has a column"),
    ],
)
def test_a_slip_leaves_no_new_vault_behind(folder: Path, line: str, stdin: bytes, told: bytes) -> None:
    (folder / "more.csv").write_bytes(POSTS.encode())
    (folder / "r.jsonl").write_bytes(b'{"name": "Anna", "writer": "Bo"}\n' * 3)
    (folder / "open").mkdir(mode=0o755)
    (folder / "own.toml").write_text('extends = "default"\n[detector.lists]\nown = "missing.tsv"\n')

    done = allonym(*line.split(), "--vault", "n.vault", "--fast", cwd=folder, stdin=stdin)

    assert done.returncode in (1, 2), done.stderr
    assert list(folder.glob("n.vault*")) == []
    assert told in done.stderr


def test_a_column_that_only_a_later_record_has_is_enough_for_a_new_vault(folder: Path) -> None:
    (folder / "r.jsonl").write_bytes(b'{"text": "hello"}\n' * 3 + b'{"user": {"name": "Anna"}, "tags": ["Bo"]}\n')
    columns = ("--column", "user=PERSON", "--column", "tags[]=PERSON")

    done = allonym("pseudonymize", "r.jsonl", "-o", "o.jsonl", *columns, "--vault", "n", "--fast", cwd=folder)

    assert done.returncode == 0, done.stderr
    assert b"Anna" not in (folder / "o.jsonl").read_bytes()


def test_the_folder_of_a_run_is_none_that_holds_files_of_somebody_else(folder: Path) -> None:
    (folder / "mine").mkdir()
    for name in ("journal.jsonl", "chance", "lock", "found.spool"):
        for other in (folder / "mine").iterdir():
            other.unlink()
        (folder / "mine" / name).write_text("as it was")
        for resume in ((), ("--resume",)):
            line = ("pseudonymize", "posts.csv", "-o", "o.csv", "--run", "mine", "--fast", *resume)
            done = allonym(*line, cwd=folder)

            assert (done.returncode, b"mine is not the folder of a run" in done.stderr) == (2, True), done.stderr
        assert {each.name: each.read_text() for each in (folder / "mine").iterdir()} == {name: "as it was"}


def test_a_run_that_was_stopped_before_its_manifest_is_begun_again(folder: Path) -> None:
    (folder / "r").mkdir()
    (folder / "r" / "lock").touch()
    (folder / "r" / "chance").write_bytes(b"c" * 32)
    (folder / "r" / ".manifest.json.4194999.allonym-tmp").write_bytes(b"half")

    done = allonym("pseudonymize", "posts.csv", "-o", "o.csv", "--run", "r", "--fast", cwd=folder)

    assert done.returncode == 0, done.stderr
    assert not (folder / "r").exists()


def test_the_index_of_a_quarantine_is_no_input(folder: Path) -> None:
    (folder / "aside").mkdir(mode=0o700)
    (folder / "aside" / "index.jsonl").write_bytes(b'{"text": "mail a@x.se"}\nbroken\n')

    done = allonym("pseudonymize", "aside", "-o", "o", "--quarantine", "aside", "--fast", cwd=folder)

    assert done.returncode == 2
    assert b"would overwrite an input" in done.stderr
    assert (folder / "aside" / "index.jsonl").read_bytes() == b'{"text": "mail a@x.se"}\nbroken\n'


def test_a_file_with_the_column_is_enough_for_a_new_vault(folder: Path) -> None:
    (folder / "a.csv").write_bytes(b"id,body\n1,hello\n")
    line = ("pseudonymize", "a.csv", "posts.csv", "-o", "o", "--text-column", "text", "--vault", "n", "--fast")

    done = allonym(*line, cwd=folder)
    piped = ("pseudonymize", "-", "-o", "p.csv", "--format", "csv", "--text-column", "text", "--vault", "m", "--fast")
    read = allonym(*piped, cwd=folder, stdin=POSTS.encode())

    assert (done.returncode, read.returncode) == (1, 0), read.stderr
    assert [path.name for path in (folder / "o").iterdir()] == ["posts.csv"]
    assert (folder / "p.csv").read_bytes().count(b"[EMAIL_1]") == 2


def test_a_run_whose_vault_is_not_there_gets_no_other(folder: Path) -> None:
    from allonym.running.runs import open_run

    stopped = open_run(folder / "o.csv.run", resume=True)
    stopped.begin(b"a vault", {}, "settings", [])
    (folder / "o.csv.run" / "journal.jsonl").write_text('{"target": "o.csv"}\n')
    stopped.lock.close()

    for resume in ((), ("--resume",)):
        done = allonym("pseudonymize", "posts.csv", "-o", "o.csv", "--vault", "n", "--fast", *resume, cwd=folder)

        assert (done.returncode, list(folder.glob("n*"))) == (2, [])
        assert b"was begun with another vault" in done.stderr
    other = allonym("pseudonymize", "posts.csv", "-o", "o.csv", "--fast", "--resume", cwd=folder)
    assert b"was begun with other settings" in other.stderr
    assert (folder / "o.csv.run" / "journal.jsonl").exists()


def test_what_is_left_out_inside_an_archive_is_counted(folder: Path) -> None:
    with zipfile.ZipFile(folder / "a.zip", "w") as archive:
        archive.writestr("a.txt", "hello")
        archive.writestr("b.bin", "x")
        archive.writestr("c.csv", 'id,text\n1,"a\n')

    done = allonym("pseudonymize", "a.zip", "-o", "b.zip", cwd=folder)

    assert done.returncode == 1
    assert b"2 rows left out" in done.stdout


def test_a_key_that_is_data_keeps_its_row_out(folder: Path) -> None:
    (folder / "k.jsonl").write_bytes(b'{"anna@example.org":"x","@type":"y"}\n{"a":"b@x.se"}\n')

    done = allonym("pseudonymize", "k.jsonl", "-o", "out.jsonl", cwd=folder)

    assert done.returncode == 1
    assert b"k.jsonl row 1: a key holds EMAIL, and keys are not rewritten" in done.stderr
    assert (folder / "out.jsonl").read_bytes() == b'{"a":"[EMAIL_1]"}\n'


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


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["pseudonymize", "gone.csv", "-o", "x"], 2, b"there is no file or folder gone.csv"),
        (["detect", "SECRET Anna Berg"], 2, b"a text is piped to `-`"),
        (["apply", "posts.csv", "gone.plan", "-o", "x"], 2, b"there is no file gone.plan"),
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


def test_an_internal_error_shows_its_place_and_no_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from allonym.interfaces.cli import app

    def broken(*_: object, **__: object) -> None:
        raise ValueError("SECRETWORD")

    monkeypatch.setattr(app, "app", broken)

    assert app.run([]) == 3
    assert "SECRETWORD" not in capsys.readouterr().err


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


def test_a_plan_that_leaves_the_text_is_refused_with_its_document(folder: Path) -> None:
    allonym("plan", "posts.csv", "-o", "plan.jsonl", cwd=folder)
    plan = (folder / "plan.jsonl").read_text().replace("[[0,", "[[0,9", 1)
    (folder / "plan.jsonl").write_text(plan)

    done = allonym("apply", "posts.csv", "plan.jsonl", "-o", "out.csv", cwd=folder)

    assert done.returncode == 3
    assert b"1/author: a mention leaves the text" in done.stderr
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


def test_a_file_without_the_column_does_not_stop_its_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name, header in (("a.csv", "id,text"), ("b.csv", "id,body"), ("c.csv", "id,text")):
        (tmp_path / "in" / name).write_text(f"{header}\n1,x@example.org\n")

    done = allonym("pseudonymize", "in", "-o", "out", "--text-column", "text", cwd=tmp_path)

    assert done.returncode == 1
    assert b"error: b.csv: no column is called 'text'" in done.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.csv", "c.csv"]


def test_a_request_to_end_leaves_no_half_output_and_a_run_that_can_go_on(tmp_path: Path) -> None:
    import signal
    import time

    (tmp_path / "big.jsonl").write_text('{"text":"a@x.se b@x.se"}\n' * 200_000)
    command = [sys.executable, "-m", "allonym", "pseudonymize", "big.jsonl", "-o", "out.jsonl"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    while not list(tmp_path.glob(".*.allonym-tmp")):
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)

    assert process.wait() == 143
    assert sorted(path.name for path in tmp_path.iterdir()) == ["big.jsonl", "out.jsonl.run"]
    assert all(b"a@x.se" not in path.read_bytes() for path in (tmp_path / "out.jsonl.run").iterdir())


def test_a_folder_that_does_not_exist_is_not_made_for_a_single_file(folder: Path) -> None:
    done = allonym("pseudonymize", "posts.csv", "-o", "no/posts.csv", cwd=folder)

    assert done.returncode == 2
    assert b"the folder no does not exist" in done.stderr
    assert not (folder / "no").exists()


def test_a_plan_without_its_profile_is_refused(folder: Path) -> None:
    (folder / "plan.jsonl").write_text('{"allonym-plan":1}\n')

    done = allonym("apply", "posts.csv", "plan.jsonl", "-o", "out.csv", cwd=folder)

    assert done.returncode == 1
    assert b"plan.jsonl line 1: not a plan" in done.stderr


def test_an_error_that_nobody_foresaw_in_one_file_stops_no_other_and_shows_no_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from allonym.formats.text import TextFormat
    from allonym.interfaces.cli.app import run

    (tmp_path / "in").mkdir()
    for name in ("a", "b", "c"):
        (tmp_path / "in" / f"{name}.txt").write_text(f"{name}: anna@example.org")
    spell = TextFormat.spell

    def odd(self: TextFormat, value: str, like: str, layout: Any) -> str:
        if value.startswith("b"):
            raise KeyError(like)
        return spell(self, value, like, layout)

    monkeypatch.setattr(TextFormat, "spell", odd)
    monkeypatch.chdir(tmp_path)

    assert run(["pseudonymize", "in", "-o", "out", "--fast", "--workers", "0"]) == 3
    said = capsys.readouterr()
    assert "b.txt: internal error KeyError at test_cli_refusing.py:" in said.err
    assert "anna@" not in said.out + said.err
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.txt", "c.txt"]
