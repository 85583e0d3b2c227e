"""A detector that another package brings: what it gives is checked where it enters, before anything is decided on it.

A label that is not in the tree could be made of the text, and would stand in every output. What is said of a fault
names the plug-in, never what it gave.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from signal import SIGTERM

from allonym.core.errors import SafetyError
from allonym.core.labels import LABELS
from allonym.core.protocols import Detector
from allonym.core.types import Document, Mention, Span

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
        return self.made.name

    def detect(self, documents: Sequence[Document]) -> list[list[Mention]]:
        """Return the mentions of each document, if they are what they must be."""
        try:
            lists = _lists(self.made.detect(documents))
        except (Exception, KeyboardInterrupt):
            raise
        except BaseException as error:
            if isinstance(error, SystemExit) and error.code == _ASKED_TO_END:
                raise  # somebody ends the whole command while the detector is at work
            raise self._fault(f"wants to end the program ({type(error).__name__})") from None
        if lists is None or len(lists) != len(documents):
            raise self._fault("does not give one list of mentions for each document")
        for document, mentions in zip(documents, lists, strict=True):
            for mention in mentions:
                if wrong := _wrong(mention, len(document.text)):
                    raise self._fault(wrong, f"{document.id}: ")
        return lists

    def _fault(self, what: str, place: str = "") -> SafetyError:
        return SafetyError(f"{place}the detector {self.plug_in!r} {what}; {_ADVICE}")


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
