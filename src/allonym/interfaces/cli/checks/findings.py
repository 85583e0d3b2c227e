"""What a check has found."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

State = Literal["ok", "note", "problem"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what part it is of, whether it is in order, and what to do if it is not."""

    part: str
    state: State
    text: str
    advice: str = ""
    data: Mapping[str, object] = field(default_factory=dict)

    def as_data(self) -> dict[str, object]:
        """Return it for programs."""
        told = {"part": self.part, "state": self.state, "text": self.text, "advice": self.advice or None}
        return {**told, **self.data}


Findings = Iterator[Finding]
