"""What a profile lets stand on purpose: labels that it marks or keeps, and names that it exempts."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

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


def profile_of(record: FileRecord | None, profile: str | None = None) -> str:
    """Return the name of the profile that says what may stand in an output."""
    noted = str(record.facts.get("profile", "default")) if record is not None else "default"
    return noted if profile is None else Path(load_settings(profile).name).name


def is_profile_of(record: FileRecord, profile: str | None) -> bool:
    """Tell whether an output was made with the profile that is named: its name, its rules, and its exemptions."""
    noted = record.facts.get("settings")
    if profile is None or not isinstance(noted, dict):
        return True
    settings = load_settings(profile)
    rules = [[rule.name, rule.strategy, list(rule.labels)] for rule in (*settings.rules, settings.otherwise)]
    if record.facts.get("profile") != Path(settings.name).name or noted.get("rules") != rules:
        return False
    if not (settings.exempt or settings.home):
        return True
    whole = settings.with_detectors(noted.get("detectors", ())).with_user(str(noted.get("scope", "document")), {}, ())
    return replace(whole, terms={}, allow=()).digest() == record.facts.get("profile_digest")


def _of_settings(settings: Settings) -> Keeping:
    labels = tuple(label for rule in settings.rules if rule.strategy in ACTIONS for label in rule.labels)
    conditional = tuple(label for rule in settings.rules if rule.when for label in rule.labels)
    asks = bool(settings.exempt or settings.home)
    return Keeping(labels, conditional, Pseudonymizer(replace(settings, scope="document")) if asks else None)
