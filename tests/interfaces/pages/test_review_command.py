"""`allonym review` as a user runs it: a process with a link, which can be killed at any moment."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.interfaces.command import allonym
from tests.interfaces.pages.reviewed import Reviewed

TEXT = "Anna Berg met Karl Holm in Leeds.\n"


@contextmanager
def running(cwd: Path, *arguments: str) -> Iterator[tuple[Reviewed, subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "allonym", "review", *arguments, "--no-browser", "--fast"]
    with subprocess.Popen(command, cwd=cwd, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said: list[str] = []
        for line in process.stderr:
            said.append(line)
            if found := re.search(r":(\d+)/enter\?key=(\S+)", line):
                break
        else:
            raise AssertionError("".join(said))
        review = Reviewed(cwd, int(found[1]), found[2])
        try:
            review.enter()
            yield review, process
        finally:
            process.kill()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text(TEXT)
    return tmp_path


def test_what_was_done_is_there_again_after_the_server_was_killed(folder: Path) -> None:
    with running(folder, "a.txt") as (review, process):
        first = review.sheet()
        assert review.do({"do": "unmark", "mark": first["marks"][0]["id"]}).status == 200
        assert review.do({"do": "comment", "text": "half done"}).status == 200
        os.kill(process.pid, signal.SIGKILL)
        process.wait(30)
    with running(folder, "a.txt") as (review, process):
        again = review.sheet()
        process.send_signal(signal.SIGINT)
        code = process.wait(30)

    assert (again["version"], again["comment"]) == (2, "half done")
    assert len(again["marks"]) == len(first["marks"]) - 1
    assert again["can_undo"]
    assert code == 0


def test_two_windows_of_one_person_are_refused_and_two_people_are_not(folder: Path) -> None:
    with running(folder, "a.txt", "--as", "one"):
        same = allonym("review", "a.txt", "--as", "one", "--no-browser", "--fast", cwd=folder)
        with running(folder, "a.txt", "--as", "two") as (other, _):
            assert other.get("/api/review/settings").data["annotator"] == "two"

    assert same.returncode == 2
    assert b"open in another window" in same.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("missing.txt",), b"no file"),
        (("a.txt", "--as", "../x"), b"--as"),
        (("a.txt", "--scope", "corpus"), b"--vault"),
        (("a.txt", "--profile", "nothing"), b"no profile"),
        (("-",), b""),
    ],
)
def test_what_cannot_be_reviewed_is_refused(folder: Path, arguments: tuple[str, ...], message: bytes) -> None:
    done = allonym("review", *arguments, "--no-browser", cwd=folder)

    assert done.returncode == 2
    assert message in done.stderr
    assert b"Anna" not in done.stderr
