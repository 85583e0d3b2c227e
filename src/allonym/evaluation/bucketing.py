"""Where it goes well and where badly: the same counts by language, by length, by case and by how often a name comes.

After Fu, Liu and Neubig (2020), Interpretable Multi-dataset Evaluation for Named Entity Recognition. What belongs to a
text (its language and length) has a precision, too; what belongs to a name has only a recall.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from allonym.evaluation.counting import ALL, WORD, Rows, characters, is_covered
from allonym.evaluation.matching import match
from allonym.evaluation.values import Annotation, Counts, Pair

OF_TEXTS = ("language", "words in the text")
OF_NAMES = ("words in the name", "case of the name", "times the name is annotated")
COUNTED = ("strict", "covered")
Buckets = Mapping[str, Mapping[str, Mapping[str, Counts]]]
"""By what, which bucket, which scheme."""

_TEXT_LENGTHS = {1: "1–10", 11: "11–30", 31: "31–100", 101: "101–300", 301: "over 300"}
_NAME_LENGTHS = {1: "1", 2: "2", 3: "3", 4: "4 or more"}
_TIMES = {1: "once", 2: "2–4 times", 5: "5 or more"}
_CASES = ("Capitalised", "lower case", "CAPITALS", "mIxed", "no case")
ORDER = (*_TEXT_LENGTHS.values(), *_NAME_LENGTHS.values(), *_TIMES.values(), *_CASES)
"""The order in which buckets are shown; languages come by their code."""


def times_of(pairs: Iterable[Pair]) -> Counter[str]:
    """Return how often the words of each annotation are annotated, over all texts."""
    return Counter(words_of(pair, each) for pair in pairs for each in pair.gold)


def words_of(pair: Pair, span: Annotation) -> str:
    """Return the words of a span as they are compared, whatever their case."""
    return " ".join(pair.text[span.start : span.end].casefold().split())


def count_buckets(pair: Pair, counts: Mapping[str, Rows], times: Counter[str]) -> Buckets:
    """Return the counts of one text by bucket, from its counts by scheme."""
    found: dict[str, dict[str, dict[str, Counts]]] = defaultdict(lambda: defaultdict(dict))
    of_text = (pair.language or "unknown", _bucket(sum(1 for _ in WORD.finditer(pair.text)), _TEXT_LENGTHS))
    for by, name in zip(OF_TEXTS, of_text, strict=True):
        found[by][name] = {scheme: counts[scheme].get(ALL, Counts()) for scheme in COUNTED}
    hidden = characters(pair.text, pair.cover)
    right = {id(each.gold) for each in match(pair.gold, pair.found, blind=False) if each.is_exact and each.is_alike}
    for span in pair.gold:
        for by, name in zip(OF_NAMES, _buckets_of(pair, span, times), strict=True):
            row = found[by][name]
            for scheme, hit in zip(COUNTED, (id(span) in right, is_covered(pair, span, hidden)), strict=True):
                row[scheme] = row.get(scheme, Counts()) + Counts(wanted=1, hit=hit)
    return found


def in_order(names: Iterable[str]) -> Sequence[str]:
    """Return the names of buckets as they should be read."""
    return sorted(names, key=lambda name: (ORDER.index(name) if name in ORDER else -1, name))


def _buckets_of(pair: Pair, span: Annotation, times: Counter[str]) -> Iterator[str]:
    words = pair.text[span.start : span.end]
    yield _bucket(max(1, sum(1 for _ in WORD.finditer(words))), _NAME_LENGTHS)
    yield _case_of(words)
    yield _bucket(times[words_of(pair, span)], _TIMES)


def _bucket(number: int, buckets: Mapping[int, str]) -> str:
    edges = list(buckets)
    return buckets[edges[max(0, bisect_right(edges, number) - 1)]]


def _case_of(words: str) -> str:
    parts = [part for part in words.split() if part.upper() != part.lower()]
    title, small, capitals, mixed, none = _CASES
    if not parts:
        return none
    if all(part == part.lower() for part in parts):
        return small
    if all(part == part.upper() for part in parts) and sum(map(str.isalpha, words)) > 1:
        return capitals
    return title if all(_is_title(part) for part in parts) else mixed


def _is_title(part: str) -> bool:
    letters = "".join(filter(str.isalpha, part))
    # Particles stand small inside a name: Ludwig van Beethoven.
    return letters[0].isupper() or letters == letters.lower()
