"""The scorer of scripts/linking.py against figures worked out by hand, and the page that two scripts write."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).resolve().parents[3] / "scripts"


@pytest.fixture
def linking() -> Iterator[Any]:
    sys.path.insert(0, str(SCRIPTS))
    yield import_module("linking")
    sys.path.remove(str(SCRIPTS))


def test_b_cubed_looks_at_every_mention(linking: Any) -> None:
    gold = {(0, 1): "a", (2, 3): "a", (4, 5): "b", (6, 7): "b"}
    made = {(0, 1): "1", (2, 3): "1", (4, 5): "1", (6, 7): "2"}
    score = linking.Score()

    score.add(gold, made)

    # Precision: 2/3, 2/3, 1/3, 1; recall: 1, 1, 1/2, 1/2.
    assert score.figures()[:2] == pytest.approx((100 * 8 / 12, 75))
    assert score.figures()[2] == pytest.approx(2 * 66.666667 * 75 / 141.666667)


def test_nothing_scores_nothing(linking: Any) -> None:
    assert linking.Score().figures() == (0, 0, 0)


def test_a_section_is_put_in_its_place_again_and_again(linking: Any, tmp_path: Path) -> None:
    quality = import_module("quality")
    page = tmp_path / "quality.md"
    page.write_text("# Quality\n\n## First\n\none\n", "utf-8")

    for words in ("old", "new"):
        linking.put_section(page, "## Linking", [words])

    assert page.read_text("utf-8") == "# Quality\n\n## First\n\none\n\n## Linking\n\nnew\n"
    assert quality.section_of(page, "## Linking") == "## Linking\n\nnew"
    assert quality.section_of(page, "## First") == "## First\n\none"
    assert quality.section_of(tmp_path / "none.md", "## First") == ""
