"""Arabic on the review page: lines run from right to left, and words of other scripts keep their order."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from tests.browser.reviewing import Reviewer
from tests.browser.stand_in import standing
from tests.browser.texts import ARABIC, desk

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


@pytest.fixture
def reviewer(page: "Page") -> Iterator[Reviewer]:
    with standing(desk()) as stand:
        yield Reviewer(page, stand).open(1)


def _x(of: "Locator") -> float:
    box = of.bounding_box()
    assert box
    return box["x"]


@pytest.mark.core
def test_words_run_from_the_right_and_start_at_the_right_edge(reviewer: Reviewer) -> None:
    text = reviewer.page.locator("#text").bounding_box()
    first = reviewer.word("اسمي").bounding_box()
    assert text
    assert first

    assert _x(reviewer.word("اسمي")) > _x(reviewer.mark("أحمد الخطيب")) > _x(reviewer.word("أسكن"))
    assert text["x"] + text["width"] - (first["x"] + first["width"]) < 60


def test_latin_words_in_a_row_keep_their_order(reviewer: Reviewer) -> None:
    reviewer.page.set_viewport_size({"width": 1900, "height": 900})

    assert _x(reviewer.word("Nordic")) < _x(reviewer.word("Light")) < _x(reviewer.word("Systems"))
    assert _x(reviewer.word("شركة")) > _x(reviewer.word("Systems"))


def test_groups_of_figures_keep_their_order(reviewer: Reviewer) -> None:
    assert _x(reviewer.word("01632")) < _x(reviewer.word("960")) < _x(reviewer.word("001"))


def test_arrows_follow_the_eye(reviewer: Reviewer) -> None:
    reviewer.press("Home", "ArrowLeft")
    assert reviewer.page.locator("#text .t.here").inner_text() == "أحمد"
    reviewer.press("ArrowRight")
    assert reviewer.page.locator("#text .t.here").inner_text() == "اسمي"


def test_a_name_behind_a_letter_that_is_joined_to_it_can_be_marked(reviewer: Reviewer) -> None:
    start = ARABIC.index("وسيرافقها")
    reviewer.choose("وسيرافقها").press("Alt+ArrowLeft", "3")

    assert reviewer.last == {"do": "mark", "start": start + 1, "end": start + len("وسيرافقها"), "label": "PERSON"}
    mark = reviewer.page.locator("#text .mk.current")
    assert "سيرافقها" in mark.locator(".of").inner_text()
    # Both parts keep the shape of letters that are joined.
    assert mark.locator(".of").inner_text().startswith("\u200d")
