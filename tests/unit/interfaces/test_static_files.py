"""What our house style asks of the modules and the stylesheet of the pages, as far as a machine can tell."""

import re
from pathlib import Path

import pytest

from allonym.interfaces import pages
from allonym.interfaces.pages.review_page import review_page

STATIC = Path(pages.__file__).parent / "static"
MODULES = sorted(STATIC.glob("*.js"))
# Ways by which words could become markup or code.
UNSAFE = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|\beval\(|new Function"
    r"|setAttribute\(\s*[\"']style|setHTMLUnsafe"
)
IMPORTED = re.compile(r"""(?:import|export)[^;"']*?from\s+["']([^"']+)["']|import\(\s*["']([^"']+)["']""")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_is_short_says_what_it_is_for_and_makes_no_markup_of_words(path: Path) -> None:
    text = path.read_text("utf-8")

    assert len(text.splitlines()) <= 300
    assert text.startswith(("//", "/*"))
    assert not UNSAFE.search(text)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_takes_only_from_its_neighbours(path: Path) -> None:
    names = [first or second for first, second in IMPORTED.findall(path.read_text("utf-8"))]

    assert [name for name in names if not (name.startswith("./") and (STATIC / name).exists())] == []


def test_nothing_is_asked_of_another_machine() -> None:
    for path in STATIC.iterdir():
        text = path.read_text("utf-8")
        assert not re.search(r"https?://(?!www\.w3\.org/)|@import|url\((?!data:)", text), path.name


def test_the_page_has_no_script_and_no_style_of_its_own() -> None:
    html = review_page()

    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", html)
    assert re.findall(r"<script[^>]*>", html) == ['<script type="module" src="/static/review.js">']


def test_every_id_on_the_page_is_there_once() -> None:
    ids = re.findall(r'\sid="([^"]+)"', review_page())

    assert len(ids) == len(set(ids))


def test_every_element_that_the_review_looks_for_by_name_is_there() -> None:
    html = review_page()
    wanted = {
        name
        for path in MODULES
        if path.name.startswith("review")
        for name in re.findall(r'find\("([\w-]+)"\)', path.read_text("utf-8"))
    }
    made = "".join(path.read_text("utf-8") for path in MODULES if path.name.startswith("review"))

    assert {name for name in wanted if f'id="{name}"' not in html and f'id: "{name}"' not in made} == set()
