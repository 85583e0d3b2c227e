"""What `make quality` runs: without the data it says so and writes nothing; sections are put where they belong."""

import json
import lzma
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "reference" / "quality.md"
SCRIPTS = ("quality.py", "identifiers.py", "linking.py", "table_one.py")


@pytest.mark.parametrize("script", SCRIPTS)
def test_without_data_the_reason_is_said_and_nothing_is_written(script: str, tmp_path: Path) -> None:
    before = PAGE.read_bytes()
    command = [sys.executable, str(ROOT / "scripts" / script), "--data", str(tmp_path / "none"), "--write"]
    done = subprocess.run(command, capture_output=True, check=False, text=True, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("nothing scored: no annotated text in ")
    assert PAGE.read_bytes() == before


def test_make_quality_runs_all_of_them() -> None:
    [_, rest] = (ROOT / "Makefile").read_text("utf-8").split("\nquality:")
    recipe = rest.partition("\n\n")[0]

    assert [script for script in SCRIPTS if f"scripts/{script} --data $(DATA) --write" in recipe] == list(SCRIPTS)


def test_the_figures_of_the_paper_stand_beside_ours() -> None:
    page = PAGE.read_text("utf-8")

    assert "## Beside the paper" in page
    for row in (
        "| companies | paper | - | 96.4 | 60.2 | 60.9 | 39.1 | 39.8 | - |",
        "| locations | paper | - | 99.4 | 96.5 | 45.1 | 54.9 | 3.5 | - |",
        "| personal names | paper | - | 98.4 | 34.8 | 85.9 | 14.1 | 65.2 | - |",
    ):
        assert row in page
        assert page.partition(row)[2].lstrip().startswith("| | allonym |")


def test_languages_that_are_absent_are_left_out_with_a_line(tmp_path: Path) -> None:
    dev = tmp_path / "ner" / "dev"
    dev.mkdir(parents=True)
    row = {"text": "We met Anna Berg.", "spans": [[7, 16, "PERSON"]], "source": "hand_one"}
    (dev / "en.jsonl.xz").write_bytes(lzma.compress(json.dumps(row).encode()))
    before = PAGE.read_bytes()
    command = [sys.executable, str(ROOT / "scripts" / "quality.py"), "--data", str(tmp_path), "--write", "--languages"]
    some, none = (
        subprocess.run([*command, asked], capture_output=True, check=False, text=True) for asked in ("en,fr", "fr,de")
    )

    assert (some.returncode, none.returncode) == (0, 0), some.stderr + none.stderr
    assert "left out: fr, for there is no " in some.stdout
    assert "| en | hand" in some.stdout
    assert "not written: quality.md would lose what it says of fr" in some.stdout
    assert "nothing scored" in none.stdout
    assert PAGE.read_bytes() == before


def test_without_english_the_table_of_the_paper_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "ner" / "dev").mkdir(parents=True)
    command = [sys.executable, str(ROOT / "scripts" / "table_one.py"), "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, check=False, text=True)

    assert (done.returncode, done.stdout[:14]) == (0, "nothing scored")
