"""`allonym detect --explain` and `--detectors`: why something was found, for programs and for people."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.interfaces.command import allonym

NOTE = "I met Anna Berg in Malmö on 9 July 1985: anna.berg@example.org\n"
_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def note(tmp_path: Path) -> Path:
    (tmp_path / "note.txt").write_text(NOTE, "utf-8")
    return tmp_path


def on_terminal(*arguments: str, cwd: Path, columns: int = 80) -> str:
    """Return what a command prints on a terminal of its own, without styles."""
    main, side = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm"}
    command = [sys.executable, "-m", "allonym", *arguments]
    subprocess.run(command, cwd=cwd, stdout=side, stderr=subprocess.DEVNULL, check=True, env=environment)
    os.close(side)
    shown = b""
    try:
        while data := os.read(main, 65536):
            shown += data
    except OSError:  # Linux says so when the other side is closed.
        pass
    os.close(main)
    return _STYLE.sub("", shown.decode())


def test_a_program_is_told_which_rule_list_and_cue_speaks_for_each_span(note: Path) -> None:
    done = allonym("detect", "note.txt", "--explain", cwd=note)
    row = json.loads(done.stdout)

    assert list(row) == ["id", "language", "spans", "why"]
    assert row["language"] == "en"
    assert [NOTE[start:end] for start, end, _, _ in row["spans"]] == [
        "Anna Berg",
        "Malmö",
        "9 July 1985",
        "anna.berg@example.org",
    ]
    assert [(why["detector"], why["rule"]) for why in row["why"]] == [
        ("model", "network"),
        ("model", "network"),
        ("life", "date-whole"),
        ("patterns", "email"),
    ]
    assert row["why"][0]["features"]["list"] == "first last"
    assert float(row["why"][0]["features"]["lists"]) > 0.9
    assert row["why"][1]["features"]["cue"] == "after place"


def test_what_a_program_is_told_holds_no_words(note: Path) -> None:
    done = allonym("detect", "note.txt", "--explain", cwd=note)
    planned = allonym("plan", "note.txt", "-o", "-", cwd=note)

    for words in (b"Anna", "Malmö".encode(), b"1985"):
        assert words not in done.stdout
        assert words not in planned.stdout


def test_people_see_a_table_on_their_terminal(note: Path) -> None:
    shown = on_terminal("detect", "note.txt", "--explain", cwd=note)
    lines = [line.rstrip() for line in shown.splitlines()]

    assert lines[0] == "note.txt: en, 4 mentions"
    assert lines[1].split() == ["words", "label", "score", "action", "why"]
    assert lines[2].startswith("Anna Berg")
    assert "replace  model: network (first," in lines[2]
    assert any(line.startswith("Malmö") and "mark" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_words_that_would_steer_a_terminal_are_shown_without_doing_so(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("see https://example.org/\x1b]0;x\x07 or https://example.org/\u202eab", "utf-8")

    shown = on_terminal("detect", "note.txt", "--explain", cwd=tmp_path)

    assert "https://example.org/ ]0;x" in shown
    assert not {"\x1b", "\x07", "\u202e"} & set(shown)


def test_only_the_named_detectors_look(note: Path) -> None:
    done = allonym("detect", "note.txt", "--detectors", "patterns, life", cwd=note)

    assert [label for _, _, label, _ in json.loads(done.stdout)["spans"]] == ["DATE", "EMAIL"]


def test_terms_without_their_detector_are_refused(note: Path) -> None:
    (note / "names.txt").write_text("Anna\n")

    done = allonym("detect", "note.txt", "--detectors", "lists", "--terms", "names.txt", cwd=note)

    assert done.returncode == 2
    assert b"--terms has no effect without the detector 'terms'" in done.stderr
