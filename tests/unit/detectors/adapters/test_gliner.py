"""GLiNER itself, with a model of one layer that is made here."""

import json
from pathlib import Path

import pytest
from tests.unit.detectors.adapters.extras import heavy, needs
from tests.unit.detectors.adapters.tiny import save_gliner

from allonym.core.errors import SettingsError, UsageError
from allonym.core.registry import Registry
from allonym.core.types import Document
from allonym.detectors.adapters.foreign import ForeignDetector
from allonym.testing import TEXTS, check_detector

pytestmark = heavy

LONG = "Anna met Bob, and 😀 Jose\u0301 (a friend of محمد) saw them. " * 20


def make(folder: Path, **settings: object) -> ForeignDetector:
    options = {"look_for": ["person", "weapon"], **settings}
    made: ForeignDetector = Registry("detectors").make(f"gliner:{folder}", options)
    return made


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_gliner(tmp_path_factory.mktemp("gliner"))


def test_a_model_is_a_detector(tiny: Path) -> None:
    check_detector(make(tiny), [*TEXTS, LONG])


def test_every_word_of_a_long_text_is_read(tiny: Path) -> None:
    [found] = make(tiny, threshold=0.0).detect([Document("d", LONG)])
    read = {place for mention in found for place in range(mention.start, mention.end)}

    assert len(LONG.split()) > 8 * 24
    assert [place for place, each in enumerate(LONG) if not each.isspace() and place not in read] == []


def test_nothing_is_cut_off_by_the_library(tiny: Path, recwarn: pytest.WarningsRecorder) -> None:
    text = LONG + "x" * 3000 + " " + LONG

    [found] = make(tiny, threshold=0.0).detect([Document("d", text)])
    read = {place for mention in found for place in range(mention.start, mention.end)}

    assert [place for place, each in enumerate(text) if not each.isspace() and place not in read] == []
    assert [str(each.message) for each in recwarn if "truncated" in str(each.message)] == []


def test_what_is_looked_for_is_named_and_the_unknown_is_not_lost(tiny: Path) -> None:
    [found] = make(tiny, threshold=0.0).detect([Document("d", LONG)])

    assert {(mention.label, mention.source) for mention in found} == {
        ("PERSON", "gliner:model:person"),
        ("EXTRA", "gliner:model:weapon"),
    }


def test_the_user_says_what_a_question_means(tiny: Path) -> None:
    [found] = make(tiny, labels={"weapon": "SYMBOL"}, threshold=0.0).detect([Document("d", LONG)])

    assert {mention.label for mention in found} == {"PERSON", "SYMBOL"}


def test_a_question_that_leaves_no_room_for_text_is_refused(tiny: Path) -> None:
    with pytest.raises(SettingsError, match="ask for fewer things"):
        make(tiny, look_for=["a very long question indeed", "and another one as long"])


@pytest.mark.parametrize("look_for", [[], "person"])
def test_the_question_is_a_list(tiny: Path, look_for: object) -> None:
    with pytest.raises(SettingsError, match="look_for must be a list"):
        make(tiny, look_for=look_for)


def test_a_model_that_lacks_weights_is_refused(tiny: Path) -> None:
    torch = needs("torch", "gliner")
    weights = tiny / "pytorch_model.bin"
    whole = torch.load(weights, weights_only=True)
    broken = tiny.parent / "broken"
    broken.mkdir()
    for each in tiny.iterdir():
        (broken / each.name).write_bytes(each.read_bytes())
    torch.save(dict(list(whole.items())[:-1]), broken / "pytorch_model.bin")

    with pytest.raises(UsageError, match="Missing key"):
        make(broken)


def test_a_model_that_needs_another_to_cut_words_is_refused(tiny: Path) -> None:
    config = json.loads((tiny / "gliner_config.json").read_text("utf-8"))
    other = tiny.parent / "other"
    other.mkdir()
    (other / "gliner_config.json").write_text(json.dumps({**config, "words_splitter_type": "stanza"}), "utf-8")

    with pytest.raises(SettingsError, match="'stanza', which may fetch"):
        make(other)


def test_a_model_on_a_hub_is_not_fetched() -> None:
    needs("gliner", "gliner")

    with pytest.raises(UsageError, match="this machine only"):
        Registry("detectors").make("gliner:someone/gliner", {})
