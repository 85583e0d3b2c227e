"""The guide to the review page has every key of it."""

import re

from tests.docs.pages import ROOT

KEYS = ROOT / "src" / "allonym" / "interfaces" / "pages" / "static" / "review-keys.js"
ARROWS = {"ArrowRight": "→", "ArrowLeft": "←", "ArrowUp": "↑", "ArrowDown": "↓"}


def _shown(key: str) -> str:
    parts = re.split(r"(?<=.)\+", key)
    return " + ".join(ARROWS.get(part, part) for part in parts)


def test_every_key_is_in_the_guide() -> None:
    rows = re.findall(r'^  \["\w+", \[([^\]]+)\],', KEYS.read_text("utf-8"), re.MULTILINE)
    keys = [key for row in rows for key in re.findall(r'"([^"]+)"', row)]
    guide = (ROOT / "docs" / "guides" / "review.md").read_text("utf-8")
    _, _, table = guide.partition("## Keys")

    assert len(keys) > 50
    assert [key for key in keys if f"`{_shown(key)}`" not in table] == []
