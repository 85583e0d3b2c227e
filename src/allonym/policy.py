"""Step 4: the rules of a profile say what is done with an entity. A label without a rule is replaced."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from allonym.core.canon import canonical
from allonym.core.labels import lineage
from allonym.core.types import DENIED, MAYBE_PERSON, Action, Decision, Document, Entity, Mention

_IDENTIFYING = frozenset({*DENIED, MAYBE_PERSON})
ACTIONS = {"keep": Action.KEEP, "mark": Action.MARK}
"""The strategies that leave the text alone; every other one replaces."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What is done with some labels: a strategy and its options."""

    name: str
    labels: tuple[str, ...]
    strategy: str
    options: Mapping[str, object] = field(default_factory=dict)
    action: Action = field(init=False)
    """What the strategy does to the text."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "action", ACTIONS.get(self.strategy, Action.REPLACE))


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules of a profile. The rule for the closest label up the tree counts; `otherwise` is for the rest."""

    rules: Mapping[str, Rule]
    otherwise: Rule
    allowed: frozenset[str] = field(default=frozenset(), repr=False)
    known: dict[str, Rule] = field(default_factory=dict, repr=False, compare=False)
    """The rule of every label that was asked for: there are a hundred labels and millions of mentions."""

    def rule_for(self, mention: Mention) -> Rule:
        """Return the rule of the mention's label, or of its nearest parent that has one.

        What the user has listed as identifying is replaced, even where its label would only be marked; and so is a
        place or an organisation that may be a person.
        """
        rule = self.known.get(mention.label) or self._learn(mention.label)
        if mention.features and rule.action is not Action.REPLACE and not _IDENTIFYING.isdisjoint(mention.features):
            return self.otherwise
        return rule

    def _learn(self, label: str) -> Rule:
        found = next((self.rules[each] for each in lineage(label) if each in self.rules), self.otherwise)
        self.known[label] = found
        return found

    def action_for(self, mention: Mention) -> Action:
        """Return what is done with what is mentioned."""
        return self.rule_for(mention).action

    def allows(self, document: Document, mention: Mention) -> bool:
        """Tell whether the user has said that these words identify nobody."""
        return bool(self.allowed) and canonical("", mention.span.of(document.text)) in self.allowed

    def decide(self, entity: Entity) -> Decision:
        """Return the decision for an entity."""
        rule = self.rule_for(entity.mentions[0])
        if len(entity.mentions) > 1 and rule.action is not Action.REPLACE:
            # One mention that must go takes the others with it: they are the same entity.
            rules = map(self.rule_for, entity.mentions)
            rule = next((each for each in rules if each.action is Action.REPLACE), rule)
        return Decision(entity, rule.action, rule.name)
