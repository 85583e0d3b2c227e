"""The `model` detector: the embedded network reads each text and says which words are persons, places, organisations.

    shadow -> tokens -> windows -> network -> chances -> names -> mentions

Texts are read one at a time: the network's 8-bit arithmetic scales its numbers by what it reads at once, so that texts
read together would change one another's results.
"""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from zlib import decompress
from zlib import error as zlib_error

import numpy as np
from numpy.typing import NDArray

from allonym.core.errors import SettingsError
from allonym.core.shadow import shadow
from allonym.core.types import HINT, MAYBE_PERSON, UNSURE, Document, Mention, Span
from allonym.detectors.cutting import pieces
from allonym.detectors.model.decoding import KINDS, Name, hashtag, judged, names
from allonym.detectors.model.listing import NOTHING, Describer, Row
from allonym.detectors.model.pieces import SLOTS, Vocabulary
from allonym.detectors.model.tokens import SHAPES, Token, tokens_of
from allonym.detectors.model.windows import cut, sentence_stops, windows
from allonym.detectors.names.context import titles
from allonym.detectors.names.labelling import finest, is_listed, settled
from allonym.languages.list_facts import FIRST, levels_of
from allonym.languages.lists import LONGEST, Lists, normal, open_lists

_BEGIN = 2
_LABELS = 9
_INSIDE = slice(1, 7)
QUIET = 0.06
"""After the first layers the network goes on only near words that are likelier than this to be in a name."""
REACH = 10
"""So near: words before and after it, in the same sentence."""
_ORDINARY, _HARDLY_LISTED = 3, 2
_MAYBE = 0.03
_ENOUGH, _ENOUGH_LISTED = 0.6, 0.38
"""So surely must a name be of its kind and end where it does to be called so: any, and one that the lists know."""
_MOST_FOLLOWING = 3
_LEFT_OVER = 0.3
_LONGEST = 150_000
"""So many characters are cut into words at once; engines give less."""
_CALIBRATED = ((0.0, 0.8, 0.8), (0.25, 0.6, 0.4), (0.5, 0.5, 0.2), (0.75, 0.5, 0.1), (1.0, 0.5, 0.03))
"""Sensitivity, and the bars it stands for; docs/reference/model.md has what each reaches on annotated text."""


@dataclass(frozen=True, slots=True)
class Network:
    """The network in two parts: `front` sees every word; `back` goes on with words near one that may be in a name."""

    front: Callable[[NDArray[np.int32], NDArray[np.int32]], tuple[NDArray[np.float32], NDArray[np.float32]]]
    back: Callable[[NDArray[np.float32]], NDArray[np.float32]]
    quiet: float = QUIET

    def read(
        self, slots: NDArray[np.int32], known: NDArray[np.int32], sentences: Sequence[slice]
    ) -> NDArray[np.float32]:
        """Return the chances of every label for each word of a window; sentences are places in it."""
        states, chances = self.front(slots, known)
        seen = chances[1:]
        loud = seen[:, _INSIDE].sum(1) >= self.quiet
        if loud.any():
            rows = np.flatnonzero(np.concatenate([[True], *(_near(loud[each]) for each in sentences)]))
            seen[rows[1:] - 1] = self.back(states[rows])[1:]
        return seen


def _near(loud: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which words of a sentence are near one that may be in a name; all, if the sentence is short."""
    count = len(loud)
    if count <= 2 * REACH:
        return np.full(count, loud.any())
    sums = np.concatenate([[0], np.cumsum(loud)])
    places = np.arange(count)
    near: NDArray[np.bool_] = sums[np.minimum(places + REACH + 1, count)] > sums[np.maximum(places - REACH, 0)]
    return near


@dataclass(frozen=True, slots=True)
class Bars:
    """How likely a word must be in a name to be taken for one, for something that may be one, for a hint of one."""

    sure: float
    unsure: float
    hint: float = 0.05


@dataclass(frozen=True, slots=True)
class ModelDetector:
    """Finds persons, places and organisations with the network; what may be one is EXTRA."""

    network: Network = field(repr=False)
    vocabulary: Vocabulary = field(repr=False)
    lists: Lists = field(repr=False)
    describe: Callable[[str], Row] = field(repr=False)
    bars: Bars
    name: str = "model"

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return what may be a person, place or organisation in each document."""
        return [self._detect(document.text) for document in documents]

    def _detect(self, text: str) -> list[Mention]:
        made: list[Mention] = []
        for piece in pieces(text, _LONGEST):
            cast = shadow(text[piece.start : piece.end])
            tokens = tokens_of(cast.text)
            if any(token.word for token in tokens):
                for each in self._names(cast.text, tokens):
                    span = cast.span(tokens[each.first].start, tokens[each.last].end)
                    moved = Span(span.start + piece.start, span.end + piece.start)
                    made.append(self._mention(moved, each, cast.text, tokens))
        return made

    def _names(self, text: str, tokens: Sequence[Token]) -> Iterator[Name]:
        """Return names, then what may be names, then hints of names; none shares a word with one before it."""
        chances = self.chances(text, tokens)
        inside = chances[:, _INSIDE].sum(1)
        taken: set[int] = set()
        for bar in (self.bars.sure, self.bars.unsure, self.bars.hint):
            if taken.issuperset(np.flatnonzero(inside > bar).tolist()):
                continue
            for found in names(text, tokens, chances, bar):
                each = judged(text, tokens, chances, self._untitled(tokens, found))
                if bar == self.bars.sure and each.label == KINDS[0]:
                    last = self._last_name(text, tokens, each.last, inside)
                    each = each._replace(last=last, goes_on=each.goes_on if last == each.last else 0.0)
                for part in _beside(tokens, each, taken, inside):
                    if bar == self.bars.sure or not self._is_plain(text, tokens, part):
                        taken.update(range(part.first, part.last + 1))
                        yield part

    def _last_name(self, text: str, tokens: Sequence[Token], last: int, inside: NDArray[np.float32]) -> int:
        """Return the last word of a person's name: after a first name, capitals that follow belong to it.

        "Maria Lo Bue": a last name is not left behind if there is but a hint of it; of an ordinary word, as in
        "Erik Sommar", it takes more than a hint.
        """
        word = tokens[last].word
        if not word or self.describe(word)[FIRST] < _HARDLY_LISTED or hashtag(text, tokens, last):
            return last
        for place in range(last + 1, min(last + 1 + _MOST_FOLLOWING, len(tokens))):
            token = tokens[place]
            if text[tokens[place - 1].end : token.start] != " " or SHAPES[token.shape] != "Title":
                break
            is_plain = self._is_plain(text, tokens, Name(place, place, "", 0))
            if inside[place] <= (self.bars.unsure if is_plain else self.bars.hint):
                break
            last = place
        return last

    def _untitled(self, tokens: Sequence[Token], name: Name) -> Name:
        """Return the name of a person without the titles before it; "Don" and "M." are part of it more often."""
        first = name.first
        while name.label == KINDS[0] and first < name.last:
            word = tokens[first].word
            is_title = len(word) > 1 and normal(word) in titles() and self.describe(word)[FIRST] <= _HARDLY_LISTED
            if not is_title and (first == name.first or word):
                break
            first += 1
        return name._replace(first=first)

    def _is_plain(self, text: str, tokens: Sequence[Token], name: Name) -> bool:
        """Tell whether something unsure is but an ordinary word ("line 3"), or a hashtag, which has its own label."""
        if hashtag(text, tokens, name.first):
            return True
        words = [token.word for token in tokens[name.first : name.last + 1] if token.word]
        if len(words) != 1:
            return False
        *levels, ordinary = self.describe(words[0])
        return ordinary >= _ORDINARY and max(levels) <= _HARDLY_LISTED

    def _mention(self, span: Span, name: Name, text: str, tokens: Sequence[Token]) -> Mention:
        source = f"{self.name}:network"
        if name.score <= self.bars.unsure:
            return Mention(span, UNSURE, name.score, source, (HINT, ("maybe", name.label.lower())))
        words = text[tokens[name.first].start : tokens[name.last].end].lstrip("#")
        levels = levels_of(self.lists.word(normal(words)) if len(words) <= LONGEST else 0)
        kind = settled(KINDS.index(name.label), self.describe(words) if words else levels)
        head = next((token.word for token in tokens[name.first : name.last + 1] if token.word), "")
        has_first = kind == 0 and head != "" and self.describe(head)[FIRST] >= _HARDLY_LISTED
        enough = _ENOUGH_LISTED if has_first or is_listed(kind, levels) else _ENOUGH
        may_be_person = kind > 0 and name.person >= _MAYBE
        if name.score <= self.bars.sure or name.kind * (1 - name.goes_on) <= enough:
            maybe = f"{KINDS[kind].lower()}{' person' if may_be_person else ''}"
            return Mention(span, UNSURE, name.score, source, (("maybe", maybe),))
        label = finest(kind, levels, " " not in words)
        return Mention(span, label, name.score, source, (MAYBE_PERSON,) if may_be_person else ())

    def chances(self, text: str, tokens: Sequence[Token]) -> NDArray[np.float32]:
        """Return the chances of every label for each token; every token is read."""
        slots, known = self._told(tokens)
        stops = sentence_stops(text, tokens)
        made = np.empty((len(tokens), _LABELS), np.float32)
        for window in windows(stops):
            first, stop = window.first, window.stop
            sentences = cut(stops, first, stop)
            seen = self.network.read(_begun(slots[first:stop], _BEGIN), _begun(known[first:stop], 0), sentences)
            made[window.keep_first : window.keep_stop] = seen[window.keep_first - first : window.keep_stop - first]
        return made

    def _told(self, tokens: Sequence[Token]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        spell, describe = self.vocabulary.slots, self.describe
        slots = np.array([spell(token.spelling) for token in tokens], np.int32).reshape(-1, SLOTS)
        known = [(*(describe(token.word) if token.word else NOTHING), token.shape) for token in tokens]
        return slots, np.array(known, np.int32)


def _beside(
    tokens: Sequence[Token], name: Name, taken: AbstractSet[int], inside: NDArray[np.float32]
) -> Iterator[Name]:
    """Return a name, or the capitals that are left of it beside words that are already taken."""
    words = range(name.first, name.last + 1)
    if taken.isdisjoint(words):
        yield name
        return
    for place in words:
        if place not in taken and inside[place] > _LEFT_OVER and SHAPES[tokens[place].shape] in {"Title", "UPPER"}:
            yield name._replace(first=place, last=place, score=round(float(inside[place]), 3))


def _begun(rows: NDArray[np.int32], begin: int) -> NDArray[np.int32]:
    """Return rows of words with the beginning before them."""
    made = np.zeros((len(rows) + 1, rows.shape[1]), np.int32)
    made[0, 0] = begin
    made[1:] = rows
    return made


def model(path: str = "", sensitivity: float = 0.5) -> ModelDetector:
    """Make the detector, with the network that comes with allonym or one in another folder.

    `sensitivity` goes from 0, where hardly anything is taken for a name wrongly, to 1, where hardly a name is missed.
    """
    if not 0 <= sensitivity <= 1:
        raise SettingsError("the setting 'sensitivity' of detector 'model' must be between 0 and 1")
    folder = Path(path) if path else Path(str(files("allonym.detectors.model").joinpath("network")))
    for name in ("front.onnx", "back.onnx", "pieces.txt.z"):
        if not (folder / name).is_file():
            raise SettingsError(f"the folder {folder} holds no model: {name} is missing")
    lists = open_lists()
    return ModelDetector(
        _network(folder), _vocabulary(folder / "pieces.txt.z"), lists, Describer(lists).__getitem__, bars(sensitivity)
    )


def bars(sensitivity: float) -> Bars:
    """Return the bars for a sensitivity, between those that were measured."""
    steps, sure, unsure = zip(*_CALIBRATED, strict=True)
    return Bars(float(np.interp(sensitivity, steps, sure)), float(np.interp(sensitivity, steps, unsure)))


@cache
def _vocabulary(path: Path) -> Vocabulary:
    try:
        lines = decompress(path.read_bytes()).decode("utf-8").splitlines()
        return Vocabulary.of((piece, float(score)) for piece, score in (line.split("\t") for line in lines))
    except (ValueError, zlib_error) as error:
        raise SettingsError(f"{path} is damaged or no vocabulary ({type(error).__name__}); install it anew") from None


@cache
def _network(folder: Path) -> Network:
    front, back = _session(folder / "front.onnx"), _session(folder / "back.onnx")

    def read_front(
        slots: NDArray[np.int32], known: NDArray[np.int32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        states, chances = front.run(None, {"slots": slots, "known": known})
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
