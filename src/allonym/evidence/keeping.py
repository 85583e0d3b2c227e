"""What a profile lets stand on purpose: labels that it marks or keeps, and names that it exempts."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from allonym.core.labels import is_a
from allonym.core.types import Action, Document, FileRecord, Mention
from allonym.policy.rules import ACTIONS
from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import Settings, load_settings, profile_names

Exempt = Sequence[Mention]


@dataclass(frozen=True, slots=True)
class Keeping:
    """The labels that may stand, always or on a condition, and a tool that tells what is exempt, if anything can be."""

    labels: tuple[str, ...]
    conditional: tuple[str, ...] = ()
    tool: Pseudonymizer | None = field(default=None, repr=False)

    def exempt(self, texts: Sequence[str]) -> list[Exempt]:
        """Return what the profile, asked once more, would let stand in each text."""
        if self.tool is None:
            return [() for _ in texts]
        plans = self.tool.plan_many([Document("text", text) for text in texts])
        return [
            [one for each in plan.decisions if each.action is not Action.REPLACE for one in each.entity.mentions]
            for plan in plans
        ]

    def lets_label(self, label: str) -> bool:
        """Tell whether the profile lets a label stand, always or on a condition."""
        return any(is_a(label, each) for each in self.labels) or self.may_let(label)

    def may_let(self, label: str) -> bool:
        """Tell whether the profile lets a label stand on a condition: the same words may be gone elsewhere."""
        return any(is_a(label, each) for each in self.conditional)

    def lets(self, mention: Mention, exempt: Exempt) -> bool:
        """Tell whether something stands because the profile wants it so."""
        if self.lets_label(mention.label):
            return True
        top = mention.label.partition(".")[0]
        return any(each.label.partition(".")[0] == top and each.span.overlaps(mention.span) for each in exempt)


def keeping_of(record: FileRecord | None, profile: str | None = None) -> Keeping:
    """Return what the profile of an output lets stand: the one that is named, else the one that the vault noted.

    Of a profile that is neither named nor shipped, the rules that the vault noted are known, and no exemptions.
    """
    noted = str(record.facts.get("profile", "default")) if record is not None else "default"
    if profile is not None or noted in profile_names():
        return _of_settings(load_settings(profile or noted))
    settings = record.facts.get("settings") if record is not None else None
    rules = settings.get("rules", ()) if isinstance(settings, dict) else ()
    return Keeping(tuple(label for _, strategy, labels in rules if strategy in ACTIONS for label in labels))


def _of_settings(settings: Settings) -> Keeping:
    labels = tuple(label for rule in settings.rules if rule.strategy in ACTIONS for label in rule.labels)
    conditional = tuple(label for rule in settings.rules if rule.when for label in rule.labels)
    asks = bool(settings.exempt or settings.home)
    return Keeping(labels, conditional, Pseudonymizer(replace(settings, scope="document")) if asks else None)
