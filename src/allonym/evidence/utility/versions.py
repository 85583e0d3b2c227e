"""Every version of the texts, from one plan: what is replaced is the same in all, only what stands in its place is not.

S0 nothing · S1 [REDACTED] · S2 [PERSON] · S3 [PERSON_1] · realistic: what looks real, and what the profile has of it
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from allonym.core.types import Document, Plan, Result, Span
from allonym.evidence.utility.values import ORIGINAL, REALISTIC, STRATEGIES
from allonym.policy.rules import Rule
from allonym.pseudonymizer import Pseudonymizer
from allonym.settings import Settings
from allonym.settings.requirements import mode_of

_STRATEGIES: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "S0": ("delete", {}),
    "S1": ("placeholder", {"text": "[REDACTED]"}),
    "S2": ("category", {"template": "[{label}]"}),
    "S3": ("numbered", {"template": "[{label}_{n}]"}),
    REALISTIC: ("realistic", {}),
}


@dataclass(frozen=True, slots=True)
class Version:
    """The texts of one version. `spans` are where stand-ins are, `edits` what they stand for, text by text."""

    texts: tuple[str, ...] = field(repr=False)
    results: tuple[Result, ...] = field(default=(), repr=False)

    def stand_ins(self, at: int) -> Sequence[Span]:
        """Return where stand-ins are in a text."""
        return self.results[at].spans if self.results else ()


def versions_of(
    settings: Settings, documents: Sequence[Document], plans: Sequence[Plan], chance: bytes
) -> dict[str, Version]:
    """Return the original and what each strategy makes of it; equal chance draws equal stand-ins."""
    made = {ORIGINAL: Version(tuple(each.text for each in documents))}
    for name in STRATEGIES:
        tool = Pseudonymizer(settings_for(settings, name), chance=chance)
        results = tool.substitute(documents, plans)
        made[name] = Version(tuple(each.text for each in results), tuple(results))
    return made


def settings_for(settings: Settings, strategy: str) -> Settings:
    """Return a profile that replaces what the other does, by another strategy; rules keep their names."""
    rules = tuple(_changed(rule, strategy) for rule in settings.rules)
    otherwise = _changed(settings.otherwise, strategy)
    # The plan is made already, so nothing has to be found again.
    return replace(settings, scope="document", rules=rules, otherwise=otherwise, detectors=("terms",), detector={})


def _changed(rule: Rule, strategy: str) -> Rule:
    mode = mode_of(rule, "document")
    if mode is None or (strategy == REALISTIC and mode == "random"):
        return rule
    name, options = _STRATEGIES[strategy]
    return replace(rule, strategy=name, options=options)
