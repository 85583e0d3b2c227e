"""The page /agreement in a real browser: a side is taken by mouse or key, and nobody is shut out."""

import pytest
from tests.browser.conftest import Open, Watch
from tests.browser.starting import violations
from tests.interfaces.pages import test_agreement
from tests.interfaces.pages.started import Started

from allonym.reviewing.choosing import Adjudication

chosen = test_agreement.chosen
served = test_agreement.page


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Let tests enter the pages, which are served on loopback."""


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.core)])
def test_a_side_is_taken_and_the_focus_stays(served: Started, chosen: Adjudication, window: Open, width: int) -> None:
    page = window(width)
    name, _, value = served.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": served.address}])
    page.goto(f"{served.address}/agreement")
    assert violations(page) == []
    page.get_by_role("link", name="Choose").click()
    page.wait_for_url("**/agreement/0")
    page.get_by_role("button", name="Take berta", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('button[aria-pressed="true"]')

    page.wait_for_selector('button[data-side="two"]:focus')
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert "EMAIL" not in {each.label for each in chosen.project.history(0).sheet.marks}
    assert violations(page) == []


def test_a_server_that_was_ended_is_said_to_be_started_as_it_was(served: Started, window: Open, watch: Watch) -> None:
    watch.allowed = ("ERR_FAILED",)
    page = window(1280)
    name, _, value = served.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": served.address}])
    page.goto(f"{served.address}/agreement/0")
    page.route("**/api/**", lambda each: each.abort())
    page.get_by_role("button", name="Take berta", exact=True).click()

    page.get_by_text("allonym agreement … --adjudicate").wait_for()
