"""The start pages in a real browser: from a file to its output, back again, and forgetting; by mouse and by keys."""

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Open, Watch
from tests.browser.starting import PASSPHRASE, Newcomer, violations
from tests.interfaces.pages.started import Started, started

import allonym.samples
from allonym import open_vault
from allonym.vault.credentials import new_private_key, public_key_of

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page

ARABIC = (
    "id,text\n1,اتصل محمد علي بالطبيب على الرقم ‎+971 50 123 4567 من دبي.\n2,كتبت فاطمة الزهراء إلى user@example.org.\n"
)
POSTS = Path(allonym.samples.__file__).with_name("posts.csv").read_bytes()
Picture = Callable[["Page", str], Path]


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Let tests enter the pages, which are served on loopback."""


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Started]:
    folder = tmp_path / "study"
    folder.mkdir()
    with started(folder, entered=False) as running:
        yield running


@pytest.fixture
def posts(tmp_path: Path) -> Path:
    path = tmp_path / "posts.csv"
    path.write_bytes(POSTS)
    return path


@pytest.fixture
def newcomer(page: "Page", pages: Started) -> Newcomer:
    return Newcomer(page, pages).enter()


@pytest.mark.core
def test_from_a_file_to_its_output_and_back(
    newcomer: Newcomer, posts: Path, tmp_path: Path, picture: Picture, watch: Watch
) -> None:
    watch.allowed = ("status of 403",)
    page = newcomer.page
    newcomer.choose(posts)
    newcomer.show("#choose", 1150)
    picture(page, "start-page")
    newcomer.show("#profiles", 1330)
    picture(page, "start-page-compare")
    newcomer.run()
    saved = tmp_path / "saved"
    saved.mkdir()
    output, vault, certificate = (newcomer.save(kind, saved) for kind in ("output", "vault", "certificate"))
    newcomer.show("#done", 650)
    picture(page, "start-page-done")
    new = output.read_bytes()

    assert b"mira.lindqvist@example.org" not in new
    assert new.count(b"\n") == POSTS.count(b"\n")
    assert vault.stat().st_size > 10_000
    assert b"signature" in certificate.read_bytes()

    newcomer.unlock("/recover")
    page.fill("#passphrase", "not this one")
    page.click("#unlock")
    page.wait_for_selector("#open-problem .notice.wrong")
    assert "does not open this vault" in page.inner_text("#open-problem")
    page.fill("#passphrase", PASSPHRASE)
    page.click("#unlock")
    page.wait_for_selector("#what:not([hidden])")
    page.set_input_files("#pseudonymized-file", output)
    page.click("#give")
    assert "Say why" in page.inner_text("#what-problem")
    page.fill("#reason", "The writer asks for the text")
    page.click("#give")
    page.wait_for_selector("#back:not([hidden])")
    newcomer.show("main", 1250)
    picture(page, "start-page-recover")
    original = newcomer.save("original", saved)

    assert original.read_bytes() == POSTS


def test_a_person_is_forgotten(newcomer: Newcomer, posts: Path, tmp_path: Path, picture: Picture) -> None:
    page = newcomer.page
    newcomer.choose(posts).run()
    newcomer.unlock("/subjects")
    page.fill("#name", "Samuel Winters")
    page.keyboard.press("Enter")
    page.wait_for_selector("#found:not([hidden])")
    newcomer.show("main", 1250)
    picture(page, "start-page-persons")
    page.click("#contact")
    page.wait_for_selector("#lists a")
    writers = newcomer.save("contact.csv", tmp_path)
    page.check("input[name=output]")
    page.click("#forget-now")
    assert "Nothing is forgotten yet" in page.inner_text("#forget-problem")
    page.fill("#type-forget-to-go-on", "FORGET")
    page.click("#forget-now")
    page.wait_for_selector("#forgotten:not([hidden])", timeout=60_000)
    certificate = newcomer.save("certificate.json", tmp_path)

    assert len(writers.read_bytes().splitlines()) == 3
    assert "2 places in 2 documents, 1 output written anew" in page.inner_text("#forgotten")
    assert b"Samuel" not in certificate.read_bytes()


def test_where_it_takes_two_one_asks_and_another_approves(
    newcomer: Newcomer, posts: Path, tmp_path: Path, watch: Watch
) -> None:
    watch.allowed = ("status of 403",)
    page = newcomer.page
    newcomer.choose(posts).run()
    output = newcomer.save("output", tmp_path)
    private = new_private_key()
    (tmp_path / "recoverer.key").write_text(private, "utf-8")
    with open_vault(tmp_path / "study" / "posts.vault", PASSPHRASE) as vault:
        vault.keys.add_public_key(public_key_of(private), "registry", "recoverer")
        vault.keys.require_two(True)

    _with_key(newcomer, tmp_path / "recoverer.key")
    assert page.locator("#give").is_hidden()
    page.set_input_files("#pseudonymized-file", output)
    page.fill("#reason", "The court asks for it")
    page.click("#ask")
    page.wait_for_selector("#listed [data-do=refuse]")
    assert page.locator("#listed [data-do=approve]").count() == 0
    newcomer.unlock("/recover").page.click("#unlock")
    page.click("#listed [data-do=approve]")
    page.wait_for_selector("#requests-problem .good")
    assert "The court asks for it" in page.inner_text("#listed")
    _with_key(newcomer, tmp_path / "recoverer.key")
    page.set_input_files("#pseudonymized-file", output)
    page.click("#listed [data-do=use]")
    page.wait_for_selector("#back:not([hidden])")
    folder = tmp_path / "back"
    folder.mkdir()

    assert newcomer.save("original", folder).read_bytes() == POSTS
    assert page.locator("#listed [data-do]").count() == 0


def _with_key(newcomer: Newcomer, key: Path) -> None:
    """Open the vault with a key file."""
    page = newcomer.page
    page.goto(f"{newcomer.pages.address}/recover")
    page.click("#open summary")
    page.set_input_files("#key-file", key)
    page.click("#unlock")
    page.wait_for_selector("#what:not([hidden])")


def test_everything_can_be_done_with_keys_alone(newcomer: Newcomer, posts: Path) -> None:
    page = newcomer.page
    newcomer.choose(posts)
    _tab_to(page, "#profiles summary")
    page.keyboard.press("Enter")
    _tab_to(page, "input[name=compared][value=cloaked-s0]")
    page.keyboard.press("Space")
    newcomer.previewed()
    assert page.locator("input[name=profile]").count() == 4
    _tab_to(page, "input[name=profile]:checked")
    page.keyboard.press("ArrowRight")
    assert page.locator("input[name=profile]:checked").get_attribute("value") == "cloaked-realistic"
    _tab_to(page, "#new-passphrase")
    page.keyboard.type(PASSPHRASE)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSPHRASE)
    _tab_to(page, "#run")
    page.keyboard.press("Enter")
    page.wait_for_selector("#done:not([hidden])", timeout=60_000)

    assert page.evaluate("document.activeElement.id") == "result"
    _tab_to(page, 'a[data-kind="output"]')
    with page.expect_download() as begun:
        page.keyboard.press("Enter")
    assert begun.value.suggested_filename == "posts.csv"


def test_arabic_stands_the_right_way_round(newcomer: Newcomer, tmp_path: Path, picture: Picture) -> None:
    page = newcomer.page
    path = tmp_path / "رسائل.csv"
    path.write_text(ARABIC, "utf-8")
    newcomer.choose(path)
    cell = page.locator("table.preview td").first
    newcomer.show("#preview", 420)
    picture(page, "start-page-arabic")
    newcomer.run()
    output = newcomer.save("output", tmp_path / "study")

    assert cell.evaluate("each => getComputedStyle(each).direction") == "rtl"
    assert "رسائل.csv" in page.inner_text("#downloads")
    assert "user@example.org" not in output.read_text("utf-8")
    assert "4567" not in output.read_text("utf-8")


BAD = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<iframe srcdoc='<script>parent.alert(1)</script>'></iframe>",
    "<body onload=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<math><mtext></mtext><script>alert(1)</script></math>",
    "<base href=https://example.org>",
    "<meta http-equiv=refresh content=0;url=https://example.org>",
    "<link rel=stylesheet href=https://example.org/x.css>",
    "<style>@import 'https://example.org/x.css'</style>",
    "<object data=https://example.org></object>",
    "javascript:alert(1)",
    "${alert(1)}",
    "{{alert(1)}}",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
)
AROUND = (
    "{}",
    "</td>{}",
    "</option></select>{}",
    "-->{}",
    "]]>{}",
    "'>{}",
    "</title>{}",
    "</template>{}",
    "Anna Berg {}",
)


def test_what_a_file_says_is_never_run(newcomer: Newcomer, tmp_path: Path) -> None:
    page = newcomer.page
    bad = "</option><img src=x onerror=alert(1)><script>alert(1)</script>"
    all_of_them = [around.format(each) for around in AROUND for each in BAD]
    path = tmp_path / "bad<img src=x onerror=alert(1)>.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(
            [[bad, *all_of_them], *([f"{bad} Anna Berg", *all_of_them[n:], *all_of_them[:n]] for n in (0, 1, 2))]
        )
    asked: list[str] = []

    def dismiss(dialog: "Dialog") -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    newcomer.choose(path)
    shown = page.inner_text("#content")

    assert bad in shown
    assert all(each in shown for each in BAD)
    assert page.locator("main :is(img, script, svg, iframe, math, object, base, meta, link, style)").count() == 0
    assert asked == []


def test_a_file_in_another_encoding(newcomer: Newcomer, tmp_path: Path) -> None:
    page = newcomer.page
    path = tmp_path / "old.csv"
    path.write_bytes("id,text\n1,Jörg Müller wohnt in Köln.\n2,nobody\n".encode("cp1252"))
    newcomer.choose(path)
    assert "1 row of the first ones cannot be read" in page.inner_text("#file-problem")
    page.select_option("#how-the-letters-are-written", "cp1252")
    page.wait_for_selector("#columns >> text=Jörg Müller")
    newcomer.previewed()
    newcomer.run()

    assert page.inner_text("#file-problem") == ""
    assert b"wohnt in K\xf6ln" in newcomer.save("output", tmp_path / "study").read_bytes()


def test_a_page_that_is_loaded_again_finds_its_run(newcomer: Newcomer, tmp_path: Path) -> None:
    page = newcomer.page
    path = tmp_path / "many.csv"
    path.write_text("id,text\n" + "".join(f"{n},mail user{n}@example.org\n" for n in range(6000)), "utf-8")
    newcomer.choose(path)
    page.fill("#new-passphrase", PASSPHRASE)
    page.fill("#the-same-again", PASSPHRASE)
    page.click("#run")
    page.wait_for_selector("#progress:not([hidden])")
    page.reload()
    page.wait_for_selector("#progress:not([hidden])")
    page.click("#stop")
    page.wait_for_selector("#go-problem .warning")

    assert "nothing half-written is left behind" in page.inner_text("#go-problem")
    assert list((tmp_path / "study").iterdir()) == []


def test_a_file_that_is_too_large_names_the_command(newcomer: Newcomer, posts: Path) -> None:
    page = newcomer.page
    page.evaluate("document.body.dataset.limit = '100'")
    page.set_input_files("#file", posts)
    page.wait_for_selector("#file-problem .notice")

    assert "allonym pseudonymize FILE" in page.inner_text("#file-problem")
    assert page.locator("#content").is_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_nobody_is_shut_out(scheme: str, width: int, window: Open, pages: Started, posts: Path) -> None:
    pytest.importorskip("axe_playwright_python", reason="needs axe-core: pip install 'allonym[dev]'")
    page = window(width, 800, color_scheme=scheme)
    newcomer = Newcomer(page, pages).enter()
    found = [violations(page)]
    newcomer.choose(posts)
    for each in page.locator("details").all():
        each.evaluate("each => each.open = true")
    found.append(violations(page))
    wide = [page.evaluate("document.documentElement.scrollWidth")]
    newcomer.run()
    found.append(violations(page))
    newcomer.unlock("/recover").page.click("#unlock")
    page.wait_for_selector("#what:not([hidden])")
    found.append(violations(page))
    wide.append(page.evaluate("document.documentElement.scrollWidth"))
    newcomer.unlock("/subjects")
    page.fill("#name", "Samuel Winters")
    page.click("#find-person")
    page.wait_for_selector("#found:not([hidden])")
    found.append(violations(page))
    wide.append(page.evaluate("document.documentElement.scrollWidth"))

    assert found == [[]] * 5
    assert max(wide) <= width


def _tab_to(page: "Page", selector: str) -> None:
    """Press Tab until something has the focus; whoever has no mouse gets everywhere like this."""
    for _ in range(120):
        if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with Tab")
