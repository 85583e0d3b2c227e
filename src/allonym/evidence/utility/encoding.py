"""Texts as an encoder reads them: the embedded network's first layers, or a model of Hugging Face's in a folder.

    text -> words -> a state for each word -> their mean and their maximum

What is learnt is only a linear head on these numbers; no layer of the encoder is changed.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from allonym.core.shadow import shadow
from allonym.detectors.adapters.loading import folder, offline, package
from allonym.detectors.model.detector import ModelDetector, model
from allonym.detectors.model.tokens import tokens_of
from allonym.evidence.utility.learning import Dense

Floats = NDArray[np.float32]
Encode = Callable[[str], Floats]
"""Returns the states of a text, a row for each word or token."""
_MOST_WORDS = 384
_WINDOW = 128


class EncoderReader:
    """Reads texts, each once. Numbers are brought to the scale that they have in the texts that are read first."""

    def __init__(self, name: str, encode: Encode) -> None:
        self.name = name
        self._encode = encode
        self._read: dict[str, Floats] = {}
        self._scale: tuple[Floats, Floats] | None = None

    def rows(self, texts: Sequence[str]) -> Dense:
        """Return the numbers of texts, with a one in the last column."""
        raw = np.stack([self._pooled(text) for text in texts])
        if self._scale is None:
            self._scale = raw.mean(0), np.maximum(raw.std(0), 1e-6)
        mean, width = self._scale
        even = (raw - mean) / width
        even /= np.maximum(np.linalg.norm(even, axis=1, keepdims=True), 1e-6)
        return Dense(np.hstack([even, np.ones((len(even), 1), np.float32)]).astype(np.float32))

    def _pooled(self, text: str) -> Floats:
        if text not in self._read:
            states = self._encode(text)
            self._read[text] = np.concatenate([states.mean(0), states.max(0)]).astype(np.float32)
        return self._read[text]


def embedded() -> EncoderReader:
    """Return a reader with the network that comes with allonym; of a long text it reads the first words."""
    detector = model()
    return EncoderReader("encoder", lambda text: _states(detector, text))


def hugging_face(path: str) -> EncoderReader:
    """Return a reader with the model in a folder; nothing is downloaded."""
    torch, library = package("torch", "transformers"), package("transformers", "transformers")
    where = folder(path, "transformers", "config.json")
    with offline():
        tokenizer = library.AutoTokenizer.from_pretrained(str(where), local_files_only=True)
        network = library.AutoModel.from_pretrained(str(where), local_files_only=True).eval()
    return EncoderReader(where.resolve().name, lambda text: _foreign(torch, tokenizer, network, text))


def _states(detector: ModelDetector, text: str) -> Floats:
    tokens = tokens_of(shadow(text).text)[:_MOST_WORDS]
    starts = range(0, max(1, len(tokens)), _WINDOW)
    rows = (detector.words.read(tokens[first : first + _WINDOW]) for first in starts)
    return np.concatenate([detector.network.front(each)[0] for each in rows])


def _foreign(torch: Any, tokenizer: Any, network: Any, text: str) -> Floats:
    told = tokenizer(text, truncation=True, max_length=_MOST_WORDS, return_tensors="pt")
    with torch.inference_mode():
        states: Floats = network(**told).last_hidden_state[0].float().numpy()
    return states
