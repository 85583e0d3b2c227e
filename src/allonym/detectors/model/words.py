"""What a word brings into the network: the pieces of its spelling, what the lists know of it, and its shape.

All that depends on the word alone, so it is worked out once for each word and kept, for as many words as fit. It does
not depend on the words that are worked out with it either: the products of 8-bit numbers are whole numbers, which add
up to the same in any order.
"""

from collections.abc import Callable, Iterable
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


class Words:
    """Turns words into what the network reads. Threads may share it."""

    def __init__(self, made: Made, vocabulary: Vocabulary, describe: Callable[[str], Row]) -> None:
        self._made, self._slots, self._describe = made, vocabulary.slots, describe
        self._begin = made(np.array([_BEGIN], np.int32), np.array([[*NOTHING, 0]], np.int32))
        self._lock = Lock()
        self._places: dict[Form, int] = {}
        self._rows = np.empty((_MOST_REMEMBERED + 1, self._begin.shape[1]), np.float32)
        self._rows[0] = self._begin[0]

    def read(self, tokens: Iterable[Token]) -> NDArray[np.float32]:
        """Return a row for the beginning and one for each token of a window."""
        forms = list(map(_form, tokens))
        with self._lock:
            try:
                places = [0, *map(self._places.__getitem__, forms)]
            except KeyError:
                self._remember(forms)
                places = [0, *map(self._places.__getitem__, forms)]
            return self._rows.take(places, 0)

    def learn(self, tokens: Iterable[Token]) -> None:
        """Work out the rows of many words at once, as many as fit: it takes less than one window after the other."""
        with self._lock:
            self._remember(map(_form, tokens))

    def _remember(self, forms: Iterable[Form]) -> None:
        """Have rows of all these words."""
        wanted = dict.fromkeys(forms)
        new = [form for form in wanted if form not in self._places]
        if len(self._places) + len(new) > _MOST_REMEMBERED:
            # The same rows are written over: a table that goes for another of its size leaves a hole in the memory.
            self._places.clear()
            new = list(wanted)[:_MOST_REMEMBERED]
        if new:
            places = range(len(self._places) + 1, len(self._places) + len(new) + 1)
            self._rows[places.start : places.stop] = self._worked_out(new)
            self._places.update(zip(new, places, strict=True))

    def _worked_out(self, forms: Iterable[Form]) -> NDArray[np.float32]:
        slots, known = [], []
        for spelling, shape, word in forms:
            slots.append(self._slots(spelling))
            known.append((*(self._describe(word) if word else NOTHING), shape))
        return self._made(np.array(slots, np.int32), np.array(known, np.int32))
