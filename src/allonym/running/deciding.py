"""Decisions that had to wait for the corpus (B08): what few authors share is replaced, what many share is kept.

The first pass over input and plan counts the authors of every value, the second writes the plan anew.
"""

from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from allonym.core.types import Action, Decision, Document, Plan
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.files import Run, plan_file
from allonym.running.plans import StoredPlans, plan_line
from allonym.running.reports import Report
from allonym.running.sources import Source

_SIZE = 12


@dataclass(slots=True)
class Deciding:
    """A corpus and a plan for it, and how many authors it takes for a value to stay. It counts first, then decides."""

    tool: Pseudonymizer
    source: Source
    plans: StoredPlans
    k: int
    authors: dict[bytes, set[bytes]] = field(default_factory=dict, repr=False)
    outcome: Counter[tuple[str, Action]] = field(default_factory=Counter, repr=False)
    """How many entities of each label were replaced or kept."""

    def count(self, report: Report) -> None:
        """Count who shares what."""
        rare = self._rare()
        for document, plan in plan_file(Run(self.tool, plans=self.plans), self.source, report):
            author = _digest(document.author or document.record or document.id)
            for decision in plan.decisions:
                if decision.rule in rare:
                    known = self.authors.setdefault(self._value(document, decision), set())
                    if len(known) < self.k:
                        known.add(author)

    def lines(self, run: Run, source: Source, report: Report) -> Iterator[str]:
        """Return the lines of the plan with everything decided."""
        rare = self._rare()
        for document, plan in plan_file(replace(run, plans=self.plans), source, report):
            yield plan_line(self._decided(document, plan, rare))

    def _decided(self, document: Document, plan: Plan, rare: AbstractSet[str]) -> Plan:
        made = []
        for decision in plan.decisions:
            if decision.rule in rare and decision.action is Action.MARK:
                shared = len(self.authors[self._value(document, decision)]) >= self.k
                decision = replace(decision, action=Action.KEEP if shared else Action.REPLACE)  # noqa: PLW2901
                self.outcome[decision.entity.label, decision.action] += 1
            made.append(decision)
        return replace(plan, decisions=tuple(made))

    def _value(self, document: Document, decision: Decision) -> bytes:
        return _digest(f"{decision.entity.label}\0{self.tool.key_of(document, decision.entity)}")

    def _rare(self) -> AbstractSet[str]:
        return {rule.name for rule in self.tool.settings.rules if rule.when == "rare"}


def _digest(words: str) -> bytes:
    return blake2b(words.encode(), digest_size=_SIZE).digest()
