"""Hugging Face token classification, with a model of one layer that is made here."""

from pathlib import Path
from typing import Any

import pytest
from tests.unit.detectors.adapters.extras import heavy, needs
from tests.unit.detectors.adapters.tiny import PLACES, save

from allonym.core.errors import SettingsError, UsageError
from allonym.core.registry import Registry
from allonym.core.types import Document
from allonym.detectors.adapters.foreign import ForeignDetector
from allonym.detectors.adapters.schemes import words_of
from allonym.testing import TEXTS, check_detector

pytestmark = heavy

LONG = "Anna met Bob, and 😀 Jose\u0301 (a friend of محمد) saw them. " * 40


def make(folder: Path, **settings: object) -> ForeignDetector:
    made: ForeignDetector = Registry("detectors").make(f"transformers:{folder}", settings)
    return made


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save(tmp_path_factory.mktemp("tiny") / "letters")


def test_a_model_is_a_detector(tiny: Path) -> None:
    check_detector(make(tiny), [*TEXTS, LONG])


def test_every_word_of_a_long_text_is_read(tiny: Path) -> None:
    [found] = make(tiny, threshold=0.0).detect([Document("d", LONG)])
    read = {place for mention in found for place in range(mention.start, mention.end)}

    assert len(LONG) > 20 * PLACES
    assert [place for place, each in enumerate(LONG) if not each.isspace() and place not in read] == []


def test_a_model_that_counts_its_places_from_the_padding_on_has_room_enough(tmp_path: Path) -> None:
    text = "Anna met Bob " * 60

    [found] = make(save(tmp_path / "roberta", "RobertaForTokenClassification"), threshold=0.0).detect(
        [Document("d", text)]
    )

    assert max(mention.end for mention in found) == len(text) - 1


@pytest.mark.parametrize("kind", ["bytes", "spaces"])
def test_words_are_the_same_whatever_cuts_the_tokens(kind: str) -> None:
    fast = needs("tokenizers", "transformers")
    text = " Anna Smith,  met O'Brien (né Müller)\t😀 محمد علي\n"
    if kind == "bytes":
        made = fast.Tokenizer(fast.models.BPE())
        made.pre_tokenizer = fast.pre_tokenizers.ByteLevel(add_prefix_space=True)
        trainer = fast.trainers.BpeTrainer(initial_alphabet=made.pre_tokenizer.alphabet(), show_progress=False)
    else:
        made = fast.Tokenizer(fast.models.Unigram())
        made.pre_tokenizer = fast.pre_tokenizers.Metaspace()
        trainer = fast.trainers.UnigramTrainer(unk_token="?", special_tokens=["?"], show_progress=False)
    made.train_from_iterator([text], trainer)
    told = made.encode(text)

    found = [text[word.start : word.end] for word in words_of(text, told.offsets, told.word_ids)]

    assert found == ["Anna", "Smith", ",", "met", "O", "'", "Brien", "(", "né", "Müller", ")", "😀", "محمد", "علي"]


def test_a_text_that_fits_is_judged_as_the_model_judges_it(tiny: Path) -> None:
    text = "Anna met Bob"
    torch, library = needs("torch", "transformers"), needs("transformers", "transformers")
    told = library.AutoTokenizer.from_pretrained(tiny)(text, return_tensors="pt", return_offsets_mapping=True)
    places = told.pop("offset_mapping")[0].tolist()
    with torch.inference_mode():
        chances = library.AutoModelForTokenClassification.from_pretrained(tiny).eval()(**told).logits[0].softmax(-1)
    wanted = {start: 1 - chances[place][0].item() for place, (start, _) in enumerate(places) if start in {0, 5, 9}}
    wanted[0] = 1 - chances[1][0].item()

    [found] = make(tiny, threshold=0.0).detect([Document("d", text)])

    assert min(mention.score for mention in found) == pytest.approx(min(wanted.values()), abs=1e-3)


def test_the_threshold_says_how_sure_a_name_must_be(tiny: Path) -> None:
    counts = []
    for threshold in (0.0, 0.7, 1.0):
        [found] = make(tiny, threshold=threshold).detect([Document("d", LONG)])
        assert all(mention.score >= threshold for mention in found)
        counts.append(sum(len(mention.span) for mention in found))

    assert counts[0] > counts[1] > counts[2]


def test_labels_are_named_and_the_unknown_is_not_lost(tiny: Path) -> None:
    [found] = make(tiny).detect([Document("d", LONG)])

    assert {(mention.label, mention.source) for mention in found} == {
        ("PERSON", "transformers:letters:PER"),
        ("EXTRA", "transformers:letters:WEAPON"),
    }


def test_what_the_user_ignores_counts_as_nothing(tiny: Path) -> None:
    [found] = make(tiny, ignore=["WEAPON"], threshold=0.0).detect([Document("d", LONG)])

    assert {mention.label for mention in found} == {"PERSON"}


def test_a_folder_without_a_head_for_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="lacks the weights classifier"):
        make(save(tmp_path / "encoder", "BertModel"))


def test_a_model_without_a_label_for_nothing_is_refused(tmp_path: Path) -> None:
    folder = save(tmp_path / "unnamed", labels=("LABEL_0", "LABEL_1"))

    with pytest.raises(SettingsError, match="LABEL_0"):
        make(folder)
    assert make(folder, ignore=["LABEL_0"]).detect([Document("d", "")]) == [[]]


def test_a_folder_without_weights_is_refused(tmp_path: Path) -> None:
    folder = save(tmp_path / "half")
    (folder / "model.safetensors").unlink()

    with pytest.raises(UsageError, match="cannot be loaded"):
        make(folder)


def test_a_model_on_a_hub_is_not_fetched() -> None:
    needs("transformers", "transformers")

    with pytest.raises(UsageError, match="this machine only"):
        Registry("detectors").make("transformers:someone/bert-ner", {})


def test_loading_is_offline_and_leaves_the_program_as_it_was(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library: Any = needs("transformers", "transformers")
    constants: Any = needs("huggingface_hub.constants", "transformers")
    seen: list[bool] = []
    original = library.AutoTokenizer.from_pretrained

    def watch(*places: object, **options: object) -> object:
        seen.append(bool(constants.HF_HUB_OFFLINE and options["local_files_only"]))
        return original(*places, **options)

    monkeypatch.setattr(library.AutoTokenizer, "from_pretrained", watch)
    before = constants.HF_HUB_OFFLINE
    make(tiny)

    assert seen == [True]
    assert before == constants.HF_HUB_OFFLINE
