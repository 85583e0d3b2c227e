"""What a word brings into the network: the pieces of its spelling, what the lists know of it, and its shape.

All that depends on the word alone, so it is worked out once for each word and kept, for as many words as fit. It does
not depend on the words that are worked out with it either: the products of 8-bit numbers are whole numbers, which add
up to the same in any order.
"""

from collections.abc import Callable, Iterable
from operator import itemgetter

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
    """Turns words into what the network reads."""

    def __init__(self, made: Made, vocabulary: Vocabulary, describe: Callable[[str], Row]) -> None:
        self._made, self._slots, self._describe = made, vocabulary.slots, describe
        self._begin = made(np.array([_BEGIN], np.int32), np.array([[*NOTHING, 0]], np.int32))[0]
        self._kept: dict[Form, NDArray[np.float32]] = {}

    def read(self, tokens: Iterable[Token]) -> NDArray[np.float32]:
        """Return a row for the beginning and one for each token of a window."""
        forms = list(map(_form, tokens))
        try:
            rows = list(map(self._kept.__getitem__, forms))
        except KeyError:
            learnt = self._learnt(forms)
            rows = list(map(learnt.__getitem__, forms))
        return np.concatenate([self._begin, *rows]).reshape(len(rows) + 1, -1)

    def learn(self, tokens: Iterable[Token]) -> None:
        """Work out the rows of many words at once, which takes less than one window after the other."""
        self._learnt(map(_form, tokens))

    def _learnt(self, forms: Iterable[Form]) -> dict[Form, NDArray[np.float32]]:
        """Return a row for each word, and keep those that are new."""
        kept = self._kept
        wanted = dict.fromkeys(forms)
        rows = {form: row for form in wanted if (row := kept.get(form)) is not None}
        new = [form for form in wanted if form not in rows]
        if new:
            slots = np.array([self._slots(spelling) for spelling, _, _ in new], np.int32)
            known = [(*(self._describe(word) if word else NOTHING), shape) for _, shape, word in new]
            learnt = dict(zip(new, self._made(slots, np.array(known, np.int32)), strict=True))
            if len(kept) + len(new) > _MOST_REMEMBERED:
                kept.clear()
            kept |= learnt
            rows |= learnt
        return rows
