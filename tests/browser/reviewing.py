"""What a reviewer does with hands and eyes, for tests."""

from typing import TYPE_CHECKING, Any

from tests.browser.stand_in import Stand

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


class Reviewer:
    """Somebody before the page of a review."""

    def __init__(self, page: "Page", stand: Stand) -> None:
        self.page = page
        self.stand = stand

    def open(self, number: int | None = 0) -> "Reviewer":
        """Open a document, or the list."""
        self.page.goto(f"{self.stand.address}/review" + ("" if number is None else f"#/{number}"))
        if number is None:
            self.page.wait_for_selector("#document-rows tr")
        else:
            self.page.wait_for_selector(f"#text[data-n='{number}'] .t")
            self.page.focus("#text")
        return self

    def press(self, *keys: str) -> "Reviewer":
        """Press keys, and wait until what they say is kept."""
        for key in keys:
            self.page.keyboard.press(key)
        self.wait()
        return self

    def wait(self) -> None:
        """Wait until everything is kept."""
        self.page.wait_for_selector('#saved[data-state="saved"]', state="attached")

    def choose(self, words: str, nth: int = 0) -> "Reviewer":
        """Choose words in the text with the mouse: from the middle of the first to the middle of the last."""
        first, *_, last = [*words.split(), *words.split()]
        start = self.word(first, nth)
        start.scroll_into_view_if_needed()
        box = start.bounding_box()
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 8)
        self.page.mouse.down()
        if first != last:
            end = self.word(last, nth).bounding_box()
            assert end
            self.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + 8, steps=3)
        self.page.mouse.up()
        self.page.focus("#text")
        return self

    def word(self, word: str, nth: int = 0) -> "Locator":
        """Return a word of the text."""
        return self.page.locator("#text .t").get_by_text(word, exact=True).nth(nth)

    def mark(self, words: str, nth: int = 0) -> "Locator":
        """Return the mark on words."""
        return self.page.locator("#text .mk", has=self.page.locator(".of").get_by_text(words, exact=True)).nth(nth)

    def on(self, words: str, nth: int = 0) -> "Reviewer":
        """Choose a mark by its label."""
        self.mark(words, nth).locator(".chip").click()
        self.page.focus("#text")
        return self

    @property
    def last(self) -> dict[str, Any]:
        """Return the command that was said last."""
        self.wait()
        return dict(self.stand.said[-1]["command"])

    @property
    def chosen(self) -> str:
        """Return the chosen words, without what is between them."""
        return " ".join(self.page.locator("#text .t.chosen").all_inner_texts())
