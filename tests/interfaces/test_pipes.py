"""In pipes, without a terminal, in odd places and under odd settings, a command does its work or says why not."""

import os
import pty
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from tests.docs.pages import ROOT
from tests.interfaces.command import PASSPHRASE

ALLONYM = [sys.executable, "-m", "allonym"]


def environment(**changes: str | None) -> dict[str, str]:
    """Return the environment with changes; None takes a variable out."""
    merged = {**os.environ, "ALLONYM_PASSPHRASE": PASSPHRASE, **changes}
    return {name: value for name, value in merged.items() if value is not None}


def shell(command: str, folder: Path, **changes: str | None) -> subprocess.CompletedProcess[bytes]:
    """Run a line of bash in which `allonym` is ours, and leave with the code of its first program."""
    line = f'allonym() {{ {sys.executable} -m allonym "$@"; }}; {command}'
    return subprocess.run(
        ["bash", "-c", line], cwd=folder, env=environment(**changes), capture_output=True, check=False
    )


def is_tidy(done: subprocess.CompletedProcess[bytes]) -> bool:
    """Tell whether nothing was said that only a programmer understands."""
    return not any(word in done.stderr for word in (b"Traceback", b"Exception ignored", b"internal error"))


def test_a_reader_that_goes_away_is_no_accident(folder: Path) -> None:
    (folder / "many.jsonl").write_text('{"text": "mail a@x.se"}\n' * 4000)
    listed = shell("allonym detect many.jsonl --fast -q | head -1; exit ${PIPESTATUS[0]}", folder)
    written = shell("allonym pseudonymize many.jsonl -o - --fast | head -1; exit ${PIPESTATUS[0]}", folder)
    short = shell("allonym profiles list | true; exit ${PIPESTATUS[0]}", folder)

    for done in (listed, written, short):
        assert is_tidy(done), done.stderr
        assert done.returncode in (0, 1)
    assert listed.stdout.count(b"\n") == 1
    assert listed.stderr == b""


def test_standard_input_goes_through(folder: Path) -> None:
    done = shell("printf 'mail a@x.se' | allonym pseudonymize - -o - --fast", folder)

    assert (done.returncode, done.stdout) == (0, b"mail [EMAIL_1]")
    assert b"1 text, 1 changed" in done.stderr


@pytest.mark.slow
def test_closed_streams_are_told_or_done_without(folder: Path) -> None:
    no_input = shell("allonym detect posts.csv --fast <&-", folder)
    no_passphrase = shell("allonym vault info v <&-", folder, ALLONYM_PASSPHRASE=None)
    no_output = shell("allonym detect posts.csv --fast >&-", folder)
    no_errors = shell("allonym detect posts.csv --fast 2>&-", folder)
    nobody = shell("allonym vault info gone >&- 2>&-", folder)

    assert no_input.returncode == 0
    assert no_passphrase.returncode == 2
    assert no_output.returncode == 2
    assert b"standard output is closed; name a file with -o" in no_output.stderr
    assert (no_errors.returncode, no_errors.stdout.count(b"\n")) == (0, 6)
    assert nobody.returncode == 2
    assert all(is_tidy(each) for each in (no_input, no_passphrase, no_output))


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"LC_ALL": "C", "LANG": "C"}, marks=pytest.mark.slow),
        {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        pytest.param({"TERM": "dumb", "COLUMNS": "40"}, marks=pytest.mark.slow),
        {"HOME": None, "XDG_CONFIG_HOME": None, "TERM": None},
    ],
    ids=["C", "ascii", "narrow", "homeless"],
)
def test_odd_settings_change_no_bytes(folder: Path, changes: dict[str, str | None]) -> None:
    (folder / "é.txt").write_text("Écrire à anna@example.org, 東京", "utf-8")

    done = shell("allonym pseudonymize é.txt -o out.txt --fast && allonym profiles list", folder, **changes)

    assert (done.returncode, is_tidy(done)) == (0, True), done.stderr
    assert (folder / "out.txt").read_text("utf-8") == "Écrire à [EMAIL_1], 東京"


@pytest.mark.slow
def test_narrow_help_stays_narrow(folder: Path) -> None:
    for wide in (40, 80):
        done = shell("allonym detect --help", folder, COLUMNS=str(wide), LC_ALL="C.UTF-8")

        assert done.returncode == 0
        assert max(map(len, done.stdout.decode().splitlines())) <= wide


def test_a_folder_that_cannot_be_written_to_is_no_hindrance_to_reading(folder: Path) -> None:
    done = subprocess.run(
        [*ALLONYM, "detect", str(folder / "posts.csv"), "--fast"],
        cwd="/proc", env=environment(), capture_output=True, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stdout.count(b"\n")) == (0, 6)


def on_terminal(arguments: list[str], folder: Path, **changes: str | None) -> str:
    """Run a command on a terminal of 80 columns and return all that it shows."""
    mine, its = pty.openpty()
    with subprocess.Popen(
        [*ALLONYM, *arguments], cwd=folder, env=environment(**changes), stdin=its, stdout=its, stderr=its
    ) as process:
        os.close(its)
        shown = b""
        while True:
            try:
                part = os.read(mine, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
        process.wait()
    os.close(mine)
    return shown.decode()


@pytest.mark.slow
def test_on_a_terminal_lines_are_broken_and_colours_can_be_turned_off(folder: Path) -> None:
    wrong = on_terminal(["detect", "posts.csv", "-p", "defualt"], folder, COLUMNS="80")
    listed = on_terminal(["lists", "audit"], folder, COLUMNS="80")
    plain = on_terminal(["doctor", "--quick"], folder, COLUMNS="80", NO_COLOR="1")
    coloured = on_terminal(["doctor", "--quick"], folder, COLUMNS="80", NO_COLOR=None, TERM="xterm")

    assert "did you mean 'default'" in wrong
    assert max(map(len, (wrong + listed).splitlines())) <= 80
    assert "\x1b[3" not in plain
    assert "\x1b[32mok" in coloured


@pytest.mark.slow
def test_a_bar_moves_on_a_terminal_only(folder: Path) -> None:
    there = on_terminal(["pseudonymize", "posts.csv", "-o", "out.csv", "--fast"], folder, TERM="xterm")
    elsewhere = shell("allonym pseudonymize posts.csv -o out.csv --fast", folder)

    assert "reading" in there
    assert b"reading" not in elsewhere.stdout + elsewhere.stderr
    assert b"\x1b" not in elsewhere.stdout + elsewhere.stderr


def test_control_c_leaves_nothing_half_written_and_says_how_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "big.jsonl").write_text('{"text":"a@x.se b@x.se"}\n' * 200_000)
    command = [*ALLONYM, "pseudonymize", "big.jsonl", "-o", "out.jsonl", "--fast", "--workers", "0", "--resume"]
    process = subprocess.Popen(command, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE)
    until = time.monotonic() + 120
    while not list(tmp_path.glob(".*.allonym-tmp")) and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=120)

    assert process.returncode == 130
    assert b"stopped; nothing half-written is left behind" in told
    assert b"--resume" in told
    assert b"Traceback" not in told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["big.jsonl", "out.jsonl.run"]


def test_control_c_at_a_question_is_told_as_what_it_is(folder: Path) -> None:
    assert shell("allonym pseudonymize posts.csv -o p.csv --vault q --fast", folder).returncode == 0
    mine, its = pty.openpty()
    command = [*ALLONYM, "recover", "p.csv", "-o", "back.csv", "--vault", "q"]
    process = subprocess.Popen(command, cwd=folder, env=environment(), stdin=its, stderr=subprocess.PIPE)
    assert process.stderr is not None
    shown = b""
    while b"Reason for recovery" not in shown and (part := process.stderr.read(1)):
        shown += part
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    os.close(mine)
    os.close(its)

    assert process.returncode == 130
    assert b"stopped; nothing half-written is left behind" in told
    assert b"--yes" not in told
    assert not (folder / "back.csv").exists()


EARLY = """
import sys
class Impatient:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Impatient())
from {module} import main
main()
"""


def test_control_c_while_the_command_is_loaded_shows_no_traceback(tmp_path: Path) -> None:
    [entry] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"].values()
    module, _, name = entry.partition(":")
    done = subprocess.run(
        [sys.executable, "-c", EARLY.format(module=module)], cwd=tmp_path, capture_output=True, check=False
    )

    assert name == "main"
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"stopped\n")
