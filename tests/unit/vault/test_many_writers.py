"""Sixteen processes on one vault, a hundred thousand mentions each: one entity, one pseudonym, nothing lost."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.postgres_server import Server
from tests.unit.vault.helpers import numbered, open_either

# Each writer meets the names in an order of its own, so that every batch wants what some other batch is writing.
SCRIPT = """
import json, random, sys
from dataclasses import replace
from tests.unit.vault.helpers import *
where, worker, names, mentions, size = sys.argv[1], *map(int, sys.argv[2:])
vault = open_either(where, options=replace(QUICK, patience=1800))
chance, given = random.Random(worker), {}
for first in range(0, mentions, size):
    with vault.batch():
        for _ in range(size):
            name = f"name {chance.randrange(names)}"
            pseudonym = vault.assign("corpus", "PERSON", name, numbered)
            assert given.setdefault(name, pseudonym) == pseudonym
        vault.remember([manifest(f"{worker} {first}", f"original {worker} {first}")])
print(json.dumps(given))
"""
SMALL, FULL = (4, 60, 200, 20), (16, 10_000, 100_000, 1_000)


def write_at_once(where: str, writers: int, names: int, mentions: int, size: int) -> None:
    open_either(where, create=True).close()
    command = [sys.executable, "-c", SCRIPT, where]
    running = [
        subprocess.Popen([*command, *map(str, (worker, names, mentions, size))], stdout=subprocess.PIPE)
        for worker in range(writers)
    ]
    answers = [json.loads(worker.communicate()[0] or b"{}") for worker in running]
    merged: dict[str, str] = {name: pseudonym for answer in answers for name, pseudonym in answer.items()}

    assert [worker.returncode for worker in running] == [0] * writers
    assert all(merged[name] == pseudonym for answer in answers for name, pseudonym in answer.items())
    assert {*merged.values()} == {f"[PERSON_{number}]" for number in range(1, len(merged) + 1)}
    with open_either(where) as vault:
        summary = vault.verify()

        assert (summary.entities, summary.texts) == (len(merged), writers * mentions // size)
        assert all(vault.assign("corpus", "PERSON", name, lambda _: None) == merged[name] for name in merged)
        assert vault.assign("corpus", "PERSON", "another", numbered) == f"[PERSON_{len(merged) + 1}]"


FORMS = pytest.mark.parametrize(
    "form", [pytest.param(SMALL, id="small"), pytest.param(FULL, id="full", marks=pytest.mark.slow)]
)


@FORMS
def test_writers_on_one_file_agree(tmp_path: Path, form: tuple[int, int, int, int]) -> None:
    write_at_once(str(tmp_path / "study.vault"), *form)


@FORMS
def test_writers_on_one_server_agree_and_never_deadlock(
    server: Server, address: str, form: tuple[int, int, int, int]
) -> None:
    import psycopg

    write_at_once(address, *form)
    with psycopg.connect(server.address()) as connection:
        assert connection.execute("SELECT sum(deadlocks) FROM pg_stat_database").fetchone() == (0,)
