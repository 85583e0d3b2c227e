"""What rules would change: precision and recall of the tool without and with them, on documents that were reviewed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from allonym.core.labels import lineage
from allonym.core.types import Action, Plan
from allonym.evaluation.intervals import Chance
from allonym.evaluation.scoring import evaluate
from allonym.evaluation.values import Annotation, Pair
from allonym.pseudonymizer import Pseudonymizer
from allonym.reviewing.feedback import Lesson
from allonym.reviewing.lessons import with_lessons
from allonym.reviewing.values import Sheet
from allonym.settings import Settings

_BATCH = 100


@dataclass(frozen=True, slots=True)
class Measured:
    """Over words: how many of those that were found people meant, and how many of those that they meant were found."""

    words: int
    precision: float | None
    recall: float | None


def measured(settings: Settings, lessons: Iterable[Lesson], sheets: Sequence[Sheet]) -> Measured:
    """Return how well a profile with some rules finds what people have left in their sheets."""
    made = with_lessons(settings, lessons)
    made = made if "terms" in made.detectors else made.with_detectors(("terms", *made.detectors))
    tool = Pseudonymizer(made.with_user("document", {}, ()))
    documents = [each.document for each in sheets]
    plans: list[Plan] = []
    for first in range(0, len(documents), _BATCH):
        plans += tool.plan_many(documents[first : first + _BATCH])
    pairs = [_pair(number, *each) for number, each in enumerate(zip(sheets, plans, strict=True))]
    score = evaluate(pairs, chance=Chance(0)).schemes["words"].get("all")
    if score is None:
        return Measured(0, None, None)
    return Measured(int(score.counts.wanted), score.precision.value, score.recall.value)


def _pair(number: int, sheet: Sheet, plan: Plan) -> Pair:
    actions = {each.id: each.action for each in sheet.parties}
    gold = tuple(
        Annotation(each.start, each.end, lineage(each.label)[-1], each.entity)
        for each in sheet.marks
        if actions[each.entity] is not Action.KEEP
    )
    found = tuple(
        Annotation(each.start, each.end, lineage(each.label)[-1])
        for decision in plan.decisions
        if decision.action is not Action.KEEP
        for each in decision.entity.mentions
    )
    return Pair(str(number), sheet.document.text, gold, found, found, said=gold)
