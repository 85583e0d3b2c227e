"""How `scripts/identifiers.py` counts: half of a span is enough; what a set does not annotate counts neither way."""

import lzma
import sys
from collections.abc import Iterator
from importlib import import_module
from json import dumps
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).resolve().parents[3] / "scripts"


@pytest.fixture
def scoring() -> Iterator[Any]:
    sys.path.insert(0, str(SCRIPTS))
    yield import_module("identifiers")
    sys.path.remove(str(SCRIPTS))


def test_half_of_a_span_is_enough(scoring: Any) -> None:
    assert scoring.is_half_covered((0, 10, "DATE"), [(0, 2, "DATE.DAY"), (7, 12, "TIME")])
    assert not scoring.is_half_covered((0, 10, "DATE"), [(0, 4, "DATE")])


def test_spans_and_what_is_found_are_counted(scoring: Any) -> None:
    score = scoring.Score()
    row = scoring.Row("x" * 40, [(0, 10, "PHONE"), (20, 30, "PHONE"), (32, 36, "PERSON")], [(12, 16, "")])
    found = [(2, 10, "PHONE"), (12, 16, "PHONE"), (36, 40, "PHONE"), (36, 40, "DATE")]

    score.add(row, found, frozenset({"PHONE"}))

    assert (score.wanted, score.hits) == ({"PHONE": 2}, {"PHONE": 1})
    assert (score.recall(), score.recall("PHONE"), score.recall("DATE")) == ("50.0", "50.0", "-")
    assert (score.right, score.found) == (2, 3)


def test_a_span_with_digits_is_told_if_none_of_them_stays(scoring: Any) -> None:
    score = scoring.Score()
    row = scoring.Row("in the year (1976), at 10:30, today", [(0, 18, "DATE"), (23, 28, "TIME"), (30, 35, "DATE")])

    score.add(row, [(13, 17, "DATE"), (23, 25, "TIME")], frozenset({"DATE"}))

    assert (score.numbered, score.told, score.recall()) == (2, 1, "0.0")


def test_of_templates_only_what_no_rule_was_tuned_on_is_counted(scoring: Any) -> None:
    assert 0 < len(scoring.own_rows("identifiers", "de")) < 200 < len(scoring.own_rows("strangers", "de"))


def test_of_public_sets_names_and_amounts_are_left_out(scoring: Any, tmp_path: Path) -> None:
    path = tmp_path / "en.jsonl.xz"
    rows = [
        {"text": "Anna, 3 May", "source": "tab144", "spans": [[0, 4, "PERSON"], [6, 11, "DATE", "DATETIME"]]},
        {"text": "36 acres", "source": "tab144", "spans": [[0, 8, "OTHER", "QUANTITY"]]},
        {"text": "on Monday", "source": "btc", "spans": []},
    ]
    path.write_bytes(lzma.compress("\n".join(map(dumps, rows)).encode()))

    first, second = scoring.dev_rows(path)

    assert first == ("tab144", scoring.Row("Anna, 3 May", [(6, 11, "DATETIME")], [(0, 4, "")]))
    assert second == ("tab144", scoring.Row("36 acres", [], [(0, 8, "")]))
