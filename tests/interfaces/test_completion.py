"""Shells complete commands, options, the names that options take, and files."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.interfaces.command import allonym

BASH = """
eval "$(allonym completion bash)"
press_tab() {
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _allonym_completion allonym
    echo "${COMPREPLY[*]}"
}
press_tab allonym pseu
press_tab allonym vault ke
press_tab allonym pseudonymize --dry
press_tab allonym detect -p cloaked-s
press_tab allonym detect --language s
press_tab allonym detect --format js
press_tab allonym detect pos
complete -p allonym
"""


@pytest.mark.parametrize(
    ("shell", "piece"), [("bash", "complete -o default"), ("zsh", "#compdef"), ("fish", "complete")]
)
def test_a_script_is_printed_for_each_shell_and_nothing_else(shell: str, piece: str, tmp_path: Path) -> None:
    done = allonym("completion", shell, cwd=tmp_path)

    assert done.returncode == 0
    assert piece in done.stdout.decode()
    assert "_ALLONYM_COMPLETE" in done.stdout.decode()
    assert done.stderr == b""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes(tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {"PATH": path, "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    (tmp_path / "posts.csv").touch()

    done = subprocess.run(
        ["bash", "--norc", "-c", BASH], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    command, inner, option, profile, language, format_name, file, how = done.stdout.splitlines()

    assert done.stderr == ""
    assert command == "pseudonymize"
    assert inner == "keys"
    assert option == "--dry-run"
    assert profile.split() == ["cloaked-s0", "cloaked-s1", "cloaked-s2", "cloaked-s3"]
    assert language == "sv"
    assert format_name.split() == ["json", "jsonl"]
    # Where nothing is known, bash completes the names of files itself.
    assert file == ""
    assert "-o default" in how


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_read_the_script(shell: str, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell} here")
    (tmp_path / "script").write_bytes(allonym("completion", shell, cwd=tmp_path).stdout)

    done = subprocess.run([program, "--no-exec", "script"], cwd=tmp_path, capture_output=True, check=False)

    assert (done.returncode, done.stderr) == (0, b"")
