"""Which of the eight languages a text is in, or which parts of it are in which.

Small words (the, und, que) settle most texts; where they are silent or divided, the ordinary words of the lists speak.
A text whose sentences speak different languages is cut where the language changes:

    Vi ses i morgon. Ring mig! | See you tomorrow, and bring your friends. | Bis morgen dann.

Votes are counted in lanes of one number, so that one sum over the words of a text counts all languages together.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import repeat
from struct import Struct

from allonym.core.types import Segment, Span
from allonym.languages.list_facts import scores_of
from allonym.languages.lists import LONGEST, Lists, normal, open_lists
from allonym.languages.pack import CODES
from allonym.languages.words import entries, everywhere

# Written so that it begins with a set of characters, for which a text is searched far faster than for a choice.
_PAUSE = re.compile(r"[.!?…؟\n](?:(?<=\n)\n*|(?<!\n)[\"”»’)\]]*\s+)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_COUNTS = Struct(f"<{len(CODES) + 1}I")
_LANE = 32
_LETTERS_LANE = _LANE * len(CODES)
# The lanes of small words are narrow: but for Arabic, which is last, all fit into 63 bits, and such sums are fast. Each
# holds the votes of so many words.
_NARROW, _MOST_SMALL = 9, 20
_NARROW_LANE, _NARROW_LANES = (1 << _NARROW) - 1, tuple(range(0, _NARROW * len(CODES), _NARROW))
# What a small word counts that only one language has, one that n languages share an n-th of it; the commonest words of
# the lists count as much.
_WHOLE = 24
# How much more votes the first must have than the second to be likely, and sure; and how many at least, in whole words.
_LIKELY, _SURELY, _LEAST = 1.5, 3.0, 1.5
_FEWEST_VOTES = _LEAST * _WHOLE
_NO_VOTES = repeat(0)
_KEYS = ("stop", "article", "person_before", "person_after", "place_before")
# Fewer letters than these are no text to judge by.
_FEWEST_LETTERS = 20
# No sentence is shorter, in characters.
_SHORTEST = 12
# Texts up to here are in one language, if their small words agree.
_SHORT = 200
_MOST_REMEMBERED = 1 << 16


def tell(text: str) -> tuple[str | None, tuple[Segment, ...]]:
    """Return the language of a text, None if it is short or unsure; and, where it has several, its segments.

    The language of a text in several languages is that of the greater part.
    """
    if len(text) < _FEWEST_LETTERS:
        return None, ()
    folded = text.lower() if text.isascii() else normal(text)
    if len(text) <= _SHORT:
        words = folded.split()
        surely, likely = _by_small_words(words)
        if surely or not _PAUSE.search(text):
            return surely or likely or _by_lists(words), ()
    starts = _starts(text, folded)
    if len(starts) < 2:
        return starts[0][1] if starts else _language(folded.split()), ()
    ends = [*(start for start, _ in starts[1:]), len(text)]
    segments = [Segment(Span(start, end), language) for (start, language), end in zip(starts, ends, strict=True)]
    size: Counter[str] = Counter()
    for each in segments:
        size[each.language] += len(each.span)
    return size.most_common(1)[0][0], tuple(segments)


def _starts(text: str, folded: str) -> list[tuple[int, str]]:
    """Return where stretches of one language each begin, which together are the text; none if no sentence is sure."""
    starts: list[tuple[int, str]] = []
    for start, end in _sentences(text):
        words = folded[start:end].split()
        language = _language(words)
        if language is None:
            continue
        if not starts:
            starts.append((0, language))
        elif language != starts[-1][1] and _leads(words, language, starts[-1][1]):
            starts.append((start, language))
    return starts


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Return where sentences begin and end; one too short to tell anything goes with the next."""
    start = 0
    for pause in _PAUSE.finditer(text):
        end = pause.end()
        if end - start >= _SHORTEST:
            yield start, end
            start = end
    yield start, len(text)


def _language(words: Sequence[str]) -> str | None:
    return _by_small_words(words)[1] or _by_lists(words)


def _by_lists(words: Sequence[str]) -> str | None:
    *counts, letters = _common(words)
    return _winner(counts, 1.3, 0.6) if letters >= _FEWEST_LETTERS else None


def _leads(words: Sequence[str], language: str, before: str) -> bool:
    """Tell whether a language leads by enough to follow on another: neighbouring sentences mostly speak alike."""
    counts = _common(words)
    return counts[CODES.index(language)] - counts[CODES.index(before)] >= _WHOLE


def _winner(counts: Sequence[int], ratio: float = _LIKELY, least: float = _LEAST) -> str | None:
    """Return the language with the most votes, if these are so many, and so much more than the second has."""
    first = max(counts)
    if first < least * _WHOLE:
        return None
    second = sorted(counts)[-2]
    return CODES[counts.index(first)] if first >= ratio * second else None


def _by_small_words(words: Sequence[str]) -> tuple[str | None, str | None]:
    """Return the language that small words speak for beyond doubt, and the one that they speak for at all."""
    if len(words) <= _MOST_SMALL:
        return _judged(sum(map(_small_words().get, words, _NO_VOTES)))
    found = list(filter(None, map(_small_words().get, words)))
    if len(found) <= _MOST_SMALL:
        return _judged(sum(found))
    stretches = [found[first : first + _MOST_SMALL] for first in range(0, len(found), _MOST_SMALL)]
    counts = [sum(lane) for lane in zip(*[_narrow(sum(each)) for each in stretches], strict=True)]
    return _winner(counts, _SURELY), _winner(counts)


@lru_cache(maxsize=1 << 14)
def _judged(votes: int) -> tuple[str | None, str | None]:
    """Return what `_winner` says of votes by two measures; most texts have votes of their own, so at one go."""
    counts = _narrow(votes)
    first = max(counts)
    if first < _FEWEST_VOTES:
        return None, None
    language = CODES[counts.index(first)]
    counts.remove(first)
    second = max(counts)
    return language if first >= _SURELY * second else None, language if first >= _LIKELY * second else None


def _narrow(votes: int) -> list[int]:
    return [votes >> shift & _NARROW_LANE for shift in _NARROW_LANES]


def _common(words: Sequence[str]) -> Sequence[int]:
    """Return the votes of ordinary words and, in the last place, how many letters could vote."""
    return _unpack(sum(map(_common_words().__getitem__, words)))


def _unpack(votes: int) -> Sequence[int]:
    return _COUNTS.unpack(votes.to_bytes(_COUNTS.size, "little"))


@cache
def _small_words() -> Mapping[str, int]:
    speakers: dict[str, set[int]] = {}
    for key in _KEYS:
        for code, text in everywhere("context", key):
            for entry in entries(text):
                # One letter stands in formulas and in the names of lines: S1, S2.
                if len(entry) > 1:
                    speakers.setdefault(normal(entry), set()).add(CODES.index(code))
    return {word: sum(_WHOLE // len(lanes) << _NARROW * lane for lane in lanes) for word, lanes in speakers.items()}


class _CommonWords(dict[str, int]):
    """The votes of ordinary words, as they stand between spaces; the lists are asked once for each."""

    def __init__(self, lists: Lists) -> None:
        self._lists = lists

    def __missing__(self, word: str) -> int:
        # Handles, hashtags, addresses and links are in no language; a word without an end must not fill the memory.
        if len(word) > LONGEST or word[0] == "#" or "@" in word or "/" in word:
            return 0
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        votes = self[word] = self._ask(word) if word.isalpha() else sum(map(self._ask, _WORD.findall(word)))
        return votes

    def _ask(self, word: str) -> int:
        # One letter stands in formulas, and is no word.
        return _votes_of(self._lists.common(word)) + (len(word) << _LETTERS_LANE) if len(word) > 1 else 0


@lru_cache(maxsize=1 << 13)
def _votes_of(scores: int) -> int:
    levels = scores_of(scores)
    total = 15 * sum(levels)
    return sum(_WHOLE * level * level // total << _LANE * lane for lane, level in enumerate(levels) if level)


@cache
def _common_words() -> _CommonWords:
    return _CommonWords(open_lists())
