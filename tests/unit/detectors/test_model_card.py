"""The card beside the network tells of the files that are shipped."""

import re
import shutil
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

from allonym.core.errors import SafetyError
from allonym.core.types import Document
from allonym.detectors.model.detector import model
from allonym.detectors.model.reading import FILES

FOLDER = Path(str(files("allonym.detectors.model").joinpath("network")))
CARD = (FOLDER / "CARD.md").read_text("utf-8")
NETWORK = sorted(path for path in FOLDER.iterdir() if path.name != "CARD.md")
MOST = 25_000_000


def test_the_card_lists_every_file_and_no_other() -> None:
    listed = re.findall(r"^\| `(\S+)` \| [\d,]+ \| `[0-9a-f]{64}` \|$", CARD, re.MULTILINE)

    assert sorted(listed) == [path.name for path in NETWORK] == sorted(FILES)


@pytest.mark.parametrize("path", NETWORK, ids=lambda path: path.name)
def test_the_card_has_the_size_and_the_hash_of_each_file(path: Path) -> None:
    data = path.read_bytes()

    assert f"| `{path.name}` | {len(data):,} | `{sha256(data).hexdigest()}` |" in CARD


def test_the_network_is_small_enough_to_ship() -> None:
    size = sum(path.stat().st_size for path in NETWORK)

    assert size <= MOST
    assert f"{size / 1e6:.1f} MB" in CARD


@pytest.mark.parametrize(
    "heading",
    ["Files", "Architecture", "Training", "Rebuild", "Quality", "Sensitivity", "Known failures", "Use"],
)
def test_the_card_says_what_a_card_must_say(heading: str) -> None:
    [body] = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", CARD, re.MULTILINE | re.DOTALL)

    assert len(body.split()) > 20


def test_a_network_with_a_changed_byte_is_not_used(tmp_path: Path) -> None:
    folder = tmp_path / "network"
    shutil.copytree(FOLDER, folder)
    changed = bytearray((folder / "words.onnx").read_bytes())
    changed[5_000_000] ^= 1
    (folder / "words.onnx").write_bytes(changed)

    with pytest.raises(SafetyError, match=r"words\.onnx: not as on its card"):
        model(str(folder))


def test_a_network_without_a_card_is_taken_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "network"
    shutil.copytree(FOLDER, folder)
    (folder / "CARD.md").unlink()

    assert model(str(folder)).detect([Document("a", "Sofia Lindgren was here.")])[0]
