"""What a search for residue gives: plain values, whose words are left out of their repr."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from allonym.core.types import Span

HIGH, MEDIUM, LOW = "high", "medium", "low"
SEVERITIES = (HIGH, MEDIUM, LOW)
"""How grave a finding is. Low ones are hints: they are counted apart."""


@dataclass(frozen=True, slots=True)
class Where:
    """A text of an output: its file, row and column; `part` says what it is, if it is no text column."""

    file: str
    row: int | None = None
    column: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class Leftover:
    """Something that may have been left standing. `source` says who found it, `variant` in which spelling."""

    where: Where
    span: Span
    label: str
    severity: str
    source: str
    variant: str
    words: str = field(default="", repr=False)
    before: str = field(default="", repr=False)
    after: str = field(default="", repr=False)

    @property
    def is_hint(self) -> bool:
        """Tell whether this is too unsure to count."""
        return self.severity == LOW


@dataclass(frozen=True, slots=True)
class Residue:
    """All that was found in some outputs, and how it was looked for."""

    found: tuple[Leftover, ...] = field(repr=False)
    files: tuple[str, ...]
    texts: int
    characters: int
    originals: int
    changed: int
    """How many texts are not as the vault knows them: they were edited since, or are of elsewhere."""
    detectors: tuple[str, ...]
    kept: Mapping[str, int] = field(default_factory=dict)
    """What the second opinion sees and the profile lets stand, by label."""
    profiles: tuple[str, ...] = ()
    """Whose word it is what may stand."""
    columns: tuple[str, ...] = ()
    """The text columns that were named when the outputs were made."""
    digests: tuple[str, ...] = ()
    """The SHA-256 of each output."""
    notes: tuple[str, ...] = ()
    """Why the vault did not keep the result for a certificate, file by file."""

    @property
    def findings(self) -> tuple[Leftover, ...]:
        """Return what counts: all but the hints."""
        return tuple(each for each in self.found if not each.is_hint)

    @property
    def hints(self) -> tuple[Leftover, ...]:
        """Return what is too unsure to count."""
        return tuple(each for each in self.found if each.is_hint)

    def counts(self) -> dict[str, dict[str, int]]:
        """Return how much was found by severity, label, source and variant."""
        made = {
            name: dict(sorted(Counter(getattr(each, name) for each in self.found).items()))
            for name in ("severity", "label", "source", "variant")
        }
        made["severity"] = {name: made["severity"][name] for name in SEVERITIES if name in made["severity"]}
        return made
