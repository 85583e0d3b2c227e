"""Nobody is shut out: axe-core finds nothing serious on any state of the page, light or dark, wide or narrow."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.conftest import Open
from tests.browser.reviewing import Reviewer
from tests.browser.stand_in import Stand, standing
from tests.browser.texts import desk

if TYPE_CHECKING:
    from playwright.sync_api import Page

STATES: dict[str, Callable[[Reviewer], object]] = {
    "the list": lambda reviewer: reviewer.open(None),
    "a document": lambda reviewer: reviewer.open(),
    "a mark": lambda reviewer: reviewer.open().press("u", "o"),
    "words": lambda reviewer: reviewer.open().press("Home", "Shift+ArrowRight"),
    "columns": lambda reviewer: reviewer.open().press("n", "v"),
    "labels": lambda reviewer: reviewer.open().press("n", "Enter"),
    "keys": lambda reviewer: reviewer.open().press("?"),
    "warnings": lambda reviewer: reviewer.open().page.click("#tab-warnings"),
    "deferred": lambda reviewer: reviewer.open().page.click("#tab-deferred"),
    "the comment": lambda reviewer: reviewer.open().press("d"),
    "arabic": lambda reviewer: reviewer.open(1).press("n"),
}


@pytest.fixture(scope="module")
def stand() -> Iterator[Stand]:
    served = desk()
    served.warnings = [{"mark": "m1", "severity": "error", "code": "x", "text": "Look at this."}]
    served.deferred = [
        {
            "label": "PROFESSION",
            "value": "nurse",
            "count": 1,
            "waiting": 1,
            "decision": "replace",
            "n": 0,
            "entity": "e15",
        }
    ]
    with standing(served):
        yield served


def _violations(page: "Page") -> list[Any]:
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        (each["id"], [node["html"][:200] for node in each["nodes"]][:3])
        for each in found
        if each["impact"] in {"serious", "critical", "moderate"}
    ]


QUICK = ("a mark", "labels")


@pytest.mark.parametrize(
    ("scheme", "states"),
    [
        pytest.param("light", QUICK, marks=pytest.mark.core),
        ("light", tuple(STATES)),
        ("dark", tuple(STATES)),
    ],
)
def test_nothing_shuts_people_out(window: Open, stand: Stand, scheme: str, states: tuple[str, ...]) -> None:
    pytest.importorskip("axe_playwright_python", reason="needs axe-core: pip install 'allonym[dev]'")
    page = window(color_scheme=scheme)
    found = {}
    for name in states:
        page.goto("about:blank")
        STATES[name](Reviewer(page, stand))
        page.wait_for_timeout(50)
        if wrong := _violations(page):
            found[name] = wrong

    assert found == {}


def test_nothing_shuts_people_out_on_a_telephone(window: Open, stand: Stand) -> None:
    pytest.importorskip("axe_playwright_python", reason="needs axe-core: pip install 'allonym[dev]'")
    page = window(360, 740)
    Reviewer(page, stand).open().press("n")

    assert _violations(page) == []


def test_what_is_chosen_is_said_aloud(page: "Page", stand: Stand) -> None:
    Reviewer(page, stand).open().press("Home", "n")

    told = page.locator("#told").text_content() or ""
    assert told.strip() == "Whitcombe, PERSON.LAST 1, replace, becomes Hallam"
    assert page.get_attribute("#told", "aria-live") == "polite"
