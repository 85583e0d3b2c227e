"""What all patterns together find in a text; for tests of what stands side by side."""

from allonym.core.types import Document
from allonym.detectors.identifiers.patterns import FINDERS, ON_REQUEST, patterns
from allonym.resolving import resolve

ALL = patterns([name for name in FINDERS if name not in ON_REQUEST])
WEAK = frozenset({"NUMBER", "HASHTAG"})


def found(text: str) -> list[tuple[str, str]]:
    """Return labels and surfaces of what is found in a text, but for numbers that say nothing."""
    [mentions] = ALL.detect([Document("d", text)])
    return [(each.label, each.span.of(text)) for each in resolve(mentions) if each.label not in WEAK]
