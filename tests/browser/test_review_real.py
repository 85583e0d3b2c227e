"""A review from beginning to end with the real server: plan, correct, lose the machine, finish, recover."""

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Watch
from tests.browser.real import serving
from tests.browser.reviewing import Reviewer
from tests.browser.stand_in import Stand

if TYPE_CHECKING:
    from playwright.sync_api import Page

LETTER = "Dear Anna Berg,\n\nthe little owl waits in Leeds. Karl Lind sends his love.\n\nAnna Berg is expected.\n"
ARABIC = "اسمي أحمد الخطيب وأنا أسكن في مدينة القاهرة.\n"


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(LETTER, "utf-8")
    (folder / "b.txt").write_text(ARABIC, "utf-8")
    (folder / "c.txt").write_text("The little owl was seen again.\n", "utf-8")
    return folder


def _at(page: "Page", address: str, number: int) -> Reviewer:
    return Reviewer(page, Stand([], address=address)).open(number)


@pytest.mark.core
def test_what_was_corrected_survives_the_loss_of_the_server_and_is_in_the_output(
    page: "Page", watch: Watch, inputs: Path, tmp_path: Path
) -> None:
    # The page of the link asks for an icon; the browser does so by itself.
    watch.allowed = ("404",)
    secret = tmp_path / "secret"
    secret.write_text("correct horse battery staple")
    arguments = (
        "review",
        inputs,
        "--to",
        tmp_path / "kept",
        "--vault",
        tmp_path / "vault",
        "--passphrase-file",
        secret,
    )
    with serving(*arguments, kill=True) as served:
        served.enter(page)
        reviewer = _at(page, served.address, 0)
        reviewer.choose("little owl").press("e", "e", "3")
        reviewer.page.wait_for_selector("#review-notices .good")
        reviewer.on("Karl Lind").press("w")
        page.keyboard.type("Erik Strand")
        reviewer.press("Enter", "o")
        page.keyboard.type("is this right?")
        reviewer.press("Escape", "Shift+Enter")
        page.reload()
        page.wait_for_selector("#text .t")
        assert reviewer.mark("Karl Lind").locator(".to").inner_text() == "Erik Strand"
    with serving(*arguments) as served:
        served.enter(page)
        reviewer = _at(page, served.address, 0)
        assert reviewer.mark("Karl Lind").locator(".to").inner_text() == "Erik Strand"
        assert "OBS!" in reviewer.mark("Karl Lind").inner_text()
        reviewer.open(2)
        assert reviewer.mark("little owl").count() == 1
        reviewer.press("q")
        page.wait_for_selector("#document-rows tr.finished")
        page.check("#finish-open")
        page.click("#finish-write")
        page.wait_for_selector("#finish-made li")
        with page.expect_download() as download:
            page.click("a[href$='format=svala']")
        assert Path(download.value.path()).stat().st_size > 100
    made = {each.name: each for each in (tmp_path / "kept" / "output").iterdir()}
    output = made["a.txt"].read_text("utf-8")

    assert "Erik Strand sends his love" in output
    assert "owl" not in output
    assert "owl" not in made["c.txt"].read_text("utf-8")
    back = tmp_path / "back.txt"
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "allonym",
        "recover",
        made["a.txt"],
        "-o",
        back,
        "--vault",
        tmp_path / "vault",
    ]
    command += ["--passphrase-file", secret, "--reason", "test"]
    subprocess.run(command, check=True, capture_output=True)
    assert back.read_text("utf-8") == LETTER
    plan = next(each for name, each in made.items() if name.startswith("a.txt") and name.endswith(".jsonl"))
    decided = [json.loads(line) for line in plan.read_text("utf-8").splitlines()][1:]
    assert "Erik Strand" in json.dumps(decided)


def test_an_arabic_document_is_told_to_run_from_right_to_left(page: "Page", watch: Watch, inputs: Path) -> None:
    watch.allowed = ("404",)
    with serving("review", inputs, "--to", inputs.parent / "kept") as served:
        served.enter(page)
        reviewer = _at(page, served.address, 1)

        assert page.get_attribute("#text", "dir") == "rtl"
        assert page.locator("#text .mk").count() >= 1
        reviewer.press("n", "k", "z")
        assert page.locator("#text .mk.current.is-replace").count() == 1


def test_what_is_deferred_is_decided_by_how_many_share_it(page: "Page", watch: Watch, tmp_path: Path) -> None:
    watch.allowed = ("404",)
    folder = tmp_path / "in"
    folder.mkdir()
    for at in range(4):
        rare = "dentist" if at == 0 else "teacher"
        (folder / f"{at}.txt").write_text(f"My mother is a {rare}. I come from Syria.\n", "utf-8")
    with serving(
        "review", folder, "--to", tmp_path / "kept", "--profile", "swell-deferred", "--language", "en"
    ) as served:
        served.enter(page)
        _at(page, served.address, 0)
        page.click("#tab-deferred")
        page.wait_for_selector("#deferred-rows li")
        shared = page.locator("#deferred-rows li", has_text="Syria").filter(has_text="4 writers")
        shared.wait_for(timeout=20_000)
        page.evaluate("document.querySelector('#deferred-k').value = 3")
        page.dispatch_event("#deferred-k", "change")
        shared.get_by_text("keep").wait_for()
        assert shared.inner_text().split()[-1] == "keep"
        assert "replace" in page.locator("#deferred-rows li", has_text="dentist").inner_text()
        page.click("#deferred-decide")
        page.wait_for_selector("#review-notices .good")
        shared.get_by_text("decided").wait_for()

        country = page.locator("#text .mk", has_text="Syria")
        assert "is-keep" in (country.first.get_attribute("class") or "")


def test_marks_go_to_another_program_and_come_back(page: "Page", watch: Watch, inputs: Path, tmp_path: Path) -> None:
    watch.allowed = ("404",)
    with serving("review", inputs, "--to", tmp_path / "kept") as served:
        served.enter(page)
        reviewer = _at(page, served.address, 0)
        reviewer.on("Karl Lind").press("w")
        page.keyboard.type("Erik Strand")
        reviewer.press("Enter", "q")
        page.wait_for_selector("#document-rows tr")
        with page.expect_download() as download:
            page.click("a[href$='format=labelstudio']")
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        reviewer.open(0).on("Karl Lind").press("Delete", "q")
        page.wait_for_selector("#document-rows tr")
        page.select_option("#import-format", "labelstudio")
        page.set_input_files("#import-file", file)
        page.click("#import-take")
        page.wait_for_selector("#review-notices .good")
        reviewer.open(0)

        assert reviewer.mark("Karl Lind").locator(".to").inner_text() == "Erik Strand"


def test_what_was_said_while_the_server_was_dead_is_sent_after_its_new_link(
    page: "Page", watch: Watch, inputs: Path, tmp_path: Path
) -> None:
    watch.allowed = ("404", "403", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE")
    arguments: list[str | Path] = ["review", inputs, "--to", tmp_path / "kept"]
    with serving(*arguments, kill=True) as served:
        served.enter(page)
        reviewer = _at(page, served.address, 0).on("Karl Lind")
    page.keyboard.press("k")
    page.keyboard.press("m")
    page.wait_for_selector("#saved:text-is('Not saved: 2 changes')")
    with serving(*arguments, "--port", served.address.rpartition(":")[2]) as again:
        page.wait_for_selector("#review-notices :text('does not know this browser')", timeout=20_000)
        assert page.get_attribute("#saved", "data-state") == "unsaved"
        other = page.context.new_page()
        again.enter(other)
        page.wait_for_selector("#saved[data-state=saved]", timeout=20_000)

        assert "is-mark" in (reviewer.mark("Karl Lind").get_attribute("class") or "")
