"""Pictures of the review page for the guide.

`pytest tests/browser -m "slow or not slow" -k pictures --pictures` makes them anew.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Open
from tests.browser.reviewing import Reviewer
from tests.browser.stand_in import Stand, standing
from tests.browser.texts import desk

if TYPE_CHECKING:
    from playwright.sync_api import Page

Keep = Callable[["Page", str], Path]


@pytest.fixture(scope="module")
def stand() -> Iterator[Stand]:
    served = desk()
    served.sheets[2:] = [
        replace(each, status="done" if at < 7 else "open") for at, each in enumerate(served.sheets[2:16])
    ]
    served.warnings = [
        {"mark": "m7", "severity": "warning", "code": "uncertain", "text": "Nobody has looked at this uncertain mark."},
    ]
    with standing(served):
        yield served


def test_the_list(window: Open, stand: Stand, picture: Keep) -> None:
    picture(Reviewer(window(1280, 860), stand).open(None).page, "review-list")


def test_a_document(window: Open, stand: Stand, picture: Keep) -> None:
    reviewer = Reviewer(window(1280, 860), stand).open().on("Café Norden").press("o")
    reviewer.page.keyboard.type("Does she still work there?")
    reviewer.press("Escape")
    reviewer.page.evaluate("window.scrollTo(0, 0)")
    picture(reviewer.page, "review")
    reviewer.press("z", "z")


def test_two_columns_in_the_dark(window: Open, stand: Stand, picture: Keep) -> None:
    page = Reviewer(window(1280, 700, color_scheme="dark"), stand).open().press("n", "n", "v").page
    picture(page, "review-columns")


def test_an_arabic_document(window: Open, stand: Stand, picture: Keep) -> None:
    page = Reviewer(window(1280, 620), stand).open(1).press("n", "n").page
    page.evaluate("window.scrollTo(0, 0)")
    picture(page, "review-arabic")


def test_labels(window: Open, stand: Stand, picture: Keep) -> None:
    reviewer = Reviewer(window(1280, 620), stand).open().choose("union member").press("Enter")
    reviewer.page.keyboard.type("po")
    picture(reviewer.page, "review-labels")


def test_a_telephone(window: Open, stand: Stand, picture: Keep) -> None:
    page = window(360, 740, device_scale_factor=2)
    picture(Reviewer(page, stand).open().press("n", "n").page, "review-telephone")
