"""Pictures of reports for the guides, made by what the guides say.

`pytest tests/browser -m "slow or not slow" -k pictures --pictures` makes them anew.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Open
from tests.docs.pages import DOCS, ROOT
from tests.docs.transcripts import Session
from tests.warm import command

if TYPE_CHECKING:
    from playwright.sync_api import Page

Keep = Callable[["Page", str], Path]


def _show(window: Open, report: Path, height: int) -> "Page":
    page = window(1000, height)
    page.set_content(report.read_text("utf-8"))
    return page


@pytest.mark.parametrize(
    ("guide", "pictures"),
    [
        ("what-is-left", {"left.html": ("what-is-left", 760), "risk.html": ("what-is-left-risk", 760)}),
        ("release", {"evidence.html": ("release", 1250)}),
    ],
)
def test_reports_of_a_guide(
    guide: str, pictures: dict[str, tuple[str, int]], window: Open, picture: Keep, tmp_path: Path
) -> None:
    session = Session(tmp_path / "reader")
    session.folder.mkdir(parents=True)
    session.follow(DOCS / "guides" / f"{guide}.md")

    for file, (name, height) in pictures.items():
        picture(_show(window, session.folder / file, height), name)


def test_an_evaluation(window: Open, picture: Keep, tmp_path: Path) -> None:
    gold = ROOT / "tests" / "data" / "identifiers-en.jsonl"
    done = command(["evaluate", str(gold), "-o", "report.html", "--no-errors"], tmp_path, os.environ)

    assert done.returncode == 0, done.stderr
    picture(_show(window, tmp_path / "report.html", 1500), "evaluate")
