"""A document that fails alone: its place and the reason go on, its words do not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from allonym.core import errors
from allonym.core.errors import AllonymError, SafetyError, UsageError, place_of
from allonym.core.types import Document
from allonym.engine import Detected

T = TypeVar("T")

NOT_OF_A_DOCUMENT = (UsageError, OSError)
"""What is wrong with the settings or the machine would be wrong with every document."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a document could not be planned: the name of an error of ours, and what it says."""

    kind: str
    reason: str

    def error(self) -> AllonymError:
        """Return the error, to be raised by whoever does not go on without the document."""
        kind = getattr(errors, self.kind, SafetyError)
        made = kind(self.reason)
        return made if isinstance(made, AllonymError) else SafetyError(self.reason)


def failed(document: Document, error: Exception) -> Failed:
    """Return an error as a value. What a foreign error says is left behind, since it may quote the text."""
    if isinstance(error, AllonymError):
        return Failed(type(error).__name__, str(error))
    return Failed("SafetyError", f"{document.id}: internal error {place_of(error)}")


def require_found(found: Detected | Failed) -> Detected:
    """Return what was found; raise the error of a document that failed."""
    if isinstance(found, Failed):
        raise found.error()
    return found


def each_alone(work: Callable[[Sequence[Document]], Sequence[T]], documents: Sequence[Document]) -> list[T | Failed]:
    """Return what comes of each document; one that fails spoils no other."""
    try:
        return list(work(documents))
    except NOT_OF_A_DOCUMENT:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the other documents go on
        if len(documents) == 1:
            return [failed(documents[0], error)]
    return [made for document in documents for made in each_alone(work, [document])]
