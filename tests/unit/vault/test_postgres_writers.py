"""Many writers on one server, and writers that die: one entity has one pseudonym, and no batch is there by half."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from tests.unit.vault.helpers import PASSPHRASE, QUICK, manifest, numbered

from allonym.core.errors import UnknownText
from allonym.vault.sealed import SealedVault

postgres: Any = pytest.importorskip("allonym.vault.postgres", reason="needs psycopg: pip install 'allonym[postgres]'")
OPEN: Callable[..., SealedVault] = postgres.open_postgres

PREAMBLE = """
import json, os, random, sys, time
from dataclasses import replace
from tests.unit.vault.helpers import *
from allonym.vault.postgres import open_postgres
PATIENT = replace(QUICK, patience=120)
vault = open_postgres(sys.argv[1], PASSPHRASE, True, PATIENT)
"""
# Each writer meets the names in an order of its own, so that every batch wants what some other batch is writing.
ASSIGN = """
worker, names, mentions, size = map(int, sys.argv[2:6])
chance, given = random.Random(worker), {}
for first in range(0, mentions, size):
    with vault.batch():
        for _ in range(size):
            name = f"name {chance.randrange(names)}"
            pseudonym = vault.assign("corpus", "PERSON", name, numbered)
            assert given.setdefault(name, pseudonym) == pseudonym
        vault.remember([manifest(f"{worker} {first}", "Anna")])
print(json.dumps(given))
"""
# A batch is ten names and one text.
GO_ON = """
for turn in range(10**6):
    if turn == int(sys.argv[2]):
        print("going", flush=True)
    with vault.batch():
        for number in range(10):
            vault.assign("corpus", "PERSON", f"{os.getpid()} {turn} {number}", numbered)
        vault.remember([manifest(f"{os.getpid()} {turn}", "Anna")])
"""


def started(script: str, *arguments: object) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", PREAMBLE + script, *map(str, arguments)], stdout=subprocess.PIPE)


@pytest.mark.parametrize(
    ("writers", "names", "mentions"),
    [(4, 60, 120), pytest.param(16, 5_000, 10_000, marks=pytest.mark.slow)],
)
def test_writers_that_assign_at_once_agree(address: str, writers: int, names: int, mentions: int) -> None:
    size = mentions // 10
    running = [started(ASSIGN, address, worker, names, mentions, size) for worker in range(writers)]
    answers = [json.loads(worker.communicate()[0]) for worker in running]
    merged: dict[str, str] = {name: pseudonym for answer in answers for name, pseudonym in answer.items()}
    with OPEN(address, PASSPHRASE, options=QUICK) as vault:
        summary = vault.verify()

    assert [worker.returncode for worker in running] == [0] * writers
    assert all(merged[name] == pseudonym for answer in answers for name, pseudonym in answer.items())
    assert {*merged.values()} == {f"[PERSON_{number}]" for number in range(1, len(merged) + 1)}
    assert (summary.entities, summary.texts) == (len(merged), writers * 10)


@pytest.mark.parametrize("kills", [4, pytest.param(200, marks=pytest.mark.slow)])
def test_a_writer_that_is_killed_leaves_no_half_batch(address: str, kills: int) -> None:
    chance = random.Random(7)
    OPEN(address, PASSPHRASE, True, QUICK).close()
    for number in range(kills):
        writer = started(GO_ON, address, number % 2)  # every other one has written something before it is killed
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"going\n"
        time.sleep(chance.random() / 10)
        writer.kill()
        writer.communicate()
        with OPEN(address, PASSPHRASE, options=QUICK) as vault:
            # The server may be busy still with what the dead one asked for last; a batch of our own waits for that.
            vault.note_access("a check", "", 0)
            summary = vault.verify()

            assert summary.entities == 10 * summary.texts
    with OPEN(address, PASSPHRASE, options=QUICK) as vault:
        assert vault.assign("corpus", "PERSON", "anna", numbered) == f"[PERSON_{summary.entities + 1}]"

    assert summary.texts


def test_a_writer_that_dies_within_a_batch_lets_go_of_the_vault(address: str) -> None:
    work = "vault.assign('corpus', 'PERSON', 'bo', numbered); vault.remember([manifest('[Y]', 'Bo')])"
    with OPEN(address, PASSPHRASE, True, QUICK) as vault:
        vault.remember([manifest("[X]", "Anna")])
        death = started(f"with vault.batch():\n    {work}\n    os._exit(9)", address)
        death.communicate()

        assert death.returncode == 9
        assert vault.assign("corpus", "PERSON", "cai", numbered) == "[PERSON_1]"
        with pytest.raises(UnknownText):
            vault.recall("[Y]")
        assert vault.verify().texts == 1


def test_what_is_asked_for_a_new_name_does_not_grow_with_the_vault(address: str) -> None:
    with OPEN(address, PASSPHRASE, True, QUICK) as vault:
        vault.assign("corpus", "PERSON", "first", numbered)
        few = _statements(vault, "a")
        with vault.batch():
            for number in range(300):
                vault.assign("corpus", "PERSON", f"name {number}", numbered)

        assert _statements(vault, "b") == few


def _statements(vault: SealedVault, name: str) -> int:
    store: Any = vault._rows._store
    run, seen = store._run, []

    def count(*given: Any) -> Any:
        seen.append(given)
        return run(*given)

    store._run = count
    try:
        vault.assign("corpus", "PERSON", name, numbered)
    finally:
        store._run = run
    return len(seen)
