"""A stand-in and the place where it is to stand: the words before it and what follows."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

from allonym.core.types import Mention, Span

# No article, preposition or verb of our tables is longer, so every look around costs the same.
_WINDOW = 60
_WORD_AT_END = re.compile(r"(?<![\w\u0300-\u036f-])([^\W\d_][\w\u0300-\u036f]*)(['’]|\s+)$")
_WORD_NEAR = re.compile(r"[^\w\n]*\s([^\W\d_][\w\u0300-\u036f]*)")
_WORD_AT_START = re.compile(r"\s+([^\W\d_][\w\u0300-\u036f]*)")
_SENTENCE_ENDS = ".!?…:;\n"


@dataclass(repr=False, frozen=True, slots=True)
class Token:
    """A word before the stand-in, as our tables write it, with the space or apostrophe that parts it from the next."""

    start: int
    word: str
    written: str
    gap: str


@dataclass(repr=False, frozen=True)
class Scene:
    """One mention in its text, and the words that shall stand in for it."""

    text: str
    mention: Mention
    words: str
    room: Span

    @cached_property
    def surface(self) -> str:
        """Return what the stand-in replaces."""
        return self.mention.span.of(self.text)

    @cached_property
    def features(self) -> dict[str, str]:
        """Return what else is known of the mention."""
        return dict(self.mention.features)

    @cached_property
    def after(self) -> str:
        """Return the nearest text behind the mention."""
        return self.text[self.mention.end : self.mention.end + _WINDOW]

    @cached_property
    def next_word(self) -> str:
        """Return the word that follows after a space, as our tables write it."""
        found = _WORD_AT_START.match(self.after)
        return normal(found[1]) if found else ""

    @cached_property
    def apostrophe(self) -> str:
        """Return the apostrophe that is used nearby."""
        near = self.text[max(0, self.mention.start - 4 * _WINDOW) : self.mention.end + 4 * _WINDOW]
        return "’" if "’" in near else "'"

    @property
    def shouts(self) -> bool:
        """Tell whether capitals are the style of the sentence, not of an abbreviation."""
        after = _WORD_NEAR.match(self.after)
        before = self.words_before(self.mention.start, 1)
        near = [*([after[1]] if after else []), *(token.written.strip() for token in before)]
        return is_upper(self.surface) and all(word.isupper() for word in near)

    @property
    def opens_sentence(self) -> bool:
        """Tell whether nothing of the sentence stands before the mention."""
        before = self.text[max(0, self.mention.start - _WINDOW) : self.mention.start].rstrip(" \t\u00a0\"'«“„‘¿¡(")
        return before[-1] in _SENTENCE_ENDS if before else self.mention.start <= _WINDOW

    def words_before(self, end: int, most: int = 3) -> list[Token]:
        """Return up to `most` words that end at an offset, in reading order."""
        found: list[Token] = []
        low = max(0, end - _WINDOW)
        while len(found) < most and (match := _WORD_AT_END.search(self.text[low:end])):
            start = low + match.start()
            if start == low and low > 0:
                break  # The window may have cut it.
            gap = "'" if match[2] in "'’" else match[2]
            word = normal(match[1]) + ("'" if gap == "'" else "")
            found.insert(0, Token(start, word, match[0], match[2]))
            end = start
        return found


def is_upper(words: str) -> bool:
    """Tell whether several letters are all capitals."""
    return len(words) > 1 and words.isupper()


def normal(words: str) -> str:
    """Return words as our tables write them: composed, in small letters, with a straight apostrophe."""
    return unicodedata.normalize("NFC", words).casefold().replace("’", "'").replace("\u00a0", " ")


def in_case_of(model: str, words: str, shouts: bool) -> str:
    """Return words in capitals, with one capital, or small, as the model is written."""
    letters = [letter for letter in model if letter.isalpha()]
    if not letters or not letters[0].isupper():
        return words
    if all(letter.isupper() for letter in letters) and (len(letters) > 1 or shouts):
        return words.upper()
    return words[:1].upper() + words[1:]
