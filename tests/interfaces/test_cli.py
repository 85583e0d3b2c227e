"""What the command line does, as a user sees it: real processes, real files."""

import json
from pathlib import Path

import pytest
from tests.interfaces.command import PASSPHRASE, POSTS, allonym


def test_a_csv_goes_there_and_back(folder: Path) -> None:
    done = allonym("pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", cwd=folder)

    assert done.returncode == 0, done.stderr
    assert (folder / "out.csv").read_bytes() == (
        b"id,author,text\r\n"
        b'1,[USERNAME_1],"Call me, [PERSON_1]: [PHONE_1]"\r\n'
        b"2,[USERNAME_1],mail [EMAIL_1] or [EMAIL_1]\r\n"
        b"3,[USERNAME_1],nothing here\r\n"
    )
    assert done.stdout.startswith(b"6 texts, 5 changed, 7 mentions replaced, ")

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
    # A cell that begins with @ may be a formula to whoever opens the table; so not even a hand-written stand-in does.
    assert b"1,'@somebody," in (folder / "out.csv").read_bytes()
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


def test_a_passphrase_can_come_from_a_file(folder: Path) -> None:
    (folder / "secret").write_text(PASSPHRASE + "\n")
    allonym("vault", "init", "v", "--passphrase-file", "secret", cwd=folder, passphrase=None)

    assert allonym("vault", "verify", "v", cwd=folder).returncode == 0


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


def test_a_profile_is_shown_with_its_conditions_exemptions_and_the_requirements_it_fulfils(tmp_path: Path) -> None:
    shown = allonym("profiles", "show", "cloaked-s3", cwd=tmp_path).stdout.decode()
    requirements = [line.split() for line in shown.splitlines() if line.startswith("REQ#")]

    assert "age: numbered template=age{e}{e}, when several" in shown
    assert "exempt:organisations: stays, unless small" in shown
    assert [row[-5:] for row in requirements] == [
        ["yes", "no", "yes", "yes", "yes"],
        ["no", "yes", "yes", "yes", "yes"],
        ["no", "no", "no", "yes", "no"],
        ["yes", "yes", "yes", "no", "yes"],
        ["yes", "yes", "yes", "yes", "yes"],
    ]
    assert shown.endswith("* how this profile substitutes: local\n")


def test_help_and_version_answer(tmp_path: Path) -> None:
    assert b"pseudonymize" in allonym("--help", cwd=tmp_path).stdout
    assert allonym("--version", cwd=tmp_path).stdout.startswith(b"allonym 0.")


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


WITH_AND_WITHOUT_MODEL = [("--fast",), pytest.param((), marks=pytest.mark.slow)]


@pytest.mark.parametrize("more", WITH_AND_WITHOUT_MODEL)
def test_a_long_text_is_one_document_to_the_numbering(tmp_path: Path, more: tuple[str, ...]) -> None:
    (tmp_path / "long.txt").write_text("a@x.se b@x.se\n" + "word " * 300_000 + "\nb@x.se c@x.se\n")

    done = allonym("pseudonymize", "long.txt", "-o", "out.txt", "--vault", "v", *more, cwd=tmp_path)

    text = (tmp_path / "out.txt").read_text()
    assert done.returncode == 0, done.stderr
    assert text.startswith("[EMAIL_1] [EMAIL_2]\n")
    assert text.endswith("[EMAIL_2] [EMAIL_3]\n")


@pytest.mark.parametrize("more", WITH_AND_WITHOUT_MODEL)
def test_spans_of_a_long_text_count_from_its_beginning(tmp_path: Path, more: tuple[str, ...]) -> None:
    text = "a@x.se\n" + "word " * 300_000 + "\nb@x.se c@x.se\n"
    (tmp_path / "long.txt").write_text(text)

    done = allonym("detect", "long.txt", *more, cwd=tmp_path)

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


def test_a_listed_word_may_begin_with_a_hash(folder: Path) -> None:
    (folder / "terms.txt").write_text("# a comment\n#\n#nothing\n")
    (folder / "t.txt").write_text("say #nothing here")

    allonym("pseudonymize", "t.txt", "-o", "out.txt", "--terms", "terms.txt", cwd=folder)

    assert (folder / "out.txt").read_text() == "say [PERSON_1] here"
