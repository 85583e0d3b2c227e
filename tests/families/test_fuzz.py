"""Fuzzing: whatever bytes come, a reader takes them or refuses them with an error of ours, within a second.

The quick form tries some hundred changed inputs for each target, always the same. The full form is led by coverage:
first watched, then blind and faster, a million inputs for each target or as many as its time allows.
"""

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from tests.families.fuzz.mutating import changed
from tests.families.fuzz.target import Target, TooLong, attempt
from tests.families.fuzz.targets import TARGETS

from allonym.core.errors import InputError

FOUND = sorted((Path(__file__).parent / "fuzz" / "found").iterdir())
RUNS, SECONDS = 1_000_000, 60


@pytest.mark.parametrize("name", TARGETS)
def test_changed_inputs_are_taken_or_refused(name: str) -> None:
    target = TARGETS[name]
    seeds = target.seeds()

    taken = [attempt(target, data) for data in islice(changed(seeds, 1), target.tries)]

    assert not all(taken) or name.startswith(("detect", "plan", "date", "edited")), "nothing is ever refused"


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_what_once_broke_a_reader_is_taken_or_refused(path: Path) -> None:
    attempt(TARGETS[path.name.partition(".")[0]], path.read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_a_million_inputs_are_taken_or_refused(name: str, tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="needs atheris: pip install 'allonym[fuzz]'")
    script = Path(__file__).parent / "fuzzing.py"
    where = ("--corpus", str(tmp_path / "corpus"), "--found", str(tmp_path / "found"), "--runs", str(RUNS))
    for seconds, *how in ((SECONDS,), (4 * SECONDS, "--blind")):
        command = [sys.executable, str(script), name, *where, "--seconds", str(seconds), *how]
        done = subprocess.run(command, capture_output=True, text=True, timeout=3600, check=False)

        assert "nothing found" in done.stdout, done.stderr[-3000:]
        assert not list((tmp_path / "found").iterdir())


def test_a_foreign_error_and_a_long_run_are_noticed() -> None:
    def fail(_: bytes) -> None:
        raise KeyError

    def refuse(_: bytes) -> None:
        raise InputError("no")

    def hang(_: bytes) -> None:
        while True:
            pass

    assert not attempt(Target("a", refuse, list), b"")
    with pytest.raises(KeyError):
        attempt(Target("a", fail, list), b"")
    with pytest.raises(TooLong):
        attempt(Target("a", hang, list), b"", 0.05)
