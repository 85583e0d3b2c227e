"""What a newcomer runs into on the start pages, and whether the page says what to do."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Watch
from tests.browser.starting import PASSPHRASE, Newcomer
from tests.interfaces.pages.started import Started, started

if TYPE_CHECKING:
    from playwright.sync_api import Page

TABLE = "id,text\n" + "".join(f"{n},Samuel Winters wrote to mira{n}@example.org.\n" for n in range(1, 10))


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Let tests reach the pages, which are served on loopback."""


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Started]:
    folder = tmp_path / "study"
    folder.mkdir()
    with started(folder, entered=False) as running:
        yield running


@pytest.fixture
def newcomer(page: "Page", pages: Started) -> Newcomer:
    return Newcomer(page, pages).enter()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "it is empty"),
        (b"id,text\n1,\n2,\n", "there are no words in it"),
        ("id,text\n1,Jörg Müller wohnt in Köln.\n".encode("latin-1"), "none of its rows can be read"),
    ],
)
def test_a_button_that_cannot_be_used_says_why(data: bytes, reason: str, newcomer: Newcomer, tmp_path: Path) -> None:
    page = newcomer.page
    path = tmp_path / "empty.csv"
    path.write_bytes(data)
    page.set_input_files("#file", path)
    page.wait_for_selector("#run:disabled")

    page.wait_for_function("reason => document.getElementById('summary').textContent.includes(reason)", arg=reason)
    assert "under ." not in page.inner_text("#summary")


def test_from_preview_to_a_file_that_is_saved_twice(newcomer: Newcomer, tmp_path: Path, watch: Watch) -> None:
    watch.allowed = ("status of 422",)
    page = newcomer.page
    path = tmp_path / "posts.csv"
    path.write_text(TABLE, "utf-8")
    newcomer.choose(path)
    assert "the first 6 of 9 cells" in page.inner_text("#how-much")
    newcomer.run()
    assert "posts.csv under Numbered placeholders (default)" in page.inner_text("#result")
    output = newcomer.save("output", tmp_path)

    newcomer.unlock("/recover")
    page.click("#unlock")
    page.wait_for_selector("#what:not([hidden])")
    page.fill("#reason", "a test")
    page.set_input_files(
        "#pseudonymized-file", {"name": "other.csv", "mimeType": "text/csv", "buffer": b"text\nwords\n"}
    )
    page.click("#give")
    page.wait_for_selector("#what-problem .notice")
    assert page.inner_text("#what-problem").startswith("other.csv: this vault knows no text of this file")
    page.set_input_files("#pseudonymized-file", output)
    page.click("#give")
    page.wait_for_selector("#back:not([hidden])")
    assert newcomer.save("original", tmp_path).read_text("utf-8") == TABLE
    page.click('a[data-kind="original"]')
    assert "It can be fetched once only" in page.inner_text("#downloads")
    assert PASSPHRASE not in page.content()
