"""The `model` detector: the embedded network reads each text and says which words are persons, places, organisations.

    shadow -> tokens -> windows -> network -> chances -> names -> mentions

Texts are read one at a time: the network's 8-bit arithmetic scales its numbers by what it reads at once, so that texts
read together would change one another's results.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from zlib import decompress

import numpy as np
from numpy.typing import NDArray

from allonym.core.shadow import shadow
from allonym.core.types import Document, Mention
from allonym.detectors.model.decoding import names
from allonym.detectors.model.listing import NOTHING, Describer, Row
from allonym.detectors.model.pieces import SLOTS, Vocabulary
from allonym.detectors.model.tokens import Token, tokens_of
from allonym.detectors.model.windows import windows
from allonym.languages.lists import open_lists

_BEGIN = 2
_LABELS = 9
Reader = Callable[[NDArray[np.int32], NDArray[np.int32]], NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class ModelDetector:
    """Finds persons, places and organisations with the network."""

    read: Reader = field(repr=False)
    vocabulary: Vocabulary = field(repr=False)
    describe: Callable[[str], Row] = field(repr=False)
    threshold: float = 0.5
    name: str = "model"

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return the persons, places and organisations of each document."""
        return [self._detect(document.text) for document in documents]

    def _detect(self, text: str) -> list[Mention]:
        cast = shadow(text)
        tokens = tokens_of(cast.text)
        if not any(token.word for token in tokens):
            return []
        found = names(cast.text, tokens, self.chances(tokens), self.threshold)
        return [
            Mention(
                cast.span(tokens[each.first].start, tokens[each.last].end),
                each.label,
                each.score,
                f"{self.name}:network",
            )
            for each in found
        ]

    def chances(self, tokens: Sequence[Token]) -> NDArray[np.float32]:
        """Return the chances of every label for each token; every token is read."""
        slots, known = self._told(tokens)
        made = np.empty((len(tokens), _LABELS), np.float32)
        for window in windows(len(tokens)):
            seen = self.read(slots[window.first : window.stop], known[window.first : window.stop])
            made[window.keep_first : window.keep_stop] = seen[
                window.keep_first - window.first : window.keep_stop - window.first
            ]
        return made

    def _told(self, tokens: Sequence[Token]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        spell, describe = self.vocabulary.slots, self.describe
        slots = np.array([spell(token.spelling) for token in tokens], np.int32).reshape(-1, SLOTS)
        known = [(*(describe(token.word) if token.word else NOTHING), token.shape) for token in tokens]
        return slots, np.array(known, np.int32)


def model(path: str = "", threshold: float = 0.5) -> ModelDetector:
    """Make the detector, with the network that comes with allonym or one in another folder."""
    folder = Path(path) if path else Path(str(files("allonym.detectors.model").joinpath("network")))
    return ModelDetector(
        _reader(folder / "model.onnx"),
        _vocabulary(folder / "pieces.txt.z"),
        Describer(open_lists()).__getitem__,
        threshold,
    )


@cache
def _vocabulary(path: Path) -> Vocabulary:
    lines = decompress(path.read_bytes()).decode("utf-8").splitlines()
    return Vocabulary.of((piece, float(score)) for piece, score in (line.split("\t") for line in lines))


@cache
def _reader(path: Path) -> Reader:
    # Loaded late: it takes longer to import than all that needs no model.
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session: Any = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    begin_slots = np.array([[_BEGIN, 0, 0, 0]], np.int32)
    begin_known = np.zeros((1, len(NOTHING) + 1), np.int32)

    def read(slots: NDArray[np.int32], known: NDArray[np.int32]) -> NDArray[np.float32]:
        row = np.concatenate([begin_slots, slots])[None]
        told = np.concatenate([begin_known, known])[None]
        there = np.ones(row.shape[:2], np.float32)
        chances: NDArray[np.float32] = session.run(None, {"slots": row, "known": told, "there": there})[0]
        return chances[0, 1:]

    return read
