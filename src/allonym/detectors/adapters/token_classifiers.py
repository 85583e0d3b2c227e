"""`transformers:FOLDER`: what a Hugging Face model for token classification names.

    text -> tokens -> windows -> chances of each label -> words -> names

A word has the chances of its first token, since models are trained on those. How words become names is in `schemes`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.core.errors import SettingsError, UsageError
from allonym.detectors.adapters.foreign import Ask, ForeignDetector, languages_of
from allonym.detectors.adapters.loading import folder, offline, package
from allonym.detectors.adapters.naming import naming
from allonym.detectors.adapters.schemes import Row, Word, names, rows_of, words_of
from allonym.detectors.cutting import windows

OUTSIDE = "O"
_OVERLAP = 64
_LONGEST = 512


@dataclass(frozen=True, slots=True)
class Classifier:
    """A tokenizer and a model, the tokens that stand around every window, and how many the model reads at once."""

    tokenizer: Any = field(repr=False)
    model: Any = field(repr=False)
    torch: Any = field(repr=False)
    before: tuple[int, ...]
    after: tuple[int, ...]
    room: int

    def read(self, text: str) -> tuple[list[Word], list[list[float]]]:
        """Return the words of a text, and the chances of every label for each of them; every token is read."""
        told = self.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
        words = words_of(text, told["offset_mapping"], told.word_ids())
        tokens = list(told["input_ids"])
        chances = [each for window in self._windows(tokens) for each in window]
        return words, [chances[word.token] for word in words]

    def _windows(self, tokens: Sequence[int]) -> Iterator[list[list[float]]]:
        for first, stop, keep_first, keep_stop in windows([1] * len(tokens), self.room, self.room, _OVERLAP):
            row = [*self.before, *tokens[first:stop], *self.after]
            with self.torch.inference_mode():
                answer = self.model(input_ids=self.torch.tensor([row])).logits[0].float().softmax(-1)
            shift = len(self.before) - first
            yield answer[keep_first + shift : keep_stop + shift].tolist()


def transformers(
    path: str,
    threshold: float = 0.5,
    labels: Mapping[str, str] | None = None,
    ignore: Sequence[str] = (),
    languages: Sequence[str] | None = None,
) -> ForeignDetector:
    """Make the detector from the folder of a model for token classification; nothing is downloaded."""
    torch, library = package("torch", "transformers"), package("transformers", "transformers")
    where = folder(path, "transformers", "config.json")
    model, tokenizer = _load(library, where)
    given = tuple(str(model.config.id2label[number]) for number in range(model.config.num_labels))
    if OUTSIDE not in given and not ignore:
        raise SettingsError(
            f"transformers:{path}: none of the labels of the model is {OUTSIDE!r}, so every word would be a name; "
            f"name those that mean nothing in the setting 'ignore': {', '.join(given)}"
        )
    reading = naming({row.tag for row in rows_of(given)} - {OUTSIDE}, labels, ignore)
    rows = tuple(Row("", row.begins) if row.tag == OUTSIDE or row.tag in ignore else row for row in rows_of(given))
    before, after = _around(tokenizer)
    room = _room(model.config, tokenizer) - len(before) - len(after)
    classifier = Classifier(tokenizer, model, torch, before, after, room)
    return ForeignDetector(
        f"transformers:{where.resolve().name}",
        _asker(classifier, rows, threshold),
        reading,
        languages_of(languages),
    )


def _asker(classifier: Classifier, rows: Sequence[Row], threshold: float) -> Ask:
    return lambda text, _: names(*classifier.read(text), rows, threshold)


def _load(library: Any, where: Path) -> tuple[Any, Any]:
    local = {"local_files_only": True, "trust_remote_code": False}
    try:
        with offline():
            tokenizer = library.AutoTokenizer.from_pretrained(where, **local)
            model, told = library.AutoModelForTokenClassification.from_pretrained(
                where, output_loading_info=True, **local
            )
    except (OSError, ValueError, ImportError) as error:
        raise UsageError(f"transformers:{where}: the model cannot be loaded: {error}") from error
    if missing := sorted(told["missing_keys"]):
        # The library would fill them with chance, and go on.
        raise UsageError(
            f"transformers:{where}: the folder holds no model for token classification: it lacks the weights "
            f"{', '.join(missing[:3])}"
        )
    if not getattr(tokenizer, "is_fast", False):
        raise UsageError(
            f"transformers:{where}: the tokenizer does not say where tokens stand; save it again as a fast one "
            "(tokenizer.json)"
        )
    return model.eval(), tokenizer


def _around(tokenizer: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the tokens that the tokenizer sets before and after a text."""
    whole = tuple(tokenizer("a")["input_ids"])
    bare = tuple(tokenizer("a", add_special_tokens=False)["input_ids"])
    begin = next(place for place in range(len(whole)) if whole[place : place + len(bare)] == bare)
    return whole[:begin], whole[begin + len(bare) :]


def _room(config: Any, tokenizer: Any) -> int:
    # Two places less: models in the manner of RoBERTa count theirs from the padding on.
    places = getattr(config, "max_position_embeddings", None) or _LONGEST
    return int(min(places - 2 if places > 0 else _LONGEST, tokenizer.model_max_length, _LONGEST))
