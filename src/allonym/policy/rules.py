"""The rules of a profile. A label without a rule is replaced, and so is whatever the user has listed."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from allonym.core.canon import canonical
from allonym.core.labels import lineage
from allonym.core.making import quickly
from allonym.core.types import DENIED, MAYBE_PERSON, Action, Decision, Document, Entity, Mention
from allonym.policy.apart import apart
from allonym.policy.exempting import Exemption
from allonym.policy.homes import home_of
from allonym.policy.tying import WORK, at_work, tied

_IDENTIFYING = frozenset({*DENIED, MAYBE_PERSON})
ACTIONS = {"keep": Action.KEEP, "mark": Action.MARK}
"""The strategies that leave the text alone; every other one replaces."""
CONDITIONS = ("writer", "several", "rare", "absolute", "day", "over 89")
"""When a rule replaces: if it is about the writer, if several such things stand together, if few share it, if a date is
no "yesterday", if it tells a day, or if the number that is told is greater than another, whichever that is."""
_NO_DAY = re.compile(r"[0-9]{4}(?:-[0-9]{2})?|--[0-9]{2}")
_decision = quickly(Decision)
HOME = "home"
"""The rule by which the home country stays."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What is done with some labels: a strategy and its options. Unless the condition `when` holds, it only marks."""

    name: str
    labels: tuple[str, ...]
    strategy: str
    options: Mapping[str, object] = field(default_factory=dict)
    when: str = ""
    action: Action = field(init=False)
    """What the strategy does to the text."""
    is_sure: bool = field(init=False)
    """Whether it replaces on no condition."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "action", ACTIONS.get(self.strategy, Action.REPLACE))
        object.__setattr__(self, "is_sure", self.action is Action.REPLACE and not self.when)


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules of a profile. The rule for the closest label up the tree counts; `otherwise` is for the rest."""

    rules: Mapping[str, Rule]
    otherwise: Rule
    allowed: frozenset[str] = field(default=frozenset(), repr=False)
    exemptions: tuple[Exemption, ...] = field(default=(), repr=False)
    home: str = ""
    parts: tuple[str, ...] = ()
    """What is cut into its parts, each of which has its rule: PERSON, ADDRESS."""
    known: dict[str, Rule] = field(default_factory=dict, repr=False, compare=False)
    """The rule of every label that was asked for: there are a hundred labels and millions of mentions."""
    several: Mapping[str, Sequence[str]] = field(init=False, repr=False)
    """The labels of the rules of which one at least must hold, by name."""
    is_plain: bool = field(init=False, repr=False)
    """Whether labels alone decide."""

    def __post_init__(self) -> None:
        rules = (*self.rules.values(), self.otherwise)
        several = {rule.name: rule.labels for rule in rules if rule.when == "several"}
        plain = not (self.exemptions or self.home or WORK in self.rules or any(rule.when for rule in rules))
        object.__setattr__(self, "several", several)
        object.__setattr__(self, "is_plain", plain)

    def rule_for(self, mention: Mention) -> Rule:
        """Return the rule of the mention's label, or of its nearest parent that has one.

        What the user has listed as identifying is replaced, even where its label would only be marked; and so is a
        place or an organisation that may be a person, unless persons stay as well.
        """
        rule = self.known.get(mention.label) or self._learn(mention.label)
        if not rule.is_sure and mention.features and _listed(mention):
            if DENIED[0] not in mention.features and self._learn("PERSON").action is not Action.REPLACE:
                return rule
            return replace(rule, when="") if rule.action is Action.REPLACE else self.otherwise
        return rule

    def _learn(self, label: str) -> Rule:
        found = next((self.rules[each] for each in lineage(label) if each in self.rules), self.otherwise)
        self.known[label] = found
        return found

    def surely_replaces(self, mention: Mention) -> bool:
        """Tell whether what is mentioned goes on no condition: a mark that may stay must not hide it."""
        return self.rule_for(mention).is_sure

    def allows(self, document: Document, mention: Mention) -> bool:
        """Tell whether the user has said that these words identify nobody."""
        return bool(self.allowed) and canonical("", mention.span.of(document.text)) in self.allowed

    def cut(self, document: Document, mentions: Sequence[Mention]) -> Sequence[Mention]:
        """Return the mentions as the rules want them: whole, or in parts."""
        return apart(document, mentions, self.parts) if self.parts else mentions

    def decide(self, document: Document, entities: Sequence[Entity]) -> tuple[Decision, ...]:
        """Return the decision for each entity of a document."""
        if self.is_plain:
            return tuple(map(self._decide_plainly, entities))
        if WORK in self.rules:
            # Where the writer works wins over what else it is: a school, an authority (tag 17 of SweLL).
            entities = [at_work(document, entity) for entity in entities]
        decisions = [self._decide(document, entity) for entity in entities]
        if self.several:
            decisions = self._at_least_one(decisions)
        return tuple(decisions)

    def _decide(self, document: Document, entity: Entity) -> Decision:
        rule = self._strictest(entity)
        if self.home and (at_home := home_of(document, entity, self.home)) is not None:
            if at_home and entity.label == "LOCATION.COUNTRY" and not any(map(_listed, entity.mentions)):
                return Decision(entity, Action.KEEP, HOME)
            entity = entity if at_home else _foreign(entity)
        if rule.action is Action.REPLACE and self.exemptions:
            exempt = next((each for each in self.exemptions if each.holds(document, entity)), None)
            if exempt is not None and not any(map(_listed, entity.mentions)):
                return Decision(entity, Action.KEEP, exempt.rule)
        if self._holds(rule.when, document, entity):
            return Decision(entity, rule.action, rule.name)
        return Decision(entity, Action.MARK, rule.name)

    @staticmethod
    def _holds(when: str, document: Document, entity: Entity) -> bool:
        if when == "writer":
            return tied(document, entity)
        if when in {"absolute", "day"}:
            return _is_absolute(entity) and (when == "absolute" or not _is_coarse(entity))
        return not when or _is_over(when, entity)

    def _decide_plainly(self, entity: Entity) -> Decision:
        first = entity.mentions[0]
        rule = self.known.get(first.label)
        # Nothing but a feature, or another mention, makes a rule stricter than the one for the label.
        if rule is None or not (rule.is_sure or (not first.features and len(entity.mentions) == 1)):
            rule = self._strictest(entity)
        return _decision(entity, rule.action, rule.name)

    def _strictest(self, entity: Entity) -> Rule:
        rule = self.rule_for(entity.mentions[0])
        if len(entity.mentions) > 1 and not rule.is_sure:
            # One mention that must go takes the others with it: they are the same entity.
            rule = next((each for each in map(self.rule_for, entity.mentions) if each.is_sure), rule)
        return rule

    def _at_least_one(self, decisions: Sequence[Decision]) -> list[Decision]:
        """Replace one of several indirect identifiers that stand together, the one whose label is listed first."""
        found = [each for each in decisions if each.rule in self.several]
        marked = [each for each in found if each.action is Action.MARK]
        if len(found) < 2 or len(marked) < len(found):
            return list(decisions)
        goes = min(marked, key=lambda each: _rank(self.several[each.rule], each.entity.label))
        return [replace(each, action=Action.REPLACE) if each is goes else each for each in decisions]


def _listed(mention: Mention) -> bool:
    return not _IDENTIFYING.isdisjoint(mention.features)


def _is_absolute(entity: Entity) -> bool:
    return not any(name == "when" for each in entity.mentions for name, _ in each.features)


def _is_coarse(entity: Entity) -> bool:
    """Tell whether every mention is a month, a year or both, and no day."""
    return all(_NO_DAY.fullmatch(dict(each.features).get("value", "")) for each in entity.mentions)


def _is_over(when: str, entity: Entity) -> bool:
    """Tell whether the value of a mention is over that of a condition; one whose value nobody knows may well be."""
    word, _, limit = when.partition(" ")
    values = (dict(each.features).get("value", "") for each in entity.mentions)
    return word == "over" and any(not each.isdecimal() or int(each) > int(limit) for each in values)


def _foreign(entity: Entity) -> Entity:
    mentions = (replace(each, features=(*each.features, ("foreign", "yes"))) for each in entity.mentions)
    return replace(entity, mentions=tuple(mentions))


def _rank(labels: Sequence[str], label: str) -> int:
    return next((labels.index(each) for each in lineage(label) if each in labels), len(labels))
