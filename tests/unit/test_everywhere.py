"""The same bytes wherever the work is done: one process, several, Python, Spark on one machine and on a small cluster.

Twenty thousand documents each; also with workers that are killed, and with a driver that is killed and started again.
"""

import csv
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

import pytest
from tests.unit.running.stopping import PASSPHRASE, environment

import allonym
from allonym.core.types import Document
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.inboxes import make_inbox

pytestmark = pytest.mark.slow
COUNT = 20_000
SENTENCES = Path(__file__).parents[1] / "data"
NAMES = ("Anna Berg", "Karl Ek", "María López", "Omar Said", "Lena Voß", "João Melo", "Élodie Petit", "ليلى حداد")
_MARKED = re.compile(r"\[\[(.+?)\|[^\]]+\]\]")

# A job as users write it: a file of rows, a vault's inbox, and where to write. `stream` reads a folder file by file.
JOB = """
import os, sys
os.environ["PYSPARK_PYTHON"] = sys.executable
from pyspark.sql import SparkSession
import allonym.spark
master, kind, given, where, out = sys.argv[1:]
session = (
    SparkSession.builder.master(master)
    .config("spark.io.encryption.enabled", "true").config("spark.ui.enabled", "false")
    .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    .config("spark.executor.memory", "1g").config("spark.local.dir", where + "/local").getOrCreate()
)
session.sparkContext.setLogLevel("ERROR")
asked = dict(text_columns="text", id_column="id", vault=where + "/inbox.vault", key_file=where + "/worker.key",
             inboxes=where + "/inboxes")
if kind == "stream":
    rows = session.readStream.schema("id string, text string").option("maxFilesPerTrigger", 1).json(given)
    writer = allonym.spark.pseudonymize(rows, **asked).writeStream.format("json")
    writer = writer.option("checkpointLocation", where + "/checkpoint").trigger(availableNow=True)
    writer.start(out).awaitTermination()
else:
    rows = session.read.schema("id string, text string").json(given)
    allonym.spark.pseudonymize(rows.repartition(8), **asked).write.json(out)
session.stop()
"""


def rows() -> Iterator[tuple[str, str]]:
    """Return texts in eight languages, of one to three sentences, with names that come again and identifiers."""
    chance = random.Random(11)
    lines = [
        _MARKED.sub(r"\1", line)
        for path in sorted(SENTENCES.glob("sentences-*.txt"))
        for line in path.read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    for number in range(COUNT):
        some = [*chance.sample(lines, chance.randrange(1, 4)), f"{chance.choice(NAMES)}, u{number}@example.org"]
        chance.shuffle(some)
        yield f"post-{number}", " ".join(some)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the texts in two shapes, a vault that knows nothing yet, an inbox of it and a worker's key."""
    folder = tmp_path_factory.mktemp("everywhere")
    texts = list(rows())
    with (folder / "posts.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("id", "text"), *texts])
    (folder / "posts").mkdir()
    for part in range(10):
        lines = (json.dumps({"id": name, "text": text}) for name, text in texts[part::10])
        (folder / "posts" / f"{part}.json").write_text("\n".join(lines), "utf-8")
    (folder / "worker.key").write_text(private := new_private_key(), "utf-8")
    with allonym.open_vault(folder / "blank.vault", PASSPHRASE, create=True) as vault:
        vault.keys.add_public_key(public_key_of(private), "tasks", "worker")
        make_inbox(vault, folder / "inbox.vault")
    return folder


@pytest.fixture(scope="module")
def expected(study: Path) -> dict[str, str]:
    """What one process makes of them from the command line."""
    started = start(study, "one")
    assert started.wait() == 0
    return read_table(study / "one.csv")


def start(study: Path, name: str, *more: str) -> "subprocess.Popen[bytes]":
    shutil.copy(study / "blank.vault", study / f"{name}.vault") if not (study / f"{name}.vault").exists() else None
    stored = ["-o", f"{name}.csv", "--vault", f"{name}.vault", "--text-column", "text", "--id-column", "id"]
    command = [sys.executable, "-m", "allonym", "pseudonymize", "posts.csv", *stored, *more]
    return subprocess.Popen(command, cwd=study, env=environment(), stdout=subprocess.DEVNULL)


def read_table(path: Path) -> dict[str, str]:
    with path.open(encoding="utf-8", newline="") as stream:
        return dict(list(csv.reader(stream))[1:])


def workers_of(process: "subprocess.Popen[bytes]") -> list[int]:
    tasks = Path(f"/proc/{process.pid}/task")
    return [int(each) for task in tasks.glob("*/children") for each in task.read_text().split()]


def wait_for(what: Path, process: "subprocess.Popen[bytes]") -> None:
    while not what.exists() and process.poll() is None:
        time.sleep(0.05)


def test_python_gives_the_same(study: Path, expected: dict[str, str]) -> None:
    shutil.copy(study / "blank.vault", study / "python.vault")
    with allonym.open_vault(study / "python.vault", PASSPHRASE) as vault:
        tool = allonym.Pseudonymizer(vault=vault)
        given = (Document(name, text, scope=name) for name, text in rows())
        assert {each.id: each.text for each in tool.pseudonymize_many(given)} == expected


def test_two_workers_give_the_same_though_some_are_killed(study: Path, expected: dict[str, str]) -> None:
    if not Path("/proc/self/task").exists():
        pytest.skip("it takes /proc to find the workers of a run")
    process, chance, killed = start(study, "workers", "--workers", "2"), random.Random(5), 0
    while process.poll() is None:
        time.sleep(1.5)
        found = workers_of(process)
        if found and killed < 6:
            os.kill(chance.choice(found), signal.SIGKILL)
            killed += 1
    assert process.returncode == 0
    assert killed >= 3
    assert read_table(study / "workers.csv") == expected


def test_a_run_that_is_killed_and_goes_on_gives_the_same(study: Path, expected: dict[str, str]) -> None:
    for _ in range(3):
        process = start(study, "resumed", "--workers", "2", "--resume")
        time.sleep(6)
        process.kill()
        process.wait()
    assert start(study, "resumed", "--workers", "2", "--resume").wait() == 0
    assert read_table(study / "resumed.csv") == expected
    command = [sys.executable, "-m", "allonym", "recover", "resumed.csv", "-o", "back.csv", "--vault", "resumed.vault"]
    subprocess.run([*command, "--reason", "a test"], cwd=study, env=environment(), check=True)
    assert (study / "back.csv").read_bytes() == (study / "posts.csv").read_bytes()


@pytest.fixture
def place(study: Path, request: pytest.FixtureRequest) -> Path:
    """A folder for one job, with an inbox of the vault and a place for those that tasks fill."""
    pytest.importorskip("pyspark", reason="Spark is not here: pip install 'allonym[spark]'")
    if shutil.which("java") is None:
        pytest.skip("Java is not here: apt-get install openjdk-17-jre-headless")
    folder = study / re.sub(r"\W+", "-", request.node.name)
    (folder / "inboxes").mkdir(parents=True)
    for name in ("inbox.vault", "worker.key"):
        shutil.copy(study / name, folder / name)
    return folder


def job(master: str, kind: str, study: Path, place: Path) -> "subprocess.Popen[bytes]":
    import pyspark

    whole = [sys.executable, "-c", JOB, master, kind, str(study / "posts"), str(place), str(place / "out")]
    home = {"SPARK_HOME": str(Path(pyspark.__file__).parent)}  # a cluster starts its workers from there
    with (place / "log.txt").open("ab") as log:
        return subprocess.Popen(whole, stdout=log, stderr=log, env={**environment(), **home}, start_new_session=True)


def read_parts(folder: Path) -> dict[str, str]:
    lines = chain.from_iterable(path.read_text("utf-8").splitlines() for path in folder.glob("part-*.json"))
    return {row["id"]: row["text"] for row in map(json.loads, lines)}


def test_spark_gives_the_same(study: Path, expected: dict[str, str], place: Path) -> None:
    assert job("local[2]", "batch", study, place).wait() == 0, (place / "log.txt").read_text()[-3000:]
    assert read_parts(place / "out") == expected


def executors_of(process: "subprocess.Popen[bytes]") -> list[int]:
    """Return the processes of a cluster that work, not the one that drives it."""
    found = [int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit()]
    return [each for each in found if _session(each) == process.pid and "CoarseGrainedExecutor" in _called(each)]


def _session(process: int) -> int:
    with suppress(ProcessLookupError):
        return os.getsid(process)
    return 0


def _called(process: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().decode("utf-8", "replace")
    return ""


def test_a_spark_cluster_gives_the_same_though_executors_are_killed(
    study: Path, expected: dict[str, str], place: Path
) -> None:
    process, killed = job("local-cluster[2,1,2048]", "batch", study, place), 0
    while process.poll() is None:
        time.sleep(0.5)
        done = len(list((place / "inboxes").glob("*.inbox")))
        if killed < 2 and done > killed and (found := executors_of(process)):
            os.kill(random.Random(killed).choice(found), signal.SIGKILL)
            killed += 1

    assert process.returncode == 0, (place / "log.txt").read_text()[-3000:]
    assert killed == 2
    assert read_parts(place / "out") == expected


def test_a_spark_driver_that_is_killed_and_started_again_gives_the_same(
    study: Path, expected: dict[str, str], place: Path
) -> None:
    first = job("local[2]", "stream", study, place)
    wait_for(place / "checkpoint" / "commits" / "2", first)
    os.killpg(first.pid, signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL
    assert not (place / "checkpoint" / "commits" / "9").exists(), "it was killed in the middle"

    again = job("local[2]", "stream", study, place)
    assert again.wait() == 0, (place / "log.txt").read_text()[-3000:]
    done = place / "out" / "_spark_metadata"
    assert done.is_dir()
    kept = {
        Path(json.loads(line)["path"]).name
        for each in done.glob("[0-9]*")
        for line in each.read_text().splitlines()[1:]
    }
    parts = chain.from_iterable((place / "out" / name).read_text("utf-8").splitlines() for name in sorted(kept))
    seen = [json.loads(line) for line in parts]
    assert len(seen) == COUNT
    assert {row["id"]: row["text"] for row in seen} == expected
