"""The whole flow without a network: none is there, every way out is closed, and nobody even tries one."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.families.disks import ROOT, compiled
from tests.unit.vault.helpers import PASSPHRASE, QUICK

from allonym.vault.sqlite import open_file

POSTS = "id,author,text\n1,u1,Anna Berg wrote to karl@example.org from Leeds.\n2,u2,Karl Ek rang +46 70 174 06 05.\n"
VAULT = ("--vault", "study.vault")
PLAIN = ("--id-column", "id", "--text-column", "text")
FLOW = [
    ("pseudonymize", "posts.csv", "-o", "out.csv", *VAULT, *PLAIN, "--quiet"),
    ("recover", "out.csv", "-o", "back.csv", *VAULT, "--reason", "a test"),
    ("detect", "posts.csv", "-o", "found.jsonl", *PLAIN),
]
REST = [
    ("demo", "-o", "shown"),
    ("plan", "posts.csv", "-o", "plan.jsonl", *PLAIN),
    ("apply", "posts.csv", "plan.jsonl", "-o", "applied.csv", *PLAIN),
    ("link", "posts.csv", "-o", "links.csv", *PLAIN),
    (
        "pseudonymize",
        "posts.csv",
        "-o",
        "real.csv",
        "--profile",
        "cloaked-realistic",
        "--scope",
        "corpus",
        *VAULT,
        *PLAIN,
    ),
    ("pseudonymize", "posts.csv", "-o", "many.csv", "--workers", "2", *VAULT, *PLAIN),
    ("residual", "out.csv", *VAULT, "-o", "residual.html"),
    ("risk", "out.csv", "--author-column", "author", "--text-column", "text", "-o", "risk.html"),
    ("certificate", "make", "out.csv", *VAULT, "-o", "certificate.json"),
    ("certificate", "verify", "certificate.json"),
    ("subjects", "find", "Anna Berg", *VAULT),
    ("subjects", "forget", "Anna Berg", *VAULT, "--yes"),
    ("audit", "export", "study.vault", "-o", "log.jsonl"),
    ("vault", "verify", "study.vault"),
    ("vault", "backup", "study.vault", "-o", "copies"),
    ("profiles", "list"),
    ("lists", "audit"),
]
# What Python itself does is noticed by its own hooks, also where nothing can be put before the C library.
SCRIPT = """
import json, sys
ways = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.bind"}
tried = []
sys.addaudithook(lambda event, given: tried.append(event) if event in ways else None)
from allonym.interfaces.cli.app import run
for arguments in json.loads(sys.argv[1]):
    code = run(arguments)
    if code or tried:
        sys.exit(f"{arguments[0]}: left with {code}, tried {tried}")
"""


def cut_off() -> list[str]:
    """Return what a command is to be preceded by to have no network at all, where this user may ask for that."""
    for asked in (["unshare", "--net"], ["unshare", "--user", "--map-root-user", "--net"]):
        if (
            shutil.which(asked[0])
            and subprocess.run([*asked, "true"], check=False, capture_output=True).returncode == 0
        ):
            return asked
    return []


@pytest.mark.parametrize("flow", [FLOW, pytest.param([*FLOW, *REST], marks=pytest.mark.slow)], ids=["main", "all"])
def test_the_flow_needs_no_network_and_looks_for_none(tmp_path: Path, flow: list[tuple[str, ...]]) -> None:
    (tmp_path / "posts.csv").write_text(POSTS)
    open_file(tmp_path / "study.vault", PASSPHRASE, True, QUICK).close()
    log = tmp_path / "wires.log"
    library = compiled(tmp_path, "wires")
    environment = {**os.environ, "ALLONYM_PASSPHRASE": PASSPHRASE, "WIRES_LOG": str(log), "PYTHONPATH": str(ROOT)}
    if library is not None:
        environment["LD_PRELOAD"] = str(library)
    command = [*cut_off(), sys.executable, "-c", SCRIPT, json.dumps(flow)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)

    assert done.returncode == 0, done.stderr.decode()
    assert not log.exists(), log.read_text()
    assert (tmp_path / "back.csv").read_text() == POSTS
    assert "Anna Berg" not in (tmp_path / "out.csv").read_text()


def test_whoever_tries_is_noticed(tmp_path: Path) -> None:
    library, log = compiled(tmp_path, "wires"), tmp_path / "wires.log"
    if library is None:
        pytest.skip("it takes Linux and a C compiler to put something before the C library: apt-get install gcc")
    trying = "import socket; socket.create_connection(('192.0.2.1', 80))"
    environment = {**os.environ, "LD_PRELOAD": str(library), "WIRES_LOG": str(log)}
    done = subprocess.run([sys.executable, "-c", trying], env=environment, capture_output=True, check=False)

    assert done.returncode != 0
    assert log.exists()
