"""Find every spelling of many originals in a text, in one pass over its words."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from allonym.core.types import Span
from allonym.evidence.folding import Word, words_of
from allonym.evidence.forms import Form
from allonym.evidence.values import HIGH, LOW, SEVERITIES

_HEAD = 3
_WIDEST_GAP = 6
_SHORTEST_SPACED = 4
_HYPHENATED = re.compile(r"[-\u2010\u00ad]\s*\n\s*")
_SENTENCE = re.compile(r"(?:\A|[.!?:…«»“”\"\n(\[])\s*\Z")

Hit = tuple[Span, Form, str]
"""Where a form stands, the form, and how grave that is here."""


class Sweep:
    """Knows all forms. Of two with the same letters the graver one counts."""

    def __init__(self, forms: Iterable[Form]) -> None:
        self._forms: dict[str, Form] = {}
        for form in forms:
            known = self._forms.get(form.key)
            self._forms[form.key] = form if known is None else _either(known, form)
        self._keys = sorted(self._forms)
        self._heads = {key[:_HEAD] for key in self._keys}
        self._inside = {key for key, form in self._forms.items() if form.inside}
        self._sizes = sorted({len(key) for key in self._inside}, reverse=True)

    def __len__(self) -> int:
        return len(self._forms)

    def find(self, text: str) -> list[Hit]:
        """Return where forms stand: graver ones before others, then the longest; none that overlap."""
        words = words_of(text)
        hits = [*self._at_words(text, words), *self._inside_words(words)]
        hits.sort(key=lambda hit: (SEVERITIES.index(hit[2]), -len(hit[0]), hit[0]))
        chosen: list[Hit] = []
        # Overlaps are few, and near: a text without any is the rule.
        by_place: dict[int, list[Span]] = {}
        for hit in hits:
            blocks = range(hit[0].start >> 8, (hit[0].end >> 8) + 1)
            if not any(hit[0].overlaps(span) for block in blocks for span in by_place.get(block, ())):
                chosen.append(hit)
                for block in blocks:
                    by_place.setdefault(block, []).append(hit[0])
        return sorted(chosen, key=lambda hit: hit[0])

    def _at_words(self, text: str, words: Sequence[Word]) -> Iterator[Hit]:
        for first, word in enumerate(words):
            if not self._may_begin(word.folded):
                continue
            for last, key in self._reach(text, words, first):
                form = self._forms.get(key)
                if form is not None and _fits(form, text, words[first : last + 1]):
                    span = Span(word.span.start, words[last].span.end)
                    severity = _severity(form, text, span)
                    if severity:
                        yield span, form, severity

    def _may_begin(self, folded: str) -> bool:
        return len(folded) < _HEAD or folded[:_HEAD] in self._heads

    def _reach(self, text: str, words: Sequence[Word], first: int) -> Iterator[tuple[int, str]]:
        """Return how far words go on like the beginning of a key, with their letters."""
        key = words[first].folded
        last = first
        while self._begins(key):
            yield last, key
            last += 1
            if last == len(words):
                return
            gap = text[words[last - 1].span.end : words[last].span.start]
            if len(gap) > _WIDEST_GAP and not _HYPHENATED.fullmatch(gap):
                return
            key += words[last].folded

    def _begins(self, key: str) -> bool:
        place = bisect_left(self._keys, key)
        return place < len(self._keys) and self._keys[place].startswith(key)

    def _inside_words(self, words: Sequence[Word]) -> Iterator[Hit]:
        """Return full names that stand in the middle of one long word: #TeamAnnaBerg."""
        if not self._sizes:
            return
        for word in words:
            letters = word.folded
            if len(letters) <= self._sizes[-1]:
                continue
            for start in range(len(letters) - self._sizes[-1] + 1):
                if letters[start : start + _HEAD] in self._heads:
                    for size in self._sizes:
                        key = letters[start : start + size]
                        if len(key) == size < len(letters) and key in self._inside:
                            yield word.span, self._forms[key], HIGH


def _either(one: Form, other: Form) -> Form:
    """Return the graver of two forms with the same letters; it may be broken wherever one of them may."""
    best = min((one, other), key=lambda form: (SEVERITIES.index(form.severity), form.cased))
    breaks = None if one.breaks is None or other.breaks is None else one.breaks | other.breaks
    return replace(
        best,
        breaks=breaks,
        cased=one.cased and other.cased,
        inside=one.inside or other.inside,
        parted=one.parted and other.parted,
    )


def _fits(form: Form, text: str, words: Sequence[Word]) -> bool:
    """Tell whether words are parted only where the form may be, by the end of a line, or letter by letter."""
    if len(words) == 1:
        return not form.parted
    if form.breaks is None:
        return True
    if len(words) >= _SHORTEST_SPACED and all(len(word.folded) == 1 for word in words):
        return True
    place = 0
    for word, following in pairwise(words):
        place += len(word.folded)
        gap = text[word.span.end : following.span.start]
        if place not in form.breaks and gap and not _HYPHENATED.fullmatch(gap):
            return False
    return True


def _severity(form: Form, text: str, span: Span) -> str:
    """Return how grave a form is here; nothing for an ordinary word that is written like one."""
    if not form.cased:
        return form.severity
    letter = next((each for each in span.of(text) if each.isalpha()), "")
    if letter.lower() == letter.upper():
        return form.severity
    if not letter.isupper():
        return ""
    return LOW if _SENTENCE.search(text[max(0, span.start - 8) : span.start]) else form.severity
