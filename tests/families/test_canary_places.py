"""Canaries in more places: what a service tells, what a crash leaves, what a review keeps, what Spark writes.

The others, vaults, runs and servers, are looked through in tests/unit/vault/test_canaries.py.
"""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.interfaces.command import PASSPHRASE
from tests.interfaces.rest.servers import ROLES, Answer, Running, process
from tests.unit.reviewing.sheets import fill, opened, settings
from tests.unit.vault.helpers import QUICK
from tests.unit.vault.test_canaries import MARKER, canaries, files_in, hits

import allonym
from allonym.core.errors import AllonymError
from allonym.reviewing.acting import say
from allonym.reviewing.finishing import finish
from allonym.vault.credentials import new_private_key, public_key_of
from allonym.vault.inboxes import make_inbox
from allonym.vault.sqlite import open_file


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Let the test reach what listens on loopback."""


def write_terms(path: Path, names: list[str]) -> Path:
    path.write_text("".join(f"{name}\tPERSON\n" for name in names), "utf-8")
    return path


def ask_badly(service: Running, name: str, number: int) -> list[Answer]:
    """Ask for everything that holds a name and gives none back; for some names by every role and without a token."""
    roles = (*ROLES, quote(name)) if number < 4 else (ROLES[number % len(ROLES)],)
    text = {"text": f"{name} came.", "id": f"post-{number}"}
    odd = json.dumps({"text": name}).encode()
    asked: list[tuple[str, object]] = [
        ("pseudonymize", text),
        ("detect", text),
        ("plan", text),
        ("apply", {**text, "plan": {"id": name, "digest": "00", "decisions": []}}),
        ("subjects/find", {"name": name}),
        ("subjects/find", {"name": name, "label": name}),
        ("pseudonymize", {"text": f"{name} came.", "id": name}),
        ("pseudonymize", {"text": name, name: name}),
        ("pseudonymize", {"documents": [{"text": name, "language": name}]}),
        ("recover", {"text": f"{name} came.", "reason": "no such text"}),
        ("certificate/verify", {"payload": {"name": name}, "signature": name}),
        (quote(name), text),
    ]
    made = [service.post(path, data, role=role) for role in roles for path, data in asked]
    made += [
        service.post("detect", None, raw=raw, role="worker") for raw in (odd[:-3], odd + odd, name.encode("utf-16"))
    ]
    made += [service.ask("GET", f"/v1/audit?after={quote(name)}", role="auditor")]
    made += [service.ask("GET", path, role=role) for path in ("/v1/audit", "/metrics", "/v1/vault") for role in ROLES]
    made += [service.ask("GET", "/health", headers={"X-Name": quote(name), "Host": "127.0.0.1"}, role=None)]
    made += [service.ask("GET", "/health", headers={"Host": quote(name)}, role=None)]
    return made


@pytest.mark.parametrize("count", [2, pytest.param(200, marks=pytest.mark.slow)])
def test_no_answer_and_no_log_of_a_service_holds_a_canary(tmp_path: Path, count: int) -> None:
    names, made = canaries(count), tmp_path / "made"
    made.mkdir()
    terms = write_terms(tmp_path / "terms.txt", names)
    open_file(made / "study.vault", PASSPHRASE, True, QUICK).close()
    with process(made, "--vault", "study.vault", "--fast", "--terms", terms) as service:
        first = service.post("pseudonymize", {"text": f"{names[0]} came.", "id": "last"}).data
        back = service.post("recover", {"text": first["text"], "id": "last", "reason": "a test"})
        answers = [answer for number, name in enumerate(names) for answer in ask_badly(service, name, number)]
    told = [f"{each.status} {dict(each.headers)} ".encode() + each.body for each in answers]
    (made / "answers").write_bytes(b"\n".join(told))
    (made / "log").write_text("".join(service.log), "utf-8")

    assert MARKER in back.data["text"], "whoever may recover gets the words"
    assert {each.status for each in answers} >= {200, 400, 401, 403, 404, 422}
    assert hits(files_in(made)) == []


CRASHING = """
import sys, time
from allonym.detectors import terms
def fail(*given, **named):
    if sys.argv[1] == "wait":
        print("ready", flush=True)
        time.sleep(60)
    raise RuntimeError(f"cannot read {given} {named}")
terms.TermDetector.detect = fail
from allonym.interfaces.cli.app import run
sys.exit(run(sys.argv[2:]))
"""


def allow_core_dumps() -> None:
    """Let the system write down what was in memory, as far as this process may."""
    most = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (most, most))


@pytest.mark.parametrize("how", ["raise", "SIGABRT", "SIGSEGV"])
def test_a_crash_leaves_no_canary(tmp_path: Path, how: str) -> None:
    inputs, made = tmp_path / "inputs", tmp_path / "made"
    inputs.mkdir()
    made.mkdir()
    (inputs / "posts.txt").write_text(f"{canaries(1)[0]} came.", "utf-8")
    terms = write_terms(inputs / "terms.txt", canaries(1))
    asked = ["pseudonymize", str(inputs / "posts.txt"), "-o", "out.txt", "--fast", "--terms", str(terms)]
    command = [sys.executable, "-X", "dev", "-X", "faulthandler", "-c", CRASHING, "wait" if how != "raise" else how]
    begun = subprocess.Popen(
        [*command, *asked],
        cwd=made,
        env={**os.environ, "TMPDIR": str(made)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=allow_core_dumps,  # noqa: PLW1509
    )
    assert begun.stdout is not None
    if how != "raise":
        assert begun.stdout.readline() == b"ready\n"
        begun.send_signal(getattr(signal, how))
    told = begun.communicate(timeout=60)[0]
    (made / "told").write_bytes(told)

    assert begun.returncode == 3 if how == "raise" else begun.returncode < 0
    assert b"internal error" in told if how == "raise" else b"Fatal Python error" in told
    assert hits(files_in(made)) == []
    assert not (made / "out.txt").exists()


@pytest.mark.parametrize("count", [3, pytest.param(200, marks=pytest.mark.slow)])
def test_no_canary_is_in_what_a_review_keeps(tmp_path: Path, count: int) -> None:
    names = canaries(count)
    given = fill(tmp_path / "in", {f"{number:03}.txt": f"Then {name} came." for number, name in enumerate(names)})
    project = opened(given, tmp_path / "kept", profile=settings(terms={"PERSON": names[:-1]}))
    for number, name in enumerate(names):
        mark = {"do": "mark", "start": 5, "end": 5 + len(name), "label": "PERSON"}
        steps: list[dict[str, object]] = [mark] if number == count - 1 else []
        steps += [{"do": "comment", "text": "seen"}, {"do": "status", "status": "done"}]
        for step in steps:
            say(project, number, project.history(number).sheet.version, step)
        entity = project.history(number).sheet.parties[0].id
        for typed in ({"do": "write", "entity": entity, "text": "Somebody"}, {"do": "relabel", "entity": entity}):
            with suppress(AllonymError):
                say(project, number, project.history(number).sheet.version, typed)
    finish(project, tmp_path / "kept" / "out", take_open=True, output=True)
    project.close()

    assert len(hits(files_in(given))) == count
    assert hits(files_in(tmp_path / "kept")) == []


SPARK = """
import os, sys
os.environ["PYSPARK_PYTHON"] = sys.executable
from pathlib import Path
from pyspark.sql import SparkSession
import allonym.spark
given, where = sys.argv[1:]
session = (
    SparkSession.builder.master("local[2,3]").config("spark.io.encryption.enabled", "true")
    .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1").config("spark.local.dir", where + "/local")
    .config("spark.eventLog.enabled", "true").config("spark.eventLog.dir", Path(where, "events").as_uri())
    .getOrCreate()
)
asked = dict(text_columns="text", id_column="id", vault=where + "/inbox.vault", key_file=where + "/worker.key",
             inboxes=where + "/inboxes", profile=given + "/named.toml")
rows = session.read.schema("id string, text string").json(given + "/posts")
allonym.spark.pseudonymize(rows.repartition(4), **asked).orderBy("text").write.json(where + "/out")
stream = session.readStream.schema("id string, text string").option("maxFilesPerTrigger", 1).json(given + "/posts")
writer = allonym.spark.pseudonymize(stream, **asked).writeStream.format("json")
writer = writer.option("checkpointLocation", where + "/checkpoint").trigger(availableNow=True)
writer.start(where + "/streamed").awaitTermination()
try:
    broken = session.read.schema("id string, text string").json(given + "/broken")
    allonym.spark.pseudonymize(broken, **asked).write.json(where + "/never")
except Exception:
    print("it failed, as it should", flush=True)
sys.stdin.readline()
"""


@pytest.mark.slow
def test_no_canary_is_in_what_spark_leaves(tmp_path: Path) -> None:
    pytest.importorskip("pyspark", reason="Spark is not here: pip install 'allonym[spark]'")
    if shutil.which("java") is None:
        pytest.skip("Java is not here: apt-get install openjdk-17-jre-headless")
    names, given, made = canaries(200), tmp_path / "given", tmp_path / "made"
    for folder in (given / "posts", given / "broken", made / "events", made / "inboxes"):
        folder.mkdir(parents=True)
    listed = ", ".join(json.dumps(name, ensure_ascii=False) for name in names)
    (given / "named.toml").write_text(f'extends = "default"\n[terms]\nPERSON = [{listed}]\n', "utf-8")
    for part in range(4):
        lines = [
            json.dumps({"id": f"p{at}", "text": f"{name} came."}) for at, name in enumerate(names) if at % 4 == part
        ]
        (given / "posts" / f"{part}.json").write_text("\n".join(lines), "utf-8")
    # An id that names somebody is refused in the middle of a task.
    (given / "broken" / "0.json").write_text(json.dumps({"id": names[0], "text": f"{names[0]} came."}), "utf-8")
    (made / "worker.key").write_text(private := new_private_key(), "utf-8")
    with allonym.open_vault(tmp_path / "study.vault", PASSPHRASE, create=True) as vault:
        vault.keys.add_public_key(public_key_of(private), "tasks", "worker")
        make_inbox(vault, made / "inbox.vault")
    command = [sys.executable, "-c", SPARK, str(given), str(made)]
    with (made / "log").open("wb") as log:
        begun = subprocess.Popen(
            command,
            cwd=made,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,
            env={**os.environ, "TMPDIR": str(made)},
        )
        while begun.poll() is None and b"it failed, as it should" not in (made / "log").read_bytes():
            time.sleep(0.2)
        while_it_runs = hits(files_in(made))
        # What is left behind is the most when it is killed.
        os.killpg(begun.pid, signal.SIGKILL)
        begun.communicate()

    assert b"it failed, as it should" in (made / "log").read_bytes(), (made / "log").read_text("utf-8")[-3000:]
    assert len(list((made / "out").glob("part-*"))) >= 1
    assert len(list(files_in(made / "streamed"))) >= 4
    assert while_it_runs == hits(files_in(made)) == []
