"""One detection pass for several profiles: what was found under the first is kept, and the others decide on it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from allonym.core.errors import SafetyError
from allonym.core.types import Document, Plan
from allonym.pooling.failing import Failed
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.finding import Finder, Finding, FindingHere, FoundPlans, Here, decided
from allonym.running.handing import Hands, LinePlans, can_carry, hands_here
from allonym.running.plans import Planner, PlanSource
from allonym.running.sources import Source
from allonym.running.spool import Spool, found_in
from allonym.settings import Settings

OpenSpool = Callable[[Source, int | str], Spool]
"""Opens what is kept of an input on disk; the number tells groups of profiles that look for the same things apart."""

_LINES = "lines"
"""Stands for a number where what is kept are lines that somebody has taken through."""


def alike(one: Settings, other: Settings) -> bool:
    """Tell whether two profiles look for the same things, so that one pass serves both."""
    return (one.detectors, one.terms, one.detector) == (other.detectors, other.terms, other.detector)


def first_alike(tool: Pseudonymizer, tools: Sequence[Pseudonymizer]) -> Pseudonymizer:
    """Return the first of the tools that look for the same things as this one."""
    return next(other for other in tools if alike(tool.settings, other.settings))


@dataclass(frozen=True, slots=True)
class SharedPlans:
    """Plans of one tool over a spool that others share. It fits PlanSource."""

    tool: Pseudonymizer
    spool: Spool = field(repr=False)
    start_finding: Callable[[int], Finder] | None = field(default=None, repr=False)
    """Gives whoever finds things in the documents after the first so many; without it, the tool does."""

    def start(self) -> Planner:
        """Return a planner that begins at the beginning; what the spool has is not looked for again."""
        if self.spool.is_whole:
            return _Reading(self.tool, self.spool.read())
        kept = self.spool.count()
        return _Writing(self.tool, self.spool, self.spool.read(), self.start_finding, kept)

    def digest(self) -> str:
        """Return nothing: the settings say it all."""
        return ""


class Sharing:
    """Several tools that go over the same inputs, each input in turn: those that look for the same share a spool."""

    def __init__(
        self,
        tools: Sequence[Pseudonymizer],
        finding: Finding | None = None,
        open_spool: OpenSpool | None = None,
        *,
        carries: bool = False,
    ) -> None:
        self._first = {id(tool): first_alike(tool, tools) for tool in tools}
        self._finding = finding
        self._open_spool = open_spool
        self._carries = carries
        self._spools: dict[int, Spool] = {}
        self._at: Path | None = None

    def plans(self, tool: Pseudonymizer, source: Source) -> PlanSource | None:
        """Return where a tool's plans for an input come from; None: from itself."""
        first = self._first[id(tool)]
        if len(self._first) == 1 and self._open_spool is None and not tool.minds_originals:
            return None if self._finding is None else FoundPlans(tool, source, self._finding)
        if source.path != self._at:
            self.close()
            self._at = source.path
        if self._open_spool is not None and self._carries and can_carry(tool, source):
            if id(first) not in self._spools:
                self._spools[id(first)] = self._open_spool(source, _LINES)
            return LinePlans(tool, self._spools[id(first)], self._hands(tool, source))
        if id(first) not in self._spools:
            number = list(self._first).index(id(first))
            self._spools[id(first)] = Spool() if self._open_spool is None else self._open_spool(source, number)
        finding = self._finding or FindingHere()
        return SharedPlans(tool, self._spools[id(first)], lambda skip: finding.start(first, source, skip))

    def _hands(self, tool: Pseudonymizer, source: Source) -> Hands:
        found = None if self._finding is None else self._finding.hands(tool, source)
        return found or hands_here(tool)

    def close(self) -> None:
        """Let go of what was found in the last input."""
        for spool in self._spools.values():
            spool.close()
        self._spools = {}
        self._at = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


@dataclass(slots=True)
class _Writing:
    """Reads what was found before, then finds, and keeps what was found."""

    tool: Pseudonymizer
    spool: Spool
    kept: Iterator[dict[str, Any]]
    start_finding: Callable[[int], Finder] | None
    skip: int
    finder: Finder | None = None

    def plan(self, documents: Sequence[Document]) -> list[Plan | Failed]:
        """Return the plan of each document."""
        known = [found_in(data, document) for document, data in zip(documents, self.kept, strict=False)]
        others = documents[len(known) :]
        if not others:
            return decided(self.tool, known)
        if self.finder is None:
            self.finder = Here(self.tool) if self.start_finding is None else self.start_finding(self.skip)
        new = self.finder.find(others)
        self.spool.write(others, new)
        return [*decided(self.tool, known), *self.finder.decide(self.tool, new)]

    def finish(self) -> None:
        """Say that no more documents come: from now on the spool can be read."""
        self.spool.is_whole = True


@dataclass(frozen=True, slots=True)
class _Reading:
    """Decides on what was found before."""

    tool: Pseudonymizer
    found: Iterator[dict[str, Any]]

    def plan(self, documents: Sequence[Document]) -> list[Plan | Failed]:
        """Return the plan of each document."""
        return decided(self.tool, [found_in(next(self.found, {}), document) for document in documents])

    def finish(self) -> None:
        """Raise SafetyError if something is left over."""
        if next(self.found, None) is not None:
            raise SafetyError("the input has become shorter between two profiles; nothing is written")
