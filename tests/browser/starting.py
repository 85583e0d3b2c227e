"""Somebody before the start pages, for tests."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.interfaces.pages.started import Started

if TYPE_CHECKING:
    from playwright.sync_api import Page

PASSPHRASE = "four random words here"


class Newcomer:
    """Somebody who cannot program, and has a file."""

    def __init__(self, page: "Page", pages: Started) -> None:
        self.page = page
        self.pages = pages

    def enter(self) -> "Newcomer":
        """Open the link that the terminal shows."""
        self.page.goto(f"{self.pages.address}/enter?key={self.pages.link}")
        self.page.wait_for_url(f"{self.pages.address}/")
        return self

    def choose(self, path: Path) -> "Newcomer":
        """Choose a file and wait for its preview."""
        self.page.set_input_files("#file", path)
        self.previewed()
        return self

    def previewed(self) -> None:
        """Wait until the preview is that of all that is chosen."""
        self.page.wait_for_selector("table.preview")
        self.page.wait_for_timeout(350)
        self.page.wait_for_selector("#previewing", state="hidden")

    def run(self) -> "Newcomer":
        """Keep the way back in a new vault, and go."""
        self.page.fill("#new-passphrase", PASSPHRASE)
        self.page.fill("#the-same-again", PASSPHRASE)
        self.page.click("#run")
        self.page.wait_for_selector("#done:not([hidden])", timeout=60_000)
        return self

    def save(self, kind: str, folder: Path) -> Path:
        """Save a file that the page offers."""
        with self.page.expect_download() as begun:
            self.page.click(f'a[data-kind="{kind}"]')
        path = folder / begun.value.suggested_filename
        begun.value.save_as(path)
        return path

    def show(self, selector: str, height: int) -> None:
        """Bring a part of the page to the top of a window, for a picture; the folder is that of nobody."""
        self.page.set_viewport_size({"width": 1100, "height": height})
        hide = "folder => document.querySelectorAll('bdi').forEach((each) => "
        hide += "{ if (each.textContent === folder) each.textContent = '/home/mira/study'; })"
        self.page.evaluate(hide, str(self.pages.folder))
        self.page.evaluate("selector => document.querySelector(selector).scrollIntoView()", selector)
        self.page.mouse.move(0, 0)

    def unlock(self, address: str) -> "Newcomer":
        """Open a page with the vault, and the vault on it."""
        self.page.goto(f"{self.pages.address}{address}")
        self.page.fill("#passphrase", PASSPHRASE)
        return self


def violations(page: "Page") -> list[Any]:
    """Return what axe-core finds that shuts somebody out."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        (each["id"], [node["html"][:200] for node in each["nodes"]][:3])
        for each in found
        if each["impact"] in {"serious", "critical", "moderate"}
    ]
