"""A process that dies, and processes that meet: nothing is lost, nothing is given twice."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.unit.vault.helpers import PASSPHRASE, QUICK, enter_file, manifest, numbered

from allonym.core.errors import UnknownText
from allonym.core.types import digest
from allonym.vault.sqlite import open_file

PREAMBLE = """
import os, sys, json
from dataclasses import replace
from pathlib import Path
from tests.unit.vault.helpers import *
from allonym.vault.sqlite import open_file
path = Path(sys.argv[1])
vault = open_file(path, PASSPHRASE, True, QUICK)
"""


def started(script: str, *arguments: object) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", PREAMBLE + script, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "study.vault"
    with open_file(path, PASSPHRASE, True, QUICK) as vault:
        vault.remember([manifest("[X]", "Anna")])
        vault.assign("corpus", "PERSON", "anna", numbered)
    return path


SMALL = "vault.remember([manifest('[Y]', 'Bo')]); vault.assign('corpus', 'PERSON', 'bo', numbered)"
# More than the cache holds, so that SQLite has begun to write the file and must roll it back from its journal.
LARGE = "vault.remember([replace(manifest(f'[Y] {n}', 'Bo'), raw=os.urandom(64_000)) for n in range(400)])"


@pytest.mark.parametrize("work", [SMALL, LARGE], ids=["small", "spilled to disk"])
def test_a_batch_cut_off_by_death_never_was(path: Path, work: str) -> None:
    before = path.read_bytes()
    death = started(f"with vault.batch():\n    {work}\n    os._exit(9)", path)
    death.communicate()
    changed = path.read_bytes() != before
    with open_file(path, PASSPHRASE, options=QUICK) as vault:
        summary = vault.verify()

        assert death.returncode == 9
        assert changed == (work is LARGE)
        assert (summary.entities, summary.texts) == (1, 1)
        assert vault.recall("[X]").original == digest("Anna")
        with pytest.raises(UnknownText):
            vault.recall("[Y]")
        assert vault.assign("corpus", "PERSON", "cai", numbered) == "[PERSON_2]"


def test_a_batch_that_ended_survives_death(path: Path) -> None:
    death = started(f"with vault.batch():\n    {SMALL}\nos._exit(9)", path)
    death.communicate()
    with open_file(path, PASSPHRASE, options=QUICK) as vault:
        assert death.returncode == 9
        assert vault.verify().texts == 2
        assert vault.assign("corpus", "PERSON", "bo", numbered) == "[PERSON_2]"


def test_death_while_a_vault_is_made_leaves_none(tmp_path: Path) -> None:
    path = tmp_path / "new.vault"
    script = """
import allonym.vault.sqlite as module
module._publish = lambda draft, path: os._exit(9)
open_file(path.with_name("new.vault"), PASSPHRASE, True, QUICK)
"""
    death = started(script, tmp_path / "other.vault")
    death.communicate()

    assert death.returncode == 9
    assert not path.exists()
    open_file(path, PASSPHRASE, True, QUICK).close()


def test_processes_that_assign_at_once_agree(tmp_path: Path) -> None:
    path = tmp_path / "study.vault"
    script = """
worker, given = int(sys.argv[2]), {}
for turn in range(40):
    name = f"name {turn * (1, 3, 7)[worker] % 40}"
    given[name] = vault.assign("corpus", "PERSON", name, numbered)
    vault.remember([manifest(f"{worker} {turn}", name)])
print(json.dumps(given))
"""
    workers = [started(script, path, worker) for worker in range(3)]
    answers = [json.loads(worker.communicate()[0]) for worker in workers]
    with open_file(path, PASSPHRASE, options=QUICK) as vault:
        summary = vault.verify()

    assert answers[0] == answers[1] == answers[2]
    assert sorted(answers[0].values()) == sorted(f"[PERSON_{number}]" for number in range(1, 41))
    assert (summary.entities, summary.texts) == (40, 120)


def test_two_openings_see_what_the_other_wrote(blank: tuple[Path, bytes], tmp_path: Path) -> None:
    path = tmp_path / "study.vault"
    path.write_bytes(blank[0].read_bytes())
    with enter_file(path, blank[1]) as one, enter_file(path, blank[1]) as other:
        for turn in range(5):
            first = one.assign("corpus", "PERSON", f"name {turn}", numbered)
            one.remember([manifest(f"[X] {turn}", "Anna")])

            assert other.assign("corpus", "PERSON", f"name {turn}", lambda _: None) == first
            assert other.recall(f"[X] {turn}").original == digest("Anna")
            other.remember([manifest(f"[Y] {turn}", "Bo")])
        assert one.verify().texts == other.verify().texts == 10


def test_a_name_that_another_process_was_quicker_to_give_is_taken_over(
    blank: tuple[Path, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "study.vault"
    path.write_bytes(blank[0].read_bytes())
    with enter_file(path, blank[1]) as one, enter_file(path, blank[1]) as other:
        batch = one._rows.batch

        def late() -> object:
            other.assign("corpus", "PERSON", "anna", lambda _: "Karl")
            return batch()

        monkeypatch.setattr(one._rows, "batch", late)

        assert one.assign("corpus", "PERSON", "anna", numbered) == "Karl"
