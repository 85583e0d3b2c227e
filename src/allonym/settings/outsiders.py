"""A detector that another package brings: what it gives is checked where it enters, before anything is decided on it.

A label that is not in the tree could be made of the text, and would stand in every output. What is said of a fault
names the plug-in and the line of it, never what it gave or what its error says: that may quote a text, even if it is an
error of ours.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from signal import SIGTERM
from traceback import walk_tb

from allonym.core.errors import SafetyError
from allonym.core.labels import LABELS
from allonym.core.protocols import Detector
from allonym.core.types import Document, Mention, Span

_OURS = "allonym"
_ASKED_TO_END = 128 + SIGTERM
_ADVICE = "its author is to mend it, `allonym.testing.check_detector` shows what is wrong"


@dataclass(frozen=True, slots=True)
class Outsider:
    """A detector of others, under the name of its entry point. It fits Detector."""

    plug_in: str
    made: Detector = field(repr=False)

    @property
    def name(self) -> str:
        """Return the name that the detector has given itself."""
        name: object = getattr(self.made, "name", None)
        return name if isinstance(name, str) else self.plug_in

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return the mentions of each document, if they are what they must be."""
        lists: list[list[Mention]] | None = None
        fault = "does not give one list of mentions for each document"
        try:
            lists = _lists(self.made.detect(documents))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            if isinstance(error, SystemExit) and error.code == _ASKED_TO_END:
                raise  # somebody ends the whole command while the detector is at work
            fault = _told(error)
        # Raised out here, so that the error does not carry the other one.
        if lists is None or len(lists) != len(documents):
            raise self._fault(fault, f"{documents[0].id}: " if len(documents) == 1 else "")
        for document, mentions in zip(documents, lists, strict=True):
            for mention in mentions:
                if wrong := _wrong(mention, len(document.text)):
                    raise self._fault(wrong, f"{document.id}: ")
        return lists

    def _fault(self, what: str, place: str = "") -> SafetyError:
        return SafetyError(f"{place}the detector {self.plug_in!r} {what}; {_ADVICE}")


def _told(error: BaseException) -> str:
    """Return what a detector did that raised an error: the kind of it, and where in the plug-in, if that is known."""
    frames = list(walk_tb(error.__traceback__))
    modules = [str(frame.f_globals.get("__name__", "")) for frame, _ in frames]
    others = [each for each, module in zip(frames, modules, strict=True) if module.partition(".")[0] != _OURS]
    kind = type(error).__name__
    if others:
        frame, line = others[-1]
        kind += f" at {PurePath(frame.f_code.co_filename).name}:{line}"
    if not isinstance(error, Exception):
        return f"wants to end the program ({kind})"
    is_of_span = isinstance(error, ValueError) and modules[-1] == Span.__module__
    return (
        f"makes a span that begins before the text or ends before it begins ({kind})"
        if is_of_span
        else f"fails with {kind}"
    )


def _lists(given: object) -> list[list[Mention]] | None:
    """Return what a detector gives as lists; None if it is something else."""
    if not isinstance(given, Iterable):
        return None
    rows = list(given)
    return [list(row) for row in rows] if all(isinstance(row, Iterable) for row in rows) else None


def _wrong(mention: object, length: int) -> str:
    """Return what is wrong with one thing that was given as a mention; nothing if it is one."""
    if not isinstance(mention, Mention):
        return "gives something that is no Mention"
    if not _is_span(mention.span, length):
        return "gives a mention whose span is empty, no Span, or leaves the text"
    if not isinstance(mention.label, str) or mention.label not in LABELS:
        return "gives a label that is not in the tree"
    if not isinstance(mention.score, int | float) or not 0 <= mention.score <= 1:
        return "gives a score that is no number between 0 and 1"
    if not isinstance(mention.source, str) or not mention.source:
        return "gives a mention that does not say who found it"
    return "" if _are_pairs(mention.features) else "gives features that are no pairs of words"


def _is_span(span: object, length: int) -> bool:
    if not isinstance(span, Span) or type(span.start) is not int or type(span.end) is not int:
        return False
    return 0 <= span.start < span.end <= length


def _are_pairs(features: object) -> bool:
    return isinstance(features, tuple) and all(
        isinstance(pair, tuple) and len(pair) == 2 and all(isinstance(word, str) for word in pair) for pair in features
    )
