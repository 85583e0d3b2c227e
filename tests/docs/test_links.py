"""Links between the pages lead somewhere, and no page is out of reach."""

import re
from pathlib import Path

import pytest
from tests.docs.pages import DOCS, PAGES, name_of, sections, without_blocks

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page, made from its headings as GitHub and Sphinx do."""
    titles = (title for title, _ in sections(page.read_text("utf-8")))
    return {_NOT_IN_ANCHORS.sub("", title.lower()).replace(" ", "-") for title in titles}


def links(page: Path) -> list[str]:
    """Return the links of a page that stay within the repository."""
    found: list[str] = _LINK.findall(without_blocks(page.read_text("utf-8")))
    return [link for link in found if "://" not in link]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_pages_and_headings_that_exist(page: Path) -> None:
    broken = []
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.is_file() or (anchor and anchor not in anchors(target)):
            broken.append(link)

    assert broken == []


def test_pages_of_the_documentation_link_to_one_another_only() -> None:
    """Sphinx builds docs/ alone, so a link out of it would be broken there."""
    outside = [
        (name_of(page), link)
        for page in PAGES
        if DOCS in page.parents
        for link in links(page)
        if DOCS not in (page.parent / link).resolve().parents
    ]

    assert outside == []


def test_every_page_is_in_a_table_of_contents() -> None:
    listed = set()
    for page in (DOCS / "index.md", DOCS / "decisions" / "index.md", DOCS / "tutorials" / "index.md"):
        for block in re.findall(r"```\{toctree\}\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            lines = [line for line in block.splitlines() if line and not line.startswith(":")]
            listed |= {(page.parent / f"{line}.md").resolve() for line in lines}

    assert {page for page in PAGES if DOCS in page.parents} == listed | {DOCS / "index.md"}
