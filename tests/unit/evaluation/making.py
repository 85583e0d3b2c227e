"""Pairs of gold and findings, made by hand."""

from allonym.evaluation.values import Annotation, Pair

Spans = list[tuple[int, int, str]]


def spans(given: Spans, identifier: str = "direct") -> tuple[Annotation, ...]:
    return tuple(Annotation(*each, identifier=identifier) for each in given)


def pair(text: str, gold: Spans, found: Spans, blank: Spans | None = None, id_: str = "1") -> Pair:
    """Return a pair; whatever is found covers, and everything annotated is a direct identifier."""
    wanted, had = spans(gold), spans(found)
    passed = spans(blank or [], "none")
    return Pair(id_, text, wanted, had, had, passed, (*wanted, *passed), "en", f"line {id_}")
