"""What the Text Anonymization Benchmark measures: Pilán et al. (2022), section 5.

An entity is hidden only if every mention of it that needs hiding is. A mention is hidden if each of its characters is
covered, but for punctuation, spaces and small words that annotators cut differently. An entity is direct or quasi as
its first mention is. Precision is over the words that were hidden: a word is good if one annotation that needs hiding
has the whole of it. Several annotators are counted one after the other, which is the benchmark's micro-average.

The benchmark weighs each word by how hard a language model finds it to guess. We weigh it by how rare it is in the
texts at hand, -ln of its share, which needs no network: another number, with the same meaning.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from allonym.evaluation.counting import WORD
from allonym.evaluation.values import DIRECT, NONE, QUASI, Annotation, Counts, Pair

MEASURES = ("direct", "quasi", "mentions", "words", "weighted")
"""Recall of direct and of quasi entities, of mentions, of words with their precision, and the weighted precision."""

# The words that the benchmark passes over, beside punctuation.
_SMALL = (
    "mr|mrs|ms|and|or|from|until|to|about|after|as|at|before|between|by|during|for|in|into|of|on|over|since|with|"
    "the|a|an|no|nr"
)
_PASSED_OVER = re.compile(rf"\b(?:{_SMALL}|['’]s)\b|[,.\-;:/&()\[\]–'\" ’“”]", re.IGNORECASE)
Weigh = Callable[[str], float]


def weights_of(pairs: Iterable[Pair]) -> Weigh:
    """Return how much a word tells, by how rare it is in these texts; each text counts once."""
    texts = {pair.id: pair.text for pair in pairs}
    counts = Counter(word[0].casefold() for text in texts.values() for word in WORD.finditer(text))
    total = counts.total()

    def weigh(word: str) -> float:
        return math.log((total + 1) / (counts[word.casefold()] or 1))

    return weigh


def count_masks(pair: Pair, weigh: Weigh, *, replaced: bool) -> Mapping[str, Counts]:
    """Return the counts of one text; only by what is taken out of it, if `replaced`."""
    masks = [each for each in pair.cover if each.replaced or not replaced]
    hidden = frozenset(at for each in masks for at in range(each.start, each.end))
    needing = [each for each in pair.said if each.identifier != NONE]
    rows: dict[str, Counts] = defaultdict(Counts)
    for mentions in _entities(pair):
        kind = DIRECT if mentions[0].identifier == DIRECT else QUASI
        needed = [each for each in mentions if each.identifier != NONE]
        if not needed:
            continue
        rows[kind] += Counts(wanted=1, hit=all(_is_hidden(pair.text, each, hidden) for each in needed))
        # The benchmark asks of each mention of an entity that needs hiding, even of those that do not.
        for each in mentions:
            rows["mentions"] += Counts(wanted=1, hit=_is_hidden(pair.text, each, hidden))
            words = [_at(each, word) for word in WORD.finditer(pair.text[each.start : each.end])]
            rows["words"] += Counts(wanted=len(words), hit=sum(_is_hidden(pair.text, word, hidden) for word in words))
    for word in (_at(mask, word) for mask in masks for word in WORD.finditer(pair.text[mask.start : mask.end])):
        good = any(each.start <= word.start and word.end <= each.end for each in needing)
        weight = weigh(pair.text[word.start : word.end])
        rows["words"] += Counts(found=1, good=good)
        rows["weighted"] += Counts(found=weight, good=weight * good)
    return rows


def _entities(pair: Pair) -> list[Sequence[Annotation]]:
    """Return the mentions of each entity, in the order of the file. Without ids, equal words are one entity."""
    entities: dict[str, list[Annotation]] = defaultdict(list)
    for each in pair.said:
        words = pair.text[each.start : each.end].casefold()
        entities[each.entity or f"{each.label}\0{words}"].append(each)
    return list(entities.values())


def _is_hidden(text: str, span: Annotation, hidden: frozenset[int]) -> bool:
    bare = {at for at in range(span.start, span.end) if at not in hidden}
    if bare:
        for passed in _PASSED_OVER.finditer(text[span.start : span.end]):
            bare.difference_update(range(span.start + passed.start(), span.start + passed.end()))
    return not bare


def _at(span: Annotation, word: re.Match[str]) -> Annotation:
    return replace(span, start=span.start + word.start(), end=span.start + word.end())
