"""What stands around a place, as a fingerprint: it tells one [PERSON] from another in a text that was edited since.

    Then she met [PERSON] on the stairs.        ->  fingerprint of (then she met) and (on the stairs)

Only words of the same sentence count, for sentences are moved about. Capitals, marks and line ends do not count.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise

from allonym.core.making import quickly
from allonym.core.types import Edit, Span

NEEDED = "!"
"""Begins the fingerprint of words that may mean something else elsewhere: only their surroundings make them certain."""

_REACH = 200
_WORDS = 3
_ENOUGH = 2
_SENTENCE_ENDS = re.compile(r"[.!?…؟]|\n\s*\n")
_WORD = re.compile(r"[^\W_]+")
_MARKED = re.compile(r"\[.+\]|_[^\W_]+\d+|[^\W\d_]{2,}[_-]?\d[0-9a-f]*")
_TOKEN = re.compile(r"\[[!-Z\^-~]+\]")
_edit = quickly(Edit)
_BRACKETED = re.compile(r"\[[^\[\]]+\]")
_MOST_KNOWN = 4096
"""So many stand-ins are remembered: most documents have the same first tokens."""
_FEW_LETTERS, _FEW_DIGITS = 4, 6

Sides = tuple[tuple[str, ...], tuple[str, ...]]
"""The words on the left of a place, and those on its right."""


@lru_cache(maxsize=_MOST_KNOWN)
def is_marked(words: str) -> bool:
    """Tell whether words have a form that no sentence has: brackets, _People1, Company37."""
    return bool(_MARKED.fullmatch(words))


@lru_cache(maxsize=_MOST_KNOWN)
def is_slight(words: str) -> bool:
    """Tell whether words are so short that they may stand in any text: a letter, a number, XXX."""
    signs = [sign for sign in words if sign.isalnum()]
    few = _FEW_DIGITS if all(map(str.isdecimal, signs)) else _FEW_LETTERS
    return not is_marked(words) and (len(signs) < few or len(set(signs)) < 2)


def sides(text: str, span: Span) -> Sides:
    """Return the nearest words on both sides of a place, inside its sentence."""
    before = _SENTENCE_ENDS.split(text[max(0, span.start - _REACH) : span.start])[-1]
    after = _SENTENCE_ENDS.split(text[span.end : span.end + _REACH], maxsplit=1)[0]
    return _folded(_words(before)[-_WORDS:]), _folded(_words(after)[:_WORDS])


def fingerprint(around: Sides) -> str:
    """Return a short hash of the words on both sides."""
    left, right = around
    return sha256("\0".join((*left, "\1", *right)).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def tell_apart(text: str, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Return edits that know their surroundings, wherever these may be needed to tell what stands there.

    The edits are those that give a text back: each knows what stands at its place, and what stood there before.
    """
    if not edits:
        return ()
    alike: dict[str, list[Edit]] = defaultdict(list)
    for edit in edits:
        if edit.replaced:
            alike[edit.replaced].append(edit)
    maybe = _maybe_literal(text, alike)
    spans = [edit.span for edit in edits]
    near: dict[tuple[int, int], str] = {}
    # Tokens and masks are no words to tell a place by: XXX between XXX and XXX may be any.
    dull = {word for words in alike if is_marked(words) or is_slight(words) for word in _WORD.findall(words.casefold())}
    for words, group in alike.items():
        near.update(_marks(text, _literal(text, words, spans) if words in maybe else [], group, dull))
    told = (near.get((edit.span.start, edit.span.end)) for edit in edits)
    return tuple([edit if mark is None else _near(edit, mark) for edit, mark in zip(edits, told, strict=True)])


def _near(edit: Edit, mark: str) -> Edit:
    return _edit(edit.span, edit.replacement, edit.label, edit.entity, edit.replaced, mark)


def _marks(
    text: str, literal: Sequence[Span], group: Sequence[Edit], dull: AbstractSet[str]
) -> Iterator[tuple[tuple[int, int], str]]:
    words = group[0].replaced
    needed = bool(literal) or is_slight(words) or len({edit.entity or edit.replacement for edit in group}) > 1
    if is_marked(words) and not needed and len({edit.replacement for edit in group}) == 1:
        return
    own = [(edit, sides(text, edit.span)) for edit in group]
    owners: dict[tuple[int, tuple[str, ...]], set[str | None]] = defaultdict(set)
    for edit, around in own:
        for side in enumerate(around):
            owners[side].add(edit.replacement)
    for span in literal:
        for side in enumerate(sides(text, span)):
            owners[side].add(None)
    for edit, around in own:
        # One side alone must tell the place from all others: the other side may have come with a sentence.
        real = [len(set(side) - dull) if needed else len(side) for side in around]
        alone = (len(owners[side]) == 1 and real[side[0]] >= _ENOUGH for side in enumerate(around))
        mark = fingerprint(around) if any(alone) and (all(real) or not needed) else ""
        yield (edit.span.start, edit.span.end), NEEDED + mark if needed else mark


def _maybe_literal(text: str, alike: Mapping[str, Sequence[Edit]]) -> set[str]:
    """Return the stand-ins whose words stand elsewhere too, each beside the next.

    Counting words and pairs of them is quick, and nearly always enough to know that a stand-in stands nowhere else.
    Tokens in brackets, which cannot overlap, are counted as they are.
    """
    if all(map(_is_token, alike)):
        told = Counter(map(str.casefold, _BRACKETED.findall(text)))
        return {words for words, group in alike.items() if told[words.casefold()] > len(group)}
    inner = {words: _WORD.findall(words.casefold()) for words in alike}
    said = _WORD.findall(text.casefold())
    free = Counter(said)
    free.subtract(word for words, group in alike.items() for word in inner[words] * len(group))
    found = {words for words in alike if all(free[word] > 0 for word in inner[words])}
    wanted = {pair for words in found for pair in pairwise(inner[words])}
    pairs = Counter(filter(wanted.__contains__, pairwise(said)))
    pairs.subtract(pair for words, group in alike.items() for pair in [*pairwise(inner[words])] * len(group))
    return {words for words in found if all(pairs[pair] > 0 for pair in pairwise(inner[words]))}


@lru_cache(maxsize=_MOST_KNOWN)
def _is_token(words: str) -> bool:
    return bool(_TOKEN.fullmatch(words))


def _literal(text: str, words: str, spans: Sequence[Span]) -> list[Span]:
    """Return the places where the words stand without being a stand-in, or a part of one, whatever their case."""
    found = (Span(*match.span()) for match in re.finditer(re.escape(words), text, re.IGNORECASE))
    return [span for span in found if _is_whole(text, span) and not _meets(spans, span)]


def _is_whole(text: str, span: Span) -> bool:
    inside, before, after = span.of(text), text[max(0, span.start - 1) : span.start], text[span.end : span.end + 1]
    joins_left = inside[0].isalnum() and before.isalnum()
    return not joins_left and not (inside[-1].isalnum() and after.isalnum())


def _meets(spans: Sequence[Span], span: Span) -> bool:
    """Tell whether a span meets one of others that stand in reading order."""
    place = bisect_left(spans, span.end, key=lambda each: each.start)
    return place > 0 and spans[place - 1].end > span.start


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFC", text))


def _folded(words: Sequence[str]) -> tuple[str, ...]:
    return tuple([word.casefold() for word in words])
