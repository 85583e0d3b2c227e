"""What a word brings into the network: the pieces of its spelling, what the lists know of it, and its shape.

All that depends on the word alone, so it is worked out once for each word and kept, for as many words as fit. It does
not depend on the words that are worked out with it either: the products of 8-bit numbers are whole numbers, which add
up to the same in any order.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from allonym.detectors.model.listing import NOTHING, Row
from allonym.detectors.model.pieces import Vocabulary
from allonym.detectors.model.tokens import Token

_BEGIN = (2, 0, 0, 0)
"""The piece that stands before the first word of a window."""
_MOST_REMEMBERED = 20_000
"""So many words are kept: 31 MB."""
Form = tuple[str, int, str]
"""A token without its place: spelling, shape, word."""
Made = Callable[[NDArray[np.int32], NDArray[np.int32]], NDArray[np.float32]]
"""Works out a row for each word, given its pieces and what is known of it."""
_form = itemgetter(slice(2, None))


@dataclass(frozen=True, slots=True)
class _Kept:
    """Rows of words, and the place of each word among them. The first row is that of the beginning."""

    rows: NDArray[np.float32] = field(repr=False)
    places: dict[Form, int] = field(default_factory=dict, repr=False)

    def add(self, forms: Sequence[Form], rows: NDArray[np.float32]) -> None:
        """Keep rows; a word is named after its row is there, so that others may read meanwhile."""
        first = len(self.places) + 1
        self.rows[first : first + len(forms)] = rows
        self.places.update(zip(forms, range(first, first + len(forms)), strict=True))


class Words:
    """Turns words into what the network reads. Threads may share it."""

    def __init__(self, made: Made, vocabulary: Vocabulary, describe: Callable[[str], Row]) -> None:
        self._made, self._slots, self._describe = made, vocabulary.slots, describe
        self._begin = made(np.array([_BEGIN], np.int32), np.array([[*NOTHING, 0]], np.int32))
        self._lock = Lock()
        self._kept = self._nothing(_MOST_REMEMBERED)

    def read(self, tokens: Iterable[Token]) -> NDArray[np.float32]:
        """Return a row for the beginning and one for each token of a window."""
        forms = list(map(_form, tokens))
        kept = self._kept
        try:
            places = [0, *map(kept.places.__getitem__, forms)]
        except KeyError:
            kept = self._learnt(forms)
            places = [0, *map(kept.places.__getitem__, forms)]
        return kept.rows.take(places, 0)

    def learn(self, tokens: Iterable[Token]) -> None:
        """Work out the rows of many words at once, which takes less than one window after the other."""
        self._learnt(map(_form, tokens))

    def _learnt(self, forms: Iterable[Form]) -> _Kept:
        """Return rows with those of all these words among them, and keep them for the next."""
        wanted = dict.fromkeys(forms)
        with self._lock:
            kept = self._kept
            new = [form for form in wanted if form not in kept.places]
            if len(kept.places) + len(new) > _MOST_REMEMBERED:
                # Another thread may still read the old rows, so they are left as they are.
                new = list(wanted)
                kept = self._nothing(max(_MOST_REMEMBERED, len(new)))
            if new:
                kept.add(new, self._worked_out(new))
            self._kept = kept
        return kept

    def _worked_out(self, forms: Iterable[Form]) -> NDArray[np.float32]:
        slots, known = [], []
        for spelling, shape, word in forms:
            slots.append(self._slots(spelling))
            known.append((*(self._describe(word) if word else NOTHING), shape))
        return self._made(np.array(slots, np.int32), np.array(known, np.int32))

    def _nothing(self, room: int) -> _Kept:
        rows = np.empty((room + 1, self._begin.shape[1]), np.float32)
        rows[0] = self._begin[0]
        return _Kept(rows)
