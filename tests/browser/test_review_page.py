"""The review page in Chromium: what a person sees, points at and types, and what the server is told."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Open, Watch
from tests.browser.reviewing import Reviewer
from tests.browser.stand_in import Stand, sheet, standing
from tests.browser.texts import LETTER, desk

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def stand() -> Iterator[Stand]:
    with standing(desk()) as served:
        yield served


@pytest.fixture
def reviewer(page: "Page", stand: Stand) -> Reviewer:
    return Reviewer(page, stand)


def test_the_list_tells_how_far_each_document_is_and_filters(reviewer: Reviewer) -> None:
    page = reviewer.open(0).press("Shift+Enter", "q").page
    page.wait_for_selector("#document-rows tr.finished")

    assert page.locator("#document-rows tr").count() == 42
    assert page.locator("#progress-told").inner_text() == "1 of 42 done"
    assert page.locator("#document-rows tr").first.inner_text().split("\t") == [
        "letter.txt",
        "done",
        "21",
        "2",
        "0",
        "0",
    ]
    page.select_option("#filter-status", "done")
    page.locator("#documents-shown").get_by_text("1–1 of 1 document").wait_for()
    assert page.locator("#document-rows tr").count() == 1


def test_the_list_is_walked_with_arrows_and_entered_with_enter(reviewer: Reviewer) -> None:
    page = reviewer.open(None).page
    page.locator("#document-rows a").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("#text .t")

    assert page.inner_text("#document-name") == "arabic.txt"


@pytest.mark.core
def test_every_word_stands_over_its_counterpart(reviewer: Reviewer) -> None:
    page = reviewer.open().page
    line = page.locator("#text .line").nth(2)
    top = line.evaluate("each => [...each.querySelectorAll('.t')].map((t) => t.textContent).join(' ')")
    below = line.evaluate(
        "each => [...each.querySelectorAll('.unit > .t, .to')].map((t) => t.dataset.again ?? t.textContent).join(' ')"
    )
    mark = reviewer.mark("Mölndal")
    words, result = mark.locator(".of").bounding_box(), mark.locator(".to").bounding_box()

    assert top.startswith("my name is Anna Berg and I moved from Mölndal to Leeds in August 2013 , when I was")
    assert below.startswith("my name is Alice Strand and I moved from Kungsbacka to Leeds in June 2012 , when I was")
    assert mark.locator(".chip").inner_text() == "city 1"
    assert words
    assert result
    assert result["y"] > words["y"] + words["height"]
    assert abs(words["x"] - result["x"]) < 2


def test_words_that_change_with_a_name_are_written_once(page: "Page") -> None:
    text = "Le frère d'Alice part avec elle."
    marked = sheet("fr.txt", text, [("Alice", "PERSON.FIRST", "replace", 0.9)], "fr")
    with standing(Stand([marked], {"Alice": "de Bernard"}, over={"m1": [9, 16]})) as stand:
        Reviewer(page, stand).open().press("Home")
        below = page.evaluate(
            "[...document.querySelectorAll('.unit > .t, .unit .to')].map((t) => t.dataset.again "
            "?? (t.className === 'to' ? t.textContent : '')).filter(Boolean).join(' ')"
        )
        page.keyboard.press("v")
        right = page.evaluate(
            "[...document.querySelector('.side.result').childNodes].map((n) => n.querySelector?.('.to').textContent "
            "?? n.textContent).join('')"
        )

        assert below == "Le frère de Bernard part avec elle ."
        assert right == "Le frère de Bernard part avec elle."


def test_a_finger_chooses_a_word_and_extends_it_by_buttons(window: Open, stand: Stand) -> None:
    page = window(400, 800, has_touch=True)
    reviewer = Reviewer(page, stand).open()
    reviewer.word("name").tap()
    assert reviewer.chosen == "name"
    page.get_by_role("button", name="Word before").tap()
    page.get_by_role("button", name="Word after").tap()

    assert reviewer.chosen == "my name is"


def test_every_word_is_known_as_masked_or_original(reviewer: Reviewer) -> None:
    page = reviewer.open().on("Leeds").page
    assert "original" in page.inner_text("#panel h2")
    reviewer.press("r")
    assert "masked" in page.inner_text("#panel h2")
    assert reviewer.mark("Leeds").get_attribute("data-state") == "masked"
    page.click("#tab-document")
    masked = page.locator("#document-facts dd").first
    masked.wait_for()

    # Whitcombe, Anna Berg twice, Anna's (two), Karl twice, Mölndal, Leeds three times, August 2013, eighteen,
    # Café Norden, Mariatorget, an address of four words, a number of three, a street of four.
    assert masked.inner_text() == "30"


@pytest.mark.core
def test_words_are_chosen_with_the_mouse_and_labelled_by_search(reviewer: Reviewer) -> None:
    reviewer.open().choose("union member").press("Enter")
    reviewer.page.keyboard.type("polit")
    reviewer.press("Enter")
    at = LETTER.index("union member")

    assert reviewer.last == {"do": "mark", "start": at, "end": at + 12, "label": "SENSITIVE.POLITICS"}
    assert reviewer.mark("union member").locator(".chip").inner_text() == "politics 1"


def test_the_tags_of_swell_find_labels(reviewer: Reviewer) -> None:
    reviewer.stand.labels = [
        {"name": "PERSON.FIRST", "group": "PERSON", "words": "", "swell": ["firstname_female"]},
        {"name": "AGE", "group": "AGE", "words": "", "swell": ["age_string"]},
    ]
    reviewer.open().choose("chemistry").press("Enter")
    reviewer.page.keyboard.type("age_str")
    reviewer.press("Enter")

    assert reviewer.last["label"] == "AGE"


def test_a_label_over_marks_takes_them_in(reviewer: Reviewer) -> None:
    reviewer.open().choose("brother Karl").press("3")

    [said] = reviewer.stand.said
    assert [each["do"] for each in said["command"]["steps"]] == ["bounds", "relabel"]
    assert reviewer.mark("brother Karl").count() == 1


def test_part_of_a_word_is_chosen_by_letters(reviewer: Reviewer) -> None:
    reviewer.open().choose("grandfather").press("Alt+ArrowRight", "Alt+ArrowRight", "Alt+Shift+ArrowLeft", "1")
    at = LETTER.index("grandfather")

    assert reviewer.last == {"do": "mark", "start": at + 2, "end": at + 10, "label": "PERSON.FIRST"}


def test_offsets_behind_letters_beyond_sixteen_bits_are_right(page: "Page") -> None:
    text = "😀😀 Hej 𝓐𝓷𝓷𝓪, Karl är här."
    with standing(Stand([sheet("signs.txt", text, [("Karl", "PERSON.FIRST", "replace", 0.9)])])) as stand:
        reviewer = Reviewer(page, stand).open()
        assert reviewer.mark("Karl").count() == 1
        reviewer.choose("här").press("4")

        start = text.index("här")
        assert reviewer.last == {"do": "mark", "start": start, "end": start + 3, "label": "LOCATION.CITY"}


def test_the_pseudonym_is_written_by_hand_and_given_back_to_the_rule(reviewer: Reviewer) -> None:
    reviewer.open().on("Mölndal").press("w")
    reviewer.page.keyboard.type("Stockhuml")
    reviewer.press("Enter")
    entity = "e5"

    assert reviewer.last == {"do": "write", "entity": entity, "text": "Stockhuml"}
    assert reviewer.mark("Mölndal").locator(".to").inner_text() == "Stockhuml"
    reviewer.page.click("#do-automatic")
    assert reviewer.last == {"do": "write", "entity": entity, "text": None}


def test_tags_with_comments_are_red_pink_and_kept(reviewer: Reviewer) -> None:
    reviewer.open().on("nurse").press("o")
    reviewer.page.keyboard.type("ask again")
    reviewer.press("Escape")

    assert reviewer.last == {"do": "flag", "mark": "m19", "kind": "obs", "comment": "ask again"}
    mark = reviewer.mark("nurse")
    assert "OBS!" in mark.inner_text()
    colour = mark.locator(".of").evaluate("each => getComputedStyle(each).backgroundColor")
    assert colour == "rgb(253, 227, 238)"


def test_the_document_has_a_comment(reviewer: Reviewer) -> None:
    reviewer.open().press("d")
    reviewer.page.keyboard.type("A letter.")
    reviewer.press("Escape")

    assert reviewer.last == {"do": "comment", "text": "A letter."}


def test_entities_are_joined_and_split_and_renumbered(reviewer: Reviewer) -> None:
    reviewer.open().on("Anna's").press("j")
    reviewer.page.keyboard.type("Anna Berg")
    reviewer.press("Enter")
    assert reviewer.last == {"do": "join", "entities": ["e2", "e3"]}
    reviewer.on("Anna's").press("x")
    assert reviewer.last == {"do": "part", "marks": ["m7"]}
    reviewer.on("Leeds").press("#")
    reviewer.page.keyboard.type("1")
    reviewer.press("Enter")

    assert reviewer.last == {"do": "number", "entity": "e6", "number": 1}
    assert reviewer.mark("Leeds").locator(".chip").inner_text() == "city 1"
    assert reviewer.stand.sheets[0].party("e6") is None


def test_a_change_applies_to_all_documents_once_and_only_when_asked(reviewer: Reviewer) -> None:
    reviewer.open().on("Karl").press("e", "e", "k")
    assert reviewer.stand.said[-1]["everywhere"] == "corpus"
    reviewer.press("r")

    assert "everywhere" not in reviewer.stand.said[-1]


def test_the_next_uncertain_mark_may_be_in_another_document(reviewer: Reviewer) -> None:
    reviewer.open().press("u", "u", "u")
    reviewer.page.wait_for_url("**#/1/*")
    reviewer.page.wait_for_selector("#text .mk.current")

    assert reviewer.page.locator("#text .mk.current .of").inner_text() == "ليلى حداد"


def test_undo_and_redo_lead_back_and_forth(reviewer: Reviewer) -> None:
    reviewer.open().on("Karl").press("k", "z")
    assert reviewer.mark("Karl").locator(".to").inner_text() == "Erik"
    reviewer.press("Shift+Z")

    assert reviewer.mark("Karl").locator(".to").inner_text() == "Karl"
    assert reviewer.page.locator("#do-redo").is_disabled()


@pytest.mark.core
def test_what_was_done_is_there_after_a_reload(reviewer: Reviewer) -> None:
    reviewer.open().on("Karl").press("k")
    reviewer.page.reload()
    reviewer.page.wait_for_selector("#text .t")

    assert "is-keep" in (reviewer.mark("Karl").get_attribute("class") or "")


def test_a_server_that_is_away_is_asked_again_and_nothing_is_lost(reviewer: Reviewer, watch: Watch) -> None:
    watch.allowed = ("ERR_CONTENT_LENGTH_MISMATCH", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION", "ERR_INCOMPLETE")
    reviewer.open().on("Karl")
    reviewer.stand.down = True
    reviewer.page.keyboard.press("k")
    reviewer.page.wait_for_selector('#saved[data-state="unsaved"]')
    assert "cannot be reached" in reviewer.page.inner_text("#review-notices")
    reviewer.stand.down = False
    reviewer.wait()

    assert reviewer.last == {"do": "act", "entity": "e4", "action": "keep"}


def test_a_document_that_was_changed_elsewhere_is_shown_anew(reviewer: Reviewer, watch: Watch) -> None:
    watch.allowed = ("409",)
    reviewer.open().on("Karl")
    stand = reviewer.stand
    stand.change(0, stand.sheets[0])
    reviewer.press("k")
    reviewer.page.wait_for_selector("#review-notices .notice")

    assert "changed elsewhere" in reviewer.page.inner_text("#review-notices")
    reviewer.on("Karl").press("k")
    assert reviewer.last["do"] == "act"


def test_a_refusal_is_told_and_changes_nothing(reviewer: Reviewer, watch: Watch) -> None:
    watch.allowed = ("422",)
    reviewer.open().on("Karl").press("w")
    reviewer.page.keyboard.type("Karl")
    reviewer.press("Enter")

    assert "it says what stands there" in reviewer.page.inner_text("#review-notices")
    assert reviewer.mark("Karl").locator(".to").inner_text() == "Erik"


def test_warnings_are_listed_and_lead_to_their_place(reviewer: Reviewer) -> None:
    reviewer.stand.warnings = [{"mark": "m19", "severity": "warning", "code": "x", "text": "Look at this."}]
    page = reviewer.open().page
    page.click("#tab-warnings")
    page.click("#warning-rows button")

    assert "Look at this." in page.inner_text("#warning-rows")
    assert page.locator("#text .mk.current .of").inner_text() == "nurse"


def test_only_the_words_around_are_clear_for_whoever_wants_it_so(reviewer: Reviewer) -> None:
    reviewer.open().on("Karl").press("Shift+B")
    page = reviewer.page
    page.wait_for_timeout(200)

    def is_clear(word: str) -> bool:
        return bool(reviewer.word(word).evaluate("each => getComputedStyle(each).filter === 'none'"))

    assert is_clear("brother")
    assert not is_clear("grandfather")
    assert not is_clear("Dear")
    assert "1 sensitive place" in page.locator("#exposure").text_content()  # type: ignore[operator]


def test_a_break_is_due_after_a_while(reviewer: Reviewer) -> None:
    page = reviewer.page
    page.clock.install()
    reviewer.open()
    assert page.locator("#break").is_hidden()
    page.clock.run_for(46 * 60_000)
    assert page.locator("#break").is_visible()
    page.click("#break-later")
    page.clock.run_for(9 * 60_000)
    assert page.locator("#break").is_hidden()
    page.clock.run_for(2 * 60_000)

    assert page.locator("#break").is_visible()


def test_two_columns_show_both_texts(reviewer: Reviewer) -> None:
    page = reviewer.open().press("v").page
    left, right = page.locator(".side.original").nth(2), page.locator(".side.result").nth(2)
    boxes = left.bounding_box(), right.bounding_box()

    assert boxes[0] and boxes[1] and boxes[1]["x"] > boxes[0]["x"] + boxes[0]["width"] - 1  # noqa: PT018
    assert "my name is Anna Berg" in " ".join(left.inner_text().split())
    assert "my name is Alice Strand" in " ".join(right.inner_text().split())
    page.keyboard.press("v")
    page.keyboard.press("v")
    assert "Anna" not in page.inner_text("#text")


@pytest.mark.parametrize(
    ("width", "number"), [pytest.param(360, 0, marks=pytest.mark.core), (360, 1), (768, 0), (2200, 0)]
)
def test_nothing_is_wider_than_the_window(window: Open, stand: Stand, width: int, number: int) -> None:
    reviewer = Reviewer(window(width, 700), stand)
    for place in (None, number):
        reviewer.open(place)
        if place is not None:
            reviewer.press("n", "n")
        assert reviewer.page.evaluate("document.scrollingElement.scrollWidth") <= width
        if place is not None:
            box = reviewer.page.locator("#text .mk.current").bounding_box()
            side = reviewer.page.locator("#side").bounding_box()
            assert box
            assert side
            assert width > 960 or box["y"] + box["height"] <= side["y"] + 1
