"""One detection pass for several profiles: what was found under the first is kept, and the others decide on it.

It is kept in a temporary file, so that memory does not grow with the input. The file has no name, and each part of it
is sealed with a key that only this process knows: it holds places and no words, but the value of a date is a date.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO, Any, Self

from allonym.core.errors import SafetyError
from allonym.core.types import Document, Mention, Plan, Segment, Span
from allonym.engine import Detected
from allonym.pseudonymizer import Pseudonymizer
from allonym.running.plans import Planner
from allonym.running.sources import Source
from allonym.settings import Settings
from allonym.vault import crypto

_LENGTH = 4
_PLACE = b"spool"


def alike(one: Settings, other: Settings) -> bool:
    """Tell whether two profiles look for the same things, so that one pass serves both."""
    return (one.detectors, one.terms, one.detector) == (other.detectors, other.terms, other.detector)


class Spool:
    """What was found in one input, once: the first tool that asks detects, those after it read."""

    def __init__(self) -> None:
        self.file: IO[bytes] = TemporaryFile()  # noqa: SIM115 - closed with the spool
        self.is_whole = False
        self._key = crypto.SealKey.of(1, crypto.fresh(crypto.SEAL_SIZE))

    def write(self, detected: Detected) -> None:
        """Keep what was found in one more document."""
        sealed = crypto.seal(self._key, [_PLACE], json.dumps(_data(detected)).encode())
        self.file.write(len(sealed).to_bytes(_LENGTH) + sealed)

    def read(self) -> Iterator[dict[str, Any]]:
        """Return what was found, document by document, from the beginning."""
        self.file.seek(0)
        while length := int.from_bytes(self.file.read(_LENGTH)):
            yield json.loads(crypto.opened({1: self._key}, [_PLACE], self.file.read(length)))

    def close(self) -> None:
        """Let the file go; it had no name."""
        self.file.close()


@dataclass(frozen=True, slots=True)
class SharedPlans:
    """Plans of one tool over a spool that others share. It fits PlanSource."""

    tool: Pseudonymizer
    spool: Spool = field(repr=False)

    def start(self) -> Planner:
        """Return a planner that begins at the beginning: of the input, or of the spool if that is whole."""
        if self.spool.is_whole:
            return _Reading(self.tool, self.spool.read())
        self.spool.file.seek(0)
        self.spool.file.truncate()
        return _Writing(self.tool, self.spool)

    def digest(self) -> str:
        """Return nothing: the settings say it all."""
        return ""


class Sharing:
    """Several tools that go over the same inputs, each input in turn: those that look for the same share a spool."""

    def __init__(self, tools: Sequence[Pseudonymizer]) -> None:
        self._first = [next(other for other in tools if alike(tool.settings, other.settings)) for tool in tools]
        self._tools = tools
        self._spools: dict[int, Spool] = {}
        self._at: Path | None = None

    def plans(self, tool: Pseudonymizer, source: Source) -> SharedPlans:
        """Return where a tool's plans for an input come from."""
        if source.path != self._at:
            self.close()
            self._at = source.path
        first = id(self._first[self._tools.index(tool)])
        if first not in self._spools:
            self._spools[first] = Spool()
        return SharedPlans(tool, self._spools[first])

    def close(self) -> None:
        """Let go of what was found in the last input."""
        for spool in self._spools.values():
            spool.close()
        self._spools = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class _Writing:
    """Detects, and keeps what was found."""

    tool: Pseudonymizer
    spool: Spool

    def plan(self, documents: Sequence[Document]) -> list[Plan]:
        """Return the plan of each document."""
        detected = self.tool.detect_many(documents)
        for each in detected:
            self.spool.write(each)
        return self.tool.decide_many(detected)

    def finish(self) -> None:
        """Say that no more documents come: from now on the spool can be read."""
        self.spool.is_whole = True


@dataclass(frozen=True, slots=True)
class _Reading:
    """Decides on what was found before."""

    tool: Pseudonymizer
    found: Iterator[dict[str, Any]]

    def plan(self, documents: Sequence[Document]) -> list[Plan]:
        """Return the plan of each document."""
        return self.tool.decide_many([self._next(document) for document in documents])

    def finish(self) -> None:
        """Raise SafetyError if something is left over."""
        if next(self.found, None) is not None:
            raise SafetyError("the input has become shorter between two profiles; nothing is written")

    def _next(self, document: Document) -> Detected:
        data: dict[str, Any] = next(self.found, {})
        if data.get("digest") != document.digest().hex():
            raise SafetyError(f"{document.id}: the input has changed between two profiles; nothing is written")
        segments = tuple(Segment(Span(*place), language) for *place, language in data["segments"])
        told = Document(document.id, document.text, data["language"], document.author, document.record, segments)
        return Detected(told, [_mention(each) for each in data["mentions"]], len(document.text))


def _data(detected: Detected) -> dict[str, object]:
    document = detected.document
    return {
        "digest": document.digest().hex(),
        "language": document.language,
        "segments": [[each.span.start, each.span.end, each.language] for each in document.segments],
        "mentions": [
            [each.start, each.end, each.label, each.score, each.source, each.features] for each in detected.mentions
        ],
    }


def _mention(data: Sequence[Any]) -> Mention:
    start, end, label, score, source, features = data
    return Mention(Span(start, end), label, score, source, tuple((name, value) for name, value in features))
