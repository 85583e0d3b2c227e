"""Exemptions: who stays in the text although a rule would replace it, from lists, and only where a cue agrees.

A public figure has namesakes, so a listed name counts only beside a word that shows that the known bearer is meant.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from allonym.core.canon import canonical
from allonym.core.labels import is_a
from allonym.core.plain_toml import parse, read_text
from allonym.core.types import Document, Entity
from allonym.policy.cue_words import cued

EXEMPTABLE = ("PERSON", "ORGANIZATION", "LOCATION", "CREATION", "EVENT", "HASHTAG", "SYMBOL")
"""What can be exempt. Contact data and numbers of anybody are always masked, however well-known the person is (D09)."""
BY_NAME = ("EXTRA",)
"""What can be exempt only by its name: what may be anything is never let through as a whole (D06)."""
LISTS = ("public-figures", "deceased")
"""The lists that come with allonym."""
UNLESS = ("small",)
"""What may speak against an exemption: that an organisation is small or close to somebody (D11)."""


@dataclass(frozen=True, slots=True)
class Exemption:
    """Some labels, or some names of them, that stay as they are."""

    name: str
    labels: tuple[str, ...]
    names: frozenset[str] | None = field(default=None, repr=False)
    """Canonical names; None exempts whatever has the label."""
    cue: bool = True
    unless: str = ""

    @property
    def rule(self) -> str:
        """Return what a decision says as its rule."""
        return f"exempt:{self.name}"

    def holds(self, document: Document, entity: Entity) -> bool:
        """Tell whether an entity stays."""
        if not any(is_a(entity.label, label) for label in self.labels):
            return False
        if self.names is not None:
            surfaces = (canonical("", mention.span.of(document.text)) for mention in entity.mentions)
            if self.names.isdisjoint(surfaces) or (self.cue and not _is_the_known_one(document, entity)):
                return False
        return not (self.unless and cued(document, entity, self.unless, itself=True))


def _is_the_known_one(document: Document, entity: Entity) -> bool:
    """Tell whether the well-known bearer of a name is meant; nobody's cousin or dentist is, whatever else is said."""
    return cued(document, entity, "roles") and not cued(document, entity, "writer")


def listed(name: str) -> frozenset[str]:
    """Return the names of a shipped list."""
    figures = parse(read_text("allonym.policy", "figures.toml"))
    return canonical_names([*figures["deceased"], *(figures["living"] if name == "public-figures" else ())])


def canonical_names(names: Sequence[str]) -> frozenset[str]:
    """Return names as they are compared."""
    return frozenset(canonical("", name) for name in names if name.strip())
