"""Words and phrases that lead up to something: "since", "au mois de", "jag är". Looked up, not searched for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from allonym.detectors.finding import BOUNDARY
from allonym.detectors.life.numerals import OPENING, plain_word
from allonym.languages.words import spellings

_GLUE = frozenset(" \t\n\r:('’-")
_DIGITS = frozenset("0123456789")


class Cue(NamedTuple):
    """A cue that leads up to a place: where it starts, and its words."""

    start: int
    words: str


@dataclass(frozen=True, slots=True, eq=False)
class Cues:
    """Phrases in lower case, and the words that they end with; of each, how many words its longest phrase has."""

    phrases: frozenset[str]
    last_words: Mapping[str, int]
    numbered: bool
    """Whether a phrase ends with a digit; else no number leads to a place."""

    def before(self, lowered: str, at: int, width: int) -> Cue | None:
        """Return the longest cue in front of a place, `width` characters at most; a colon or bracket may follow it."""
        if not at or lowered[at - 1] not in _GLUE or (lowered[at - 2 : at - 1] in _DIGITS and not self.numbered):
            return None
        start = at - width if at > width else 0
        window = lowered[start:at]
        last = window.rsplit(None, 1)[-1:]
        if not last:
            return None
        if last[0].isalpha():
            # Most places have another word before them, and most cues are one word.
            count = self.last_words.get(last[0], 0)
            if count < 2:
                found = count and last[0] in self.phrases
                return Cue(start + window.rfind(last[0]), last[0]) if found else None
        elif self._is_other(last[0]):
            return None
        if BOUNDARY in window:
            start += window.rfind(BOUNDARY) + 1
            window = lowered[start:at]
        cue = _longest(self, window)
        return Cue(start + cue.start, cue.words) if cue else None

    def may_end(self, lead: str | None) -> bool:
        """Tell whether a cue may end with a word as a `Numeral` has it."""
        return lead is None or lead in self.last_words

    def search(self, window: str) -> Cue | None:
        """Return the longest cue that a window ends with, where it starts there."""
        last = window.rsplit(None, 1)[-1:]
        # So most places are passed by at a glance.
        return None if not last or window[-1] not in _GLUE or self._is_other(last[0]) else _longest(self, window)

    def _is_other(self, last: str) -> bool:
        """Tell at a glance whether the last word of a window ends no cue."""
        if last.isalpha():
            return last not in self.last_words
        word = last.rpartition(BOUNDARY)[2] if BOUNDARY in last else last
        return word not in "(:" and plain_word(word) not in self.last_words


# The same few words stand before many numbers, and up to three finders ask for each.
@lru_cache(maxsize=1024)
def _longest(cues: Cues, window: str) -> Cue | None:
    """Return the longest cue that a window ends with."""
    words = window.split()
    if words and words[-1] in "(:":
        words.pop()
    longest = cues.last_words.get(plain_word(words[-1]), 0) if words else 0
    if longest:
        words[-1] = words[-1].rstrip("(") or words[-1]
    for count in range(min(longest, len(words)), 0, -1):
        phrase = " ".join(words[-count:]).lstrip(OPENING)
        for form in (phrase, phrase.rstrip(":")):
            if form in cues.phrases:
                return Cue(_place(window, form), form)
    return None


def _place(window: str, phrase: str) -> int:
    # Words may stand apart by more than one space: the first of them is looked for from the last.
    at = len(window)
    for word in reversed(phrase.split()):
        at = window.rfind(word, 0, at)
    return at


def cues(words: Iterable[str]) -> Cues:
    """Make cues of words, with and without their accents."""
    phrases = frozenset(form for word in words for spelling in spellings(word) for form in _with_heads(spelling))
    return _made(phrases)


def _with_heads(phrase: str) -> tuple[str, ...]:
    # Arabic writes "and" as one word with what follows.
    return (phrase, f"و{phrase}", f"ف{phrase}") if "\u0621" <= phrase[0] <= "\u064a" else (phrase,)


def together(several: Iterable[Cues]) -> Cues:
    """Return the cues of several languages as one."""
    return _made(frozenset().union(*(each.phrases for each in several)))


def _made(phrases: frozenset[str]) -> Cues:
    last_words: dict[str, int] = {}
    for phrase in phrases:
        words = phrase.split()
        last = words[-1].rstrip(":")
        last_words[last] = max(len(words), last_words.get(last, 0))
    return Cues(phrases, last_words, not _DIGITS.isdisjoint(word[-1:] for word in last_words))


def word_before(lowered: str, at: int) -> str:
    """Return the letters that end at a place."""
    word = lowered[at - 24 if at > 24 else 0 : at].rpartition(" ")[2]
    if len(word) < 24 and word.isalpha():
        return word
    start = at
    while start and lowered[start - 1].isalpha():
        start -= 1
    return lowered[start:at]
