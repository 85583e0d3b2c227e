"""Chromium for tests of pages. A page that logs an error, breaks its policy or asks elsewhere fails its test.

browser   Chromium, started once for a module: while it runs, its event loop would be in the way of tests that start one
page      a window of it, new for every test, that watches what goes wrong
picture   keeps a picture of a page; with --pictures it becomes the one in docs/guides
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
NAMES = ("chromium", "chromium-browser", "google-chrome")
Open = Callable[..., "Page"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all that is here: for a browser, and slow unless it is one of the few that show that each page works."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if item.get_closest_marker("core") is None:
                item.add_marker(pytest.mark.slow)


def find_chromium() -> str | None:
    """Return where Chromium is."""
    told = os.environ.get("ALLONYM_CHROMIUM")
    return told or next((found for name in NAMES if (found := shutil.which(name))), None)


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Chromium, without a window."""
    pytest.importorskip("playwright", reason="needs Playwright: pip install 'allonym[dev]'")
    from playwright.sync_api import sync_playwright

    program = find_chromium()
    if program is None:
        pytest.skip("needs Chromium: apt-get install chromium, or its path in ALLONYM_CHROMIUM")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-lcd-text"]
        )
        yield started
        started.close()


class Watch:
    """Notes what a page logs as an error and whom it asks."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.allowed: tuple[str, ...] = ()

    def over(self, page: "Page") -> None:
        """Watch a page."""
        page.on("console", lambda each: self._note(each.text) if each.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: self._note(f"{error}"))
        page.on("request", lambda each: self._ask(each.url))

    def _note(self, text: str) -> None:
        if not any(each in text for each in self.allowed):
            self.wrong.append(text)

    def _ask(self, address: str) -> None:
        if not address.startswith(("http://127.0.0.1:", "data:", "blob:http://127.0.0.1:")):
            self.wrong.append(f"asked {address}")


@pytest.fixture
def watch() -> Iterator[Watch]:
    """What went wrong in the pages of a test: nothing, or the test fails."""
    noted = Watch()
    yield noted
    assert noted.wrong == []


@pytest.fixture
def window(browser: "Browser", watch: Watch) -> Iterator[Open]:
    """Open windows of any size and colour scheme."""
    contexts: list[BrowserContext] = []

    def opened(width: int = 1280, height: int = 900, **more: object) -> "Page":
        options = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce", **more}
        contexts.append(browser.new_context(**options))  # type: ignore[arg-type]
        page = contexts[-1].new_page()
        page.set_default_timeout(10_000)
        watch.over(page)
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def page(window: Open) -> "Page":
    """A window of the usual size."""
    return window()


@pytest.fixture
def picture(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[["Page", str], Path]:
    """Keep a picture of a page."""
    folder = GUIDES if request.config.getoption("--pictures") else tmp_path

    def keep(page: "Page", name: str) -> Path:
        path = folder / f"{name}.png"
        page.screenshot(path=path, animations="disabled", caret="hide")
        assert path.stat().st_size > 5_000
        return path

    return keep
