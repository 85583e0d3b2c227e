"""What our own detector says of the texts of a gold file."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from allonym.core.types import Action, Document, Plan
from allonym.evaluation.values import Annotated, Annotation
from allonym.pseudonymizer import Pseudonymizer

_BATCH = 100


@dataclass(frozen=True, slots=True)
class OwnFindings:
    """What was found in each text, by its id, and the CPU seconds that it took."""

    found: Mapping[str, tuple[Annotation, ...]]
    seconds: float


def find(tool: Pseudonymizer, gold: Sequence[Annotated], watch: Callable[[int], None] | None = None) -> OwnFindings:
    """Return what a tool finds in the texts of a gold file; each text is read once, whoever annotated it.

    The tool is not told the language that the gold gives: nobody would tell it at work.
    """
    texts = {each.id: each.text or "" for each in gold}
    documents = [Document(f"text {at}", text, tool.language) for at, text in enumerate(texts.values())]
    began = time.process_time()
    plans: list[Plan] = []
    for first in range(0, len(documents), _BATCH):
        batch = documents[first : first + _BATCH]
        plans += tool.plan_many(batch)
        if watch is not None:
            watch(sum(len(each.text.encode()) for each in batch))
    seconds = time.process_time() - began
    return OwnFindings({id_: _spans(plan) for id_, plan in zip(texts, plans, strict=True)}, seconds)


def _spans(plan: Plan) -> tuple[Annotation, ...]:
    spans = [
        Annotation(mention.start, mention.end, mention.label, replaced=decision.action is Action.REPLACE)
        for decision in plan.decisions
        if decision.action is not Action.KEEP
        for mention in decision.entity.mentions
    ]
    return tuple(sorted(spans, key=lambda span: (span.start, span.end)))
