"""A run that was stopped, hundreds of times and at every durable step, with its vault in a file and on a server."""

import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from tests.postgres_server import Server
from tests.unit.running.forking import KILLED, LEFT, begin, done, killed_until_done, load
from tests.unit.running.stopping import PASSPHRASE, command, contents, make_inputs
from tests.unit.vault.helpers import QUICK

from allonym import open_vault
from allonym.vault.sqlite import open_file
from allonym.vault.store import TABLES

REALISTIC = ("--fast", "--profile", "cloaked-realistic", "--scope", "corpus")
WAYS = {"default": ("--fast",), "realistic": REALISTIC}
Fresh = Callable[[], str]
"""Gives the address of an empty vault; all have the same keys, so that they give out the same pseudonyms."""


@pytest.fixture(autouse=True, scope="module")
def _loaded(tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ALLONYM_PASSPHRASE", PASSPHRASE)
        load(tmp_path_factory.mktemp("loaded"), WAYS.values())


@pytest.fixture
def files(tmp_path: Path) -> Fresh:
    open_file(tmp_path / "blank.vault", PASSPHRASE, True, QUICK).close()
    return lambda: str(shutil.copy(tmp_path / "blank.vault", tmp_path / "study.vault"))


@pytest.fixture
def schemas(server: Server) -> Iterator[Fresh]:
    import psycopg

    from allonym.vault.postgres import open_postgres

    blank, last = f"blank_{token_hex(8)}", list[str]()
    open_postgres(server.address(blank), PASSPHRASE, True, QUICK).close()

    def fresh(admin: Any) -> str:
        schema = f"run_{token_hex(8)}"
        open_postgres(server.address(schema), PASSPHRASE, True, QUICK).close()
        for table in TABLES:
            admin.execute(f"DELETE FROM {schema}.{table.name}")  # noqa: S608 - our own names
            admin.execute(f"INSERT INTO {schema}.{table.name} SELECT * FROM {blank}.{table.name}")  # noqa: S608 - as above
        for old in last:
            admin.execute(f"DROP SCHEMA {old} CASCADE")
        last[:] = [schema]
        return server.address(schema)

    with psycopg.connect(server.address(), autocommit=True) as admin:
        yield lambda: fresh(admin)


@pytest.fixture(params=["files", "schemas"])
def fresh(request: pytest.FixtureRequest) -> Fresh:
    made: Fresh = request.getfixturevalue(request.param)
    return made


def clear(folder: Path) -> None:
    for name in ("out", "back", "out.run"):
        shutil.rmtree(folder / name, ignore_errors=True)


def require_as_expected(given: Path, folder: Path, vault: str) -> None:
    recovering = ["recover", str(folder / "out"), "-o", str(folder / "back"), "--vault", vault]

    assert done(recovering, folder / "log") == 0, (folder / "log").read_text()
    assert contents(folder / "out") == contents(folder / "expected")
    assert contents(folder / "back") == contents(given)
    assert not (folder / "out.run").exists()
    with open_vault(vault, PASSPHRASE) as opened:
        opened.verify()


@pytest.mark.parametrize(
    "least", [2, pytest.param(100, marks=pytest.mark.slow), pytest.param(350, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("way", WAYS)
def test_a_run_that_is_killed_goes_on(fresh: Fresh, tmp_path: Path, way: str, least: int) -> None:
    given, log = tmp_path / "given", tmp_path / "log"
    make_inputs(given, 30)
    start = time.monotonic()
    assert done(command(given, tmp_path / "expected", fresh(), *WAYS[way]), log) == 0, log.read_text()
    longest = time.monotonic() - start
    chance, kills = random.Random(least), 0
    while kills < least:
        clear(tmp_path)
        vault = fresh()
        kills += killed_until_done(command(given, tmp_path / "out", vault, *WAYS[way]), log, chance, longest)
        require_as_expected(given, tmp_path, vault)
    print(f"{way}: killed {kills} times")  # noqa: T201 - shown by pytest -rP, for the table of figures


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task")
    return [int(each) for task in tasks.glob("*/children") for each in task.read_text().split()]


def killed_with_workers(arguments: list[str], log: Path, chance: random.Random, longest: float) -> tuple[int, int]:
    """Kill a worker now and then, and the run as often; return how many of each, when it has come to its end."""
    workers = runs = 0
    while True:
        process = begin(arguments, log)
        process.join(chance.uniform(0.1, 1.0 + 0.1 * (workers + runs)) * longest)
        if process.exitcode is None and (found := children(process.pid)):
            with suppress(ProcessLookupError):
                os.kill(chance.choice(found), signal.SIGKILL)
                workers += 1
        process.join(chance.uniform(0.1, 1.0 + 0.1 * (workers + runs)) * longest)
        if process.exitcode is None:
            process.kill()
        process.join()
        if process.exitcode == 0:
            return workers, runs
        assert process.exitcode == KILLED, log.read_text()
        runs += 1


@pytest.mark.slow
def test_a_run_whose_workers_are_killed_with_it_goes_on(files: Fresh, tmp_path: Path) -> None:
    if not Path("/proc/self/task").exists():
        pytest.skip("it takes /proc to find the workers of a run")
    given, log, way = tmp_path / "given", tmp_path / "log", ("--fast", "--workers", "2")
    make_inputs(given, 30)
    start = time.monotonic()
    assert done(command(given, tmp_path / "expected", files(), *way), log) == 0, log.read_text()
    longest, chance, workers, runs = time.monotonic() - start, random.Random(3), 0, 0
    while workers + runs < 110:
        clear(tmp_path)
        vault = files()
        some = killed_with_workers(command(given, tmp_path / "out", vault, *way), log, chance, longest)
        workers, runs = workers + some[0], runs + some[1]
        require_as_expected(given, tmp_path, vault)
    print(f"killed {workers} workers and {runs} runs")  # noqa: T201 - as above


@pytest.mark.parametrize("stride", [31, pytest.param(1, marks=pytest.mark.slow)])
def test_a_run_that_leaves_at_a_durable_step_goes_on(fresh: Fresh, tmp_path: Path, stride: int) -> None:
    given, log = tmp_path / "given", tmp_path / "log"
    make_inputs(given, 3)
    assert done(command(given, tmp_path / "expected", fresh(), *REALISTIC), log) == 0, log.read_text()
    step = stopped = 0
    while True:
        step += stride
        clear(tmp_path)
        vault = fresh()
        arguments = command(given, tmp_path / "out", vault, *REALISTIC)
        code = done(arguments, log, step)
        if code == 0:
            break
        stopped += 1

        assert code == LEFT, (step, log.read_text())
        assert done(arguments, log) == 0, (step, log.read_text())
        require_as_expected(given, tmp_path, vault)
    print(f"left at {stopped} steps")  # noqa: T201 - as above
    assert stopped > 60 // stride
