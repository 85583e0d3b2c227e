"""`gliner:FOLDER`: what a GLiNER model finds when it is asked for things by their names.

The library cuts off what is longer than a model reads; here a text is cut into windows that fit, counted in the
tokens of the model with the question before them.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from allonym.core.errors import SettingsError, UsageError
from allonym.detectors.adapters.foreign import ForeignDetector, Said, languages_of
from allonym.detectors.adapters.loading import folder, offline, package
from allonym.detectors.adapters.naming import naming
from allonym.detectors.cutting import windows

LOOK_FOR = ("person", "location", "organization", "address", "username")
"""What is asked for unless a profile says otherwise."""
_OVERLAP = 32
_LONG_WORD = 32
_SPLITTERS = ("whitespace", "spacy")
_LONGEST = 512


@dataclass(frozen=True, slots=True)
class Asked:
    """A model, what it is asked for, and how much it reads at once: tokens, and words."""

    model: Any = field(repr=False)
    torch: Any = field(repr=False)
    look_for: tuple[str, ...]
    threshold: float
    room: int
    most: int

    def answer(self, text: str, _: str | None) -> Iterator[Said]:
        """Return what the model finds in a text; every word is read."""
        words = [unit for word in self.model.data_processor.words_splitter(text) for unit in _units(word)]
        sizes = _sizes(self._tokenizer(), [word for word, _, _ in words])
        for first, stop, keep_first, keep_stop in windows(sizes, self.room, self.most, _OVERLAP):
            start, kept = words[first][1], range(words[keep_first][1], words[keep_stop - 1][2])
            for each in self._find(text[start : words[stop - 1][2]]):
                said = Said(start + each["start"], start + each["end"], each["label"], each["score"], each["label"])
                # What reaches over a border is taken from both sides: better twice than never.
                if said.start < kept.stop and said.end > kept.start:
                    yield said

    def _find(self, text: str) -> list[dict[str, Any]]:
        with self.torch.inference_mode():
            found: list[dict[str, Any]] = self.model.predict_entities(
                text, list(self.look_for), threshold=self.threshold
            )
        return found

    def _tokenizer(self) -> Any:
        return self.model.data_processor.transformer_tokenizer


def gliner(
    path: str,
    look_for: Sequence[str] = LOOK_FOR,
    threshold: float = 0.5,
    labels: Mapping[str, str] | None = None,
    languages: Sequence[str] | None = None,
) -> ForeignDetector:
    """Make the detector from the folder of a GLiNER model; nothing is downloaded."""
    if isinstance(look_for, str) or not look_for:
        raise SettingsError("look_for must be a list of what to ask for, and not an empty one")
    torch, library = package("torch", "gliner"), package("gliner", "gliner")
    where = folder(path, "gliner", "gliner_config.json")
    _require_local_splitter(where)
    model = _load(library, where)
    tokenizer = model.data_processor.transformer_tokenizer
    prompt = [token for word in look_for for token in (model.data_processor.ent_token, word)]
    taken = sum(_sizes(tokenizer, [*prompt, model.data_processor.sep_token])) + tokenizer.num_special_tokens_to_add()
    room = _room(model, tokenizer) - taken
    if room < _OVERLAP:
        raise SettingsError(f"gliner:{path}: the question is too long for the model; ask for fewer things in look_for")
    asked = Asked(model, torch, tuple(look_for), threshold, room, int(model.config.max_len))
    return ForeignDetector(
        f"gliner:{where.resolve().name}", asked.answer, naming(look_for, labels), languages_of(languages)
    )


def _require_local_splitter(where: Path) -> None:
    config = json.loads((where / "gliner_config.json").read_text("utf-8"))
    splitter = config.get("words_splitter_type", _SPLITTERS[0])
    if splitter not in _SPLITTERS:
        raise SettingsError(f"gliner:{where}: it cuts words with {splitter!r}, which may fetch a model of its own")


def _load(library: Any, where: Path) -> Any:
    try:
        with offline():
            return _load_whole(library, where).eval()
    except (OSError, ValueError, ImportError, RuntimeError) as error:
        raise UsageError(f"gliner:{where}: the model cannot be loaded: {error}") from error


def _load_whole(library: Any, where: Path) -> Any:
    """Load a model with all its weights: the library would fill missing ones with chance, and go on."""
    local = {"local_files_only": True, "map_location": "cpu"}
    try:
        return library.GLiNER.from_pretrained(str(where), strict=True, **local)
    except RuntimeError as error:
        if "Missing key" in str(error):
            raise
    # Only weights too many, as older releases of the libraries have saved.
    return library.GLiNER.from_pretrained(str(where), strict=False, **local)


def _units(word: tuple[str, int, int]) -> Iterator[tuple[str, int, int]]:
    """Return a word, or the parts of one that is too long to be any: it alone could be more than a model reads."""
    spelling, start, _ = word
    for place in range(0, len(spelling), _LONG_WORD):
        part = spelling[place : place + _LONG_WORD]
        yield part, start + place, start + place + len(part)


def _sizes(tokenizer: Any, words: Sequence[str]) -> list[int]:
    """Return how many tokens each word has."""
    if not words:
        return []
    told = tokenizer(list(words), is_split_into_words=True, add_special_tokens=False, truncation=False, verbose=False)
    sizes = [0] * len(words)
    for number in told.word_ids():
        if number is not None:
            sizes[number] += 1
    return sizes


def _room(model: Any, tokenizer: Any) -> int:
    encoder = getattr(model.config, "encoder_config", None)
    places = getattr(encoder, "max_position_embeddings", None) or _LONGEST
    return int(min(places - 2 if places > 0 else _LONGEST, tokenizer.model_max_length))
