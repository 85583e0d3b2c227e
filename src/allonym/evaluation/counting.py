"""What is counted in one text, by scheme and label.

    strict      start, end and label are right
    exact       start and end are right, whatever the label
    partial     as exact, and half for what only overlaps
    type        something of the right label overlaps
    covered     every character of the span is covered by something, whatever it is called; recall only
    characters  characters that something covers, whatever it is called; white space does not count
    words       words that a span of the label touches; here one can say what was rightly left alone

In exact, partial, covered and characters the label of a row is that of the annotation for recall, and that of the
finding for precision. The row "all" of words asks whether a word is part of anything, whatever it is called.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from allonym.evaluation.matching import Match, match
from allonym.evaluation.values import Annotation, Counts, Pair

SCHEMES = ("strict", "exact", "partial", "type", "covered", "characters", "words")
ALL = "all"
WORD = re.compile(r"\w+")
Rows = Mapping[str, Counts]
_Credit = Callable[[Match], float]


def count(pair: Pair, labels: Collection[str] = ()) -> dict[str, Rows]:
    """Return the counts of one text: by scheme, then by label.

    `labels` are those of all texts: words that are rightly left alone count for a label that is nowhere in the text.
    """
    blind, seeing = (match(pair.gold, _without_blank(pair), blind=each) for each in (True, False))
    return {
        "strict": _by_label(seeing, lambda each: float(each.is_exact and each.is_alike)),
        "exact": _by_label(blind, lambda each: float(each.is_exact)),
        "partial": _by_label(blind, lambda each: 1 if each.is_exact else 0.5 if each.gold and each.found else 0),
        "type": _by_label(seeing, lambda each: float(each.is_alike)),
        "covered": _covered(pair),
        "characters": _characters(pair),
        "words": _words(pair, labels),
    }


def is_covered(pair: Pair, span: Annotation, hidden: frozenset[int]) -> bool:
    """Tell whether no character of a span stays bare, but for white space."""
    return all(at in hidden or pair.text[at].isspace() for at in range(span.start, span.end))


def characters(text: str, spans: Iterable[Annotation]) -> frozenset[int]:
    """Return every place of a text that spans cover and that is not white space."""
    return frozenset(at for each in spans for at in range(each.start, each.end) if not text[at].isspace())


def _without_blank(pair: Pair) -> list[Annotation]:
    """Return the findings without those that only touch what does not count."""
    return [
        each
        for each in pair.found
        if any(each.overlaps(other) for other in pair.gold) or not any(each.overlaps(other) for other in pair.blank)
    ]


def _by_label(matches: Sequence[Match], credit: _Credit) -> Rows:
    rows: dict[str, Counts] = defaultdict(Counts)
    for each in matches:
        worth = credit(each)
        if each.gold is not None:
            for name in (each.gold.label, ALL):
                rows[name] += Counts(wanted=1, hit=worth)
        if each.found is not None:
            for name in (each.found.label, ALL):
                rows[name] += Counts(found=1, good=worth)
    return rows


def _covered(pair: Pair) -> Rows:
    rows: dict[str, Counts] = defaultdict(Counts)
    hidden = characters(pair.text, pair.cover)
    for each in pair.gold:
        for name in (each.label, ALL):
            rows[name] += Counts(wanted=1, hit=is_covered(pair, each, hidden))
    return rows


def _characters(pair: Pair) -> Rows:
    gold, hidden = characters(pair.text, pair.gold), characters(pair.text, pair.cover)
    blank = characters(pair.text, pair.blank) - gold
    rows: dict[str, Counts] = defaultdict(Counts)
    for name in _names(pair):
        wanted = characters(pair.text, _of(pair.gold, name))
        found = characters(pair.text, _of(pair.found, name)) - blank
        rows[name] = Counts(len(wanted), len(wanted & hidden), len(found), len(found & gold))
    return rows


def _words(pair: Pair, labels: Collection[str]) -> Rows:
    words = [(each.start(), each.end()) for each in WORD.finditer(pair.text)]
    dropped = _touched(words, pair.blank) - _touched(words, pair.gold)
    rows: dict[str, Counts] = {}
    for name in {*_names(pair), *labels}:
        wanted = _touched(words, _of(pair.gold, name))
        found = _touched(words, _of(pair.found, name)) - dropped
        right = len(wanted & found)
        rows[name] = Counts(len(wanted), right, len(found), right, len(words) - len(dropped))
    return rows


def _names(pair: Pair) -> list[str]:
    return [ALL, *sorted({each.label for each in (*pair.gold, *pair.found)})]


def _of(spans: Iterable[Annotation], name: str) -> list[Annotation]:
    return [each for each in spans if name in (ALL, each.label)]


def _touched(words: Sequence[tuple[int, int]], spans: Iterable[Annotation]) -> frozenset[int]:
    inside = {at for each in spans for at in range(each.start, each.end)}
    return frozenset(at for at, word in enumerate(words) if any(place in inside for place in range(*word)))
