"""A journal keeps every step, for one person at a time, whatever happens to the process."""

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tests.unit.reviewing.sheets import fill, opened

from allonym.core.errors import InputError, UsageError
from allonym.reviewing.acting import say, turn_again, turn_back
from allonym.reviewing.journal import Line, open_journal
from allonym.reviewing.values import Sheet

STEP = Line("a.txt", "a.txt", "00", {"command": {"do": "comment", "text": "x"}})
TEXT = "Anna Berg met Karl Holm in Berlin. Write to anna.berg@example.org."


def test_lines_come_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "x.review" / "one.jsonl"
    first = open_journal(path, "one", {"profile": "default"})
    first.add([STEP, Line("a.txt", "a.txt", "00", {"undo": True})], "now")
    first.close()
    again = open_journal(path, "one", {})
    again.close()

    assert [each.said for each in again.lines] == [STEP.said, {"undo": True}]


def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "x.review" / "one.jsonl"
    open_journal(path, "one", {}).close()

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_line_that_was_never_finished_is_dropped_and_the_next_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    first = open_journal(path, "one", {})
    first.add([STEP], "now")
    first.close()
    with path.open("ab") as stream:
        stream.write(b'{"in":"a.txt","id":"a.t')
    second = open_journal(path, "one", {})
    second.add([STEP], "now")
    second.close()
    third = open_journal(path, "one", {})
    third.close()

    assert len(second.lines) == 1
    assert len(third.lines) == 2


@pytest.mark.parametrize("broken", [b"{", b"[]", b'{"in":"a"}', b"\xff", b""])
def test_a_damaged_line_in_the_middle_is_named(tmp_path: Path, broken: bytes) -> None:
    path = tmp_path / "one.jsonl"
    open_journal(path, "one", {}).close()
    good = path.read_bytes()
    path.write_bytes(good + broken + b"\n" + good)

    with pytest.raises(InputError, match="line 2"):
        open_journal(path, "one", {})


def test_another_kind_of_file_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text('{"allonym-plan":1}\n')

    with pytest.raises(InputError, match="line 1"):
        open_journal(path, "one", {})


def test_only_one_window_has_it_open(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    held = open_journal(path, "one", {})

    with pytest.raises(UsageError, match="another window"):
        open_journal(path, "one", {})
    held.close()
    open_journal(path, "one", {}).close()


def test_it_holds_no_words_of_documents(tmp_path: Path) -> None:
    project = opened(fill(tmp_path / "in", {"a.txt": TEXT, "b.txt": TEXT}), tmp_path / "r")
    say(project, 0, 0, {"do": "unmark", "mark": "m1"}, "corpus")
    say(project, 0, 1, {"do": "mark", "start": 0, "end": 9, "label": "PERSON"}, "corpus")
    project.close()
    kept = b"".join(each.read_bytes() for each in (tmp_path / "r").iterdir())

    for words in ("Anna", "Berg", "Karl", "Holm", "Berlin", "anna.berg"):
        assert words.encode() not in kept


def test_everything_is_there_again_after_closing(tmp_path: Path) -> None:
    folder = fill(tmp_path / "in", {"a.txt": TEXT, "b.txt": TEXT})
    project = opened(folder, tmp_path / "r")
    say(project, 0, 0, {"do": "unmark", "mark": "m1"}, "corpus")
    say(project, 0, 1, {"do": "comment", "text": "a letter"})
    turn_back(project, 0, 2)
    say(project, 1, 1, {"do": "status", "status": "done"})
    turn_back(project, 1, 2)
    turn_again(project, 1, 3)
    before = [project.history(each).sheet for each in (0, 1)]
    project.close()
    again = opened(folder, tmp_path / "r")

    assert [again.history(each).sheet for each in (0, 1)] == before
    assert again.history(0).undone
    assert before[1].status == "done"
    again.close()


KILLED = """
import os, sys
from pathlib import Path
from tests.unit.reviewing.sheets import opened
from allonym.reviewing.acting import say
project = opened(Path(sys.argv[1]), Path(sys.argv[2]))
for number in range(1000):
    say(project, 0, project.history(0).sheet.version, {"do": "comment", "text": f"step {number}"})
    os.write(1, f"{number}\\n".encode())
"""


def test_what_was_answered_survives_the_death_of_the_process(tmp_path: Path) -> None:
    folder = fill(tmp_path / "in", {"a.txt": TEXT})
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", KILLED, str(folder), str(tmp_path / "r")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=root) as process:
        assert process.stdout is not None
        answered = [process.stdout.readline() for _ in range(25)]
        os.kill(process.pid, signal.SIGKILL)
        answered += process.stdout.readlines()
    last = int(answered[-1])
    again = opened(folder, tmp_path / "r")
    sheet: Sheet = again.history(0).sheet

    assert sheet.version >= last + 1
    assert int(sheet.comment.removeprefix("step ")) >= last
    again.close()
    lines = (tmp_path / "r" / "one.jsonl").read_bytes().splitlines()
    assert all(isinstance(json.loads(line), dict) for line in lines)
