"""Golden cases of dates, ages, addresses and attributes: as tests/test_cases.py has them, found by `life` alone."""

from pathlib import Path

import pytest

from allonym.core.types import Document
from allonym.detectors.life.detector import life
from allonym.languages.pack import CODES
from allonym.linking.exact import exact
from allonym.resolving import resolve

ROOT = Path(__file__).parents[2] / "cases-life"
CASES = sorted(ROOT.rglob("*.txt"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_is_found_is_what_is_expected(path: Path) -> None:
    body, _, expected = path.read_text("utf-8").partition("\n# expect\n")
    document = Document("case", body)
    [mentions] = life().detect([document])

    entities = exact().link(document, resolve(mentions))
    found = sorted((m.start, m.end, each.label, each.id) for each in entities for m in each.mentions)

    assert [f"{label} {start}-{end} {entity}" for start, end, label, entity in found] == expected.splitlines()


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("topic", ["date", "age", "address", "attribute"])
def test_every_language_has_cases_of_every_topic(code: str, topic: str) -> None:
    assert len(list((ROOT / code).glob(f"{topic}-*.txt"))) >= 3
    assert len(list((ROOT / code).glob("*.txt"))) >= 12
