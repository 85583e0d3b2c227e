"""Words that would run in a careless page: as texts, names, labels, comments, warnings, pseudonyms. None is run.

The quick half of it is without the policy that the server sends: it is the page that must hold, not the browser alone.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.conftest import Open
from tests.browser.payloads import PAYLOADS
from tests.browser.reviewing import Reviewer
from tests.browser.stand_in import Stand, sheet, standing

from allonym.reviewing.values import Sheet

if TYPE_CHECKING:
    from playwright.sync_api import Page

STRANGERS = "img, svg, iframe, object, embed, math, video, audio, marquee, base, link:not(head *), script:not(head *)"
COUNTER = "window.hits = 0; window.hit = () => { window.hits += 1; };"


def _hostile() -> Sheet:
    """Return a document of payloads: each is a line, a mark, a label, and the comments on it."""
    text = "\n".join(f"{at} {each}" for at, each in enumerate(PAYLOADS))
    found = [(each, each, "replace", 0.5) for each in PAYLOADS if text.count(each) == 1]
    made = sheet("long" + PAYLOADS[0], text, found)
    marks = tuple(
        replace(each, obs=PAYLOADS[at], com=PAYLOADS[-at - 1], features=(("gender", PAYLOADS[at]),))
        for at, each in enumerate(made.marks)
    )
    parties = tuple(replace(each, rule=each.label, replacement=each.label) for each in made.parties)
    return replace(made, marks=marks, parties=parties, comment="\n".join(PAYLOADS))


@pytest.fixture(scope="module")
def stand() -> Iterator[Stand]:
    names = [sheet(each, each, []) for each in PAYLOADS]
    labels: list[dict[str, Any]] = [
        {"name": each, "group": each, "words": each, "swell": [each], "keys": str(at % 10)}
        for at, each in enumerate(PAYLOADS)
    ]
    warnings = [{"mark": "m1", "severity": each, "code": each, "text": each} for each in PAYLOADS]
    waiting = [
        {"label": each, "value": each, "count": 1, "waiting": 1, "decision": each, "n": 0, "entity": each}
        for each in PAYLOADS
    ]
    served = Stand([_hostile(), *names], labels=labels, warnings=warnings, deferred=waiting)
    with standing(served):
        yield served


def _require_inert(page: "Page") -> None:
    assert page.evaluate("window.hits") == 0
    assert page.locator(STRANGERS).count() == 0
    handlers = (
        "[...document.querySelectorAll('*')].filter((e) => [...e.attributes].some((a) => /^on/i.test(a.name))).length"
    )
    assert page.evaluate(handlers) == 0


@pytest.mark.parametrize(
    "bypass",
    [pytest.param(False, id="with the policy"), pytest.param(True, id="without it", marks=pytest.mark.core)],
)
def test_hostile_words_are_only_words(window: Open, stand: Stand, bypass: bool) -> None:
    assert len(set(PAYLOADS)) == 500
    page = window(bypass_csp=bypass)
    page.add_init_script(COUNTER)
    page.on("dialog", lambda each: pytest.fail(each.message))
    reviewer = Reviewer(page, stand).open(None)
    for offset in range(0, 501, 100):
        page.wait_for_selector(f"#document-rows a[data-n='{offset}']")
        _require_inert(page)
        if offset < 500:
            page.click("#page-after")
    reviewer.open(0)
    for _ in range(4):
        reviewer.press("n", "n", "v")
        page.evaluate("window.scrollBy(0, 3000)")
        page.wait_for_timeout(100)
        _require_inert(page)
    for tab in ("warnings", "deferred", "document", "entities"):
        page.click(f"#tab-{tab}")
        page.wait_for_timeout(150)
        _require_inert(page)
    page.focus("#text")
    reviewer.press("n", "Enter")
    assert page.locator("#picker-list li").count() > 100
    _require_inert(page)
    page.keyboard.press("Escape")
    page.focus("#text")
    reviewer.press("j")
    page.keyboard.type(PAYLOADS[7])
    _require_inert(page)


def test_an_address_is_no_way_in(page: "Page", stand: Stand) -> None:
    page.add_init_script(COUNTER)
    for each in PAYLOADS[::20]:
        page.goto(f"{stand.address}/review#/0/{each}".replace("\n", "%0a").replace("\t", "%09"))
    page.wait_for_selector("#documents:not([hidden]), #document:not([hidden])")

    _require_inert(page)
