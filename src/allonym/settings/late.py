"""A detector that is loaded when it is first asked: whoever has workers for that may never need it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from allonym.core.protocols import Detector
from allonym.core.types import Document, Mention


@dataclass(slots=True)
class Late:
    """Stands for a detector until it is needed. It fits Detector."""

    name: str
    make: Callable[[], Detector] = field(repr=False)
    made: Detector | None = field(default=None, repr=False)

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return the mentions of each document."""
        self.made = self.made or self.make()
        return self.made.detect(documents)
