"""Which of the eight languages a text is in: by its small words at once, by py3langid where they are silent.

Small words (the, und, que) settle nearly every text and cost a look-up each; py3langid costs half a second to load.
Votes are counted in lanes of one number, so that a sum over the words of a text counts all languages together.
"""

import re
from collections.abc import Mapping
from functools import cache
from struct import Struct
from typing import Any, NamedTuple

from allonym.core.errors import MissingExtra
from allonym.languages.lists import normal
from allonym.languages.pack import CODES
from allonym.languages.words import entries, everywhere

_LETTERS = re.compile(r"[^\W\d_]+")
_FEWEST_LETTERS = 20
_SURE = 0.8
# A word of one language only counts so much; one that n languages share, one n-th of it.
_WHOLE = 24
_KEYS = ("stop", "article", "person_before", "person_after", "place_before")


class Lanes(NamedTuple):
    """How a count of several things lies in one number: so many bits for each."""

    width: int

    def read(self, number: int, lane: int) -> int:
        """Return one of the counts."""
        return number >> self.width * lane & (1 << self.width) - 1


LANES = Lanes(16)
"""One lane per language, in the order of CODES; others may count what they like in the lanes after them."""
MOST_WORDS = 2000
"""So many words can be counted before a lane overflows, and they are more than enough."""

_COUNTS = Struct(f"<{len(CODES)}H")
_VOTES = (1 << 8 * _COUNTS.size) - 1


def identify(text: str) -> str | None:
    """Return the code of the language of a text; None for fewer than 20 letters, or when unsure."""
    words = _LETTERS.findall(normal(text))
    if sum(map(len, words)) < _FEWEST_LETTERS:
        return None
    known = small_words()
    return winner(sum(known.get(word, 0) for word in words[:MOST_WORDS])) or _ask_model(text)


def winner(votes: int) -> str | None:
    """Return the language that a sum of small words speaks for; None if they are few or divided."""
    counts = _COUNTS.unpack((votes & _VOTES).to_bytes(_COUNTS.size, "little"))
    *_, second, first = sorted(counts)
    if first <= _WHOLE or first - second < max(_WHOLE // 4, first // 6):
        return None
    return CODES[counts.index(first)]


@cache
def small_words() -> Mapping[str, int]:
    """Return every small word, as `normal` writes it, with its votes."""
    speakers: dict[str, dict[str, None]] = {}
    for key in _KEYS:
        for code, text in everywhere("context", key):
            for entry in entries(text):
                speakers.setdefault(normal(entry), {})[code] = None
    return {
        word: sum(_WHOLE // len(codes) << LANES.width * CODES.index(code) for code in codes)
        for word, codes in speakers.items()
    }


def _ask_model(text: str) -> str | None:
    language, sureness = _model().classify(text)
    return str(language) if sureness >= _SURE else None


@cache
def _model() -> Any:
    # Loaded late: its model and numpy cost more time than all of our tables.
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    except ImportError as error:
        raise MissingExtra("telling languages apart needs: pip install 'allonym[languages]'") from error

    model = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    model.set_languages(list(CODES))
    return model
