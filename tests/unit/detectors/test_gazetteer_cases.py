"""Golden cases of the `lists` detector alone: a text, a line `# expect`, then `LABEL start-end` for each mention."""

from hashlib import sha256
from pathlib import Path

import pytest

from allonym.core.types import Document
from allonym.detectors.names.gazetteer import lists
from allonym.languages.pack import CODES
from allonym.resolving import resolve

FOLDER = Path(__file__).parents[2] / "cases-names"
CASES = sorted(path for sort in ("name", "place", "org") for path in FOLDER.rglob(f"{sort}-*.txt"))
DETECTOR = lists()

# What does not come out right yet; the list may only shrink.
KNOWN = {
    "es/name-said",  # Lucía is a form of a verb as well, and weak in the list of first names
    "it/place-region",  # Toscana is a firm too
    "sv/name-ros",  # Rosen is a surname, and "the rose"
    "sv/org-ab",  # Fakturan is an ordinary word that no list knows
}


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_what_is_found_is_what_is_expected(path: Path, request: pytest.FixtureRequest) -> None:
    if name_of(path) in KNOWN:
        request.applymarker(pytest.mark.xfail(strict=True))
    text, _, expected = path.read_text("utf-8").partition("\n# expect\n")
    [mentions] = DETECTOR.detect([Document("case", text)])

    found = [f"{mention.label} {mention.start}-{mention.end}" for mention in resolve(mentions)]

    assert found == expected.splitlines()


@pytest.mark.parametrize("code", CODES)
def test_every_language_has_twenty_cases(code: str) -> None:
    assert len([path for path in CASES if path.parent.name == code]) >= 20


def test_the_card_tells_of_the_weights_that_are_shipped() -> None:
    root = Path(__file__).parents[3]
    shipped = (root / "src" / "allonym" / "detectors" / "names" / "evidence.toml").read_bytes()

    assert sha256(shipped).hexdigest() in (root / "docs" / "reference" / "evidence.md").read_text("utf-8")
