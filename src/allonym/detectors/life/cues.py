"""Words and phrases that lead up to something: "since", "au mois de", "jag är". Looked up, not searched for."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from allonym.languages.words import spellings

_LONGEST = 4
_OPENING = "\"'“”«»‘([{*_#>—–,;.!?"
_GLUE = frozenset(" \t\n\r:('’-")


class Cue(NamedTuple):
    """A cue that ends a window: where it starts there, and its words."""

    start: int
    words: str


@dataclass(frozen=True, slots=True)
class Cues:
    """Phrases of up to four words, in lower case."""

    phrases: frozenset[str] = field(repr=False)
    last_words: frozenset[str] = field(repr=False)

    def search(self, window: str) -> Cue | None:
        """Return the longest cue that a window ends with; white space, a colon or a bracket may follow it."""
        if not window or window[-1] not in _GLUE:
            return None
        words = window.split()
        if words and words[-1] in "(:":
            words.pop()
        if not words or self._plain(words[-1]) not in self.last_words:
            return None
        words[-1] = words[-1].rstrip("(") or words[-1]
        for count in range(min(_LONGEST, len(words)), 0, -1):
            phrase = " ".join(words[-count:]).lstrip(_OPENING)
            for form in (phrase, phrase.rstrip(":")):
                if form in self.phrases:
                    return Cue(self._place(window, form), form)
        return None

    @staticmethod
    def _plain(word: str) -> str:
        return word.rstrip(":(").lstrip(_OPENING) or word

    @staticmethod
    def _place(window: str, phrase: str) -> int:
        # Words may stand apart by more than one space: the first of them is looked for from the last.
        at = len(window)
        for word in reversed(phrase.split()):
            at = window.rfind(word, 0, at)
        return at


def cues(words: Iterable[str]) -> Cues:
    """Make cues of words, with and without their accents."""
    phrases = frozenset(form for word in words for spelling in spellings(word) for form in _with_heads(spelling))
    return Cues(phrases, frozenset(phrase.split()[-1].rstrip(":") for phrase in phrases))


def _with_heads(phrase: str) -> tuple[str, ...]:
    # Arabic writes "and" as one word with what follows.
    return (phrase, f"و{phrase}", f"ف{phrase}") if "\u0621" <= phrase[0] <= "\u064a" else (phrase,)


def together(several: Iterable[Cues]) -> Cues:
    """Return the cues of several languages as one."""
    all_of = list(several)
    phrases = (each.phrases for each in all_of)
    return Cues(frozenset().union(*phrases), frozenset().union(*(each.last_words for each in all_of)))


def word_before(lowered: str, at: int) -> str:
    """Return the letters that end at a place."""
    start = at
    while start and lowered[start - 1].isalpha():
        start -= 1
    return lowered[start:at]
