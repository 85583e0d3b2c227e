"""What a killed process left of a vault that it was making is swept; what somebody may still work on is not."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from allonym.core import drafts
from allonym.core.drafts import ELSEWHERE, HERE, draft_for, sweep_drafts
from allonym.vault.backups import copy_vault
from allonym.vault.crypto import FLOOR
from allonym.vault.options import VaultOptions
from allonym.vault.sqlite import open_file

QUICK = VaultOptions(cost=FLOOR)
HEAD = b"SQLite format 3\0 and so on"


@pytest.fixture(scope="module")
def gone() -> int:
    """The number of a process that has ended."""
    return int(subprocess.check_output([sys.executable, "-c", "import os; print(os.getpid())"]))


def lay(path: Path, age: float, data: bytes = HEAD) -> Path:
    path.write_bytes(data)
    os.utime(path, (time.time() - age,) * 2)
    return path


def of(path: Path, process: int, machine: str = "") -> Path:
    """The draft of a process, which may be on another machine."""
    mine = draft_for(path, ".new")
    other = mine.name.replace(f".{os.getpid()}.new", f".{process}.new")
    return path.with_name(other.replace(drafts._machine(), machine) if machine else other)


def test_only_drafts_that_are_surely_dead_are_swept(tmp_path: Path, gone: int) -> None:
    vault = tmp_path / "v"
    dead = [
        lay(of(vault, gone), HERE + 60),
        lay(of(vault, gone), HERE + 60, b""),
        lay(of(vault, gone, "0" * 8), ELSEWHERE + 60),
        lay(tmp_path / f".v.{'0a' * 8}.new", ELSEWHERE + 60),
    ]
    alive = [
        lay(of(vault, os.getpid()), ELSEWHERE + 60),
        lay(of(vault, gone), HERE - 60),
        lay(of(vault, gone, "0" * 8), ELSEWHERE - 60),
        lay(tmp_path / f".v.{'0b' * 8}.new", ELSEWHERE - 60),
        lay(of(vault, gone), HERE + 60, b"a letter"),
        lay(of(vault, 9_999_999_999), 10 * ELSEWHERE),
        lay(tmp_path / "mine.new", 10 * ELSEWHERE),
        lay(tmp_path / ".v.new", 10 * ELSEWHERE),
    ]

    assert sweep_drafts(tmp_path, ".new") == len(dead)
    assert sorted(tmp_path.iterdir()) == sorted(alive)
    assert sweep_drafts(tmp_path / "no such folder", ".new") == 0


def test_links_and_folders_of_such_a_name_stay(tmp_path: Path, gone: int) -> None:
    link, folder = of(tmp_path / "a", gone), of(tmp_path / "b", gone)
    link.symlink_to(lay(tmp_path / "elsewhere", ELSEWHERE + 60))
    folder.mkdir()
    for each in (link, folder):
        os.utime(each, (time.time() - ELSEWHERE - 60,) * 2, follow_symlinks=False)

    assert sweep_drafts(tmp_path, ".new") == 0
    assert link.is_symlink()


def test_opening_a_vault_and_making_a_backup_sweep_their_folders(tmp_path: Path, gone: int) -> None:
    def left(folder: Path) -> list[Path]:
        return [each for each in folder.iterdir() if each.name.endswith(".new")]

    open_file(tmp_path / "v", "words", create=True, options=QUICK).close()
    lay(of(tmp_path / "another", gone), HERE + 60)
    open_file(tmp_path / "v", "words", options=QUICK).close()
    assert left(tmp_path) == []

    (tmp_path / "copies").mkdir()
    lay(of(tmp_path / "copies" / "monday", gone), HERE + 60)
    copy_vault(tmp_path / "v", tmp_path / "copies" / "tuesday", "words", QUICK)
    assert [each.name for each in (tmp_path / "copies").iterdir()] == ["tuesday"]


def test_the_journal_of_a_dead_inbox_goes_with_it(tmp_path: Path, gone: int) -> None:
    part = of(tmp_path / "study-1.inbox", gone)
    part = lay(part.with_suffix(".part"), HERE + 60)
    lay(part.with_name(f"{part.name}-journal"), 0)
    older = lay(tmp_path / f"study-{'0c' * 12}.part", ELSEWHERE + 60)

    assert sweep_drafts(tmp_path, ".part") == len([part, older])
    assert list(tmp_path.iterdir()) == []


def test_a_vault_that_was_being_made_when_its_process_was_killed_is_swept(tmp_path: Path) -> None:
    program = """
import os, signal, sys
from allonym.vault import sqlite
sqlite._publish = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
sqlite.open_file(sys.argv[1], "words", create=True)
"""
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "v")], check=False)
    [draft] = tmp_path.iterdir()
    os.utime(draft, (time.time() - HERE - 60,) * 2)

    open_file(tmp_path / "v", "words", create=True, options=QUICK).close()

    assert [each.name for each in tmp_path.iterdir()] == ["v"]
