"""Every key of the document view does what the list of keys says; a key without a line here fails the last test."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.reviewing import Reviewer
from tests.browser.stand_in import Stand, standing
from tests.browser.texts import LETTER, desk

if TYPE_CHECKING:
    from playwright.sync_api import Page

NORDEN = LETTER.index("Café Norden")
# Which mark is chosen before, the key, and the command that the server is told.
COMMANDS: list[tuple[str, str, dict[str, Any]]] = [
    ("Karl", "Delete", {"do": "unmark", "mark": "m8"}),
    ("Karl", "Backspace", {"do": "unmark", "mark": "m8"}),
    ("Café Norden", "+", {"do": "bounds", "mark": "m9", "start": NORDEN, "end": NORDEN + 13}),
    ("Café Norden", "-", {"do": "bounds", "mark": "m9", "start": NORDEN, "end": NORDEN + 4}),
    ("Café Norden", "a", {"do": "accept", "marks": ["m9"]}),
    ("Leeds", "r", {"do": "act", "entity": "e6", "action": "replace"}),
    ("Karl", "m", {"do": "act", "entity": "e4", "action": "mark"}),
    ("Karl", "k", {"do": "act", "entity": "e4", "action": "keep"}),
    ("Karl", "x", {"do": "part", "marks": ["m8"]}),
    ("Karl", "g", {"do": "gender", "entity": "e4", "gender": "male"}),
    ("Karl", "Shift+G", {"do": "morphology", "mark": "m8", "tags": ["gen"]}),
    ("Karl", "Shift+D", {"do": "morphology", "mark": "m8", "tags": ["def"]}),
    ("Karl", "Shift+P", {"do": "morphology", "mark": "m8", "tags": ["pl"]}),
    ("Leeds", "Shift+F", {"do": "foreign", "mark": "m4", "yes": True}),
    ("Leeds", "Shift+C", {"do": "citation", "mark": "m4", "yes": True}),
    ("Karl", "o", {"do": "flag", "mark": "m8", "kind": "obs", "comment": ""}),
    ("Karl", "c", {"do": "flag", "mark": "m8", "kind": "com", "comment": ""}),
    ("Karl", "Shift+Enter", {"do": "status", "status": "done"}),
    ("Karl", "1", {"do": "relabel", "mark": "m8", "label": "PERSON.FIRST"}),
]
# The keys, and what is chosen after them.
MOVES: list[tuple[list[str], str]] = [
    (["Home"], "Dear"),
    (["End"], "Berg"),
    (["Home", "ArrowRight"], "Dr"),
    (["Home", "ArrowRight", "ArrowLeft"], "Dear"),
    (["Home", "ArrowDown"], "my"),
    (["Home", "ArrowDown", "ArrowUp"], "Dear"),
    (["Home", "n", "n"], "Anna Berg"),
    (["Home", "n", "n", "p"], "Whitcombe"),
    (["u"], "Anna ' s"),
    (["Home", "Shift+ArrowRight"], "Dear Dr"),
    (["End", "Shift+ArrowLeft"], "Anna Berg"),
    (["Home", "Shift+ArrowDown"], "Dear Dr . Whitcombe , my"),
    (["Home", "ArrowDown", "Shift+ArrowUp"], "Dear Dr . Whitcombe , my"),
    (["Home", "Alt+Shift+ArrowLeft", "Alt+Shift+ArrowRight"], "Dear"),
    (["Home", "Alt+ArrowRight", "Alt+ArrowLeft"], "Dear"),
    (["Home", "Escape"], ""),
]
# The key, and what has the focus or can be seen after it.
PLACES: list[tuple[str, str]] = [
    ("Enter", "#picker-search:focus"),
    ("l", "#picker-search:focus"),
    ("j", "#picker-search:focus"),
    ("f", "#search:focus"),
    ("/", "#search:focus"),
    ("w", "#do-write:focus"),
    ("#", "#do-number:focus"),
    ("i", "#do-number:focus"),
    ("d", "#document-comment:focus"),
    ("q", "#document-rows tr"),
    (".", "#document-name:text-is('arabic.txt')"),
    ("v", "#text .pair"),
    ("Shift+B", "#text.veiled"),
    ("?", "#keys[open]"),
    ("h", "#keys[open]"),
    ("e", "#do-apply-document[aria-pressed=true]"),
]


@pytest.fixture(scope="module")
def stand() -> Iterator[Stand]:
    with standing(desk()) as served:
        yield served


@pytest.fixture
def reviewer(page: "Page", stand: Stand) -> Reviewer:
    fresh = desk()
    stand.sheets, stand.past, stand.future = fresh.sheets, {}, {}
    stand.said.clear()
    return Reviewer(page, stand).open()


@pytest.mark.core
def test_keys_that_change_something(reviewer: Reviewer) -> None:
    for words, key, command in COMMANDS:
        reviewer.on(words).press(key)
        told = [each.get("command") for each in reviewer.stand.said]
        # A label that a mark has already is not said again.
        assert key == "1" or told[-1:] == [command], key
        reviewer.page.keyboard.press("Escape")
        reviewer.page.focus("#text")
        if reviewer.stand.past.get(0):
            reviewer.press("z")


def test_keys_that_go_somewhere(reviewer: Reviewer) -> None:
    for keys, chosen in MOVES:
        reviewer.press("Escape", *keys)

        assert reviewer.chosen == chosen, keys


def test_keys_that_open_something(reviewer: Reviewer) -> None:
    for key, place in PLACES:
        reviewer.on("Karl").press(key)
        reviewer.page.wait_for_selector(place, timeout=3_000)
        if key in {"q", "."}:
            reviewer.open()
        reviewer.page.keyboard.press("Escape")


def test_digits_give_the_common_labels(reviewer: Reviewer) -> None:
    reviewer.choose("chemistry").press("0")
    assert reviewer.last["label"] == "SENSITIVE"
    reviewer.press("8")
    assert reviewer.last == {"do": "relabel", "mark": reviewer.last["mark"], "label": "AGE"}


def test_bounds_follow_the_choice(reviewer: Reviewer) -> None:
    reviewer.on("Karl").press("ArrowRight", "ArrowLeft", "Shift+ArrowLeft", "b")
    start = LETTER.index("brother Karl")

    assert reviewer.last == {"do": "bounds", "mark": "m8", "start": start, "end": start + 12}


def test_undo_and_redo_have_several_keys(reviewer: Reviewer) -> None:
    reviewer.on("Karl")
    for undo, redo in (("z", "Shift+Z"), ("Control+z", "Control+y"), ("z", "Control+Shift+Z")):
        reviewer.press("k", undo)
        assert "is-replace" in (reviewer.mark("Karl").get_attribute("class") or "")
        reviewer.press(redo)
        assert "is-keep" in (reviewer.mark("Karl").get_attribute("class") or "")
        reviewer.press("z")


def test_a_comma_goes_to_the_document_before(reviewer: Reviewer) -> None:
    reviewer.open(1).press(",")
    reviewer.page.wait_for_selector("#document-name:text-is('letter.txt')")


@pytest.mark.core
def test_no_key_is_without_a_test(reviewer: Reviewer) -> None:
    listed = reviewer.page.evaluate("import('/static/review-keys.js').then((m) => m.KEYS.map((row) => row[1]).flat())")
    tried = {key for _, key, _ in COMMANDS} | {key for keys, _ in MOVES for key in keys} | {key for key, _ in PLACES}
    tried |= {"b", "z", "Shift+Z", "Ctrl+z", "Ctrl+y", "Ctrl+Shift+Z", ",", "1 … 0"}

    assert set(listed) - tried == set()


def test_the_whole_page_can_be_used_without_a_mouse(reviewer: Reviewer) -> None:
    page = reviewer.page
    reached = set()
    page.evaluate("document.body.focus()")
    for _ in range(80):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.dataset.deed || ''"))

    assert {"text", "do-done", "search", "tab-entities", "entity-search", "do-blur", "list", "nextUncertain"} <= reached
