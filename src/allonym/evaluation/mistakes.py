"""What went wrong, one by one, with the words around it. This holds originals: it stays on the user's machine."""

from collections.abc import Iterable, Iterator

from allonym.evaluation.counting import characters, is_covered
from allonym.evaluation.matching import Match, match
from allonym.evaluation.values import Annotation, Mistake, Pair

KINDS = {
    "missed": "nothing was found there",
    "cut": "part of it stays bare",
    "type": "found under another label",
    "edges": "found and covered, with other edges",
    "spurious": "found where nothing is annotated",
}
"""What can go wrong, the worst first."""
_AROUND = 48


def mistakes_of(pairs: Iterable[Pair]) -> Iterator[Mistake]:
    """Return everything that is not strictly right, in reading order."""
    for pair in pairs:
        hidden = characters(pair.text, pair.cover)
        for each in match(pair.gold, pair.found, blind=False):
            if not (each.is_exact and each.is_alike) and (kind := _kind(pair, each, hidden)):
                yield _mistake(pair, each, kind)


def _kind(pair: Pair, each: Match, hidden: frozenset[int]) -> str:
    if each.gold is None:
        touched = each.found is not None and any(each.found.overlaps(other) for other in (*pair.gold, *pair.blank))
        return "" if touched else "spurious"
    if not characters(pair.text, [each.gold]) & hidden:
        return "missed"
    if not is_covered(pair, each.gold, hidden):
        return "cut"
    return "edges" if each.is_alike else "type"


def _mistake(pair: Pair, each: Match, kind: str) -> Mistake:
    span = each.gold or each.found or Annotation(0, 0, "")
    before = pair.text[max(0, span.start - _AROUND) : span.start]
    after = pair.text[span.end : span.end + _AROUND]
    gold, found = each.gold.label if each.gold else "", each.found.label if each.found else _others(pair, span)
    place = f"{pair.place}, {span.start}-{span.end}"
    return Mistake(kind, place, gold, found, before, pair.text[span.start : span.end], after)


def _others(pair: Pair, span: Annotation) -> str:
    """Return what covers a span without answering it: a neighbour, or a label that does not count."""
    return ", ".join(sorted({each.label for each in pair.cover if each.overlaps(span)}))
