"""The network as it is kept and run: the files in its folder, and which words go through all of its layers."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zlib import decompress
from zlib import error as zlib_error

import numpy as np
from numpy.typing import NDArray

from allonym.core.errors import SettingsError
from allonym.detectors.model.pieces import Vocabulary
from allonym.detectors.model.words import Made

FILES = ("words.onnx", "front.onnx", "back.onnx", "pieces.txt.z")
QUIET = 0.04
"""After the first layers the network goes on only near words that are likelier than this to be in a name."""
REACH = 3
"""So near: words before and after it, in the same sentence."""
INSIDE = slice(1, 7)
"""The labels of names, in a row of chances."""
_BEGINNING = np.zeros(1, np.intp)


@dataclass(frozen=True, slots=True)
class Network:
    """The network in two parts: `front` sees every word; `back` goes on with words near one that may be in a name."""

    front: Callable[[NDArray[np.float32]], tuple[NDArray[np.float32], NDArray[np.float32]]]
    back: Callable[[NDArray[np.float32]], NDArray[np.float32]]
    quiet: float = QUIET

    def read(self, rows: NDArray[np.float32], edges: Sequence[int]) -> NDArray[np.float32]:
        """Return the chances of every label for each word of a window; at its edges sentences begin and end."""
        states, chances = self.front(rows)
        seen = chances[1:]
        loud = np.flatnonzero(seen[:, INSIDE].sum(1) >= self.quiet).tolist()
        if loud:
            near = near_to(loud, edges)
            seen[near] = self.back(states[np.concatenate([_BEGINNING, near + 1])])[1:]
        return seen


def near_to(loud: Sequence[int], edges: Sequence[int]) -> NDArray[np.intp]:
    """Return the places of words near one that may be in a name, in the same sentence; all, if they are few."""
    near = np.full(edges[-1], edges[-1] <= 2 * REACH)
    for place in loud:
        sentence = bisect_right(edges, place)
        near[max(edges[sentence - 1], place - REACH) : min(edges[sentence], place + REACH + 1)] = True
    return np.flatnonzero(near)


@cache
def read_vocabulary(folder: Path) -> Vocabulary:
    """Return the pieces that words are spelled in."""
    path = folder / "pieces.txt.z"
    try:
        lines = decompress(path.read_bytes()).decode("utf-8").splitlines()
        return Vocabulary.of((piece, float(score)) for piece, score in (line.split("\t") for line in lines))
    except (ValueError, zlib_error) as error:
        raise SettingsError(f"{path} is damaged or no vocabulary ({type(error).__name__}); install it anew") from None


@cache
def read_words(folder: Path) -> Made:
    """Return what works out the rows of words."""
    session = _session(folder / "words.onnx")

    def read(slots: NDArray[np.int32], known: NDArray[np.int32]) -> NDArray[np.float32]:
        rows: NDArray[np.float32] = session.run(None, {"slots": slots, "known": known})[0]
        return rows

    return read


@cache
def read_network(folder: Path) -> Network:
    """Return the layers of the network."""
    front, back = _session(folder / "front.onnx"), _session(folder / "back.onnx")

    def read_front(rows: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        states, chances = front.run(None, {"rows": rows})
        return states, chances

    def read_back(states: NDArray[np.float32]) -> NDArray[np.float32]:
        chances: NDArray[np.float32] = back.run(None, {"states": states})[0]
        return chances

    return Network(read_front, read_back)


def _session(path: Path) -> Any:
    # Loaded late: it takes longer to import than all that needs no model.
    import onnxruntime

    onnxruntime.disable_telemetry_events()  # see allonym/__init__.py; it may have been loaded before
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        # The fused form of this step is eight times slower than its two parts.
        return onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"], disabled_optimizers=["SkipLayerNormFusion"]
        )
    except Exception as error:  # noqa: BLE001 - the library has an exception of its own for each way to be damaged
        raise SettingsError(f"{path} is damaged or no network ({type(error).__name__}); install it anew") from None
