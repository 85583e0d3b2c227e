"""Where the documentation is, and the parts of a Markdown page that tests look at."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = (*sorted(ROOT.glob("*.md")), *(page for page in sorted(DOCS.rglob("*.md")) if "_build" not in page.parts))

_FENCE = re.compile(r"^```(\w+)?(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, the file that a reader is told to save it as, its text, and its first line."""

    language: str
    file: str | None
    body: str
    line: int


def name_of(page: Path) -> str:
    """Return a page as messages and test ids call it."""
    return page.relative_to(ROOT).as_posix()


def blocks(text: str) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    return [
        Block(match[1] or "", match[2], match[3], text.count("\n", 0, match.start(3)) + 1)
        for match in _FENCE.finditer(text)
    ]


def without_blocks(text: str) -> str:
    """Return a page without its fenced blocks."""
    return _FENCE.sub("", text)


def sections(text: str) -> Iterator[tuple[str, str]]:
    """Return each heading of a page with what stands below it, up to the next heading."""
    prose = _FENCE.sub(lambda match: match[0].replace("\n#", "\n\0"), text)
    headings = list(_HEADING.finditer(prose))
    ends = [*(heading.start() for heading in headings[1:]), len(prose)]
    for heading, end in zip(headings, ends, strict=True):
        yield heading[2], prose[heading.end() : end].replace("\0", "#")
