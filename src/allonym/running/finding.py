"""Where findings come from: this process, or workers that were asked ahead. Plans are decided on them here."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from allonym.core.collecting import undisturbed
from allonym.core.types import Document, Plan
from allonym.engine import Detected
from allonym.pooling.failing import Failed, each_alone, failed
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.plans import Planner
from allonym.running.sources import Source

if TYPE_CHECKING:
    from allonym.running.handing import Hands


class Finder(Protocol):
    """Finds things in the documents of one input, as they come."""

    def find(self, documents: Sequence[Document]) -> list[Detected | Failed]:
        """Return what is found in each document, or why it failed."""
        ...

    def decide(self, tool: Pseudonymizer, found: Sequence[Detected | Failed]) -> list[Plan | Failed]:
        """Return what a tool decides on what was found last; what failed before has failed."""
        ...


class Finding(Protocol):
    """Finds things in inputs."""

    def start(self, tool: Pseudonymizer, source: Source, skip: int = 0) -> Finder:
        """Return a finder for an input; of the first `skip` documents it is not asked."""
        ...

    def follow(self, tool: Pseudonymizer, source: Source) -> Planner:
        """Return a planner for an input. If it has an `ahead`, the reader says there what comes next.

        If it has `hands`, they take lines through from end to end.
        """
        ...

    def hands(self, tool: Pseudonymizer, source: Source) -> "Hands | None":
        """Return who takes the lines of an input through from end to end, if there is somebody."""
        ...


class Foreseeing(Protocol):
    """Is told which documents come next, so that they are looked at meanwhile."""

    def has_room(self) -> bool:
        """Tell whether the reader may go on before it writes."""
        ...

    def foresee(self, documents: Sequence[Document]) -> None:
        """Have documents looked at that are asked about later; they come in order."""
        ...

    def is_read(self) -> None:
        """Say that no more documents come."""
        ...


@dataclass(frozen=True, slots=True)
class Here:
    """Finds things in this process. It fits Finder."""

    tool: Pseudonymizer

    def find(self, documents: Sequence[Document]) -> list[Detected | Failed]:
        """Return what is found in each document, or why it failed."""
        with undisturbed():
            return each_alone(self.tool.detect_many, documents)

    def decide(self, tool: Pseudonymizer, found: Sequence[Detected | Failed]) -> list[Plan | Failed]:
        """Return what is decided on each."""
        return decided(tool, found)


@dataclass(frozen=True, slots=True)
class FindingHere:
    """Finds things in this process. It fits Finding."""

    def start(self, tool: Pseudonymizer, source: Source, skip: int = 0) -> Here:  # noqa: ARG002 - every input is alike
        """Return a finder for an input."""
        return Here(tool)

    def follow(self, tool: Pseudonymizer, source: Source) -> Planner:  # noqa: ARG002 - every input is alike
        """Return a planner for an input."""
        return Deciding(tool, Here(tool))

    def hands(self, tool: Pseudonymizer, source: Source) -> "Hands | None":  # noqa: ARG002 - every input is alike
        """Return nobody: it makes no difference here."""
        return None


@dataclass(frozen=True, slots=True)
class FoundPlans:
    """Plans of one tool for one input, by whoever finds. It fits PlanSource."""

    tool: Pseudonymizer
    source: Source
    finding: Finding = field(repr=False)

    def start(self) -> Planner:
        """Return a planner that begins at the beginning."""
        return self.finding.follow(self.tool, self.source)

    def digest(self) -> str:
        """Return nothing: the settings say it all."""
        return ""


@dataclass(frozen=True, slots=True)
class Deciding:
    """Plans documents by what a finder finds. It fits Planner."""

    tool: Pseudonymizer
    finder: Finder

    def plan(self, documents: Sequence[Document]) -> list[Plan | Failed]:
        """Return the plan of each document."""
        return self.finder.decide(self.tool, self.finder.find(documents))

    def finish(self) -> None:
        """Do nothing."""


def decided(tool: Pseudonymizer, found: Sequence[Detected | Failed]) -> list[Plan | Failed]:
    """Return what is decided on each document; what failed before has failed."""
    with undisturbed():
        return [each if isinstance(each, Failed) else _decided(tool, each) for each in found]


def _decided(tool: Pseudonymizer, found: Detected) -> Plan | Failed:
    try:
        return tool.decide_many([found])[0]
    except Exception as error:  # noqa: BLE001 - whatever it is, the other documents go on
        return failed(found.document, error)
