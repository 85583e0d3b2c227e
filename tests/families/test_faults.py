"""Each call that changes the disk fails, one after the other: a clear word, nothing half-written, and it goes on."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.families.disks import MODES
from tests.families.studies import Study, study
from tests.unit.running.stopping import environment

FORMS = [("full", 113), ("broken", 97), *(pytest.param(mode, 1, marks=pytest.mark.slow) for mode in MODES)]


@pytest.fixture(scope="module")
def kept() -> Iterator[Study]:
    with study() as made:
        yield made


def require_clear(code: int, said: str) -> None:
    """Fail unless a command that failed says so with a code, in one line, and with what to do next."""
    lines = said.splitlines()
    errors = [line for line in lines if line.startswith("error: ")]

    assert code in {1, 2, 3}, (code, said)
    assert errors, said
    assert "internal error" not in said
    assert "Traceback" not in said
    assert any(line.startswith("next: ") for line in lines) or "; " in errors[-1], said


@pytest.mark.parametrize(("mode", "stride"), FORMS)
def test_a_disk_that_fails_leaves_nothing_half_written(kept: Study, mode: str, stride: int) -> None:
    failed = harmless = at = 0
    reached = True
    while reached:
        at += stride
        kept.begin()
        code = kept.run(MODES[mode], at)
        reached = kept.disk.calls >= at
        failed, harmless = failed + bool(code), harmless + (reached and not code)
        if code:
            require_clear(code, kept.said)
        if mode != "broken":
            # Where the call that fails is the one that takes a file away, it stays; the next run sweeps it.
            assert kept.unfinished() == [], at
        assert code or kept.published() == kept.expected
        kept.require_published_whole()
        kept.require_it_goes_on()
    print(f"{mode}: {failed} calls that stop the run, {harmless} that do not")  # noqa: T201 - for the table of figures

    assert failed + harmless > 60 // stride


@contextmanager
def little_room(place: Path, size: int) -> Iterator[None]:
    """Put a real disk with so many bytes over a folder, with what stands in it."""
    kept = [(path.name, path.read_bytes()) for path in place.iterdir()]
    options = ["-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    if (
        shutil.which("mount") is None
        or subprocess.run(["mount", *options], check=False, capture_output=True).returncode
    ):
        pytest.skip("it takes root to mount a small disk")
    try:
        for name, data in kept:
            (place / name).write_bytes(data)
            (place / name).chmod(0o600)
        yield
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("which", ["out", "safe"])
def test_a_disk_that_is_really_full_can_be_given_room(kept: Study, which: str) -> None:
    kept.begin()
    kept.out.mkdir()
    place = {"out": kept.out, "safe": kept.safe}[which]
    page = 4096
    held = sum(path.stat().st_size for path in place.iterdir())
    with little_room(place, held + 2 * page if held else page):
        code = kept.run()

        require_clear(code, kept.said)
        assert "make room" in kept.said
        kept.require_published_whole()
        subprocess.run(["mount", "-o", "remount,size=1m", str(place)], check=True)
        kept.require_it_goes_on()


def test_standard_output_that_takes_nothing_is_said() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no device that is always full")
    command = [sys.executable, "-m", "allonym", "pseudonymize", "-", "-o", "-", "--fast"]
    with full.open("wb") as output:
        done = subprocess.run(
            command, input=b"Anna Berg came.", env=environment(), stdout=output, stderr=subprocess.PIPE, check=False
        )

    require_clear(done.returncode, done.stderr.decode())
    assert "make room" in done.stderr.decode()
