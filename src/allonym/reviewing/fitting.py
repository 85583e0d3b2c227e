"""Plans must fit their texts before sheets are made of them: every mark in its text, and none over another."""

from collections.abc import Iterable
from itertools import pairwise

from allonym.core.errors import InputError
from allonym.core.types import Document, Plan


def require_fitting(plan: Plan, document: Document, place: str) -> None:
    """Refuse a plan with a mark that leaves its text, holds nothing or overlaps another; decisions count from 1."""
    marks = sorted(
        (mention.span, number) for number, each in enumerate(plan.decisions, 1) for mention in each.entity.mentions
    )
    for span, number in marks:
        if not span.start < span.end <= len(document.text):
            where = f"{place}: {document.id}, decision {number}: the mark {span.start}-{span.end}"
            raise InputError(f"{where} is none in a text of {len(document.text)} characters")
    for (first, one), (second, other) in pairwise(marks):
        if second.start < first.end:
            where = f"{place}: {document.id}, decisions {one} and {other}"
            raise InputError(f"{where}: the marks {first.start}-{first.end} and {second.start}-{second.end} overlap")


def require_each_once(ids: Iterable[str], place: str) -> None:
    """Refuse plans of which two are for one text."""
    seen: set[str] = set()
    for each in ids:
        if each in seen:
            raise InputError(f"{place}: the plan has two lines for {each}")
        seen.add(each)
