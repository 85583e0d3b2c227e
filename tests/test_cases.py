"""Golden cases: a text, a line `# expect`, then what is found: `LABEL start-end entity`. A case is a file, not code.

A first line `# terms: LABEL=word|word` lists terms of the user. Expected offsets count characters of the text, whose
last line end does not belong to it. Files named `id-…` are read with the detector `identifiers` as well.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from allonym import Pseudonymizer
from allonym.settings import load_settings

CASES = sorted((Path(__file__).parent / "cases").rglob("*.txt"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_is_found_is_what_is_expected(path: Path) -> None:
    body, _, expected = path.read_text("utf-8").partition("\n# expect\n")
    terms: dict[str, list[str]] = {}
    if body.startswith("# terms: "):
        line, _, body = body.removeprefix("# terms: ").partition("\n")
        for each in line.split(";"):
            label, _, words = each.strip().partition("=")
            terms[label] = words.split("|")
    settings = load_settings("default")
    if path.stem.startswith("id-"):
        settings = replace(settings, detectors=("patterns", "identifiers", "terms"))
    plan = Pseudonymizer(settings, terms=terms).plan(body)

    found = [
        (m.start, m.end, each.entity.label, each.entity.id) for each in plan.decisions for m in each.entity.mentions
    ]

    assert [f"{label} {start}-{end} {entity}" for start, end, label, entity in sorted(found)] == expected.splitlines()


def test_there_are_cases() -> None:
    assert len(CASES) >= 30
