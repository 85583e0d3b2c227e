"""How a run is done: a part of the texts, past what fails, with workers, or not at all."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.interfaces.command import PASSPHRASE, allonym
from tests.wild import WILD_FAILS, install_wild

ROWS = "id,text\n" + "".join(f"{n},Anna Berg has user{n}@example.org\n" for n in range(40))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "posts.csv").write_text(ROWS)
    (tmp_path / "texts").mkdir()
    for number in range(5):
        (tmp_path / "texts" / f"{number}.txt").write_text(f"mail user{number}@example.org")
    return tmp_path


def with_wild(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
    """Run allonym where another package brings a detector that fails."""
    install_wild(folder / "site")
    (folder / "wild.toml").write_text('extends = "default"\ndetectors = ["patterns", "wild"]\n')
    path = os.pathsep.join([str(folder / "site"), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "ALLONYM_PASSPHRASE": PASSPHRASE, "PYTHONPATH": path}
    command = [sys.executable, "-m", "allonym", *arguments, "--profile", "wild.toml"]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False, env=environment)


def test_two_workers_write_what_one_process_writes(folder: Path) -> None:
    for workers in ("0", "2"):
        done = allonym(
            *("pseudonymize", "posts.csv", "texts/0.txt", "texts/1.txt", "-o", f"out{workers}", "--workers", workers),
            *("--fast", "--vault", f"{workers}.vault"),
            cwd=folder,
        )
        assert done.returncode == 0, done.stderr
    made = [sorted((path.name, path.read_bytes()) for path in (folder / f"out{each}").iterdir()) for each in "02"]

    assert made[0] == made[1]
    assert len(made[0]) == 3


def test_a_stream_can_have_workers_too(folder: Path) -> None:
    command = ["pseudonymize", "-", "-o", "-", "--format", "csv", "--fast", "--quiet"]
    one, two = (allonym(*command, "--workers", each, cwd=folder, stdin=ROWS.encode()) for each in ("0", "2"))

    assert one.returncode == two.returncode == 0
    assert one.stdout == two.stdout
    assert b"[EMAIL_1]" in one.stdout


@pytest.mark.parametrize("command", [["detect"], ["detect", "--explain"], ["plan"]])
def test_two_workers_find_what_one_process_finds(command: list[str], folder: Path) -> None:
    found = []
    for workers in ("0", "2"):
        asked = [*command, "posts.csv", "-o", f"{workers}.jsonl", "--fast", "--quiet", "--workers", workers]
        done = allonym(*asked, cwd=folder)
        assert done.returncode == 0, done.stderr
        found.append((folder / f"{workers}.jsonl").read_bytes())

    assert found[0] == found[1]
    assert found[0].count(b"EMAIL") >= 40


def test_several_files_and_a_stream_are_searched_by_workers_as_by_one_process(folder: Path) -> None:
    files = ["detect", "posts.csv", "texts", "--fast", "--quiet", "--workers"]
    stream = ["detect", "-", "--format", "csv", "--fast", "--quiet", "--workers"]
    by_files = [allonym(*files, each, cwd=folder).stdout for each in ("0", "2")]
    by_stream = [allonym(*stream, each, cwd=folder, stdin=ROWS.encode()).stdout for each in ("0", "2")]

    assert by_files[0] == by_files[1]
    assert by_files[0].count(b"\n") == 45
    assert by_stream[0] == by_stream[1]
    assert by_stream[0].count(b"\n") == 40


def test_workers_count_what_they_find_as_one_process_does(folder: Path) -> None:
    (folder / "in.csv").write_text("id,text\n1,Anna Berg rang. Berg kom. Anna gick till Anna Berg i Malmö.\n")
    one, two = (allonym("detect", "in.csv", "--fast", "--json", "--workers", each, cwd=folder) for each in ("0", "2"))

    assert one.returncode == two.returncode == 0
    assert json.loads(one.stdout)["result"]["files"] == json.loads(two.stdout)["result"]["files"]


def test_a_text_that_fails_under_a_worker_is_named_and_the_others_are_searched(folder: Path) -> None:
    (folder / "in.csv").write_text("id,text\n1,mail a@example.org\n7,Anna will fail\n9,mail b@example.org\n")
    one, two = (with_wild(folder, "detect", "in.csv", "--quiet", "--workers", each) for each in ("0", "2"))

    assert one.returncode == two.returncode
    assert one.stdout == two.stdout
    assert one.stderr == two.stderr
    assert b"Anna" not in two.stderr


def test_a_limit_takes_the_first_texts_and_they_come_back(folder: Path) -> None:
    command = ["pseudonymize", "posts.csv", "-o", "out.csv", "--vault", "v", "--limit", "3", "--fast"]
    done = allonym(*command, cwd=folder)
    back = allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v", cwd=folder)

    assert done.stdout.startswith(b"3 texts, 3 changed")
    assert back.returncode == 0
    assert (folder / "back.csv").read_text() == "".join(ROWS.splitlines(keepends=True)[:4])


def test_a_limit_counts_over_files_and_holds_for_streams(folder: Path) -> None:
    allonym("pseudonymize", "texts", "-o", "out", "--limit", "2", "--fast", cwd=folder)
    command = ["pseudonymize", "-", "-o", "-", "--format", "csv", "--limit", "2", "--fast", "-q"]
    stream = allonym(*command, cwd=folder, stdin=ROWS.encode())

    assert sorted(path.name for path in (folder / "out").iterdir()) == ["0.txt", "1.txt"]
    assert len(stream.stdout.splitlines()) == 3


def test_a_sample_is_drawn_by_a_seed_and_comes_back(folder: Path) -> None:
    ids: dict[str, list[str]] = {}
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        command = ["pseudonymize", "posts.csv", "-o", f"{name}.csv", "--vault", "v", "--fast"]
        done = allonym(*command, "--sample", "6", "--seed", seed, cwd=folder)
        assert done.returncode == 0, done.stderr
        ids[name] = [line.split(",")[0] for line in (folder / f"{name}.csv").read_text().splitlines()]
    back = allonym("recover", "a.csv", "-o", "back.csv", "--vault", "v", cwd=folder)

    assert ids["a"] == ids["b"] != ids["c"]
    assert len(ids["a"]) == 7
    assert back.returncode == 0
    assert set((folder / "back.csv").read_text().splitlines()) < set(ROWS.splitlines())


def test_a_sample_of_files_takes_whole_files(folder: Path) -> None:
    done = allonym("pseudonymize", "texts", "-o", "out", "--sample", "3", "--fast", cwd=folder)

    assert done.returncode == 0
    assert len(list((folder / "out").iterdir())) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["posts.csv", "-o", "o.csv", "--limit", "1", "--sample", "1"], b"name one of them"),
        (["-", "-o", "-", "--sample", "1"], b"needs files"),
        (["-", "-o", "-", "--resume"], b"only a run from files to files"),
        (["posts.csv"], b"say where to write with -o"),
        (["posts.csv", "-o", "o.csv", "--timeout", "nan"], b"give a number of seconds"),
        (["posts.csv", "-o", "o.csv", "--timeout", "inf"], b"give a number of seconds"),
    ],
)
def test_what_makes_no_sense_is_refused(folder: Path, arguments: list[str], message: bytes) -> None:
    done = allonym("pseudonymize", *arguments, "--fast", cwd=folder)

    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [["-o", "o.csv"], ["-o", "o.csv", "--vault", "v"], ["-o", "-", "--vault", "v"], ["-o", "-", "--sample", "1"]],
)
def test_a_pipe_with_a_name_is_not_read_twice(folder: Path, arguments: list[str]) -> None:
    os.mkfifo(folder / "pipe.csv")
    done = allonym("pseudonymize", "pipe.csv", *arguments, "--fast", cwd=folder)

    assert done.returncode == 2
    assert b"pipe.csv is a pipe, which can be read only once; give `-`" in done.stderr
    assert not (folder / "v").exists()


def test_a_pipe_with_a_name_can_be_read_as_a_stream(folder: Path) -> None:
    from threading import Thread

    os.mkfifo(folder / "pipe.csv")
    writer = Thread(target=(folder / "pipe.csv").write_text, args=(ROWS,), daemon=True)
    writer.start()
    done = allonym("pseudonymize", "pipe.csv", "-o", "-", "--limit", "7", "--fast", "-q", cwd=folder)

    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 8


def test_a_limit_may_be_larger_than_anything(folder: Path) -> None:
    done = allonym("pseudonymize", "posts.csv", "-o", "o.csv", "--limit", "9" * 30, "--fast", cwd=folder)

    assert done.returncode == 0
    assert done.stdout.startswith(b"40 texts")


def test_a_run_that_is_refused_is_not_offered_to_go_on_with(folder: Path) -> None:
    command = ["pseudonymize", "posts.csv", "-o", "out.csv", "--run", "r", "--fast", "--vault", "v"]
    allonym(*command, "--keep-run", cwd=folder)
    manifest = folder / "r" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"complete"', '"under way"'))
    (folder / "r" / "0-0.spool").write_bytes(b"")
    done = allonym(*command, "--profile", "swell", "--resume", cwd=folder)

    assert done.returncode == 2
    assert b"was begun with other settings" in done.stderr
    assert b"goes on with it" not in done.stderr
    assert manifest.exists()


def test_a_dry_run_counts_and_writes_nothing(folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    command = ["pseudonymize", "posts.csv", "texts", "--dry-run", "--vault", "v", "--scope", "corpus", "--fast"]
    done = allonym(*command, cwd=folder, passphrase=None)

    assert done.returncode == 0, done.stderr
    assert b"EMAIL: 45 mentions of 45 would be replaced\n" in done.stdout
    assert done.stdout.splitlines()[-1].startswith(b"45 texts, all ")
    assert b"nothing is written" in done.stdout
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("trouble", "how", "reason"),
    [
        ("fail", ["--workers", "0"], WILD_FAILS),
        ("fail", ["--workers", "1"], WILD_FAILS),
        ("kill me", ["--workers", "1"], "two workers died over it"),
        ("sleep", ["--timeout", "0.4"], "took longer than 0.4 s"),
    ],
)
def test_what_fails_goes_into_quarantine_and_the_others_go_on(
    folder: Path, trouble: str, how: list[str], reason: str
) -> None:
    bad = f"7,Anna Berg will {trouble}\n"
    given = "id,text\n1,mail a@example.org\n" + bad + "9,mail b@example.org\n"
    (folder / "in.csv").write_text(given)
    done = with_wild(folder, "pseudonymize", "in.csv", "-o", "out.csv", "--vault", "v", "--quarantine", "aside", *how)
    back = allonym("recover", "out.csv", "-o", "back.csv", "--vault", "v", cwd=folder)
    index = json.loads((folder / "aside" / "index.jsonl").read_text())

    assert done.returncode == 1
    assert f"in.csv row 3: 7: {reason}".encode() in done.stderr
    assert b"Anna" not in done.stderr
    assert (folder / "out.csv").read_text() == "id,text\n1,mail [EMAIL_1]\n9,mail [EMAIL_1]\n"
    assert index == {"file": "in.csv", "row": 3, "reason": f"7: {reason}", "kept": "in.csv.row-3"}
    assert (folder / "aside" / "in.csv.row-3").read_text() == bad
    assert (folder / "aside").stat().st_mode & 0o077 == (folder / "aside" / "in.csv.row-3").stat().st_mode & 0o077 == 0
    assert back.returncode == 0, back.stderr
    assert (folder / "back.csv").read_text() == given


def test_what_cannot_be_read_stands_in_the_index_too_and_only_once(folder: Path) -> None:
    (folder / "in.csv").write_text('id,text\n1,mail a@example.org\n2,Anna,Berg\n3,"Anna\n4,Anna will fail\n')
    for output in ("out.csv", "again.csv"):
        done = with_wild(folder, "pseudonymize", "in.csv", "-o", output, "--quarantine", "aside", "--workers", "0")
        assert done.returncode == 1
        assert b"3 rows left out" in done.stdout
    index = [json.loads(line) for line in (folder / "aside" / "index.jsonl").read_text().splitlines()]

    assert [(each["row"], each["reason"]) for each in index] == [
        (3, "3 cells where the header has 2"),
        (4, "unbalanced quotes"),
        (5, f"4: {WILD_FAILS}"),
    ]
    assert [(folder / "aside" / each["kept"]).read_text() for each in index] == [
        "2,Anna,Berg\n",
        '3,"Anna\n',
        "4,Anna will fail\n",
    ]


def test_a_row_that_is_too_long_is_one_row_and_kept_whole(folder: Path) -> None:
    long = "2," + "a" * 40_000_000 + "\n"
    (folder / "in.csv").write_text(f"id,text\n1,mail a@example.org\n{long}3,mail b@example.org\n")
    command = ["pseudonymize", "in.csv", "--fast", "--quarantine", "aside"]
    counted = allonym(*command, "--dry-run", cwd=folder)
    done = allonym(*command, "-o", "out.csv", cwd=folder)

    assert (counted.returncode, done.returncode) == (1, 1)
    assert b"2 texts, 1 row would be left out" in counted.stdout
    assert b" 1 row left out" in done.stdout
    assert done.stderr.count(b"in.csv row 3: longer than") == 1
    assert len((folder / "aside" / "index.jsonl").read_text().splitlines()) == 1
    assert (folder / "aside" / "in.csv.row-3").read_text() == long


def test_a_dry_run_counts_what_would_fail_and_keeps_nothing(folder: Path) -> None:
    (folder / "in.csv").write_text("id,text\n1,mail a@example.org\n7,Anna will fail\n")
    command = ["pseudonymize", "in.csv", "--dry-run", "--quarantine", "aside", "--workers", "0"]
    done = with_wild(folder, *command)

    assert done.returncode == 1
    assert b"1 row would be left out" in done.stdout
    assert not (folder / "aside").exists()


def test_a_member_that_is_left_out_stands_in_the_index(folder: Path) -> None:
    import zipfile

    with zipfile.ZipFile(folder / "in.zip", "w") as archive:
        archive.writestr("a.csv", "id,text\n1,mail a@example.org\n")
        archive.writestr("b.csv", "id,text\n1,\xff\n".encode("latin-1"))
        archive.writestr("c.bin", b"\0\1\2")
    done = allonym("pseudonymize", "in.zip", "-o", "out.zip", "--fast", "--quarantine", "aside", cwd=folder)
    index = [json.loads(line) for line in (folder / "aside" / "index.jsonl").read_text().splitlines()]

    assert done.returncode == 1
    assert {each["file"] for each in index} == {"in.zip"}
    assert any(each["reason"].startswith("member 3 is withheld") for each in index)


def test_who_takes_too_long_is_told_of_the_time_and_of_quarantine(folder: Path) -> None:
    (folder / "in.csv").write_text("id,text\n1,mail a@example.org\n7,Anna will sleep\n")
    done = with_wild(folder, "pseudonymize", "in.csv", "-o", "out.csv", "--timeout", "0.4")

    assert done.returncode == 1
    assert b"in.csv: 7: took longer than 0.4 s\nnext: give it more time with --timeout, or have --quarantine" in (
        done.stderr
    )


def test_a_whole_file_goes_into_quarantine_where_it_has_no_rows(folder: Path) -> None:
    (folder / "texts" / "2.txt").write_text("Anna will fail")
    command = ["pseudonymize", "texts", "-o", "out", "--quarantine", "aside", "--workers", "0"]
    done = with_wild(folder, *command)

    assert done.returncode == 1
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["0.txt", "1.txt", "3.txt", "4.txt"]
    assert (folder / "aside" / "2.txt").read_text() == "Anna will fail"


def test_without_quarantine_a_document_that_fails_stops_its_file(folder: Path) -> None:
    (folder / "in.csv").write_text("id,text\n1,mail a@example.org\n7,Anna will fail\n")
    done = with_wild(folder, "pseudonymize", "in.csv", "-o", "out.csv", "--workers", "1")

    assert done.returncode == 3
    assert b"7: the detector 'wild' fails with KeyError" in done.stderr
    assert not (folder / "out.csv").exists()


def test_a_quarantine_that_others_can_read_is_refused(folder: Path) -> None:
    (folder / "aside").mkdir()
    (folder / "aside").chmod(0o755)
    done = allonym("pseudonymize", "posts.csv", "-o", "o.csv", "--quarantine", "aside", "--fast", cwd=folder)

    assert done.returncode == 2
    assert b"others can read" in done.stderr


def test_a_request_to_end_leaves_a_run_that_can_be_gone_on_with(folder: Path) -> None:
    import signal
    import time

    (folder / "long.csv").write_text("id,text\n" + "".join(f"{n},mail u{n}@example.org\n" for n in range(60_000)))
    command = [sys.executable, "-m", "allonym", "pseudonymize", "long.csv", "-o", "out.csv", "--fast", "--resume"]
    process = subprocess.Popen([*command, "--workers", "2"], cwd=folder, stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while not list(folder.glob("out.csv.run/*.spool")) and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.3)
    process.send_signal(signal.SIGTERM)
    time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=30)

    assert process.returncode == 143
    assert b"--resume goes on with it" in told
    assert told.count(b"stopped; nothing half-written is left behind\nnext: call the command again; with --resume") == 1
    assert sorted(path.name for path in folder.glob("*out.csv*")) == ["out.csv.run"]


def test_progress_fits_a_small_terminal_and_tells_rate_time_and_errors(folder: Path) -> None:
    import fcntl
    import pty
    import re
    import struct
    import termios

    (folder / "texts" / "2.txt").write_bytes(b"\xff\xfe\xfa")
    for number in range(5, 60):
        (folder / "texts" / f"{number}.txt").write_text(f"mail user{number}@example.org\n" * 40)
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, "-m", "allonym", "pseudonymize", "texts", "-o", "out", "--fast"]
    process = subprocess.Popen(
        command, cwd=folder, stderr=theirs, stdout=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm"}
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            shown += os.read(ours, 65536)
        except OSError:
            break
    os.close(ours)
    lines = [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line) for line in re.split(r"[\r\n]+", shown.decode())]
    bars = [line for line in lines if line.startswith("reading")]

    assert process.wait() == 1
    assert bars
    assert max(map(len, bars)) <= 80
    assert any("1 error" in line and "/s" in line for line in bars)
    assert any(line.startswith("error: 2.txt: not valid") for line in lines)
