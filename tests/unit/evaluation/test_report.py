"""The report: safe whatever the texts hold, and complete."""

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.unit.evaluation.making import pair

from allonym.evaluation.intervals import Chance
from allonym.evaluation.report import WARNING, Told, data_of, page_of
from allonym.evaluation.scoring import evaluate
from allonym.evaluation.values import Evaluation

EVIL = "</td><script>alert(1)</script><img src=https://evil.example/x onerror=alert(2)>\"'"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def evaluation(text: str, label: str = "PERSON") -> Evaluation:
    gold = [(0, len(text), label)]
    return evaluate([pair(f"{text} met {text}", gold, [], id_=str(at)) for at in range(3)], chance=Chance(50))


def told(name: str = "gold.jsonl") -> Told:
    return Told(name, "profile default", "allonym", "0", 1.5)


class Page(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in {"meta", "br", "line", "rect", "path"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag != "rect":
            assert self.open.pop() == tag


@pytest.mark.parametrize("where", ["text", "label", "file"])
def test_nothing_from_outside_becomes_a_tag_or_a_request(where: str) -> None:
    made = evaluation(EVIL if where == "text" else "Anna Berg", EVIL if where == "label" else "PERSON")
    shown = page_of(made, told(EVIL if where == "file" else "gold.jsonl"), with_mistakes=True)
    page = Page(shown)

    assert "alert(1)" in shown
    assert {"script", "img", "link", "iframe", "object"}.isdisjoint(tag for tag, _ in page.tags)
    assert not [
        key for _, attributes in page.tags for key in attributes if key.startswith("on") or key in {"src", "href"}
    ]
    assert "default-src 'none'" in shown
    assert not re.search(r"url\(|@import|<[^>]*https?:", shown)
    assert page.open == []


def test_letters_from_right_to_left_are_set_apart() -> None:
    shown = page_of(evaluation("محمد علي\u202e", label="محمد"), told(), with_mistakes=True)

    assert '<td dir="auto"><mark>محمد علي\\u202e</mark> met محمد علي\\u202e</td>' in shown
    assert '<td class="w"><bdi>محمد</bdi></td>' in shown
    assert "\u202e" not in shown


def test_without_mistakes_neither_page_nor_data_hold_words() -> None:
    made = evaluation("Zebulon Quist")
    with_them, without = (page_of(made, told(), with_mistakes=each) for each in (True, False))

    assert "Zebulon" in with_them
    # A closed one would print as a heading without its table.
    assert with_them.count("<details") == with_them.count("<details open>") > 1
    assert WARNING in with_them
    assert "Zebulon" not in without
    assert WARNING not in without
    assert "Zebulon" not in json.dumps(data_of(made, told()), ensure_ascii=False)
    assert "Zebulon" not in repr(made)


def test_plots_have_axes_units_numbers_and_intervals() -> None:
    gold = [(0, 4, "PERSON")]
    pairs = [pair("Anna met", gold, gold if at % 2 else [], id_=str(at)) for at in range(20)]
    shown = page_of(evaluate(pairs, chance=Chance(100)), told(), with_mistakes=False)
    plots = re.findall(r"<svg.*?</svg>", shown, re.DOTALL)

    assert len(plots) >= 8
    for each in plots:
        assert re.search(r"(recall|precision) \(%\)", each)
        assert re.search(r"n = \d", each)
        assert "n: annotations" in each or "n: findings" in each
        assert 'class="whisker"' in each


def test_the_data_have_every_rate_of_every_label() -> None:
    gold = [(0, 4, "PERSON")]
    data = data_of(evaluate([pair("Anna met Bo", gold, gold)], chance=Chance(0)), told())
    row = data["schemes"]["words"]["PERSON"]

    assert [row[name] for name in ("tp", "fn", "fp", "tn")] == [1, 0, 0, 2]
    assert row["accuracy"]["value"] == row["precision"]["value"] == row["f1"]["value"] == 1
    assert row["miss_rate"]["value"] == row["false_discovery_rate"]["value"] == 0
    assert data["masking"]["found"]["direct"]["recall"]["value"] == 1
    assert data["masking"]["found"]["direct"]["f1"]["value"] is None
    assert json.loads(json.dumps(data)) == data


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
def test_a_browser_shows_and_prints_it(tmp_path: Path) -> None:
    page, shot, printed = (tmp_path / name for name in ("report.html", "shot.png", "report.pdf"))
    page.write_text(page_of(evaluation(EVIL), told(), with_mistakes=True), "utf-8")
    common = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    for how in (f"--screenshot={shot}", f"--print-to-pdf={printed}"):
        subprocess.run(
            [*common, "--window-size=1000,1400", how, page.as_uri()], check=True, capture_output=True, timeout=120
        )

    assert shot.stat().st_size > 20_000
    assert printed.read_bytes().startswith(b"%PDF")
