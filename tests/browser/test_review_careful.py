"""What a reviewer must be able to rely on: what is chosen can be seen, a key is a step, and what is lost is told."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Watch
from tests.browser.reviewing import Reviewer
from tests.browser.stand_in import Stand, sheet, standing
from tests.browser.texts import desk

if TYPE_CHECKING:
    from playwright.sync_api import Page

LATIN = "أعمل في شركة Nordic Light Systems. هنا."


@pytest.fixture
def stand() -> Iterator[Stand]:
    with standing(desk()) as served:
        yield served


@pytest.fixture
def reviewer(page: "Page", stand: Stand) -> Reviewer:
    return Reviewer(page, stand).open()


def test_several_marks_that_are_chosen_are_shown_and_counted(reviewer: Reviewer) -> None:
    page = reviewer.choose("Mölndal to Leeds").page

    assert page.locator("#text .mk.among .of").all_inner_texts() == ["Mölndal", "Leeds"]
    assert page.inner_text("#panel h2") == "2 marks chosen"
    assert page.locator("#chosen-marks li").count() == 2
    assert "Delete takes all 2 marks away" in page.inner_text("#chosen-hint")
    shade = "each => getComputedStyle(each).backgroundColor"
    assert reviewer.word("Leeds").evaluate(shade) == reviewer.word("to").evaluate(shade)
    assert "2 marks chosen" in page.locator("#told").text_content()  # type: ignore[operator]


@pytest.mark.parametrize("key", ["Delete", "4", "k"])
def test_a_key_over_several_marks_is_one_step(reviewer: Reviewer, key: str) -> None:
    marks = reviewer.stand.sheets[0].marks
    reviewer.choose("Mölndal to Leeds").press(key)

    assert len(reviewer.stand.said) == 1
    assert reviewer.last["do"] == "several"
    assert reviewer.stand.sheets[0].marks != marks
    reviewer.press("z")
    assert reviewer.stand.sheets[0].marks == marks


def test_what_a_server_that_does_not_know_us_refuses_is_sent_once_it_does(reviewer: Reviewer, watch: Watch) -> None:
    watch.allowed = ("403",)
    page, stand = reviewer.on("Karl").page, reviewer.stand
    stand.stranger = True
    for key in ("k", "m"):
        page.keyboard.press(key)
    page.wait_for_selector("#saved:text-is('Not saved: 2 changes')")
    assert "open the link that the terminal shows" in page.inner_text("#review-notices")
    stand.stranger = False
    reviewer.wait()

    assert [each["command"]["action"] for each in stand.said] == ["keep", "mark"]
    assert page.locator("#review-notices .notice").count() == 0


def test_changes_that_a_closed_page_could_not_send_are_told(reviewer: Reviewer, watch: Watch) -> None:
    watch.allowed = ("403",)
    page = reviewer.on("Karl").page
    reviewer.stand.stranger = True
    page.on("dialog", lambda each: each.accept())
    page.keyboard.press("k")
    page.wait_for_selector("#saved[data-state=unsaved]")
    page.reload()
    page.wait_for_selector("#review-notices .wrong")

    assert "1 change could not be saved" in page.inner_text("#review-notices")


def test_all_changes_of_an_older_version_are_counted_as_lost(reviewer: Reviewer, watch: Watch) -> None:
    watch.allowed = ("409",)
    page, stand = reviewer.on("Karl").page, reviewer.stand
    stand.change(0, stand.sheets[0])
    stand.slow = 0.2
    for key in ("k", "m", "r"):
        page.keyboard.press(key)
    page.wait_for_selector("#review-notices :text('3 changes of yours were not kept')")


def test_a_comment_is_typed_while_the_server_is_slow(reviewer: Reviewer) -> None:
    page, stand = reviewer.on("Karl").page, reviewer.stand
    stand.slow = 0.6
    page.keyboard.press("o")
    page.keyboard.type("kept? r")
    page.wait_for_timeout(800)
    page.keyboard.press("Escape")
    reviewer.wait()

    assert [each["command"]["do"] for each in stand.said] == ["flag", "flag"]
    assert reviewer.last == {"do": "flag", "mark": "m8", "kind": "obs", "comment": "kept? r"}


def test_a_comment_is_kept_for_its_mark_when_another_is_chosen(reviewer: Reviewer) -> None:
    reviewer.on("Karl").press("c")
    reviewer.page.keyboard.type("why")
    reviewer.on("Mölndal")

    assert reviewer.last == {"do": "flag", "mark": "m8", "kind": "com", "comment": "why"}


def test_a_document_that_is_changed_is_open_again(reviewer: Reviewer) -> None:
    page = reviewer.press("Shift+Enter").on("Karl").press("k").page

    assert page.get_attribute("#do-done", "aria-pressed") == "false"
    assert "open again" in page.locator("#told").text_content()  # type: ignore[operator]
    reviewer.press("z")
    assert page.get_attribute("#do-done", "aria-pressed") == "true"


def test_words_by_hand_are_said_to_be_literal_where_mentions_are_inflected(reviewer: Reviewer) -> None:
    page = reviewer.on("Karl").page
    assert page.locator("#literal-hint").count() == 0
    reviewer.press("Shift+G")

    assert "exactly as typed" in page.inner_text("#literal-hint")


def test_a_refusal_names_no_field(reviewer: Reviewer, watch: Watch) -> None:
    watch.allowed = ("422",)
    reviewer.on("Karl").press("w")
    reviewer.page.keyboard.type("Karl")
    reviewer.press("Enter")

    assert (
        reviewer.page.inner_text("#review-notices p") == "Not done: it says what stands there; choose keep to leave it"
    )


def test_what_was_written_is_told_and_covers_nothing(page: "Page", stand: Stand) -> None:
    page.set_viewport_size({"width": 700, "height": 500})
    Reviewer(page, stand).open(None)
    page.click("#finish-write")
    page.wait_for_selector("#review-notices .good")
    button, notices = page.locator("#finish-write").bounding_box(), page.locator("#review-notices").bounding_box()

    assert "null" not in page.inner_text("#finish-made")
    assert button
    assert notices
    assert button["y"] + button["height"] <= notices["y"] or button["y"] >= notices["y"] + notices["height"]


def test_a_notice_goes_when_another_document_is_opened(reviewer: Reviewer, watch: Watch) -> None:
    watch.allowed = ("422",)
    page = reviewer.on("Karl").press("w").page
    page.keyboard.type("Karl")
    reviewer.press("Enter")
    assert page.locator("#review-notices .wrong").count() == 1
    reviewer.press(".")
    page.wait_for_selector("#document-name:text-is('arabic.txt')")

    assert page.locator("#review-notices .wrong").count() == 0


def test_the_arrow_keys_go_through_a_list_that_was_just_opened(page: "Page", stand: Stand) -> None:
    Reviewer(page, stand).open(None)
    assert page.evaluate("document.activeElement.dataset.n") == "0"

    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.n") == "1"

    page.keyboard.press("Enter")
    page.wait_for_selector("#text[data-n='1'] .t")
    page.keyboard.press("q")
    page.wait_for_selector("#documents:not([hidden])")
    page.wait_for_function("document.activeElement.dataset.n === '1'")


def test_the_list_calls_nobody_away_who_types_into_its_filters(page: "Page", stand: Stand) -> None:
    Reviewer(page, stand).open(None)
    page.focus("#filter-name")
    with page.expect_response(lambda response: "search=a" in response.url):
        page.keyboard.type("a")
    page.wait_for_timeout(100)

    assert page.evaluate("document.activeElement.id") == "filter-name"


def test_escape_leaves_the_search_for_a_label_at_once(reviewer: Reviewer) -> None:
    page = reviewer.on("Karl").press("Enter").page
    page.keyboard.type("city")
    page.keyboard.press("Escape")

    assert page.locator("#picker[open]").count() == 0


def test_the_stop_after_latin_words_stands_at_their_end_in_arabic(reviewer: Reviewer) -> None:
    reviewer.stand.sheets[1] = sheet("latin.txt", LATIN, [("Systems", "ORGANIZATION", "replace", 1.0)], "ar")
    reviewer.open(1)
    stop, word = reviewer.word(".").bounding_box(), reviewer.word("Nordic").bounding_box()

    assert stop
    assert word
    assert stop["x"] < word["x"]


def test_a_mark_is_one_box_in_two_columns(reviewer: Reviewer) -> None:
    text = "و" * 12 + " 555-0199 " + "word " * 3
    stand = reviewer.stand
    stand.become = {"555-0199": "000-000"}
    stand.sheets[1] = replace(sheet("phone.txt", text, [("555-0199", "PHONE", "replace", 1.0)], "ar"))
    reviewer.open(1).press("v")
    for width in range(400, 520, 20):
        reviewer.page.set_viewport_size({"width": width, "height": 700})
        boxes = reviewer.page.locator(".mk .to").evaluate_all("all => all.map((each) => each.getClientRects().length)")
        chips = reviewer.page.locator(".mk.flat").evaluate_all("all => all.map((each) => each.getClientRects().length)")
        assert {*boxes, *chips} == {1}, width
