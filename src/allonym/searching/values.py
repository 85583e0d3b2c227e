"""What a search for pseudonyms in an edited text gives."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from allonym.core.types import Span

SURE, UNSURE, REFUSED = "sure", "unsure", "refused"
STATES = (SURE, UNSURE, REFUSED)


@dataclass(frozen=True, slots=True)
class Finding:
    """One pseudonym that was found: where, what it stands for, and why it was given back or not.

    `span` is its place in the edited text, `recovered` its place in the recovered one. `original` is what stood
    there, or may have stood there; it is empty where the answer is refused.
    """

    span: Span
    recovered: Span
    label: str
    state: str
    reason: str
    original: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Recovery:
    """An edited text with everything restored that is sure, and all that was found in it, in reading order."""

    text: str = field(repr=False)
    findings: tuple[Finding, ...]

    def having(self, state: str) -> Iterator[Finding]:
        """Return the findings of one state: "sure", "unsure" or "refused"."""
        return (each for each in self.findings if each.state == state)

    def counts(self) -> dict[str, int]:
        """Return how many findings there are of each state."""
        found = Counter(each.state for each in self.findings)
        return {state: found[state] for state in STATES}
