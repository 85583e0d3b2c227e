"""The tutorial on essays, followed to the letter: what it tells to press is pressed, what it shows is what is there."""

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Watch
from tests.browser.real import serving
from tests.browser.reviewing import Reviewer
from tests.browser.stand_in import Stand
from tests.docs.pages import DOCS, blocks
from tests.docs.transcripts import Session

if TYPE_CHECKING:
    from playwright.sync_api import Page

ESSAYS = DOCS / "tutorials" / "essays.md"
ROW = re.compile(r"^\| (?:\*(\w+)\*|the text) \| (.+?) \| .+ \|$", re.MULTILINE)
KEY = re.compile(r"`([^`]+)`|type (\w+)")


@pytest.mark.core
def test_the_essays_are_reviewed_as_the_page_says(
    page: "Page", watch: Watch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch.allowed = ("404",)
    session = Session(tmp_path)
    session.folder.mkdir()
    monkeypatch.chdir(session.folder)
    monkeypatch.setenv("ALLONYM_PASSPHRASE", "correct horse battery staple")
    reviewed = 0
    for block in blocks(ESSAYS.read_text("utf-8")):
        if block.language == "shell":
            _review(page, block.body)
            reviewed += 1
        else:
            session.do(ESSAYS, block)

    assert reviewed == 1


def _review(page: "Page", command: str) -> None:
    with serving(*shlex.split(command)[1:]) as served:
        served.enter(page)
        reviewer = Reviewer(page, Stand([], address=served.address)).open(0)
        rows = ROW.findall(ESSAYS.read_text("utf-8"))
        assert len(rows) > 5
        for words, keys in rows:
            if words:
                reviewer.on(words)
            for key, typed in KEY.findall(keys):
                if typed:
                    page.keyboard.type(typed)
                else:
                    reviewer.press(key)
            page.wait_for_timeout(200)
        page.wait_for_selector("#document-rows tr.finished")
        assert page.locator("#progress-told").inner_text() == "3 of 3 done"
        page.click("#finish-write")
        page.wait_for_selector("#finish-made li")
