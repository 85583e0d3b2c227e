"""Spark: real sessions, the same bytes as elsewhere, tasks that die, and nothing in plain on disk."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import allonym
from allonym.core.errors import SafetyError, UsageError
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.inboxes import make_inbox, merge
from allonym.vault.sealed import SealedVault

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # Spark leaves sockets to the collector
pytest.importorskip("pyspark", reason="Spark is not here: pip install 'allonym[spark]'")
if shutil.which("java") is None:
    pytest.skip("Java is not here: apt-get install openjdk-17-jre-headless", allow_module_level=True)

PASSPHRASE = "correct horse battery staple"
ROWS = [
    (
        f"post-{row}",
        f"Anna Svensson wrote to Paul Smith of Leeds, mail anna{row}@example.org or +46 70 174 06 {row % 90 + 10}.",
    )
    for row in range(400)
]
NAMED = {"text_columns": "text", "id_column": "id"}


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Let Python talk to its own Java machine, which it does over loopback."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spark")


@pytest.fixture(scope="module")
def spark(folder: Path) -> Iterator[Any]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    builder: Any = SparkSession.builder
    session = (
        builder.master("local[2,4]")
        .config("spark.io.encryption.enabled", "true")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.local.dir", str(folder / "local"))
        .config("spark.eventLog.enabled", "true")
        .config("spark.eventLog.dir", _made(folder / "events").as_uri())
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.fixture
def study(tmp_path: Path) -> Iterator[SealedVault]:
    """A vault, an inbox of it, and the key of a worker."""
    (tmp_path / "worker.key").write_text(private := new_private_key(), "utf-8")
    with allonym.open_vault(tmp_path / "study.vault", PASSPHRASE, create=True) as vault:
        vault.keys.add_public_key(public_key_of(private), "tasks", "worker")
        make_inbox(vault, tmp_path / "inbox.vault")
        yield vault


@pytest.fixture
def where(tmp_path: Path, study: SealedVault) -> dict[str, Any]:
    (tmp_path / "inboxes").mkdir()
    return {"vault": tmp_path / "inbox.vault", "key_file": tmp_path / "worker.key", "inboxes": tmp_path / "inboxes"}


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def take_in(study: SealedVault, folder: Path) -> int:
    for path in sorted(folder.glob("*.inbox")):
        with allonym.open_vault(path, PASSPHRASE) as inbox:
            merge(study, inbox)
    return study.info().texts


@pytest.mark.parametrize("profile", ["default", "akio-internal"])
def test_tasks_give_the_same_bytes_as_one_process_and_the_vault_gives_them_back(
    spark: Any, study: SealedVault, where: dict[str, Any], tmp_path: Path, profile: str
) -> None:
    import pandas as pd

    dead = tmp_path / "inboxes" / f"inbox-{'0c' * 12}.part"
    dead.touch()
    os.utime(dead, (0, 0))
    frame = spark.createDataFrame(ROWS, ["id", "text"]).repartition(5)
    made = {row.id: row.text for row in allonym.spark.pseudonymize(frame, profile=profile, **NAMED, **where).collect()}
    table = pd.DataFrame(ROWS, columns=["id", "text"])
    alone = allonym.pandas.pseudonymize(table, profile=profile, vault=study, **NAMED)

    assert made == dict(zip(alone["id"], alone["text"], strict=True))
    assert not list((tmp_path / "inboxes").glob("*.part")), "what a task left that was killed long ago is swept"
    assert take_in(study, tmp_path / "inboxes") == len(ROWS)
    again = spark.createDataFrame(sorted(made.items()), ["id", "text"])
    study.close()
    asked = {**NAMED, "vault": tmp_path / "study.vault", "key": PASSPHRASE, "reason": "a test"}
    assert {(row.id, row.text) for row in allonym.spark.recover(again, **asked).collect()} == set(ROWS)


def test_tasks_that_die_and_are_done_again_change_nothing(
    spark: Any, study: SealedVault, where: dict[str, Any], tmp_path: Path
) -> None:
    marks = str(_made(tmp_path / "marks"))

    def deadly(batches: Any) -> Any:
        from pyspark import TaskContext

        context = TaskContext.get()
        assert context is not None
        mark = Path(marks, str(context.partitionId()))
        for batch in batches:
            if context.partitionId() % 3 == 0 and not mark.exists():
                mark.touch()
                os._exit(137)
            yield batch

    frame = spark.createDataFrame(ROWS, ["id", "text"]).repartition(6)
    made = allonym.spark.pseudonymize(frame, **NAMED, **where)
    rows = {row.id: row.text for row in made.mapInArrow(deadly, frame.schema).collect()}

    assert len(list(Path(marks).iterdir())) == 2
    assert len(rows) == len(ROWS)
    assert take_in(study, tmp_path / "inboxes") == len(ROWS)
    assert all(study.recall(text, name) for name, text in rows.items())
    assert not list((tmp_path / "inboxes").glob("*.part")), "what a dead task left is not taken for a whole inbox"


def test_no_name_is_on_disk_in_plain(spark: Any, where: dict[str, Any], folder: Path) -> None:
    frame = spark.createDataFrame(ROWS, ["id", "text"])
    made = allonym.spark.pseudonymize(frame, **NAMED, **where).repartition(4, "text")
    assert made.groupBy("text").count().count() > 0

    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    assert [path.name for path in files if b"Svensson" in path.read_bytes()] == []


def test_without_encryption_of_what_is_shuffled_nothing_runs(
    spark: Any, where: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = spark.createDataFrame(ROWS[:3], ["id", "text"])
    monkeypatch.setattr(type(spark.conf), "get", lambda _self, _name, default=None: default)
    with pytest.raises(SafetyError, match=r"spark\.io\.encryption\.enabled=true"):
        allonym.spark.pseudonymize(frame, **NAMED, **where)
    assert allonym.spark.pseudonymize(frame, **NAMED, **where, unsealed_shuffle=True).columns == ["id", "text"]


def test_errors_of_tasks_show_no_words(spark: Any, where: dict[str, Any], folder: Path) -> None:
    frame = spark.createDataFrame([("a", "Anna Svensson"), ("", "Zacharias Quist")], ["id", "text"])
    with pytest.raises(Exception, match="the id is empty") as caught:
        allonym.spark.pseudonymize(frame, **NAMED, **where).collect()
    assert "Quist" not in str(caught.value)
    assert all(b"Quist" not in path.read_bytes() for path in (folder / "events").rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"key_file": ""}, "give the key of a worker"),
        ({"key": "both"}, "give the key of a worker"),
        ({"vault": "postgresql://h/d"}, "needs no inboxes"),
        ({"text_columns": "body"}, "there is no column 'body'"),
    ],
)
def test_what_does_not_fit_is_said_before_anything_runs(
    spark: Any, where: dict[str, Any], wrong: dict[str, Any], message: str
) -> None:
    frame = spark.createDataFrame(ROWS[:3], ["id", "text"])
    with pytest.raises(UsageError, match=message):
        allonym.spark.pseudonymize(frame, **{**NAMED, **where, **wrong})


def test_a_stream_of_files_goes_through_once(
    spark: Any, study: SealedVault, where: dict[str, Any], tmp_path: Path
) -> None:
    _made(tmp_path / "in")
    for part in range(3):
        some = spark.createDataFrame(ROWS[part * 20 : part * 20 + 20], ["id", "text"])
        some.coalesce(1).write.mode("append").json(str(tmp_path / "in"))
    stream = spark.readStream.schema("id string, text string").json(str(tmp_path / "in"))
    made = allonym.spark.pseudonymize(stream, **NAMED, **where)
    for _ in range(2):
        query = (
            made.writeStream.format("json")
            .option("checkpointLocation", str(tmp_path / "checkpoint"))
            .trigger(availableNow=True)
            .start(str(tmp_path / "out"))
        )
        query.awaitTermination()

    rows = spark.read.schema("id string, text string").json(str(tmp_path / "out")).collect()
    assert sorted(row.id for row in rows) == sorted(name for name, _ in ROWS[:60])
    assert take_in(study, tmp_path / "inboxes") == 60


def test_tasks_write_to_a_vault_on_a_server(spark: Any, request: pytest.FixtureRequest) -> None:
    address: Callable[[str], str] = request.getfixturevalue("server").address
    where, private = address("spark"), new_private_key()
    with allonym.open_vault(where, PASSPHRASE, create=True) as vault:
        vault.keys.add_public_key(public_key_of(private), "tasks", "worker")
        frame = spark.createDataFrame(ROWS, ["id", "text"]).repartition(4)
        for _ in range(2):
            made = allonym.spark.pseudonymize(frame, vault=where, key=private, **NAMED).collect()
        assert vault.verify().texts == len(ROWS)
        assert all(vault.recall(row.text, row.id) for row in made)
