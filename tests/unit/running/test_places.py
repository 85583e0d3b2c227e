"""Folders that are their owner's alone, and names that every system can tell apart."""

import ctypes
import os
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from allonym.core.drafts import is_alive
from allonym.reviewing.exchange.told import file_name
from allonym.running import places
from allonym.running.places import folds_case, is_device, make_private, same_places


@pytest.mark.skipif(os.name != "posix", reason="modes mean something else there")
def test_every_folder_that_is_made_on_the_way_is_private(tmp_path: Path) -> None:
    mask = os.umask(0)
    try:
        make_private(tmp_path / "a" / "b" / "c")
        make_private(tmp_path / "a" / "b" / "c")
    finally:
        os.umask(mask)

    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")} == {0o700}


@pytest.mark.skipif(os.name != "posix", reason="modes mean something else there")
def test_folders_that_were_there_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o755)
    make_private(tmp_path / "shared" / "mine")

    assert stat.S_IMODE((tmp_path / "shared").stat().st_mode) == 0o755


@pytest.mark.parametrize("name", ["CON", "nul", "aux.txt", "Com1", "lpt9.tar.gz", "PRN."])
def test_names_that_windows_takes_for_devices_are_known_and_never_made(name: str) -> None:
    assert is_device(name)
    assert not is_device(file_name(name))


@pytest.mark.parametrize("name", ["console", "null", "auxiliary.txt", "com", "com10", "lpt", "a.con"])
def test_names_that_only_look_like_devices_are_left(name: str) -> None:
    assert not is_device(name)
    assert file_name(name) == name


def test_the_names_of_two_documents_stay_apart() -> None:
    assert len({file_name(each) for each in ("con", "%63on", "Con", "cön", "c:on", "c on")}) == 6
    assert not set(file_name('a:b*c?"d<e>f|g\\h/i')) & set(':*?"<>|\\/')


def test_two_targets_are_one_where_capitals_make_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    targets = [tmp_path / "A.txt", tmp_path / "a.txt"]
    composed = [tmp_path / "\u00e9.txt", tmp_path / "e\u0301.txt"]

    assert same_places([targets[0], targets[0]])
    assert not same_places([tmp_path / "a.txt", tmp_path / "b.txt"])
    assert same_places(targets) == same_places(composed) == folds_case(tmp_path)
    monkeypatch.setattr(places, "folds_case", lambda _: True)
    assert same_places(targets)
    assert same_places(composed)
    assert not same_places([tmp_path / "a.txt", tmp_path / "b.txt"])


def test_a_disk_that_tells_capitals_apart_is_known(tmp_path: Path) -> None:
    (tmp_path / "Probe").mkdir()
    tells = not (tmp_path / "pROBE").exists()

    assert folds_case(tmp_path / "Probe" / "to come") is not tells


@pytest.mark.parametrize(
    ("handle", "error", "code", "alive"), [(7, 0, 259, True), (7, 0, 1, False), (0, 5, 0, True), (0, 87, 0, False)]
)
def test_on_windows_no_signal_is_sent_to_ask_whether_a_process_lives(
    monkeypatch: pytest.MonkeyPatch, handle: int, error: int, code: int, alive: bool
) -> None:
    """Signal 0 is Ctrl-C there. The kernel of Windows is played here; what it answers is from its manual."""

    def exit_code(_: int, where: object) -> int:
        where._obj.value = code  # type: ignore[attr-defined]
        return 1

    kernel = SimpleNamespace(
        OpenProcess=lambda *_: handle, GetLastError=lambda: error, GetExitCodeProcess=exit_code, CloseHandle=lambda _: 1
    )
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(os, "kill", lambda *_: pytest.fail("a signal was sent"))

    assert is_alive(os.getpid() + 1) is alive


def test_paths_with_spaces_and_letters_of_many_scripts_work(tmp_path: Path) -> None:
    folder = tmp_path / "Ärenden – عربي 'quoted' & more"
    folder.mkdir()
    (folder / "in put ✓.txt").write_text("Write to anna@example.org.\n", "utf-8")
    program = """
import os
os.environ["ALLONYM_PASSPHRASE"] = "four random words here"
from allonym.interfaces.cli.app import run
one = run(["pseudonymize", "in put ✓.txt", "-o", "oût.txt", "--vault", "väult", "--fast", "--quiet", "--workers", "1"])
two = run(["recover", "oût.txt", "-o", "bäck.txt", "--vault", "väult", "--reason", "a test", "--quiet"])
raise SystemExit(one or two)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, cwd=folder)

    assert done.returncode == 0, done.stderr
    assert (folder / "bäck.txt").read_bytes() == (folder / "in put ✓.txt").read_bytes()
