"""A run that was stopped at any moment goes on, and what comes out is what would have come out."""

import json
import random
import shutil
import subprocess
from pathlib import Path
from secrets import token_hex

import pytest
from tests.postgres_server import Server
from tests.unit.running.stopping import (
    PASSPHRASE,
    command,
    contents,
    exited,
    finish,
    killed_until_done,
    make_inputs,
    seconds_for,
)

from allonym import open_vault
from allonym.running.handing import LEAST

REALISTIC = ("--fast", "--profile", "cloaked-realistic", "--scope", "corpus")
WAYS = {"default": ("--fast",), "realistic": REALISTIC, "workers": ("--fast", "--workers", "2")}


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("given") / "posts"
    make_inputs(folder, 300)
    return folder


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("blank") / "blank.vault"
    open_vault(path, PASSPHRASE, create=True).close()
    return path


def uninterrupted(given: Path, blank: Path, folder: Path, more: tuple[str, ...]) -> float:
    """Run once to the end, with a vault of the same keys; return how long it took."""
    shutil.copy(blank, folder / "other.vault")
    return seconds_for(command(given, folder / "expected", folder / "other.vault", *more))


def require_as_expected(given: Path, folder: Path) -> None:
    back = finish(["recover", str(folder / "out"), "-o", str(folder / "back"), "--vault", str(folder / "study.vault")])

    assert contents(folder / "out") == contents(folder / "expected")
    assert back.returncode == 0, back.stderr
    assert contents(folder / "back") == contents(given)
    assert not (folder / "out.run").exists()


def kill(given: Path, blank: Path, folder: Path, way: str, least: int) -> None:
    longest = uninterrupted(given, blank, folder, WAYS[way])
    chance, kills = random.Random(least), 0
    while kills < least:
        for name in ("out", "back"):
            shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copy(blank, folder / "study.vault")
        arguments = command(given, folder / "out", folder / "study.vault", *WAYS[way])
        kills += killed_until_done(arguments, chance, longest)
        require_as_expected(given, folder)


@pytest.mark.parametrize("way", [pytest.param(way, marks=() if way == "workers" else pytest.mark.slow) for way in WAYS])
def test_a_run_that_is_killed_goes_on(given: Path, blank: Path, tmp_path: Path, way: str) -> None:
    kill(given, blank, tmp_path, way, 3)


@pytest.mark.slow
def test_a_run_over_lines_that_workers_take_through_goes_on(blank: Path, tmp_path: Path) -> None:
    given = tmp_path / "given" / "posts.jsonl"
    given.parent.mkdir()
    texts = (f"Anna Berg wrote to x{number}@example.org about the {number % 7}th of May" for number in range(12_500))
    rows = (json.dumps({"id": f"t{number}", "text": text}) for number, text in enumerate(texts))
    given.write_text("".join(f"{row}\n" for row in rows))

    assert given.stat().st_size > LEAST
    kill(given.parent, blank, tmp_path, "workers", 5)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_run_that_is_killed_two_hundred_times_goes_on(given: Path, blank: Path, tmp_path: Path, way: str) -> None:
    kill(given, blank, tmp_path, way, 67)


def leave_at_every(given: Path, blank: Path, folder: Path, stride: int) -> int:
    small = folder / "given"
    make_inputs(small, 20)
    uninterrupted(small, blank, folder, WAYS["default"])
    step = stopped = 0
    while True:
        step += stride
        for name in ("out", "back", "out.run"):
            shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copy(blank, folder / "study.vault")
        arguments = command(small, folder / "out", folder / "study.vault", *WAYS["default"])
        if exited(arguments, step) == 0:
            return stopped
        stopped += 1
        done = finish(arguments)

        assert done.returncode == 0, (step, done.stderr)
        require_as_expected(small, folder)


@pytest.mark.slow
def test_a_run_that_leaves_at_a_durable_step_goes_on(given: Path, blank: Path, tmp_path: Path) -> None:
    assert leave_at_every(given, blank, tmp_path, 23) > 3


@pytest.mark.slow
def test_a_run_that_leaves_at_every_durable_step_goes_on(given: Path, blank: Path, tmp_path: Path) -> None:
    assert leave_at_every(given, blank, tmp_path, 1) > 60


def test_without_a_vault_a_run_goes_on_too(given: Path, tmp_path: Path) -> None:
    longest = seconds_for(["pseudonymize", str(given), "-o", str(tmp_path / "other"), "--fast"])
    kills = killed_until_done(command(given, tmp_path / "out", None, "--fast"), random.Random(3), longest)

    assert kills > 0
    assert contents(tmp_path / "out") == contents(tmp_path / "other")
    assert not (tmp_path / "out.run").exists()


@pytest.mark.slow
def test_a_run_with_a_vault_on_a_server_goes_on_too(given: Path, tmp_path: Path, server: Server) -> None:
    address = server.address(f"run_{token_hex(8)}")
    longest = seconds_for(["pseudonymize", str(given), "-o", str(tmp_path / "other"), "--fast"])
    kills = killed_until_done(command(given, tmp_path / "out", address, "--fast"), random.Random(5), 1.5 * longest)
    back = finish(["recover", str(tmp_path / "out"), "-o", str(tmp_path / "back"), "--vault", address])

    assert kills > 0
    assert back.returncode == 0, back.stderr
    assert contents(tmp_path / "out") == contents(tmp_path / "other")
    assert contents(tmp_path / "back") == contents(given)


def stopped_run(given: Path, blank: Path, folder: Path) -> list[str]:
    """Leave a run in the middle of its work."""
    shutil.copy(blank, folder / "study.vault")
    arguments = command(given, folder / "out", folder / "study.vault", "--fast")

    assert exited(arguments, 80) == 9
    assert (folder / "out.run" / "manifest.json").exists()
    return arguments


def test_what_is_done_is_not_done_again_unless_it_was_touched(given: Path, blank: Path, tmp_path: Path) -> None:
    arguments = stopped_run(given, blank, tmp_path)
    done = [json.loads(line) for line in (tmp_path / "out.run" / "journal.jsonl").read_text().splitlines()]
    first = Path(done[0]["target"])
    before = first.stat().st_ino
    finish(arguments)

    assert first.stat().st_ino == before

    shutil.rmtree(tmp_path / "out")
    arguments = stopped_run(given, blank, tmp_path)
    good = first.read_bytes()
    first.write_bytes(b"touched")
    finish(arguments)

    assert first.read_bytes() == good


def test_a_stopped_run_is_not_begun_anew_by_accident(given: Path, blank: Path, tmp_path: Path) -> None:
    arguments = stopped_run(given, blank, tmp_path)
    again = finish([each for each in arguments if each != "--resume"])
    other = finish([*arguments, "--language", "en"])

    assert again.returncode == 2
    assert b"--resume goes on with it" in again.stderr
    assert other.returncode == 2
    assert b"other settings" in other.stderr


def test_the_folder_of_a_run_has_no_words_and_is_private(given: Path, blank: Path, tmp_path: Path) -> None:
    stopped_run(given, blank, tmp_path)
    written = b"".join(path.read_bytes() for path in (tmp_path / "out.run").rglob("*") if path.is_file())

    assert b"a.csv" in written
    assert not [name for name in ("Anna", "Berg", "example.org") if name.encode() in written]
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "out.run").rglob("*")} <= {0, 0o44}
    assert (tmp_path / "out.run").stat().st_mode & 0o077 == 0


def test_a_complete_run_is_kept_if_asked(given: Path, tmp_path: Path) -> None:
    done = finish([*command(given, tmp_path / "out", None, "--fast", "--keep-run")])
    manifest = json.loads((tmp_path / "out.run" / "manifest.json").read_text())

    assert done.returncode == 0
    assert manifest["state"] == "complete"
    assert manifest["counts"]["documents"] > 600
    assert sorted(path.name for path in (tmp_path / "out.run").iterdir()) == [
        "journal.jsonl",
        "manifest.json",
    ]
    assert finish([*command(given, tmp_path / "out", None, "--fast")]).returncode == 0


def test_two_processes_do_not_share_a_run(given: Path, blank: Path, tmp_path: Path) -> None:
    import fcntl

    arguments = stopped_run(given, blank, tmp_path)
    with (tmp_path / "out.run" / "lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        other: subprocess.CompletedProcess[bytes] = finish(arguments)

    assert other.returncode == 2
    assert b"another process" in other.stderr
