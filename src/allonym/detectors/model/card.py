"""The card beside a network: which files it speaks of, and whether they are still those.

A network with a changed byte may still load and find other names, or none, so that it must not be used.
"""

import re
from functools import cache
from hashlib import file_digest
from pathlib import Path

from allonym.core.errors import SafetyError

CARD = "CARD.md"
_FILE = re.compile(r"^\| `([\w.]+)` \| [\d,]+ \| `([0-9a-f]{64})` \|$", re.MULTILINE)


def read_card(folder: Path) -> dict[str, str]:
    """Return the files of a network and their SHA-256 sums as its card has them; nothing if there is no card."""
    card = folder / CARD
    return dict(_FILE.findall(card.read_text("utf-8"))) if card.is_file() else {}


def changed(folder: Path) -> list[str]:
    """Return the files of a network that are missing or not as on its card."""
    return [name for name, digest in read_card(folder).items() if _digest(folder / name) != digest]


@cache
def require_unchanged(folder: Path) -> None:
    """Raise SafetyError if the files of a network are not those of its card; one without a card is taken as it is."""
    if names := changed(folder):
        raise SafetyError(f"{folder / names[0]}: not as on its card; install allonym again, or write a card that fits")


def _digest(path: Path) -> str:
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
